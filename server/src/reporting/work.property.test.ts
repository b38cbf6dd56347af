import { addDays, instantAt } from '@honbu/contract/calendar.ts'
import { classType, memberStatus } from '@honbu/contract/ids.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { createAccount, createClub, createContact, createMember } from '../../test/factories/people.ts'
import { histories } from '../../test/histories.ts'
import type { Bucket } from './buckets.ts'
import { countAll } from './count.ts'
import { distinct } from './kept/parts.ts'
import { askedBefore } from './slow/asked-before.ts'
import { differingCells } from './slow/cells.ts'
import { slowGradings } from './slow/gradings.ts'
import { slowLeads } from './slow/leads.ts'
import { slowMessages } from './slow/messages.ts'
import { slowTasks } from './slow/tasks.ts'
import { differingTogether } from './slow/together.ts'

const { db } = await freshDatabase()

// Far from Greenwich, so that the day of the club is often another than the day there.
const timeZone = 'Pacific/Auckland'
const first = '2026-01-10'
const today = addDays(first, 80)
const now = instantAt(timeZone, today, '09:00')

const day = fc.integer({ min: 0, max: 80 })
const hour = fc.integer({ min: 0, max: 23 })
const club = fc.integer({ min: 0, max: 1 })
const status = fc.constantFrom(...Object.values(memberStatus))

const period: fc.Arbitrary<Bucket> = fc
  .tuple(fc.integer({ min: -10, max: 90 }), fc.constantFrom(0, 1, 6, 30, 90))
  .map(([begins, days]) => ({ from: addDays(first, begins), until: addDays(first, begins + days) }))

const person = fc.record({
  ...{ club, hour, status, came: day },
  path: fc.array(status, { maxLength: 3 }),
  isImported: fc.boolean(),
  source: fc.constantFrom(null, 1201, 1202),
  hasTrial: fc.boolean(),
  booking: fc.option(fc.record({ on: day, klass: fc.nat(2), isCancelled: fc.boolean() })),
  marks: fc.uniqueArray(fc.record({ on: day, klass: fc.nat(2), attended: fc.boolean() }), {
    ...{ maxLength: 20, selector: ({ on, klass }) => `${on} ${klass}` },
  }),
  study: fc.option(
    fc.record({ grade: fc.option(fc.nat(2)), last: fc.option(day), since: fc.integer({ min: -60, max: 80 }) }),
  ),
  bornBefore: fc.option(fc.integer({ min: 5, max: 20 })),
  results: fc.uniqueArray(fc.record({ on: day, grade: fc.nat(2), passed: fc.boolean() }), {
    ...{ maxLength: 2, selector: ({ on }) => on },
  }),
  consents: fc.array(
    fc.record({
      ...{ on: day, hour, flag: fc.constantFrom(1, 2, 8), isGiven: fc.boolean() },
      ...{ byGuardian: fc.boolean(), isDayKnown: fc.boolean() },
    }),
    { maxLength: 5 },
  ),
  messages: fc.array(
    fc.record({
      ...{ on: day, hour, message: fc.nat(2), hasSentAt: fc.boolean() },
      state: fc.constantFrom('waiting', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'uncertain'),
    }),
    { maxLength: 3 },
  ),
  tasks: fc.array(
    fc.record({
      ...{ created: day, due: day, hour, done: fc.option(day), isByPerson: fc.boolean() },
      hasAssignee: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
})
type Person = typeof person extends fc.Arbitrary<infer Value> ? Value : never

const cost = fc.record({
  club,
  source: fc.constantFrom(1201, 1202),
  month: fc.nat(3),
  pence: fc.integer({ min: 1, max: 900 }),
})
type Cost = typeof cost extends fc.Arbitrary<infer Value> ? Value : never

const at = (days: number, hourOfDay: number) =>
  instantAt(timeZone, addDays(first, days), `${String(hourOfDay).padStart(2, '0')}:30`)

interface Places {
  clubIds: number[]
  accountId: number
  classIds: number[][]
  disciplineId: number
  gradeIds: number[]
  messageIds: number[]
}

async function places(): Promise<Places> {
  const hq = await createClub(db, { timeZone })
  const clubIds = [hq.id, (await createClub(db, { parentClubId: hq.id, timeZone })).id]
  const { id: accountId } = await createAccount(db, { clubId: hq.id })
  const { id: disciplineId, gradeIds } = await createDiscipline(db, { clubId: hq.id })
  // What is asked for is within the reach of these histories; the last grade is for children.
  const children = await db
    .insertInto('member_category')
    .values({ club_id: hq.id, root_club_id: hq.id, name: 'Children', min_age: 6, max_age: 12 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update grade set minimum_attendance = position, minimum_months = position - 1,
      category_id = case when position = 3 then ${children.id}::bigint end, max_age = case when position = 2 then 30 end
    where discipline_id = ${disciplineId}`.execute(db)
  const classIds: number[][] = []
  for (const clubId of clubIds)
    classIds.push([
      (await createClass(db, { clubId, disciplineId })).id,
      (await createClass(db, { clubId })).id,
      (await createClass(db, { clubId, disciplineId, classTypeId: classType.nonAttendance })).id,
    ])
  const messageIds: number[] = []
  for (const channel of ['email', 'sms', 'email']) {
    const { rows } = await sql<{ id: number }>`
      insert into message (club_id, root_club_id, name, channel, purpose, subject, body, club_ids, audience, send_local,
        send_at, status, created_at)
      values (${hq.id}, ${hq.id}, 'News', ${channel}, 'marketing', 'News', 'Text', ${clubIds}, '{}', now(), now(), 'done', now())
      returning id`.execute(db)
    messageIds.push(rows[0]?.id ?? 0)
  }
  return { clubIds, accountId, classIds, disciplineId, gradeIds, messageIds }
}

const needed = [
  ...(['enquiries', 'booked', 'trialled', 'joined', 'marketingCost', 'graded', 'passed', 'ready'] as const),
  ...(['sent', 'delivered', 'bounced', 'unsubscribed', 'tasksDone', 'tasksLate', 'tasksOverdue'] as const),
]

async function store(people: readonly Person[], costs: readonly Cost[], periods: readonly Bucket[]): Promise<number[]> {
  const here = await places()
  const { clubIds, accountId, classIds, disciplineId, gradeIds, messageIds } = here
  const rootId = clubIds[0] ?? 0
  const names = new Set(needed)
  const ask = askedBefore({ db, now, clubIds, buckets: distinct([periods]).buckets, names, tabs: ['sales', 'staff'] })
  for (const [index, each] of people.entries()) {
    if (index % 3 === 1) await ask()
    const clubId = clubIds[each.club] ?? 0
    const tree = { club_id: clubId, root_club_id: rootId }
    const dob = each.bornBefore === null ? null : `${2026 - each.bornBefore}-03-20`
    const made = await createMember(db, { clubId, statusId: each.status, ...(dob && { dob }) })
    const own = { ...tree, member_id: made.id }
    const { personId } = await createContact(db, { memberId: made.id })
    const member = await db.selectFrom('member').select('person_id').where('id', '=', made.id).executeTakeFirstOrThrow()
    const { id: clubMemberId } = await db
      .updateTable('club_member')
      .set({
        date_added: at(each.came, each.hour),
        marketing_source_id: each.source,
        trial_start: each.hasTrial ? first : null,
      })
      .where('member_id', '=', made.id)
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [index, to] of each.path.entries())
      await db
        .insertInto('member_status_change')
        .values({
          ...{ club_member_id: clubMemberId, club_id: clubId, to_status_id: to, changed_on: addDays(first, each.came) },
          from_status_id: each.path[index - 1] ?? null,
          reason: index === 0 && each.isImported ? 'Imported' : null,
        })
        .execute()
    const classOf = (index: number) => classIds[each.club]?.[index] ?? 0
    if (each.booking)
      await db
        .insertInto('booking')
        .values({
          ...{ ...own, class_id: classOf(each.booking.klass), booking_date: addDays(first, each.booking.on) },
          cancelled_at: each.booking.isCancelled ? now : null,
        })
        .execute()
    for (const { on, klass, attended } of each.marks)
      await db
        .insertInto('attendance')
        .values({ ...own, class_id: classOf(klass), class_date: addDays(first, on), attended })
        .execute()
    if (each.study)
      await db
        .insertInto('member_discipline')
        .values({
          ...{ root_club_id: rootId, member_id: made.id, discipline_id: disciplineId },
          current_grade_id: each.study.grade === null ? null : (gradeIds[each.study.grade] ?? null),
          last_grading: each.study.last === null ? null : addDays(first, each.study.last),
          studied_since: addDays(first, each.study.since),
        })
        .execute()
    for (const { on, grade, passed } of each.results)
      await db
        .insertInto('grading_result')
        .values({
          ...{
            ...own,
            discipline_id: disciplineId,
            grade_id: gradeIds[grade] ?? 0,
            graded_on: addDays(first, on),
            passed,
          },
          account_id: passed ? accountId : null,
        })
        .execute()
    for (const { on, hour: hourOfDay, flag, isGiven, byGuardian, isDayKnown } of each.consents)
      await db
        .insertInto('consent')
        .values({
          ...{ person_id: byGuardian ? personId : member.person_id, club_id: clubId, flag, is_given: isGiven },
          ...{ how: 'link', given_on: isDayKnown ? addDays(first, on) : null, recorded_at: at(on, hourOfDay) },
        })
        .execute()
    for (const { on, hour: hourOfDay, message, state, hasSentAt } of each.messages)
      await sql`
        insert into message_recipient (message_id, root_club_id, club_id, member_id, to_name, to_address, state, not_before,
          handed_at, sent_at)
        values (${messageIds[message]}, ${rootId}, ${clubId}, ${made.id}, 'Jo', 'jo@mail.example', ${state}, now(),
          ${state === 'waiting' ? null : at(on, hourOfDay)}, ${hasSentAt && state !== 'waiting' ? at(on + 1, hourOfDay) : null})
        on conflict do nothing`.execute(db)
    for (const { created, due, done, hour: hourOfDay, isByPerson, hasAssignee } of each.tasks)
      await db
        .insertInto('task')
        .values({
          ...{
            ...tree,
            kind: 'note',
            subject: 'Ring',
            due_on: addDays(first, due),
            created_at: at(created, hourOfDay),
          },
          completed_at: done === null || done < created ? null : at(done, hourOfDay),
          completed_by: isByPerson && done !== null && done >= created ? accountId : null,
          account_id: hasAssignee ? accountId : null,
        })
        .execute()
  }
  for (const { club: index, source, month, pence } of costs)
    await sql`
      insert into marketing_cost (club_id, marketing_source_id, month, amount_pence)
      values (${clubIds[index]}, ${source}, ${`2026-0${month + 1}-01`}, ${pence}) on conflict do nothing`.execute(db)
  return clubIds
}

it('counts who came, gradings, messages and tasks as a slow reading of each does, and lists what it counts', {
  timeout: 300_000,
}, async () => {
  let looked = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { maxLength: 14, size: 'max' }),
      fc.array(cost, { maxLength: 6 }),
      fc.array(period, { minLength: 1, maxLength: 8, size: 'max' }),
      async (people, costs, periods) => {
        const clubIds = await store(people, costs, periods)
        const ofAll = new Set(needed)
        const of = { clubIds, buckets: periods, now }
        const counts = []
        for (const _ of ['counted', 'kept'])
          counts.push(await countAll(db, of, { ofAll, ofFirst: new Set(), first: 0 }))
        for (const [bucket, days] of periods.entries())
          for (const clubId of clubIds) {
            const of = { clubId, ...days, today }
            const [leads, gradings, messages, tasks] = [
              ...[
                await slowLeads(db, of),
                await slowGradings(db, of),
                await slowMessages(db, of),
                await slowTasks(db, of),
              ],
            ]
            for (const each of counts) {
              const fast = each.ofClub(clubId, bucket)
              expect({ days, ...Object.fromEntries(needed.map(name => [name, fast[name]])) }).toEqual({
                ...{ days, ...leads, ...gradings, ...messages, ...tasks },
              })
            }
          }
        expect(await differingTogether(db, of, ofAll)).toEqual([])
        const [days = { from: first, until: today }] = periods
        for (const tab of ['sales', 'gradings', 'messages', 'staff'] as const) {
          const cells = await differingCells({ db, now, clubIds, period: days, tab })
          expect(cells.differing).toEqual([])
          looked += cells.looked
        }
      },
    ),
    { numRuns: histories(2, 24) },
  )
  expect(looked).toBeGreaterThan(100)
})
