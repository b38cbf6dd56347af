import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, enrol } from '../../test/factories/classes.ts'
import { createMember } from '../../test/factories/people.ts'
import { openImports, two } from '../../test/open-imports.ts'
import { runNow } from './run/run-now.ts'

const database = await freshDatabase()
const { db } = database
const { work, ourClub, upload, read, check, run, imported, lines } = await openImports(database)

describe('runImport', () => {
  it('imports what was checked, all of it, and leaves each member in the audit', async () => {
    const club = await ourClub()
    const importId = await imported(club, two)
    const batch = await read(club, importId)
    expect(batch).toMatchObject({
      state: 'imported',
      importedAt: testNow.toISOString(),
      undoUntil: new Date(testNow.getTime() + 86_400_000).toISOString(),
      counts: { new: 2 },
      progress: { done: 4, total: 4, isStuck: false },
    })
    const { data } = await lines(club, importId)
    const audit = await db
      .selectFrom('audit')
      .select('action')
      .where('member_id', '=', data[0].memberId)
      .orderBy('audit.id')
      .execute()
    expect(audit).toEqual([{ action: 'runImport' }])
    const { body } = await club.admin.get(`/api/member/basicSearch?filter=ann&clubId=${club.clubId}`)
    expect(JSON.stringify(body)).toContain('[7]')
  })

  it('is done once, however often the job comes', async () => {
    const club = await ourClub()
    const importId = await imported(club, two)
    await runNow(work, { importId })
    await Promise.all([runNow(work, { importId }), runNow(work, { importId })])
    expect(await db.selectFrom('member').select('id').where('root_club_id', '=', club.clubId).execute()).toHaveLength(2)
    expect((await run(club, importId)).body.message).toBe('It has been imported already.')
  })

  it('does nothing when members have changed since it was checked', async () => {
    const club = await ourClub()
    const importId = await upload(club, two)
    await check(club, importId)
    await createMember(db, { clubId: club.clubId, firstName: 'Ann', lastName: 'Reed', dob: '1990-02-01' })
    await run(club, importId)
    expect(await read(club, importId)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('Members have been changed since this was checked'),
    })
    await check(club, importId)
    expect(await read(club, importId)).toMatchObject({ state: 'checked', counts: { new: 1, duplicate: 1 } })
  })

  it.each([
    ['before it begins', []],
    ['while it stores', [testNow]],
  ])('stores nothing if whoever asked for it has left %s', async (_, times) => {
    const club = await ourClub()
    const importId = await upload(club, two)
    await check(club, importId)
    await club.admin.post(`/api/club/RunImport/${importId}`)
    await db.updateTable('club_user').set({ user_until: testToday }).where('club_id', '=', club.clubId).execute()
    const tomorrow = new Date(testNow.getTime() + 86_400_000)
    const now = () => times.shift() ?? tomorrow
    await runNow({ ...work, now }, { importId, accountId: club.accountId })
    expect(await db.selectFrom('member').select('id').where('root_club_id', '=', club.clubId).execute()).toEqual([])
    expect(await read(club, importId)).toMatchObject({
      state: 'failed',
      failure: 'The person who asked for this isn’t an admin of the club any more. Nothing was changed.',
    })
  })

  it('stores nothing when it fails in the middle, and says so', async () => {
    const club = await ourClub()
    const importId = await upload(club, two)
    await check(club, importId)
    await club.admin.post(`/api/club/RunImport/${importId}`)
    await sql`alter table import_line add constraint breaks check (line <> 3 or import_batch_id <> ${sql.lit(importId)})
      not valid`.execute(db)
    try {
      await expect(runNow(work, { importId })).rejects.toThrow()
    } finally {
      await sql`alter table import_line drop constraint breaks`.execute(db)
    }
    expect(await read(club, importId)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('Nothing was stored'),
    })
    expect(await db.selectFrom('member').select('id').where('root_club_id', '=', club.clubId).execute()).toEqual([])
  })

  it('can be asked for again when its process has died', async () => {
    const club = await ourClub()
    const importId = await upload(club, two)
    await check(club, importId)
    await club.admin.post(`/api/club/RunImport/${importId}`)
    const before = new Date(testNow.getTime() - 120_000)
    await db.updateTable('import_batch').set({ progress_at: before }).where('id', '=', importId).execute()
    expect((await read(club, importId)).progress.isStuck).toBe(true)
    expect((await run(club, importId)).status).toBe(200)
    expect((await read(club, importId)).state).toBe('imported')
  })

  it('shows how far it is while nobody can see yet what it does', async () => {
    const club = await ourClub()
    const list = Array.from({ length: 700 }, (_, index) => `Ann${index},Reed`).join('\n')
    const importId = await upload(club, `First name,Surname\n${list}`)
    await check(club, importId)
    await club.admin.post(`/api/club/RunImport/${importId}`)
    const done = runNow(work, { importId })
    await expect.poll(async () => (await read(club, importId)).progress.total).toBe(1400)
    await done
    expect(await read(club, importId)).toMatchObject({ state: 'imported', progress: { done: 1400, total: 1400 } })
  })
})

it('a member who lapsed long ago is no news of this week', async () => {
  const club = await ourClub()
  await imported(club, 'Name,Status,Joined,Terminated\nAnn Reed,LAPSED,1/2/2019,3/4/2021')
  const changes = await db
    .selectFrom('member_status_change')
    .select(['changed_on', 'to_status_id', 'account_id'])
    .where('club_id', '=', club.clubId)
    .execute()
  expect(changes).toEqual([{ changed_on: '2021-04-03', to_status_id: memberStatus.lapsed, account_id: club.accountId }])
})

describe('members who trained before they were imported', () => {
  it('are no first-timers, not at risk and not absent, and a newcomer is', async () => {
    const club = await ourClub()
    const klass = await createClass(db, { clubId: club.clubId, weekdays: [2] })
    const importId = await imported(
      club,
      'Name;DOB;Joined;Status\nAnn Reed;1/2/1990;1/2/2020;Active\nBen Reed;1/2/1991;5/5/2026;Active\nCal Reed;1/2/1992;;Trial',
    )
    const { data } = await lines(club, importId)
    for (const { memberId } of data) await enrol(db, { classId: klass.id, memberId, since: testToday })
    const register = await club.admin.post(`/api/club/GetClassMembers/${klass.id}`, { classDate: testToday })
    const seen = (row: { firstName: string; hasAttended: boolean }) => [row.firstName, row.hasAttended]
    expect(register.body.data.map(seen).sort()).toEqual([
      ['Ann', true],
      ['Ben', false],
      ['Cal', false],
    ])
    const attended = { classId: klass.id, classDate: testToday, attended: true }
    for (const { memberId } of data) await club.admin.post(`/api/member/SaveAttendance/${memberId}`, attended)
    const { rows } = await sql<{ firstName: string }>`
      select first_name as "firstName" from task join member on member.id = task.member_id
      join person on person.id = member.person_id where task.club_id = ${club.clubId} and kind = 'welcome' order by 1`.execute(
      db,
    )
    expect(rows.map(({ firstName }) => firstName)).toEqual(['Ben', 'Cal'])
  })
})
