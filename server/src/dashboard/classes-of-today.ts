import { addDays, timeIn, todayIn } from '@honbu/contract/calendar.ts'
import { mostClasses } from '@honbu/contract/dashboard.ts'
import { classType } from '@honbu/contract/ids.ts'
import { endsNextDay } from '@honbu/contract/time-of-day.ts'
import { sql } from 'kysely'
import { classListOf, occurrenceSql } from '../classes/index.ts'
import type { Db } from '../platform/database.ts'
import { type RegisterOfToday, registersOfToday } from '../reporting/index.ts'

interface TodayOf {
  /** In the order in which they are told. */
  readonly clubs: readonly { readonly id: number; readonly name: string; readonly timeZone: string }[]
  readonly today: string
  readonly now: Date
}

/** Today's classes one by one, or, where they are too many to look through, how each of the clubs stands. */
export async function classesOfToday(db: Db, of: TodayOf) {
  const clubIds = of.clubs.map(({ id }) => id)
  if (clubIds.length > 1 && (await isTooMany(db, clubIds, of.today)))
    return { classes: [], clubs: await clubsOfToday(db, of) }
  return { classes: await classListOf(db, ofClubs(clubIds), of.today, of.today), clubs: null }
}

async function isTooMany(db: Db, clubIds: readonly number[], today: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${occurrenceSql(ofClubs(clubIds), today, today)} session limit ${mostClasses + 1}`.execute(db)
  return rows.length > mostClasses
}

/** Clubs without a class today are left out. */
async function clubsOfToday(db: Db, { clubs, today, now }: TodayOf) {
  const registers = await registersOfToday(db, { clubIds: clubs.map(({ id }) => id), today, now })
  const byClub = Map.groupBy(registers, ({ clubId }) => clubId)
  return clubs.flatMap(({ id, name, timeZone }) => {
    const classes = byClub.get(id)
    if (!classes) return []
    // '2026-05-12 18:30': it may be another day there.
    const clock = `${todayIn(timeZone, now)} ${timeIn(timeZone, now)}`
    const hasBegun = ({ starts }: RegisterOfToday) => `${today} ${starts}` <= clock
    const isOver = ({ starts, ends }: RegisterOfToday) => {
      const isNight = endsNextDay({ startTime: starts, finishTime: ends })
      return `${isNight ? addDays(today, 1) : today} ${ends}` <= clock
    }
    const sum = (name: 'expected' | 'attended' | 'absent') => classes.reduce((total, each) => total + each[name], 0)
    const toCome = classes.filter(each => !hasBegun(each)).map(({ starts }) => starts)
    return [
      {
        ...{ clubId: id, clubName: name, classes: classes.length },
        onNow: classes.filter(each => hasBegun(each) && !isOver(each)).length,
        nextAt: toCome.sort()[0] ?? null,
        ...{ expected: sum('expected'), attended: sum('attended'), absent: sum('absent') },
        openRegisters: classes.filter(each => isOver(each) && each.attended + each.absent < each.expected).length,
      },
    ]
  })
}

const gradingsShown = 50

/** The gradings between two days, the first of them, and how many they are. */
export async function gradingsOf(db: Db, clubIds: readonly number[], from: string, to: string) {
  const gradings = sql`${ofClubs(clubIds)} and class.class_type_id = ${classType.grading}`
  const classes = await classListOf(db, gradings, from, to, gradingsShown)
  if (classes.length < gradingsShown) return { total: classes.length, classes }
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${occurrenceSql(gradings, from, to)} session`.execute(db)
  return { total: rows[0]?.total ?? classes.length, classes }
}

const ofClubs = (clubIds: readonly number[]) => sql`class.club_id = any(${[...clubIds]}::bigint[])`
