import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/first-hour.ts'
import { type FirstStep, firstSteps } from '@honbu/contract/first-hour.ts'
import { sql } from 'kysely'
import type { Read, Write } from '../platform/route.ts'

/** A club that takes registers is new for so many days; before its first mark it is new however old it is. */
const newFor = 60
/** Nobody starts more clubs than this at once; the newest come first. */
const mostClubs = 20

interface Found extends Record<FirstStep, boolean> {
  clubId: number
  clubName: string
  skipped: FirstStep[]
  isPutAway: boolean
  disciplineWithoutGrades: { id: number; name: string } | null
  firstClass: { classId: number; classTypeId: number; className: string } | null
}

export async function getFirstHour({ db, user, now }: Read) {
  const administered = [...user.clubs].flatMap(([id, { isAdmin }]) => (isAdmin ? [id] : []))
  const today = todayIn('Europe/London', now)
  const { rows } = await sql<Found>`
    with new_club as materialized (
      select club.id as "clubId", club.name as "clubName", club.created_at,
        coalesce(first_hour.skipped, '{}') as skipped, coalesce(first_hour.is_put_away, false) as "isPutAway",
        exists (select from location where club_id = club.id) as location,
        -- A club may use what the others of its tree have made.
        exists (
          select from discipline join grade on grade.discipline_id = discipline.id
          where discipline.club_id in (select club_id from club_and_above(club.id))
        ) as discipline,
        exists (select from class_timetable where club_id = club.id)
          or exists (select from class_availability where club_id = club.id) as class,
        exists (select from club_member where club_id = club.id) as members,
        exists (select from attendance where club_id = club.id) as register,
        exists (select from club below where below.parent_club_id = club.id) as is_head
      from club
      left join first_hour on first_hour.club_id = club.id and first_hour.account_id = ${user.accountId}
      where club.id = any(${administered})
    )
    select new_club.*,
      (
        select json_build_object('id', id, 'name', name) from discipline
        where not new_club.discipline and club_id = "clubId" order by id desc limit 1
      ) as "disciplineWithoutGrades",
      (
        select json_build_object('classId', id, 'classTypeId', class_type_id, 'className', class_name) from class
        where new_club.class and club_id = "clubId" and (end_date is null or end_date >= ${today})
          and (
            exists (select from class_timetable where class_id = class.id)
            or exists (select from class_availability where class_id = class.id)
          )
        order by id limit 1
      ) as "firstClass"
    from new_club
    where (not register or created_at > ${addDays(today, -newFor)})
      -- A head office that does nothing but lead others needs none of it.
      and not (is_head and not location and not class and not members)
      and not (
        (location or 'location' = any(skipped)) and (discipline or 'discipline' = any(skipped))
        and (class or 'class' = any(skipped)) and (members or 'members' = any(skipped))
        and (register or 'register' = any(skipped))
      )
    order by created_at desc, "clubId" desc
    limit ${mostClubs}`.execute(db)
  const clubs = rows.map(row => {
    const { clubId, clubName, skipped, isPutAway, disciplineWithoutGrades, firstClass } = row
    const done = firstSteps.filter(step => row[step])
    return { clubId, clubName, done, skipped, isPutAway, disciplineWithoutGrades, firstClass }
  })
  return { hasClub: user.clubs.size > 0, clubs }
}

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
