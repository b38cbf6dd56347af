import { mostClasses } from '@honbu/contract/dashboard.ts'
import { classType } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { classListOf, occurrenceSql, registersSql } from '../classes/index.ts'
import type { Db } from '../platform/database.ts'

interface TodayOf {
  readonly clubIds: readonly number[]
  readonly today: string
  readonly now: Date
}

/** Today's classes one by one, or, where they are too many to look through, how each of the clubs stands. */
export async function classesOfToday(db: Db, of: TodayOf) {
  const { clubIds, today } = of
  if (clubIds.length > 1 && (await isTooMany(db, of))) return { classes: [], clubs: await clubsOfToday(db, of) }
  return { classes: await classListOf(db, ofClubs(clubIds), today, today), clubs: null }
}

async function isTooMany(db: Db, { clubIds, today }: TodayOf): Promise<boolean> {
  const { rows } = await sql`
    select from ${occurrenceSql(ofClubs(clubIds), today, today)} session limit ${mostClasses + 1}`.execute(db)
  return rows.length > mostClasses
}

interface ClubOfToday
  extends Record<'classes' | 'onNow' | 'expected' | 'attended' | 'absent' | 'openRegisters', number> {
  clubId: number
  clubName: string
  nextAt: string | null
}

/** Clubs without a class today are left out. */
async function clubsOfToday(db: Db, { clubIds, today, now }: TodayOf): Promise<ClubOfToday[]> {
  const { rows } = await sql<ClubOfToday>`
    with session as materialized (
      select own.*, class.club_id, own.class_date + own.start_time as starts, own.class_date + own.finish_time as ends,
        ${now}::timestamptz at time zone club.time_zone as now
      from ${occurrenceSql(ofClubs(clubIds), today, today)} own
      join class on class.id = own.class_id join club on club.id = class.club_id
    ), register as (
      select class_id, class_date, count(*) as expected, count(*) filter (where attended) as attended,
        count(*) filter (where not attended) as absent
      from ${registersSql(sql`session`)} listed group by class_id, class_date
    )
    select club.id as "clubId", club.name as "clubName", count(*) as classes,
      count(*) filter (where starts <= now and ends > now) as "onNow",
      to_char(min(start_time) filter (where starts > now), 'HH24:MI') as "nextAt",
      coalesce(sum(expected), 0)::bigint as expected, coalesce(sum(attended), 0)::bigint as attended,
      coalesce(sum(absent), 0)::bigint as absent,
      count(*) filter (where ends <= now and attended + absent < expected) as "openRegisters"
    from session join club on club.id = session.club_id
    left join register using (class_id, class_date)
    group by club.id, club.name order by club.name, club.id`.execute(db)
  return rows
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
