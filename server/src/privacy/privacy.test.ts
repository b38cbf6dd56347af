import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, book, createClass, enrol } from '../../test/factories/classes.ts'
import { createDiscipline, study } from '../../test/factories/disciplines.ts'
import { createCharge } from '../../test/factories/money.ts'
import {
  createAccount,
  createClub,
  createContact,
  createMember,
  createMembership,
} from '../../test/factories/people.ts'
import { membershipTables, memberTables, notMoved } from './member-tables.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** A club, its admin, and two records of Zoë. */
async function twoRecords() {
  const club = await createClub(db)
  const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const person = { clubId: club.id, firstName: 'Zoë', lastName: "O'Brien", dob: '2014-02-28' }
  const stays = await createMember(db, { ...person, statusId: memberStatus.lapsed })
  const goes = await createMember(db, { ...person, email: 'zoe@mail.example' })
  const merge = async (id = stays.id, otherMemberId = goes.id) =>
    await admin.post(`/api/member/MergeMembers/${id}`, { otherMemberId, evenSo: true })
  return { club, admin, stays, goes, merge }
}

/** All that hangs on two members, as it lies in the database. */
async function everything(ids: readonly number[]) {
  const all: Record<string, unknown[]> = {}
  for (const { table, column } of memberTables) {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(entry) - 'version' as row from ${sql.table(table)} entry
      where ${sql.ref(column)} = any(${[...ids]}) order by to_jsonb(entry)::text`.execute(db)
    all[`${table}.${column}`] = rows.map(({ row }) => row)
  }
  for (const { table } of membershipTables) {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(entry) as row from ${sql.table(table)} entry
      where club_member_id in (select id from club_member where member_id = any(${[...ids]})) order by id`.execute(db)
    all[table] = rows.map(({ row }) => row)
  }
  const { rows } = await sql<{ row: object }>`
    select to_jsonb(person) - 'version' as row from person
    where id in (select person_id from member where id = any(${[...ids]})) order by id`.execute(db)
  return { ...all, person: rows.map(({ row }) => row) }
}

describe('member-tables.ts', () => {
  it('names every foreign key to a member or a membership', async () => {
    const { rows } = await sql<{ table: string; target: string; column: string }>`
      select conrelid::regclass::text as table, confrelid::regclass::text as target, attname as column
      from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[
        array_position(confkey, (select attnum from pg_attribute where attrelid = confrelid and attname = 'id'))]
      where contype = 'f' and confrelid in ('member'::regclass, 'club_member'::regclass)`.execute(db)
    const named = new Set([
      ...memberTables.map(({ table, column }) => `${table}.${column}`),
      ...membershipTables.map(({ table }) => `${table}.club_member_id`),
    ])
    const missing = rows
      .filter(({ table }) => !notMoved.includes(table))
      .map(({ table, column }) => `${table}.${column}`)
      .filter(name => !named.has(name))
    expect(missing).toEqual([])
    expect([...named].filter(name => !rows.some(({ table, column }) => `${table}.${column}` === name))).toEqual(
      // No foreign key of their own: a payment's or a charge's holds them.
      ['allocation.member_id'],
    )
  })
})

describe('mergeMembers', () => {
  it('moves all that hangs on the other, whatever would collide, and takes it all back', async () => {
    const { club, admin, stays, goes, merge } = await twoRecords()
    const ids = [stays.id, goes.id]
    const discipline = await createDiscipline(db, { clubId: club.id })
    const [white = 0, , green = 0] = discipline.gradeIds
    await study(db, { memberId: stays.id, disciplineId: discipline.id, gradeId: white, since: '2025-01-01' })
    await study(db, { memberId: goes.id, disciplineId: discipline.id, gradeId: green, since: '2025-06-01' })
    const klass = await createClass(db, { clubId: club.id })
    const other = await createClass(db, { clubId: club.id })
    await enrol(db, { classId: klass.id, memberId: stays.id, since: '2025-03-01' })
    await enrol(db, { classId: klass.id, memberId: goes.id, since: '2025-02-01' })
    await enrol(db, { classId: other.id, memberId: goes.id, since: '2025-02-01' })
    await attend(db, { classId: klass.id, memberId: stays.id, date: '2026-05-05', attended: false })
    await attend(db, { classId: klass.id, memberId: goes.id, date: '2026-05-05', attended: true })
    await attend(db, { classId: klass.id, memberId: goes.id, date: '2026-04-28' })
    await book(db, { classId: klass.id, memberId: stays.id, date: '2026-05-19' })
    await book(db, { classId: klass.id, memberId: goes.id, date: '2026-05-19' })
    await createCharge(db, { clubId: club.id, memberId: goes.id, pence: 3500, due: '2026-04-30', paid: 1000 })
    const own = { club_id: club.id, root_club_id: club.rootClubId }
    await db
      .insertInto('member_note')
      .values({ ...own, member_id: goes.id, subject: 'Nuts' })
      .execute()
    const sibling = await createMember(db, { clubId: club.id })
    const link = { root_club_id: club.rootClubId, linked_since: testToday, relationship: 'Brother' }
    await db
      .insertInto('member_link')
      .values([
        { ...link, member_id: stays.id, linked_member_id: sibling.id },
        { ...link, member_id: sibling.id, linked_member_id: goes.id },
        { ...link, member_id: stays.id, linked_member_id: goes.id },
      ])
      .execute()
    const tag = await db
      .insertInto('tag')
      .values({ ...own, name: 'Squad' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('member_tag')
      .values([stays, goes].map(({ id }) => ({ ...own, tag_id: tag.id, member_id: id })))
      .execute()
    const membership = await db
      .selectFrom('club_member')
      .select('id')
      .where('member_id', '=', goes.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('member_status_change')
      .values({
        club_id: club.id,
        club_member_id: membership.id,
        to_status_id: memberStatus.active,
        changed_on: testToday,
      })
      .execute()
    const before = await everything(ids)

    const { status, body } = await merge()
    expect(status, body.message).toBe(200)
    expect(body.undoUntil).toBe('2026-06-11T17:30:00.000Z')
    expect((await admin.get(`/api/member/GetDetails/${goes.id}`)).status).toBe(403)
    const details = (await admin.get(`/api/member/GetDetails/${stays.id}`)).body
    expect(details).toMatchObject({
      email: 'zoe@mail.example',
      memberships: [{ memberStatusId: memberStatus.active }],
      belts: [{ belt: { gradeName: 'Green' } }],
      balance: -25,
      lastAttendance: '2026-05-05',
    })
    const classes = (await admin.get(`/api/member/GetClasses/${stays.id}`)).body
    expect(classes).toHaveLength(2)
    expect(classes.find(({ classId }: { classId: number }) => classId === klass.id)).toMatchObject({
      dateAdded: '2025-02-01',
      attended: 2,
    })
    const bookings = (await admin.get(`/api/member/GetBookings/${stays.id}`)).body.bookings
    expect(bookings.filter((booking: { isCancelled: boolean }) => !booking.isCancelled)).toHaveLength(1)
    expect((await admin.get(`/api/member/GetMerges/${stays.id}`)).body).toMatchObject([
      { mergeId: body.mergeId, otherMemberId: goes.id, otherCode: goes.code },
    ])

    const undone = await admin.post(`/api/member/UndoMerge/${stays.id}`, { mergeId: body.mergeId })
    expect(undone.status, undone.body.message).toBe(200)
    expect(await everything(ids)).toEqual(before)
    expect((await admin.get(`/api/member/GetDetails/${goes.id}`)).status).toBe(200)
    expect((await admin.post(`/api/member/UndoMerge/${stays.id}`, { mergeId: body.mergeId })).status).toBe(409)
  })

  it('fills what the record that stays lacks, and keeps no reason for lapsing of a membership that is active', async () => {
    const { admin, stays, goes, merge } = await twoRecords()
    expect(await admin.post(`/api/member/SaveBeltSize/${goes.id}`, { beltSize: '3' })).toMatchObject({ status: 200 })
    const memberships = (memberId: number) =>
      sql<{ reason: string | null; since: string }>`
        select lapse_reason as reason, member_since as since from club_member where member_id = ${memberId}`.execute(db)
    await sql`update club_member set lapse_reason = 'Moved', member_since = '2020-01-01', member_until = '2021-01-01'
      where member_id = ${stays.id}`.execute(db)
    expect(await merge()).toMatchObject({ status: 200 })
    expect((await memberships(stays.id)).rows).toEqual([{ reason: null, since: '2020-01-01' }])
    const { rows } = await sql`select belt_size from member where id = ${stays.id}`.execute(db)
    expect(rows).toEqual([{ belt_size: '3' }])
  })

  it('asks first where the two look like two people, and says why', async () => {
    const { club, admin } = await twoRecords()
    const mother = await createMember(db, { clubId: club.id, firstName: 'Ann', lastName: 'Fox', dob: '1985-03-01' })
    const child = await createMember(db, { clubId: club.id, firstName: 'Ben', lastName: 'Fox', dob: '2015-03-01' })
    const { personId } = await db
      .selectFrom('member')
      .select('person_id as personId')
      .where('id', '=', mother.id)
      .executeTakeFirstOrThrow()
    await createContact(db, { memberId: child.id, personId })
    const merge = async (evenSo?: boolean) =>
      await admin.post(`/api/member/MergeMembers/${child.id}`, { otherMemberId: mother.id, ...(evenSo && { evenSo }) })
    const { status, body } = await merge()
    expect([status, body.fields.otherMemberId]).toEqual([
      409,
      [
        'These look like two people. Ann Fox is a contact of Ben Fox (Mother). Ben Fox was born on 1 March 2015, Ann Fox on 1 March 1985. Their first names differ: Ben Fox, Ann Fox.',
      ],
    ])
    expect((await admin.get(`/api/member/GetDetails/${mother.id}`)).status).toBe(200)
    expect((await merge(true)).status).toBe(200)
  })

  it('keeps what has been changed since when it is taken back', async () => {
    const { club, admin, stays, goes, merge } = await twoRecords()
    const { body } = await merge()
    const klass = await createClass(db, { clubId: club.id })
    await attend(db, { classId: klass.id, memberId: stays.id })
    await sql`update person set email = 'new@mail.example' where id = (select person_id from member where id = ${stays.id})`.execute(
      db,
    )
    expect((await admin.post(`/api/member/UndoMerge/${stays.id}`, { mergeId: body.mergeId })).status).toBe(200)
    expect((await admin.get(`/api/member/GetDetails/${stays.id}`)).body).toMatchObject({
      email: 'new@mail.example',
      lastAttendance: testToday,
    })
    expect((await admin.get(`/api/member/GetDetails/${goes.id}`)).body).toMatchObject({ email: 'zoe@mail.example' })
  })

  it('is for admins of every club of both, of one tree, and of two members', async () => {
    const { club, stays, goes, merge } = await twoRecords()
    expect((await merge(stays.id, stays.id)).status).toBe(400)
    const coach = as((await createAccount(db, { clubId: club.id })).sub)
    const asCoach = await coach.post(`/api/member/MergeMembers/${stays.id}`, { otherMemberId: goes.id })
    expect(asCoach.status).toBe(403)
    const branch = await createClub(db, { parentClubId: club.id })
    const branchAdmin = as((await createAccount(db, { clubId: branch.id, isAdmin: true })).sub)
    await createMembership(db, { clubId: branch.id, memberId: stays.id })
    await createMembership(db, { clubId: branch.id, memberId: goes.id })
    const asBranch = await branchAdmin.post(`/api/member/MergeMembers/${stays.id}`, { otherMemberId: goes.id })
    expect(asBranch).toMatchObject({ status: 403, body: { message: expect.stringContaining(club.name) } })
    const elsewhere = await createClub(db)
    const both = await createAccount(db, { clubId: elsewhere.id, isAdmin: true })
    await db
      .insertInto('club_user')
      .values({ club_id: club.id, account_id: both.id, user_since: '2025-01-01', is_admin: true })
      .execute()
    const stranger = await createMember(db, { clubId: elsewhere.id })
    const across = await as(both.sub).post(`/api/member/MergeMembers/${stays.id}`, { otherMemberId: stranger.id })
    expect(across.status).toBe(400)
  })

  it('is taken apart from the last one on', async () => {
    const { club, admin, stays, merge } = await twoRecords()
    const first = await merge()
    const third = await createMember(db, { clubId: club.id })
    const second = await merge(stays.id, third.id)
    const undo = async (mergeId: number) => await admin.post(`/api/member/UndoMerge/${stays.id}`, { mergeId })
    expect((await undo(first.body.mergeId)).status).toBe(409)
    expect((await undo(second.body.mergeId)).status).toBe(200)
    expect((await undo(first.body.mergeId)).status).toBe(200)
  })
})

describe('erasePersonalData', () => {
  it('leaves the figures and nothing that tells whose they were', async () => {
    const { club, admin, stays } = await twoRecords()
    await createCharge(db, { clubId: club.id, memberId: stays.id, pence: 3500, due: '2026-04-30', paid: 1000 })
    const klass = await createClass(db, { clubId: club.id })
    await attend(db, { classId: klass.id, memberId: stays.id, date: '2026-05-05' })
    await book(db, { classId: klass.id, memberId: stays.id, date: '2026-05-19' })
    const note = { club_id: club.id, root_club_id: club.rootClubId, member_id: stays.id, subject: 'Broken arm' }
    await db.insertInto('member_note').values(note).execute()
    await db
      .insertInto('audit')
      .values({ action: 'savePerson', club_id: club.id, member_id: stays.id, before: JSON.stringify({ name: 'Zoë' }) })
      .execute()
    const { personId } = await db
      .updateTable('person')
      .set({ address_line: '1 High Street', town: 'Leeds', postcode: 'LS1 4AP', phone_day: '0113 496 0000' })
      .where('id', '=', db.selectFrom('member').select('person_id').where('id', '=', stays.id))
      .returning('id as personId')
      .executeTakeFirstOrThrow()
    const wrong = await admin.post(`/api/member/ErasePersonalData/${stays.id}`, { code: 'no' })
    expect(wrong).toMatchObject({ status: 400, body: { fields: { code: expect.anything() } } })
    const asked = await admin.post(`/api/member/ErasePersonalData/${stays.id}`, { code: stays.code })
    const message = `They owe ${club.name} £25.00. Settle this first: no one can once they're erased.`
    expect(asked).toMatchObject({ status: 409, body: { message, fields: { evenSo: [message] } } })
    const { status, body } = await admin.post(`/api/member/ErasePersonalData/${stays.id}`, {
      code: stays.code,
      evenSo: true,
    })
    expect(status, body.message).toBe(200)
    const figures = await sql<{ owed: number; attended: number }>`
      select (select sum(amount_pence) from charge where member_id = ${stays.id}) as owed,
        (select count(*) from attendance where member_id = ${stays.id} and attended) as attended`.execute(db)
    expect(figures.rows).toEqual([{ owed: 3500, attended: 1 }])
    const left = JSON.stringify(await everything([stays.id]))
    expect(left).not.toContain('Broken arm')
    expect(left).not.toMatch(/Zo|Brien/)
    const person = await db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirstOrThrow()
    expect(JSON.stringify(person)).not.toMatch(/High Street|Leeds|LS1|0113/i)
    const audit = await db
      .selectFrom('audit')
      .selectAll()
      .where('member_id', '=', stays.id)
      .orderBy('audit.id')
      .execute()
    expect(JSON.stringify(audit)).not.toContain('Zoë')
    expect(audit.map(({ action }) => action)).toEqual(['savePerson', 'erasePersonalData'])
    const { body: found } = await admin.get(`/api/member/basicSearch?filter=${encodeURIComponent("O'Brien")}`)
    expect(found.map(({ id }: { id: number }) => id)).not.toContain(stays.id)
  })

  it('takes the record out of every list, and refuses whatever is done with it', async () => {
    const { club, admin, stays } = await twoRecords()
    const klass = await createClass(db, { clubId: club.id })
    const { personId } = await db
      .selectFrom('member')
      .select('person_id as personId')
      .where('id', '=', stays.id)
      .executeTakeFirstOrThrow()
    const search = async () =>
      (await admin.post('/api/member/search', { filter: '' })).body.data.map(
        ({ memberId }: { memberId: number }) => memberId,
      )
    expect(await search()).toContain(stays.id)
    const erased = await admin.post(`/api/member/ErasePersonalData/${stays.id}`, { code: stays.code })
    expect(erased.status, erased.body.message).toBe(200)
    expect(await search()).not.toContain(stays.id)
    const { body: found } = await admin.get(`/api/member/basicSearch?filter=erased`)
    expect(found).toEqual([])
    const { body: person } = await admin.get(`/api/member/GetPerson/${stays.id}`)
    expect(person).not.toHaveProperty('firstName')
    for (const [call, input] of [
      [`GetDetails/${stays.id}`, null],
      [`GetTimeline/${stays.id}`, null],
      [`GetPersonalData/${stays.id}`, null],
      [`SavePerson/${personId}`, { firstName: 'Zoë', lastName: 'Again' }],
      [`SaveNote/${stays.id}`, { subject: 'Hello' }],
      [`SaveBooking/${stays.id}`, { classId: klass.id, bookingDate: '2026-05-19' }],
      ['AddTags', { members: [stays.id], tags: ['Squad'] }],
      ['StartExport', { members: [stays.id], columns: ['firstName'], format: 'csv' }],
      [`ErasePersonalData/${stays.id}`, { code: stays.code }],
    ] as const) {
      const { status } =
        input === null ? await admin.get(`/api/member/${call}`) : await admin.post(`/api/member/${call}`, input)
      expect([call, status]).toEqual([call, 403])
    }
  })

  it('refuses while a membership goes on', async () => {
    const { admin, goes } = await twoRecords()
    expect((await admin.post(`/api/member/ErasePersonalData/${goes.id}`, { code: goes.code })).status).toBe(409)
  })
})
