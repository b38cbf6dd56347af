import { addDays } from '@honbu/contract/calendar.ts'
import { directoryColumns, unsortable } from '@honbu/contract/directory.ts'
import { memberStatus, paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, createClass, enrol } from '../../test/factories/classes.ts'
import { createMandate } from '../../test/factories/collections.ts'
import { createDiscipline, study } from '../../test/factories/disciplines.ts'
import { createCharge } from '../../test/factories/money.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { beginDirectoryDays } from './directory-days.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** Ada has everything, Bob the opposite, Cy nothing at all. */
let world: Awaited<ReturnType<typeof build>>
beforeAll(async () => {
  world = await build()
})

async function build() {
  const head = await createClub(db)
  const local = await createClub(db, { parentClubId: head.id })
  const coach = await createAccount(db, { clubId: head.id })
  const karate = await createDiscipline(db, { clubId: head.id })
  const judo = await createDiscipline(db, { clubId: head.id })
  const tree = { club_id: head.id, root_club_id: head.id }
  const inserted = async (row: Promise<{ id: number }>) => (await row).id
  const named = (table: 'member_category' | 'training_plan' | 'tag', name: string) =>
    inserted(
      db
        .insertInto(table)
        .values({ ...tree, name })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  const [adults, juniors] = [await named('member_category', 'Adults'), await named('member_category', 'Juniors')]
  const [gold, silver] = [await named('training_plan', 'Gold'), await named('training_plan', 'Silver')]
  const competitor = await named('tag', 'Compétitor')
  const klass = await createClass(db, { clubId: head.id, disciplineId: karate.id })

  const ada = await createMember(db, {
    clubId: head.id,
    firstName: 'Ada',
    lastName: 'O’Neill',
    dob: '1990-05-20',
    email: 'Ada@Mail.example',
    phone: '07700 900123',
  })
  const bob = await createMember(db, {
    clubId: local.id,
    firstName: 'Bob',
    lastName: 'Brown',
    dob: '2016-12-01',
    statusId: memberStatus.lapsed,
  })
  const cy = await createMember(db, { clubId: head.id, firstName: 'Cy', lastName: '', statusId: memberStatus.enquiry })
  const membership = (memberId: number, set: object) =>
    db.updateTable('club_member').set(set).where('member_id', '=', memberId).execute()
  const freeze = (memberId: number, from: number, until: number) =>
    db
      .insertInto('membership_freeze')
      .columns(['club_id', 'club_member_id', 'frozen_from', 'frozen_until', 'reason'])
      .expression(
        db
          .selectFrom('club_member')
          .where('member_id', '=', memberId)
          .select(['club_id', 'id'])
          .select([
            sql<string>`${addDays(testToday, from)}::date`.as('from'),
            sql<string>`${addDays(testToday, until)}::date`.as('until'),
            sql.lit('Knee').as('reason'),
          ]),
      )
      .execute()
  await createMandate(db, { clubId: head.id, memberId: ada.id })
  await membership(ada.id, {
    category_id: adults,
    training_plan_id: gold,
    payment_method_id: paymentMethod.directDebit,
    marketing_source_id: 1201,
    member_since: '2020-01-15',
  })
  await membership(bob.id, {
    category_id: juniors,
    training_plan_id: silver,
    payment_method_id: paymentMethod.card,
    marketing_source_id: 1202,
    member_since: addDays(testToday, -10),
  })
  await study(db, { memberId: ada.id, disciplineId: karate.id, gradeId: karate.gradeIds[2] })
  await study(db, { memberId: ada.id, disciplineId: judo.id, gradeId: judo.gradeIds[0] })
  await study(db, { memberId: bob.id, disciplineId: karate.id, gradeId: karate.gradeIds[0] })
  await enrol(db, { classId: klass.id, memberId: ada.id })
  await enrol(db, { classId: klass.id, memberId: bob.id })
  await db.updateTable('class_member').set({ removed_on: testToday }).where('member_id', '=', bob.id).execute()
  await db
    .insertInto('member_tag')
    .values({ ...tree, tag_id: competitor, member_id: ada.id })
    .execute()
  await attend(db, { classId: klass.id, memberId: ada.id, date: addDays(testToday, -14) })
  // Bob trained at the head office: his own club does not see that.
  await attend(db, { classId: klass.id, memberId: bob.id, date: addDays(testToday, -1) })
  await createCharge(db, { clubId: head.id, memberId: ada.id, pence: 4999, due: addDays(testToday, -1), paid: 1000 })
  await createCharge(db, { clubId: local.id, memberId: bob.id, pence: 3000, due: testToday })
  // Ada's is over since yesterday, Bob's ends today, Cy's begins tomorrow.
  await freeze(ada.id, -30, -1)
  await freeze(bob.id, -1, 0)
  await freeze(cy.id, 1, 5)
  await beginDirectoryDays(db, testNow)
  return { head, local, coach, karate, judo, klass, ada, bob, cy, sub: coach.sub }
}

const search = async (body: object) => await as(world.sub).post('/api/member/search', body)

async function found(filter: string, more: object = {}) {
  const { status, body } = await search({ filter, sort: 'firstName-asc', ...more })
  expect(body.message).toBeUndefined()
  expect(status).toBe(200)
  expect(body.total).toBe(body.data.length)
  return body.data.map((row: { firstName: string }) => row.firstName).join(' ')
}

describe('search, by each filter', () => {
  it.each([
    ["lastName~eq~'oneill'", 'Ada'],
    ["lastName~contains~'O''N'", 'Ada'],
    ["lastName~contains~''''", ''],
    ["lastName~doesnotcontain~'n'", 'Cy'],
    ['lastName~isempty~undefined', 'Cy'],
    ["email~startswith~'ADA@'", 'Ada'],
    ['email~isnull~undefined', 'Bob Cy'],
    ["email~neq~'ada@mail.example'", 'Bob Cy'],
    ["phone~contains~'0770 0900'", 'Ada'],
    ["phone~contains~'x'", ''],
    ['memberStatusId~eq~21', 'Ada'],
    ['memberStatusId~neq~21', 'Bob Cy'],
    ['(memberStatusId~eq~21~or~memberStatusId~eq~23)', 'Ada Bob'],
    ["categoryName~eq~'ADULTS'", 'Ada'],
    ["categoryName~neq~'Adults'", 'Bob Cy'],
    ['categoryName~isnull~undefined', 'Cy'],
    ["planName~contains~'l'", 'Ada Bob'],
    ["planName~eq~'Silver'", 'Bob'],
    ["tag~eq~'competitor'", 'Ada'],
    ["tag~neq~'Competitor'", 'Bob Cy'],
    ['tag~isnotnull~undefined', 'Ada'],
    ["tag~isempty~''", 'Bob Cy'],
    ['age~gte~18', 'Ada'],
    ['age~lt~18', 'Bob'],
    ['age~eq~35', 'Ada'],
    ['age~isnull~undefined', 'Cy'],
    ['birthdayMonth~eq~12', 'Bob'],
    ['birthdayMonth~lte~5', 'Ada'],
    ["dob~lt~datetime'2000-01-01T00-00-00'", 'Ada'],
    ["memberSince~gte~datetime'2026-01-01T00-00-00'", 'Bob'],
    ['daysMember~lte~10', 'Bob'],
    ['daysMember~lt~10', ''],
    ['daysAbsent~gte~14', 'Ada'],
    ['daysAbsent~gt~14', ''],
    ['lastAttendance~isnull~undefined', 'Bob Cy'],
    ['debt~gt~0', 'Ada'],
    ['debt~eq~39.99', 'Ada'],
    ['debt~lt~0.01', 'Bob Cy'],
    ['hasMandate~eq~true', 'Ada'],
    ['hasMandate~eq~false', 'Bob Cy'],
    ['isFrozen~eq~true', 'Bob'],
    ['isFrozen~eq~false', 'Ada Cy'],
    ['isFrozen~neq~true', 'Ada Cy'],
    ['isFrozen~isnull~undefined', ''],
    ['isFrozen~isnotnull~undefined', 'Ada Bob Cy'],
    ['marketingSourceId~eq~1202', 'Bob'],
    ['marketingSourceId~isnull~undefined', 'Cy'],
  ])('%s', async (filter, names) => {
    expect(await found(filter)).toBe(names)
  })

  it('by club, class, discipline and a range of grades', async () => {
    const { head, local, klass, karate, judo } = world
    const [white, yellow, green] = karate.gradeIds
    expect(await found(`clubId~eq~${local.id}`)).toBe('Bob')
    expect(await found(`clubName~eq~'${head.name}'`)).toBe('Ada Cy')
    expect(await found(`classId~eq~${klass.id}`)).toBe('Ada')
    expect(await found(`classId~neq~${klass.id}`)).toBe('Bob Cy')
    expect(await found('classId~isnull~undefined')).toBe('Bob Cy')
    expect(await found(`disciplineId~eq~${karate.id}`)).toBe('Ada Bob')
    expect(await found(`disciplineId~eq~${karate.id}~and~disciplineId~eq~${judo.id}`)).toBe('Ada')
    expect(await found('disciplineId~isnull~undefined')).toBe('Cy')
    expect(await found(`gradeId~eq~${white}`)).toBe('Bob')
    expect(await found(`gradeId~gte~${yellow}~and~gradeId~lte~${green}`)).toBe('Ada')
    expect(await found(`gradeId~gte~${white}~and~gradeId~lt~${green}`)).toBe('Bob')
    expect(await found(`gradeId~gt~${green}`)).toBe('')
    // From one discipline's grade, and up to another's: two belts, not a range.
    expect(await found(`gradeId~gte~${green}~and~gradeId~lte~${judo.gradeIds[0]}`)).toBe('Ada')
    expect(await found(`gradeId~neq~${white}`)).toBe('Ada Cy')
  })

  it('by several at once, within the clubs that are asked for', async () => {
    expect(await found("(categoryName~eq~'Adults'~or~age~lt~18)~and~debt~gt~0")).toBe('Ada')
    expect(await found('age~gte~0', { clubIds: [world.local.id] })).toBe('Bob')
  })
})

describe('search, by each sort', () => {
  const sortable = Object.keys(directoryColumns).filter(field => !unsortable.some(each => each === field))

  it.each(sortable)('%s, empty values last in both directions', async field => {
    for (const dir of ['asc', 'desc']) {
      const { status, body } = await search({ sort: `${field}-${dir}` })
      expect(status).toBe(200)
      const names = body.data.map((row: { firstName: string }) => row.firstName)
      expect(names.toSorted()).toEqual(['Ada', 'Bob', 'Cy'])
      const emptyLast = ['categoryName', 'planName', 'age', 'dob', 'birthdayMonth', 'memberSince', 'daysMember']
      if (emptyLast.includes(field)) expect(names[2]).toBe('Cy')
    }
  })

  it('puts ages, names and places as a person reads them', async () => {
    const names = async (sort: string) =>
      (await search({ sort })).body.data.map((row: { firstName: string }) => row.firstName).join(' ')
    expect(await names('age-asc')).toBe('Bob Ada Cy')
    expect(await names('age-desc')).toBe('Ada Bob Cy')
    expect(await names('planName-asc')).toBe('Ada Bob Cy')
    expect(await names('planName-desc')).toBe('Bob Ada Cy')
    expect(await names('birthdayMonth-asc')).toBe('Ada Bob Cy')
    expect(await names('debt-desc')).toMatch(/^Ada /)
    expect(await names('hasMandate-asc~lastName-desc')).toBe('Bob Cy Ada')
    expect(await names('lastAttendance-desc~firstName-desc')).toBe('Ada Cy Bob')
  })

  it.each(unsortable)('by %s there is no order: refused', async field => {
    const { status, body } = await search({ sort: `${field}-asc` })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
  })
})

it('a row says what is asked of it', async () => {
  const { body } = await search({ filter: "firstName~eq~'Ada'" })
  expect(body.data[0]).toMatchObject({
    age: 35,
    debt: 39.99,
    hasMandate: true,
    marketingSource: 'Word of mouth',
    lastAttendance: addDays(testToday, -14),
    grades: [{ gradeName: 'Green' }, { gradeName: 'White' }],
  })
})
