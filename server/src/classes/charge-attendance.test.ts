import { randomUUID } from 'node:crypto'
import { addDays } from '@honbu/contract/calendar.ts'
import { classType, memberStatus, role, transactionCategory } from '@honbu/contract/ids.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { histories } from '../../test/histories.ts'
import { checkLedger } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

interface Kind {
  classTypeId?: number
  onAttendance?: boolean
  pence?: number
  allowDiscount?: boolean
}

async function aRegister({ classTypeId = classType.chargeable, onAttendance = true, pence = 600, ...rest }: Kind = {}) {
  const club = await createClub(db)
  const coach = as((await createAccount(db, { clubId: club.id, roleIds: [role.treasurer] })).sub)
  const klass = await createClass(db, { clubId: club.id, classTypeId, weekdays: [1, 2] })
  await db
    .updateTable('class')
    .set({ cost_pence: pence, charge_on_attendance: onAttendance, allow_discount: rest.allowDiscount ?? false })
    .where('id', '=', klass.id)
    .execute()
  const members = [await createMember(db, { clubId: club.id }), await createMember(db, { clubId: club.id })]
  const memberId = members[0]?.id ?? 0
  const mark = (attended: boolean | null, input: object = {}) =>
    coach.post(`/api/member/SaveAttendance/${memberId}`, {
      classId: klass.id,
      classDate: testToday,
      attended,
      ...input,
    })
  const charges = async () => {
    const { rows } = await sql<{ pence: number; date: string; category: number }>`
      select amount_pence as pence, event_date::text as date, category_id as category from charge
      where event_id = ${klass.id} and member_id = ${memberId} order by id`.execute(db)
    return rows
  }
  const owed = async () => (await charges()).reduce((sum, row) => sum + row.pence, 0)
  return { club, coach, klass, members, memberId, mark, charges, owed }
}

describe('a mark in a class that is paid for each time', () => {
  it('charges once, is taken back with the mark, and charges again', async () => {
    const { mark, charges } = await aRegister()
    await mark(true)
    await mark(true)
    expect(await charges()).toEqual([{ pence: 600, date: testToday, category: transactionCategory.class }])
    await mark(null)
    await mark(null)
    expect((await charges()).map(({ pence }) => pence)).toEqual([600, -600])
    await mark(true)
    await mark(false)
    expect((await charges()).map(({ pence }) => pence)).toEqual([600, -600, 600, -600])
  })

  it('charges someone on trial the trial price, without a discount, also in a class that is free for members', async () => {
    const { club, klass, memberId, mark, owed } = await aRegister({ allowDiscount: true })
    const asProspect = (member_status_id: number) =>
      db.updateTable('club_member').set({ member_status_id }).where('member_id', '=', memberId).execute()
    const price = (cost_pence: number, trial_price_pence: number | null) =>
      db.updateTable('class').set({ cost_pence, trial_price_pence }).where('id', '=', klass.id).execute()
    const tree = { club_id: club.id, root_club_id: club.rootClubId, percent_hundredths: 5000 }
    await db
      .insertInto('discount')
      .values({ ...tree, name: 'Half', for_events: 'all' })
      .execute()
    const paid = async () => {
      await mark(true)
      const pence = await owed()
      await mark(null)
      return pence
    }
    await price(600, 500)
    expect(await paid()).toBe(300)
    await asProspect(memberStatus.prospect)
    expect(await paid()).toBe(500)
    await price(600, 0)
    expect(await paid()).toBe(0)
    await price(600, null)
    expect(await paid()).toBe(300)
    await price(0, 500)
    expect(await paid()).toBe(500)
    await asProspect(memberStatus.active)
    expect(await paid()).toBe(0)
  })

  it('charges for each date, and for everybody who is marked at once', async () => {
    const { coach, klass, members, mark, charges } = await aRegister()
    const marks = members.map(({ id }) => ({ memberId: id, attended: true }))
    await coach.post('/api/member/SaveAttendances', { classId: klass.id, classDate: testToday, marks })
    await mark(true, { classDate: addDays(testToday, -1) })
    expect((await charges()).map(({ date }) => date)).toEqual([testToday, addDays(testToday, -1)])
    const { rows } = await sql`select from charge where event_id = ${klass.id}`.execute(db)
    expect(rows).toHaveLength(3)
  })

  it('charges once for marks of two devices, whichever comes first, and those that come late or twice', async () => {
    const { mark, owed } = await aRegister()
    const at = (minutes: number) => new Date(testNow.getTime() - minutes * 60_000).toISOString()
    const device = { attended: true, markId: randomUUID(), markedAt: at(30) }
    const answers = await Promise.all([mark(true, device), mark(true), mark(true, device), mark(true)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await owed()).toBe(600)
    await mark(null)
    await mark(true, { markId: randomUUID(), markedAt: at(20) })
    expect(await owed()).toBe(0)
  })

  it('whatever is marked in whatever order, owes for those dates that stand as attended', async () => {
    const { klass, memberId, mark, owed } = await aRegister()
    const steps = fc.array(fc.tuple(fc.constantFrom(true, false, null), fc.constantFrom(0, -1, -7)), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(steps, async given => {
        for (const [attended, days] of given) await mark(attended, { classDate: addDays(testToday, days) })
        const { rows } = await sql`
          select from attendance where class_id = ${klass.id} and member_id = ${memberId} and attended`.execute(db)
        expect(await owed()).toBe(rows.length * 600)
      }),
      { numRuns: histories(6, 30) },
    )
    expect(await checkLedger(db)).toBeNull()
  })
})

describe('what is not charged for', () => {
  it.each([
    ['a class with a cost that is not charged on attendance', { classTypeId: classType.class, onAttendance: false }],
    ['a class that costs nothing', { pence: 0 }],
  ])('%s', async (_, kind) => {
    const { mark, charges } = await aRegister(kind)
    await mark(true)
    expect(await charges()).toEqual([])
  })

  it('an event whose place has been charged, until that is taken back', async () => {
    const { club, coach, klass, memberId, mark, charges } = await aRegister({ classTypeId: classType.seminar })
    const { body } = await coach.post(`/api/member/SaveTransaction/${memberId}`, {
      clubId: club.id,
      mode: 'event',
      eventId: klass.id,
      categoryId: transactionCategory.event,
      amount: 5,
      transactionDate: testToday,
      description: 'Seminar, early bird',
    })
    await mark(true)
    expect(await charges()).toMatchObject([{ pence: 500 }])
    await coach.post(`/api/member/DeleteTransaction/${body.transactionId}`, {})
    await mark(false)
    await mark(true)
    expect((await charges()).map(({ pence }) => pence)).toEqual([500, -500, 600])
  })
})

const { course, seminar, workshop, competition, grading } = classType

describe.each([
  ['a course', course],
  ['a seminar', seminar],
  ['a workshop', workshop],
  ['a competition', competition],
  ['a grading', grading],
])('%s of two days', (_, classTypeId) => {
  const [first, second] = [addDays(testToday, -1), testToday]

  it('is charged once, without being told to, for the whole event', async () => {
    const { mark, charges } = await aRegister({ classTypeId, onAttendance: false, pence: 1000 })
    await mark(true, { classDate: first })
    await mark(true, { classDate: second })
    expect(await charges()).toEqual([{ pence: 1000, date: first, category: transactionCategory.event }])
  })

  it.each([null, false])(
    'is still owed by who came to the second day alone (first day %s after all)',
    async mistake => {
      const { mark, charges, owed } = await aRegister({ classTypeId, onAttendance: false, pence: 1000 })
      await mark(true, { classDate: first })
      await mark(true, { classDate: second })
      await mark(mistake, { classDate: first })
      expect((await charges()).map(({ pence }) => pence)).toEqual([1000, -1000, 1000])
      await mark(mistake, { classDate: second })
      expect(await owed()).toBe(0)
      expect(await checkLedger(db)).toBeNull()
    },
  )
})

it('takes a discount off where the class allows one', async () => {
  for (const [allowDiscount, expected] of [
    [true, 300],
    [false, 600],
  ] as const) {
    const { club, mark, owed } = await aRegister({ allowDiscount })
    await db
      .insertInto('discount')
      .values({
        club_id: club.id,
        root_club_id: club.rootClubId,
        name: 'Half',
        percent_hundredths: 5000,
        for_events: 'all',
      })
      .execute()
    await mark(true)
    expect(await owed()).toBe(expected)
  }
})
