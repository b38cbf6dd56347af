import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'
import { openMessages } from '../../test/open-messages.ts'

const database = await freshDatabase()
const { db } = database
const { as, at, aClub } = await openMessages(database)

const draftOf = (clubId: number, rest: object = {}) => ({
  ...{ clubId, clubIds: [clubId], channel: 'email', audience: { include: [], exclude: [] }, purpose: 'service' },
  ...{ onePerAddress: true, templateId: null, subject: 'News', body: '<p>Hello</p>', layoutId: null, name: '' },
  ...{ sendLocal: null, perClubZone: false, step: 2, ...rest },
})

const save = (sub: string, id: number, draft: object, version?: number) =>
  as(sub).post(`/api/messaging/SaveMessageDraft/${id}`, { draft, ...(version !== undefined && { version }) })
const list = async (sub: string, clubId: number) =>
  (await as(sub).post('/api/messaging/GetMessageDrafts', { clubIds: [clubId] })).body.data

describe('drafts', () => {
  it('are any number in a club, seen by its team with author and time, the last saved first', async () => {
    const { clubId, sub } = await aClub(0)
    const coach = await createAccount(db, { clubId })
    const first = (await save(sub, 0, draftOf(clubId))).body.draftId
    at('2026-05-12T17:40:00Z')
    const text = draftOf(clubId, { channel: 'sms', subject: '', body: 'Hi {{ member.firstName }}' })
    const second = (await save(coach.sub, 0, text)).body.draftId
    const rows = await list(sub, clubId)
    expect(rows).toMatchObject([
      { id: second, title: 'Hi [First name]', channel: 'sms', savedAt: '2026-05-12T17:40:00.000Z', editId: 0 },
      { id: first, title: 'News', author: expect.stringMatching(/^Staff /) },
    ])
    expect((await as(coach.sub).get(`/api/messaging/GetMessageDraft/${first}`)).body).toMatchObject({
      ...{ draftId: first, version: 1, draft: { subject: 'News', step: 2 } },
    })
  })

  it('are not saved over what someone else has saved meanwhile', async () => {
    const { clubId, sub } = await aClub(0)
    const { draftId } = (await save(sub, 0, draftOf(clubId))).body
    expect((await save(sub, draftId, draftOf(clubId, { subject: 'Theirs' }), 1)).body).toMatchObject({ version: 2 })
    expect(await save(sub, draftId, draftOf(clubId, { subject: 'Mine' }), 1)).toMatchObject({
      status: 409,
      body: { conflict: { current: { draftId, version: 2, draft: { subject: 'Theirs' } } } },
    })
    // The last words of a page that closes are saved without a version.
    expect((await save(sub, draftId, draftOf(clubId, { subject: 'Last' }))).body).toMatchObject({ version: 3 })
  })

  it('are discarded, and restored for a day', async () => {
    const { clubId, sub } = await aClub(0)
    const { draftId } = (await save(sub, 0, draftOf(clubId))).body
    const press = (what: string, id = draftId) => as(sub).post(`/api/messaging/${what}MessageDraft/${id}`, {})
    expect(await press('Discard')).toMatchObject({ status: 200 })
    expect(await list(sub, clubId)).toEqual([])
    expect(await as(sub).get(`/api/messaging/GetMessageDraft/${draftId}`)).toMatchObject({ status: 410 })
    expect(await save(sub, draftId, draftOf(clubId), 1)).toMatchObject({ status: 410 })
    expect(await press('Restore')).toMatchObject({ status: 200 })
    expect(await list(sub, clubId)).toMatchObject([{ id: draftId }])
    await press('Discard')
    at('2026-05-14T17:30:00Z')
    const other = (await save(sub, 0, draftOf(clubId))).body.draftId
    await press('Discard', other)
    expect(await press('Restore')).toMatchObject({ status: 403 })
  })

  it('are over once they are sent', async () => {
    const { clubId, sub, send } = await aClub(1)
    const { draftId } = (await save(sub, 0, draftOf(clubId))).body
    const kept = (await save(sub, 0, draftOf(clubId, { subject: 'Another' }))).body.draftId
    await send({ draftId })
    expect(await list(sub, clubId)).toMatchObject([{ id: kept }])
  })

  it('stay with those who work in all of their clubs', async () => {
    const head = await createClub(db)
    const [one, other] = [
      await createClub(db, { parentClubId: head.id }),
      await createClub(db, { parentClubId: head.id }),
    ]
    const { sub } = await createAccount(db, { clubId: head.id, isAdmin: true })
    const coach = await createAccount(db, { clubId: one.id })
    const stranger = await createAccount(db, { clubId: other.id })
    const { draftId } = (await save(sub, 0, draftOf(one.id, { clubIds: [one.id, other.id] }))).body
    const open = (who: string) => as(who).get(`/api/messaging/GetMessageDraft/${draftId}`)
    expect((await open(sub)).status).toBe(200)
    expect((await open(coach.sub)).status).toBe(403)
    expect((await open(stranger.sub)).status).toBe(403)
    expect((await save(stranger.sub, draftId, draftOf(other.id))).status).toBe(403)
  })
})
