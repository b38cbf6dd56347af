import { addDays, daysBetween, instantAt } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { followUpDays } from '@honbu/contract/marketing.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createClub, createMember } from '../../test/factories/people.ts'
import { histories } from '../../test/histories.ts'
import { funnelOf } from './funnel.ts'
import { leadsSql } from './leads-sql.ts'

const { db } = await freshDatabase()

const first = '2026-01-20'
const cohort = { from: '2026-02-01', until: '2026-04-01' }
const today = '2026-03-10'
const statuses = Object.values(memberStatus)

interface History {
  club: number
  /** Days after the first one. */
  came: number
  hour: number
  path: number[]
  isImported: boolean
  source: number | null
  hasTrialStart: boolean
  bookings: { on: number; klass: number; isCancelled: boolean }[]
  marks: { on: number; klass: number; attended: boolean }[]
}

const day = fc.integer({ min: 0, max: 90 })
const klass = fc.integer({ min: 0, max: 1 })
const history: fc.Arbitrary<History> = fc.record({
  club: fc.integer({ min: 0, max: 1 }),
  came: day,
  hour: fc.integer({ min: 0, max: 23 }),
  path: fc.array(fc.constantFrom(...statuses), { minLength: 1, maxLength: 4 }),
  isImported: fc.boolean(),
  source: fc.constantFrom(null, 1201, 1202),
  hasTrialStart: fc.boolean(),
  bookings: fc.uniqueArray(fc.record({ on: day, klass, isCancelled: fc.boolean() }), {
    maxLength: 3,
    selector: ({ on, klass }) => `${on} ${klass}`,
  }),
  marks: fc.uniqueArray(fc.record({ on: day, klass, attended: fc.boolean() }), {
    maxLength: 3,
    selector: ({ on, klass }) => `${on} ${klass}`,
  }),
})

const { active, issue, lapsed, prospect, unconverted, enquiry } = memberStatus

/** What the definition says, read slowly from one history. */
function leadOf({ came, path, isImported, hasTrialStart, bookings, marks, source, club }: History) {
  const cameOn = addDays(first, came)
  if (cameOn < cohort.from || cameOn >= cohort.until) return null
  const [begun = enquiry] = path
  if (isImported && begun !== enquiry && begun !== prospect) return null
  const after = <Row extends { on: number; klass: number }>(rows: Row[]) =>
    rows.filter(({ on }) => on >= came).sort((a, b) => a.on - b.on || a.klass - b.klass)
  const [mark] = after(marks.filter(({ attended }) => attended))
  const [booking] = after(bookings.filter(({ isCancelled }) => !isCancelled))
  let step = 1
  if (booking || hasTrialStart || path.includes(prospect) || path.includes(unconverted)) step = 2
  if (mark) step = 3
  if (path.some(status => status === active || status === issue || status === lapsed)) step = 4
  const days = mark ? daysBetween(cameOn, addDays(first, mark.on)) : null
  const isWaiting = path.at(-1) === enquiry && step === 1 && daysBetween(cameOn, today) >= followUpDays
  const month = `${cameOn.slice(0, 7)}-01`
  return { step, source, club, month, klass: (mark ?? booking)?.klass ?? null, days, isWaiting }
}

type Lead = NonNullable<ReturnType<typeof leadOf>>

const stepsOf = (leads: Lead[]) => ({
  enquiries: leads.length,
  prospects: leads.filter(({ step }) => step >= 2).length,
  trials: leads.filter(({ step }) => step >= 3).length,
  joins: leads.filter(({ step }) => step >= 4).length,
})

function medianOf(leads: Lead[]): number | null {
  const days = leads.flatMap(({ days }) => (days === null ? [] : [days])).sort((a, b) => a - b)
  if (days.length === 0) return null
  const at = (index: number) => days[index] ?? 0
  return (at(Math.floor((days.length - 1) / 2)) + at(Math.ceil((days.length - 1) / 2))) / 2
}

/** By the value of one property, in an order of its own. */
const groupsOf = (leads: Lead[], by: (lead: Lead) => unknown) =>
  sorted([...Map.groupBy(leads, by)].map(([key, own]) => ({ key, ...stepsOf(own) })))
const sorted = <Row extends { key: unknown }>(rows: Row[]) =>
  rows.sort((a, b) => String(a.key).localeCompare(String(b.key)))

async function store(histories: readonly History[]) {
  // Far from Greenwich, so that the day of the club is often another than the day there.
  const timeZone = 'Pacific/Auckland'
  const clubs = [await createClub(db, { timeZone }), await createClub(db, { timeZone })]
  const clubIds = clubs.map(({ id }) => id)
  const classIds: number[][] = []
  for (const { id } of clubs)
    classIds.push([(await createClass(db, { clubId: id })).id, (await createClass(db, { clubId: id })).id])
  for (const each of histories) {
    const clubId = clubIds[each.club] ?? 0
    const classOf = (index: number) => classIds[each.club]?.[index] ?? 0
    const { id: memberId } = await createMember(db, { clubId, statusId: each.path.at(-1) ?? enquiry })
    const { id: clubMemberId } = await db
      .updateTable('club_member')
      .set({
        date_added: instantAt(timeZone, addDays(first, each.came), `${String(each.hour).padStart(2, '0')}:30`),
        marketing_source_id: each.source,
        trial_start: each.hasTrialStart ? '2026-02-02' : null,
      })
      .where('member_id', '=', memberId)
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [index, to] of each.path.entries())
      await db
        .insertInto('member_status_change')
        .values({
          club_member_id: clubMemberId,
          club_id: clubId,
          from_status_id: each.path[index - 1] ?? null,
          to_status_id: to,
          changed_on: addDays(first, each.came),
          reason: index === 0 && each.isImported ? 'Imported' : null,
        })
        .execute()
    const inTree = { club_id: clubId, root_club_id: clubId, member_id: memberId }
    for (const { on, klass, isCancelled } of each.bookings)
      await db
        .insertInto('booking')
        .values({
          ...inTree,
          class_id: classOf(klass),
          booking_date: addDays(first, on),
          cancelled_at: isCancelled ? new Date(0) : null,
        })
        .execute()
    for (const { on, klass, attended } of each.marks)
      await db
        .insertInto('attendance')
        .values({ ...inTree, class_id: classOf(klass), class_date: addDays(first, on), attended })
        .execute()
  }
  return { clubIds, classIds }
}

it('counts random histories as a slow reading of each does', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 12 }), async histories => {
      const { clubIds, classIds } = await store(histories)
      const leads = histories.map(leadOf).filter(lead => lead !== null)
      const funnel = await funnelOf(db, { clubIds, ...cohort, today })
      expect(funnel.total).toEqual(stepsOf(leads))
      expect(funnel.medianDaysToClass).toBe(medianOf(leads))
      expect(funnel.waiting).toBe(leads.filter(({ isWaiting }) => isWaiting).length)
      const named = (rows: typeof funnel.bySource) =>
        sorted(rows.map(({ id: key, name: _, ...steps }) => ({ key, ...steps })))
      expect(sorted(funnel.byMonth.map(({ month: key, ...steps }) => ({ key, ...steps })))).toEqual(
        groupsOf(leads, ({ month }) => month),
      )
      expect(named(funnel.bySource)).toEqual(groupsOf(leads, ({ source }) => source))
      expect(named(funnel.byClub)).toEqual(groupsOf(leads, ({ club }) => clubIds[club]))
      expect(named(funnel.byClass)).toEqual(
        groupsOf(leads, ({ club, klass }) => (klass === null ? null : classIds[club]?.[klass])),
      )
      const { enquiries, prospects, trials, joins } = funnel.total
      expect([prospects <= enquiries, trials <= prospects, joins <= trials]).toEqual([true, true, true])
      const { rows } = await sql<{ count: number }>`
        select count(*) from ${leadsSql({ clubIds, ...cohort })} came`.execute(db)
      expect(rows[0]?.count).toBe(leads.length)
    }),
    { numRuns: histories(8, 60) },
  )
})
