import { role } from '@honbu/contract/ids.ts'
import { noteCategory } from '@honbu/contract/note-category.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as, jobs } = await testApp(database)

async function aTeam() {
  const club = await createClub(db)
  const stranger = await createAccount(db, { clubId: (await createClub(db)).id })
  const member = await createMember(db, { clubId: club.id })
  const work = async (name: string, rest: object = {}) => {
    const account = await createAccount(db, { clubId: club.id, ...rest })
    await db
      .updateTable('person')
      .set({ first_name: name, last_name: 'Lee' })
      .where('id', '=', account.personId)
      .execute()
    return account
  }
  const [author, ann, admin, welfare] = [
    await work('Max'),
    await work('Ann'),
    await work('Pat', { isAdmin: true }),
    await work('Sue', { roleIds: [role.welfare] }),
  ]
  const caller = as(author.sub)
  const save = (fields: object = {}) =>
    caller.post(`/api/member/SaveNote/${member.id}`, {
      ...{ memberNoteId: 0, clubId: club.id, noteCategoryId: noteCategory.general, subject: 'Knee' },
      ...{ note: '@Ann Lee, no jumping please', mentions: [ann.id], ...fields },
    })
  const offered = async (noteCategoryId: number) => {
    const { body } = await caller.get(
      `/api/member/GetNoteReaders/${member.id}?clubId=${club.id}&noteCategoryId=${noteCategoryId}`,
    )
    return body.map(({ fullName }: { fullName: string }) => fullName)
  }
  const tasksOf = async (sub: string) => (await as(sub).post('/api/club/GetTasks/0')).body.data
  const notes = async () => (await caller.get(`/api/member/GetNotes/${member.id}`)).body
  return { club, member, stranger, author, ann, admin, welfare, caller, save, offered, tasksOf, notes }
}

describe('a mention', () => {
  it.each([
    ['general', ['Ann Lee', 'Pat Lee', 'Sue Lee']],
    ['payment', ['Pat Lee']],
    ['safeguarding', ['Sue Lee']],
  ] as const)('offers those who may read a note: %s', async (category, names) => {
    const { offered } = await aTeam()
    expect((await offered(noteCategory[category])).toSorted()).toEqual(names)
  })

  it('offers no one from above whom the writer may not name, and above them their own colleagues', async () => {
    const head = await createClub(db)
    const branch = await createClub(db, { parentClubId: head.id })
    const member = await createMember(db, { clubId: branch.id })
    const people = [await createAccount(db, { clubId: head.id }), await createAccount(db, { clubId: head.id })]
    const coaches = [await createAccount(db, { clubId: branch.id }), await createAccount(db, { clubId: branch.id })]
    const offeredTo = async (sub = '') =>
      (await as(sub).get(`/api/member/GetNoteReaders/${member.id}?clubId=${branch.id}&noteCategoryId=1301`)).body.map(
        ({ accountId }: { accountId: number }) => accountId,
      )
    expect(await offeredTo(coaches[0]?.sub)).toEqual([coaches[1]?.id])
    const all = [people[1]?.id, ...coaches.map(({ id }) => id)]
    expect((await offeredTo(people[0]?.sub)).toSorted()).toEqual(all.toSorted())
  })

  it('gives a task to the person it names, once, and tells them as they chose', async () => {
    const { save, tasksOf, ann, notes, author } = await aTeam()
    await as(ann.sub).post('/api/club/SaveTaskNotices', {
      ...{ channel: 'email', timing: 'immediately', hasUnassigned: false },
    })
    jobs.splice(0)
    const { body } = await save()
    expect(jobs).toEqual([{ name: 'tell-of-tasks', data: { accountId: ann.id } }])
    expect(await tasksOf(ann.sub)).toMatchObject([
      { kind: 'mention', kindName: 'Mention', subject: 'Mentioned in “Knee”', accountId: ann.id, dueOn: '2026-05-12' },
    ])
    expect(await tasksOf(author.sub)).toEqual([])
    expect((await notes())[0].mentions).toEqual([{ accountId: ann.id, name: 'Ann Lee' }])
    const again = await save({ memberNoteId: body.memberNoteId, version: 1, subject: 'Left knee' })
    expect([again.status, again.body.unmentioned]).toEqual([200, []])
    expect(await tasksOf(ann.sub)).toMatchObject([{ subject: 'Mentioned in “Left knee”' }])
    expect(jobs).toHaveLength(1)
  })

  it('shows the name that the person has now, and stays theirs', async () => {
    const { save, notes, ann } = await aTeam()
    const { body } = await save()
    await db.updateTable('person').set({ last_name: 'Fox-$&' }).where('id', '=', ann.personId).execute()
    const [note] = await notes()
    expect(note).toMatchObject({ note: '@Ann Fox-$&, no jumping please', mentions: [{ name: 'Ann Fox-$&' }] })
    await save({ memberNoteId: body.memberNoteId, version: 1, note: note.note, mentions: undefined })
    expect((await notes())[0].mentions).toEqual([{ accountId: ann.id, name: 'Ann Fox-$&' }])
  })

  it('goes when its name is taken out, and with the note', async () => {
    const { save, tasksOf, ann, caller } = await aTeam()
    const { body } = await save()
    await save({ memberNoteId: body.memberNoteId, version: 1, note: 'No jumping' })
    expect(await tasksOf(ann.sub)).toEqual([])
    await save({ memberNoteId: body.memberNoteId, version: 2 })
    expect(await tasksOf(ann.sub)).toHaveLength(1)
    await caller.post(`/api/member/DeleteNote/${body.memberNoteId}`)
    expect(await tasksOf(ann.sub)).toEqual([])
  })

  it('of somebody who may not read the note is refused, and nothing is saved', async () => {
    const { save, stranger, notes, tasksOf, ann } = await aTeam()
    const kept = await save({ noteCategoryId: noteCategory.safeguarding })
    expect([kept.status, kept.body.fields.note[0]]).toEqual([400, expect.stringContaining('Ann Lee can’t read notes')])
    expect((await save({ mentions: [stranger.id] })).status).toBe(403)
    expect([await notes(), await tasksOf(ann.sub)]).toEqual([[], []])
  })

  it('is dropped when the category is changed to one that they may not read, and the answer says so', async () => {
    const { save, tasksOf, ann, notes } = await aTeam()
    const { body } = await save()
    const moved = await save({ memberNoteId: body.memberNoteId, version: 1, noteCategoryId: noteCategory.safeguarding })
    expect([moved.status, moved.body.unmentioned]).toEqual([200, ['Ann Lee']])
    expect(await tasksOf(ann.sub)).toEqual([])
    expect((await notes())[0].mentions).toEqual([])
  })

  it('says nothing of a note that only some may read', async () => {
    const { save, tasksOf, welfare } = await aTeam()
    await save({
      ...{ noteCategoryId: noteCategory.safeguarding, subject: 'Bruises', note: '@Sue Lee' },
      mentions: [welfare.id],
    })
    expect(await tasksOf(welfare.sub)).toMatchObject([{ kind: 'mention', subject: 'Mentioned in a note' }])
  })
})
