import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { forgetOld } from './forget-form-drafts.ts'

const database = await freshDatabase()
const { db } = database
let now = new Date('2026-05-12T17:30:00Z')
const { as } = await testApp(database, () => now)

async function aClub() {
  const club = await createClub(db)
  const call = async (name: string, input: object, sub: string) => await as(sub).post(`/api/drafts/${name}`, input)
  const { sub } = await createAccount(db, { clubId: club.id, isAdmin: true })
  const other = await createAccount(db, { clubId: club.id, isAdmin: true })
  return { club, sub, other: other.sub, call }
}

const draft = (text: string) => ({ values: { subject: text }, base: { subject: '' }, version: 3 })

describe('a draft of a form', () => {
  it('is kept for each account, form, record and member, until it is discarded', async () => {
    const { club, sub, other, call } = await aClub()
    const member = await createMember(db, { clubId: club.id })
    const which = { clubId: club.id, form: 'note', record: 0, memberId: member.id }
    expect((await call('GetFormDraft', which, sub)).body).toEqual({ found: null })
    await call('SaveFormDraft', { ...which, draft: draft('Knee') }, sub)
    await call('SaveFormDraft', { ...which, draft: draft('Knee, left') }, sub)
    await call('SaveFormDraft', { ...which, record: 7, draft: draft('Another') }, sub)
    const savedAt = now.toISOString()
    expect((await call('GetFormDraft', which, sub)).body).toEqual({ found: { ...draft('Knee, left'), savedAt } })
    expect((await call('GetFormDraft', which, other)).body).toEqual({ found: null })
    expect((await call('GetFormDraft', { ...which, memberId: null }, sub)).body).toEqual({ found: null })
    expect((await call('DiscardFormDraft', which, other)).status).toBe(200)
    expect((await call('DiscardFormDraft', which, sub)).status).toBe(200)
    expect((await call('GetFormDraft', which, sub)).body).toEqual({ found: null })
    expect((await call('GetFormDraft', { ...which, record: 7 }, sub)).body.found.values).toEqual({
      subject: 'Another',
    })
  })

  it('about a member alone is of no one club', async () => {
    const { club, sub, call } = await aClub()
    const member = await createMember(db, { clubId: club.id })
    const which = { clubId: null, form: 'person', record: 7, memberId: member.id }
    await call('SaveFormDraft', { ...which, draft: draft('Ann') }, sub)
    expect((await call('GetFormDraft', which, sub)).body.found.values).toEqual({ subject: 'Ann' })
    const stranger = await createAccount(db, { clubId: (await createClub(db)).id, isAdmin: true })
    expect((await call('GetFormDraft', which, stranger.sub)).status).toBe(403)
    await call('DiscardFormDraft', which, sub)
    expect((await call('GetFormDraft', which, sub)).body).toEqual({ found: null })
    const nowhere = await call('SaveFormDraft', { ...which, memberId: null, draft: draft('Ann') }, sub)
    expect(nowhere).toMatchObject({ status: 400, body: { message: expect.stringContaining('which member') } })
  })

  it('is forgotten after 30 days', async () => {
    const { club, sub, call } = await aClub()
    const which = { clubId: club.id, form: 'template', record: 0, memberId: null }
    const found = async () => (await call('GetFormDraft', which, sub)).body.found
    await call('SaveFormDraft', { ...which, draft: draft('Hello') }, sub)
    now = new Date('2026-06-11T17:29:00Z')
    await forgetOld(db, now)
    expect(await found()).not.toBe(null)
    now = new Date('2026-06-11T17:31:00Z')
    await forgetOld(db, now)
    expect(await found()).toBe(null)
  })
})
