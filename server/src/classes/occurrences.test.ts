import { addDays, weekday } from '@honbu/contract/calendar.ts'
import { classType } from '@honbu/contract/ids.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClub } from '../../test/factories/people.ts'
import { occurrenceSql } from './occurrence-sql.ts'
import { occurrences, type Timetable } from './occurrences.ts'

const { db } = await freshDatabase()

const everyTuesday: Timetable = {
  startDate: '2026-03-01',
  endDate: null,
  isPrebooked: false,
  everyWeeks: 1,
  week: [{ weekday: 2, startTime: '19:00', finishTime: '20:00', validFrom: '2026-03-01', validUntil: null }],
  slots: [],
  sessions: [],
  closures: new Set(),
}
const days = (timetable: Timetable, from: string, to: string) =>
  occurrences(timetable, from, to).map(({ date }) => date)

describe('occurrences', () => {
  it('runs at the same local time on both sides of a clock change', () => {
    expect(occurrences(everyTuesday, '2026-03-23', '2026-04-05')).toEqual([
      { date: '2026-03-24', startTime: '19:00', finishTime: '20:00' },
      { date: '2026-03-31', startTime: '19:00', finishTime: '20:00' },
    ])
  })

  it('runs on 29 February', () => {
    const leap = { ...everyTuesday, startDate: '2024-01-01', week: [{ ...week(4), validFrom: '2024-01-01' }] }
    expect(days(leap, '2024-02-28', '2024-03-01')).toEqual(['2024-02-29'])
  })

  it('leaves out closures, and all that is before its start or after its end', () => {
    const closures = new Set(['2026-03-10'])
    expect(days({ ...everyTuesday, closures, endDate: '2026-03-24' }, '2026-01-01', '2026-12-31')).toEqual([
      '2026-03-03',
      '2026-03-17',
      '2026-03-24',
    ])
  })

  it('keeps the old times for what was before a change of the week', () => {
    const changed = {
      ...everyTuesday,
      week: [
        { ...week(2), validUntil: '2026-03-09' },
        { ...week(2), startTime: '18:00', validFrom: '2026-03-10' },
      ],
    }
    expect(occurrences(changed, '2026-03-01', '2026-03-14').map(({ startTime }) => startTime)).toEqual([
      '19:00',
      '18:00',
    ])
  })

  it('runs in its slots alone when it is prebooked', () => {
    const slots = [{ date: '2026-03-04', startTime: '10:00', finishTime: '11:00' }]
    expect(days({ ...everyTuesday, isPrebooked: true, slots }, '2026-03-01', '2026-03-31')).toEqual(['2026-03-04'])
  })

  it.each([
    [1, ['03-03', '03-10', '03-17', '03-24', '03-31']],
    [2, ['03-10', '03-24']],
    [3, ['03-17']],
  ])('runs every %i weeks from the week of its first day', (everyWeeks, expected) => {
    // It begins on Wednesday 25 February, in the week of Tuesday the 24th.
    const timetable = {
      ...everyTuesday,
      startDate: '2026-02-25',
      everyWeeks,
      week: [{ ...week(2), validFrom: '2026-02-25' }],
    }
    expect(days(timetable, '2026-02-01', '2026-03-31').map(date => date.slice(5))).toEqual(expected)
  })

  it('cancels, moves and adds single sessions', () => {
    const times = { startTime: '18:00', finishTime: '19:00' }
    const sessions = [
      { date: '2026-03-03', isAdded: false, isCancelled: true, times: null },
      { date: '2026-03-10', isAdded: false, isCancelled: false, times },
      { date: '2026-03-11', isAdded: true, isCancelled: false, times },
      { date: '2026-03-12', isAdded: true, isCancelled: true, times },
      // Put back as it was.
      { date: '2026-03-17', isAdded: false, isCancelled: false, times: null },
      // Moved once, on a weekday on which the class no longer runs.
      { date: '2026-03-19', isAdded: false, isCancelled: false, times },
    ]
    expect(
      occurrences({ ...everyTuesday, sessions }, '2026-03-01', '2026-03-23').map(
        ({ date, startTime }) => `${date} ${startTime}`,
      ),
    ).toEqual(['2026-03-10 18:00', '2026-03-11 18:00', '2026-03-17 19:00'])
  })

  it('is what the database answers, for any timetable', async () => {
    await fc.assert(
      fc.asyncProperty(anyTimetable, fc.nat(40), fc.nat(60), async (timetable, start, length) => {
        const from = addDays('2026-02-10', start)
        const to = addDays(from, length)
        const id = await store(timetable)
        const { rows } = await sql<{ date: string; startTime: string; finishTime: string }>`
          select class_date as date, to_char(start_time, 'HH24:MI') as "startTime",
            to_char(finish_time, 'HH24:MI') as "finishTime"
          from ${occurrenceSql(sql`class.id = ${id}`, from, to)} session order by class_date`.execute(db)
        expect(rows).toEqual(occurrences(timetable, from, to))
      }),
      { numRuns: 60 },
    )
  })
})

function week(weekday: number) {
  return {
    weekday,
    startTime: '19:00',
    finishTime: '20:00',
    validFrom: '2026-03-01',
    validUntil: null as string | null,
  }
}

const day = fc.nat(100).map(offset => addDays('2026-02-01', offset))
const hours = fc.tuple(fc.integer({ min: 6, max: 20 }), fc.integer({ min: 1, max: 3 })).map(([start, length]) => ({
  startTime: `${String(start).padStart(2, '0')}:30`,
  finishTime: `${String(start + length).padStart(2, '0')}:15`,
}))
/** Of one weekday, a row and perhaps the one that follows it; often the change comes on that very weekday. */
const weekRows = fc
  .tuple(fc.integer({ min: -3, max: 3 }), day, fc.integer({ min: 1, max: 40 }), hours, fc.option(hours))
  .map(([offset, from, length, first, second]) => {
    const change = addDays(from, length)
    const runsOn = weekday(addDays(change, Math.trunc(offset / 2)))
    const row = { weekday: runsOn, ...first, validFrom: from, validUntil: second ? addDays(change, -1) : null }
    return second ? [row, { weekday: runsOn, ...second, validFrom: change, validUntil: null }] : [row]
  })
const anyTimetable: fc.Arbitrary<Timetable> = fc
  .record({
    startDate: day,
    length: fc.option(fc.nat(60)),
    isPrebooked: fc.boolean(),
    everyWeeks: fc.integer({ min: 1, max: 4 }),
    weeks: fc.uniqueArray(weekRows, { maxLength: 4, selector: rows => rows[0]?.weekday }),
    slots: fc.uniqueArray(fc.tuple(day, hours), { maxLength: 6, selector: ([date]) => date }),
    closures: fc.uniqueArray(day, { maxLength: 8 }),
    sessions: fc.uniqueArray(fc.tuple(day, fc.boolean(), fc.boolean(), fc.option(hours), hours), {
      maxLength: 40,
      selector: ([date]) => date,
    }),
  })
  .map(({ startDate, length, weeks, slots, closures, isPrebooked, everyWeeks, sessions }) => ({
    startDate,
    endDate: length === null ? null : addDays(startDate, length),
    isPrebooked,
    everyWeeks,
    week: weeks.flat(),
    slots: slots.map(([date, times]) => ({ date, ...times })),
    closures: new Set(closures),
    sessions: sessions.map(([date, isAdded, isCancelled, times, own]) => ({
      ...{ date, isCancelled, isAdded: isAdded && !isPrebooked },
      times: isPrebooked ? null : isAdded ? own : times,
    })),
  }))

async function store(timetable: Timetable): Promise<number> {
  const club = await createClub(db)
  const { id } = await db
    .insertInto('class')
    .values({
      club_id: club.id,
      root_club_id: club.rootClubId,
      class_name: 'Any',
      class_type_id: timetable.isPrebooked ? classType.prebooked : classType.class,
      every_weeks: timetable.everyWeeks,
      start_date: timetable.startDate,
      end_date: timetable.endDate,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const owner = { class_id: id, club_id: club.id }
  for (const { weekday, startTime, finishTime, validFrom, validUntil } of timetable.week)
    await db
      .insertInto('class_timetable')
      .values({
        ...owner,
        weekday,
        start_time: startTime,
        finish_time: finishTime,
        valid_from: validFrom,
        valid_until: validUntil,
      })
      .execute()
  for (const { date, startTime, finishTime } of timetable.slots)
    await db
      .insertInto('class_availability')
      .values({ ...owner, class_date: date, start_time: startTime, finish_time: finishTime, capacity: 5 })
      .execute()
  for (const { date, isAdded, isCancelled, times } of timetable.sessions)
    await db
      .insertInto('class_session')
      .values({
        ...owner,
        class_date: date,
        is_added: isAdded,
        is_cancelled: isCancelled,
        start_time: times?.startTime ?? null,
        finish_time: times?.finishTime ?? null,
      })
      .execute()
  for (const closed_on of timetable.closures)
    await db.insertInto('club_closure').values({ club_id: club.id, closed_on }).execute()
  return id
}
