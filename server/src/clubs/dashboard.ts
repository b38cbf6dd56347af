import { addDays, startOfWeek, todayIn } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { classList } from '../classes/index.ts'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'

const daysShown = 28
const peopleShown = 50

export async function getDashboard({ db, user, now }: Read) {
  const clubIds = [...user.clubs.keys()]
  const today = todayIn(await timeZoneOf(db, clubIds), now)
  const [classes, newMembers, newProspects, attendanceByDay] = await Promise.all([
    classList(db, clubIds, today),
    newSince(db, clubIds, memberStatus.active, startOfWeek(today)),
    newSince(db, clubIds, memberStatus.prospect, startOfWeek(today)),
    attendance(db, clubIds, today),
  ])
  return { today, classes, newMembers, newProspects, attendanceByDay }
}

/** The zone whose day is "today" for someone with several clubs: that of the topmost one. */
async function timeZoneOf(db: Db, clubIds: readonly number[]): Promise<string> {
  const top = await db
    .selectFrom('club')
    .select('time_zone')
    .where('id', 'in', [0, ...clubIds])
    .orderBy(sql`parent_club_id is not null`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return top?.time_zone ?? 'Europe/London'
}

/** Who came to have this status since a day and still has it. */
async function newSince(db: Db, clubIds: readonly number[], statusId: number, since: string) {
  const { rows } = await sql<{
    memberId: number
    firstName: string
    lastName: string
    clubId: number
    clubName: string
    memberStatusId: number
    since: string
    total: number
  }>`
    select club_member.member_id as "memberId", person.first_name as "firstName", person.last_name as "lastName",
      club.id as "clubId", club.name as "clubName", club_member.member_status_id as "memberStatusId",
      max(change.changed_on) as since, count(*) over () as total
    from member_status_change change
    join club_member on club_member.id = change.club_member_id and club_member.member_status_id = change.to_status_id
    join club on club.id = club_member.club_id
    join member on member.id = club_member.member_id
    join person on person.id = member.person_id
    where change.club_id = any(${[...clubIds]}) and change.to_status_id = ${statusId} and change.changed_on >= ${since}
    group by club_member.id, person.id, club.id
    order by max(change.changed_on) desc, club_member.id desc
    limit ${peopleShown}`.execute(db)
  return { total: rows[0]?.total ?? 0, people: rows.map(({ total: _, ...person }) => person) }
}

async function attendance(db: Db, clubIds: readonly number[], today: string) {
  const from = addDays(today, 1 - daysShown)
  const rows = await db
    .selectFrom('attendance')
    .select(({ fn }) => ['class_date as date', fn.countAll<number>().as('attended')])
    .where('club_id', 'in', [0, ...clubIds])
    .where('class_date', '>=', from)
    .where('class_date', '<=', today)
    .where('attended', '=', true)
    .groupBy('class_date')
    .execute()
  const counted = new Map(rows.map(row => [row.date, row.attended]))
  return Array.from({ length: daysShown }, (_, day) => {
    const date = addDays(from, day)
    return { date, attended: counted.get(date) ?? 0 }
  })
}
