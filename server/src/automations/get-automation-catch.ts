import type * as call from '@honbu/contract/automations.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import { holds, type MemberFacts, unmet } from './conditions.ts'
import { causes } from './find-causes.ts'
import { factsSql, factTables } from './run-state.ts'

/** People of one answer. */
const most = 500

interface Row extends MemberFacts {
  memberId: number
  memberName: string
  clubId: number
  clubName: string
}

/** The very queries that look for causes, over an automation that has been on since midnight and is not there. */
export async function getAutomationCatch(
  { db, now }: Read,
  { clubId, trigger, conditions }: Input<typeof call.getAutomationCatch>,
) {
  const message = 'This begins when a trial is booked and announced: nobody looks for it.'
  if (trigger.kind === 'activation') throw new Refused(400, message, { trigger: [message] })
  const days = 'days' in trigger ? trigger.days : null
  const watched = sql`
    select 0::bigint as automation_id, 1 as version, ${days}::integer as trigger_days, club.id as club_id,
      club.root_club_id, club.time_zone,
      date_trunc('day', ${now}::timestamptz at time zone club.time_zone) at time zone club.time_zone as on_since
    from club_and_below(${clubId}) below join club on club.id = below.club_id`
  const { rows } = await sql<Row>`
    select distinct on (trim(person.first_name || ' ' || person.last_name), member.id, run.cause) member.id as "memberId",
      trim(person.first_name || ' ' || person.last_name) as "memberName", club.id as "clubId", club.name as "clubName",
      ${factsSql(now)}
    from (${causes[trigger.kind]({ now, watched })}) run
    ${factTables}
    where member.erased_at is null and member.merged_into_id is null and run.happened_at <= ${now}::timestamptz
    order by trim(person.first_name || ' ' || person.last_name), member.id, run.cause, club.id
    limit ${most + 1}`.execute(db)
  const people = rows.slice(0, most).map(({ memberId, memberName, clubId: at, clubName, ...facts }) => {
    const against = conditions.find(condition => !holds(condition, facts))
    return { memberId, memberName, clubId: at, clubName, because: against ? unmet(against) : '' }
  })
  return { people, isMore: rows.length > most }
}
