import { addDays } from '@honbu/contract/calendar.ts'
import { classType, memberStatus, subFrequency } from '@honbu/contract/ids.ts'
import { type KpiName, kpis } from '@honbu/contract/kpis.ts'
import { reportLists } from '@honbu/contract/report-lists.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createClub, createMember } from '../../test/factories/people.ts'
import { histories } from '../../test/histories.ts'
import type { User } from '../platform/access.ts'
import type { Read } from '../platform/route.ts'
import { countAll, figureOf } from './count.ts'
import { atRisk } from './counts/at-risk.ts'
import { attendance } from './counts/attendance.ts'
import { members } from './counts/members.ts'
import { visitors } from './counts/visitors.ts'
import { reportRows } from './lists.ts'
import { getReportList } from './report-list.ts'
import { askedBefore } from './slow/asked-before.ts'
import { slowAttendance } from './slow/attendance.ts'
import { differingCells } from './slow/cells.ts'
import { slowMembers } from './slow/members.ts'
import { differingTogether } from './slow/together.ts'
import { wholeTables } from './slow/whole-tables.ts'

const { db } = await freshDatabase()

const first = '2026-01-10'
/** By then it is the 22nd in Auckland, and still the 21st in London. */
const now = new Date('2026-03-21T13:00:00Z')
const lastDay = 70
const buckets = [
  { from: '2026-02-01', until: '2026-02-28' },
  { from: '2026-01-01', until: '2026-03-31' },
  { from: '2026-02-13', until: '2026-03-21' },
  { from: '2026-03-21', until: '2026-04-30' },
  { from: '2026-04-10', until: '2026-04-12' },
  { from: '2025-03-01', until: '2025-03-31' },
]

const day = fc.integer({ min: 0, max: lastDay })
const { active, issue, lapsed, prospect } = memberStatus
// What members go through comes more often than the rest.
const status = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(active, lapsed, issue) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.values(memberStatus)) },
)
const terms = fc.record({
  hasPlan: fc.boolean(),
  frequency: fc.constantFrom(null, ...Object.values(subFrequency)),
  pence: fc.constantFrom(null, 0, 1299, 4000),
})

const history = fc.record({
  club: fc.integer({ min: 0, max: 1 }),
  added: day,
  steps: fc.array(fc.record({ on: day, status }), { maxLength: 5 }),
  isAsTold: fc.boolean(),
  status: fc.oneof(status, fc.constant(prospect)),
  trialStart: fc.option(day),
  terms,
  before: fc.uniqueArray(fc.record({ until: day, terms }), { maxLength: 2, selector: ({ until }) => until }),
  freezes: fc.uniqueArray(
    fc.record({ slot: fc.integer({ min: 0, max: 2 }), from: day, days: fc.option(fc.nat(25)), pence: fc.nat(900) }),
    { maxLength: 2, selector: ({ slot }) => slot },
  ),
  enrolments: fc.uniqueArray(fc.record({ klass: fc.nat(2), from: day, days: fc.option(fc.nat(40)) }), {
    maxLength: 2,
    selector: ({ klass }) => klass,
  }),
  marks: fc.uniqueArray(fc.record({ klass: fc.nat(2), on: day, attended: fc.boolean() }), {
    maxLength: 25,
    selector: ({ klass, on }) => `${klass} ${on}`,
  }),
  marksTakenBack: fc.nat(3),
  marksTurned: fc.nat(3),
})

type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never

const subjects = [members, attendance, visitors, atRisk]
const tabs = ['members', 'retention', 'attendance', 'classes'] as const

const never = (): never => {
  throw new Error('There is one.')
}

async function store(histories: readonly History[]) {
  const hq = await createClub(db, { timeZone: 'Pacific/Auckland' })
  const clubs = [hq, await createClub(db, { parentClubId: hq.id })]
  await db.updateTable('club').set({ at_risk_days: 9 }).where('id', '=', hq.id).execute()
  const clubIds = clubs.map(({ id }) => id)
  const { id: planId } = await db
    .insertInto('training_plan')
    .values({ club_id: hq.id, root_club_id: hq.id, name: 'Adults' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const classIds: number[][] = []
  for (const { id: clubId } of clubs) {
    const own = [
      await createClass(db, { clubId }),
      await createClass(db, { clubId }),
      await createClass(db, { clubId, classTypeId: classType.nonAttendance }),
    ].map(({ id }) => id)
    await db
      .updateTable('class')
      .set({ capacity: 3 })
      .where('id', '=', own[0] ?? 0)
      .execute()
    await db
      .insertInto('class_availability')
      .values({
        ...{ class_id: own[1] ?? 0, club_id: clubId, class_date: addDays(first, 40), capacity: 7 },
        ...{ start_time: '18:00', finish_time: '19:00' },
      })
      .execute()
    await db.updateTable('class_timetable').set({ capacity: 5 }).where('class_id', 'in', own.slice(0, 2)).execute()
    classIds.push(own)
  }
  const columns = (given: { hasPlan: boolean; frequency: number | null; pence: number | null }) => ({
    training_plan_id: given.hasPlan ? planId : null,
    sub_frequency_id: given.frequency,
    sub_price_pence: given.pence,
  })
  const names = new Set(subjects.flatMap(({ counts }) => counts))
  const ask = askedBefore({ db, now, clubIds, buckets, names, tabs })
  for (const each of histories) {
    const clubId = clubIds[each.club] ?? 0
    const inTree = { club_id: clubId, root_club_id: hq.id }
    const told = each.steps.toSorted((a, b) => a.on - b.on)
    const { id: memberId } = await createMember(db, { clubId })
    const { id: clubMemberId } = await db
      .updateTable('club_member')
      .set({
        ...columns(each.terms),
        member_status_id: each.isAsTold ? (told.at(-1)?.status ?? each.status) : each.status,
        date_added: `${addDays(first, each.added)}T12:30:00Z`,
        trial_start: each.trialStart === null ? null : addDays(first, each.trialStart),
      })
      .where('member_id', '=', memberId)
      .returning('id')
      .executeTakeFirstOrThrow()
    const own = { club_member_id: clubMemberId, club_id: clubId }
    await db.deleteFrom('membership_terms').where('club_member_id', '=', clubMemberId).execute()
    for (const { on, status } of told)
      await db
        .insertInto('member_status_change')
        .values({ ...own, to_status_id: status, changed_on: addDays(first, on), reason: `Reason ${on % 3}` })
        .execute()
    if (each.added % 3 === 0) await ask()
    for (const { until, terms } of each.before)
      await db
        .insertInto('membership_terms')
        .values({ ...own, ...columns(terms), until_on: addDays(first, until) })
        .execute()
    for (const { slot, from, days, pence } of each.freezes) {
      // One in each part of the time, so that they do not overlap.
      const begins = 30 * slot + (from % 5)
      const until = days === null && slot === 2 ? null : addDays(first, begins + (days ?? 0))
      const still = { frozen_from: addDays(first, begins), frozen_until: until, price_pence: pence, reason: 'Ill' }
      await db
        .insertInto('membership_freeze')
        .values({ ...own, ...still })
        .execute()
    }
    const classOf = (index: number) => classIds[each.club]?.[index] ?? 0
    for (const { klass, on, attended } of each.marks)
      await db
        .insertInto('attendance')
        .values({ ...inTree, member_id: memberId, class_id: classOf(klass), class_date: addDays(first, on), attended })
        .execute()
    for (const { klass, from, days } of each.enrolments)
      await db
        .insertInto('class_member')
        .values({
          ...{ ...inTree, member_id: memberId, class_id: classOf(klass), date_added: addDays(first, from) },
          removed_on: days === null ? null : addDays(first, from + days),
        })
        .execute()
    if (each.added % 3 === 1) await ask()
    for (const { klass, on, attended } of each.marks.slice(0, each.marksTurned))
      await db
        .updateTable('attendance')
        .set({ attended: !attended })
        .where('member_id', '=', memberId)
        .where('class_id', '=', classOf(klass))
        .where('class_date', '=', addDays(first, on))
        .execute()
    for (const { klass, on } of each.marks.slice(0, each.marksTakenBack))
      await db
        .deleteFrom('attendance')
        .where('member_id', '=', memberId)
        .where('class_id', '=', classOf(klass))
        .where('class_date', '=', addDays(first, on))
        .execute()
    if (each.added % 5 === 0) await ask()
    await db
      .updateTable('class_member')
      .set({ removed_on: sql`date_added + 3` })
      .where('member_id', '=', memberId)
      .where('removed_on', 'is', null)
      .execute()
  }
  return clubIds
}

it('counts random histories as a slow reading of all of them does, and lists what it counts', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 8 }), async histories => {
      const clubIds = await store(histories)
      const of = { clubIds, buckets, now }
      const tables = await wholeTables(db, clubIds)
      const slow = [...slowMembers(tables, of), ...slowAttendance(tables, of)]
      const names = new Set(subjects.flatMap(({ counts }) => counts))
      const counted = []
      for (const isAhead of [false, true, false])
        counted.push(await countAll(db, { ...of, isAhead }, { ofAll: names, ofFirst: new Set(), first: 0 }))
      for (const clubId of clubIds)
        for (const [bucket, period] of buckets.entries()) {
          const own = slow.filter(row => row.clubId === clubId && row.bucket === bucket)
          const expected = Object.assign({}, ...own)
          for (const each of counted) {
            const fast = each.ofClub(clubId, bucket)
            for (const name of names)
              expect({ [name]: fast[name], period }).toEqual({ [name]: near(expected[name]), period })
          }
        }
      expect(await differingTogether(db, of, names)).toEqual([])
      const last = counted[2] ?? never()
      const [first = never()] = clubIds
      for (const asked of [clubIds, [first]])
        for (const [bucket, period] of [...buckets.entries()].slice(1, 4))
          for (const [name, kpi] of Object.entries(kpis)) {
            const value = figureOf(name as KpiName, asked === clubIds ? last.of(bucket) : last.ofClub(first, bucket))
            if (value === null || kpi.list === null || kpi.unit !== 'count' || !reportRows[kpi.list]) continue
            const answer = await getReportList(readerOf(clubIds), { list: kpi.list, clubIds: asked, ...period })
            const { sum } = reportLists[kpi.list]
            expect({ name, period, sum: sum === 'rows' ? answer.total : answer[sum] }).toEqual({
              name,
              period,
              sum: value,
            })
          }
      const [, , period = never()] = buckets
      for (const tab of tabs) expect((await differingCells({ db, now, clubIds, period, tab })).differing).toEqual([])
      await expectKept()
    }),
    { numRuns: histories(2, 40) },
  )
})

const near = (value: number) => (Number.isInteger(value) ? value : expect.closeTo(value, 6))

/** What these calls read of a user. */
const readerOf = (clubIds: readonly number[]) =>
  ({ db, now, user: { clubs: new Map(clubIds.map(id => [id, { isAdmin: true }])) } as unknown as User }) as Read

/** What triggers keep equals what it is said to be. */
async function expectKept() {
  const { rows } = await sql`
    (select 'kept' as what, to_jsonb(one) as row from (select * from (
      select class_id, class_date, club_id, attended, marked, expected from class_day where marked > 0) kept
      except select * from class_day_source) one)
    union all
    (select 'true', to_jsonb(one) from (select * from class_day_source
      except select class_id, class_date, club_id, attended, marked, expected from class_day) one)
    union all
    (select 'kept', to_jsonb(one) from (select * from member_month where attended > 0
      except select * from member_month_source) one)
    union all
    (select 'true', to_jsonb(one) from (select * from member_month_source except select * from member_month) one)
    union all
    (select 'kept', to_jsonb(one) from (select * from membership_piece except select * from membership_piece_source) one)
    union all
    (select 'true', to_jsonb(one) from (select * from membership_piece_source except select * from membership_piece) one)
    union all
    (select 'kept', to_jsonb(one) from (
      select club_member_id, member_id, status_id, from_on, until_on, run_from, left_on, runs from membership_span
      except select club_member_id, member_id, status_id, from_on, until_on, run_from, left_on, runs
      from membership_span_source) one)
    union all
    (select 'true', to_jsonb(one) from (
      select club_member_id, member_id, status_id, from_on, until_on, run_from, left_on, runs from membership_span_source
      except select club_member_id, member_id, status_id, from_on, until_on, run_from, left_on, runs from membership_span) one)`.execute(
    db,
  )
  expect(rows).toEqual([])
}
