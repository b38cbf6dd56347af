import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/first-hour.ts'
import { type FirstStep, firstSteps } from '@honbu/contract/first-hour.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Read, Write } from '../platform/route.ts'
import { questions } from './questions.ts'

/** A club that takes registers is new for so many days; before its first mark it is new however old it is. */
const newFor = 60
/** Nobody starts more clubs than this at once; the newest come first. */
const mostClubs = 20

interface Found extends Record<FirstStep, boolean> {
  clubId: number
  clubName: string
  skipped: FirstStep[]
  isPutAway: boolean
  isHead: boolean
  disciplineWithoutGrades: { id: number; name: string } | null
  firstClass: { classId: number; classTypeId: number; className: string } | null
}

export async function getFirstHour({ db, user, now }: Read, { clubId }: Input<typeof call.getFirstHour>) {
  const administered = [...user.clubs].flatMap(([id, { isAdmin }]) => (isAdmin ? [id] : []))
  const today = todayIn('Europe/London', now)
  const isAsked =
    clubId === undefined
      ? sql`club.id = any(${administered}) and (club.created_at > ${addDays(today, -newFor)} or not ${questions.register})`
      : sql`club.id = ${clubId}`
  const { rows } = await sql<Found>`
    with asked as materialized (
      select club.id as "clubId", club.name as "clubName", club.created_at,
        coalesce(first_hour.skipped, '{}') as skipped, coalesce(first_hour.is_put_away, false) as "isPutAway",
        exists (select from club below where below.parent_club_id = club.id) as "isHead",
        ${sql.join(firstSteps.map(step => sql`${questions[step]} as ${sql.ref(step)}`))}
      from club
      left join first_hour on first_hour.club_id = club.id and first_hour.account_id = ${user.accountId}
      where ${isAsked}
    )
    select asked.*,
      (
        select json_build_object('id', id, 'name', name) from discipline
        where not asked.discipline and club_id = "clubId" order by id desc limit 1
      ) as "disciplineWithoutGrades",
      (
        select json_build_object('classId', id, 'classTypeId', class_type_id, 'className', class_name) from class
        where asked.class and club_id = "clubId" and (end_date is null or end_date >= ${today})
          and (
            exists (select from class_timetable where class_id = class.id)
            or exists (select from class_availability where class_id = class.id)
          )
        order by id limit 1
      ) as "firstClass"
    from asked order by created_at desc, "clubId" desc`.execute(db)
  const clubs = rows.map(row => {
    const { skipped, isPutAway, disciplineWithoutGrades, firstClass } = row
    const done = firstSteps.filter(step => row[step])
    const isFinished = isIdleHead(row) || firstSteps.every(step => row[step] || skipped.includes(step))
    const { clubId, clubName } = row
    return { clubId, clubName, done, skipped, isPutAway, isFinished, disciplineWithoutGrades, firstClass }
  })
  const shown = clubs.filter(club => clubId !== undefined || !club.isFinished)
  return { hasClub: user.clubs.size > 0, clubs: shown.slice(0, mostClubs), demoClubId: await demoOf(db, administered) }
}

async function demoOf(db: Db, administered: readonly number[]): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from club where id = any(${[...administered]}) and is_demo and id = root_club_id order by id limit 1`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** A head office that only leads other clubs needs none of it. */
const isIdleHead = (club: Found) => club.isHead && !club.location && !club.class && !club.members

export async function saveFirstHour(
  { tx, user, now, audit }: Write,
  { id, skipped, isPutAway }: Input<typeof call.saveFirstHour>,
) {
  const before = await tx
    .selectFrom('first_hour')
    .select(['skipped', 'is_put_away as isPutAway'])
    .where('account_id', '=', user.accountId)
    .where('club_id', '=', id)
    .executeTakeFirst()
  const after = { skipped: firstSteps.filter(step => skipped.includes(step)), isPutAway }
  const kept = { skipped: after.skipped, is_put_away: isPutAway, saved_at: now }
  await tx
    .insertInto('first_hour')
    .values({ account_id: user.accountId, club_id: id, ...kept })
    .onConflict(held => held.columns(['account_id', 'club_id']).doUpdateSet(kept))
    .execute()
  audit({
    clubId: id,
    subject: 'first_hour',
    subjectId: null,
    before: before ?? { skipped: [], isPutAway: false },
    after,
  })
  return after
}
