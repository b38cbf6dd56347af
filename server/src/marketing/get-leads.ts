import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/marketing.ts'
import { leadColumns } from '@honbu/contract/marketing.ts'
import { sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'
import { daysWaiting, leadsSql } from './leads-sql.ts'
import { scopeOf } from './scope.ts'

interface Lead {
  club_member_id: number
  member_id: number
  club_id: number
  member_status_id: number
  source_id: number | null
  came_on: string
  step: number
  class_id: number | null
  first_on: string | null
  attended_on: string | null
  has_booking: boolean
  reason_id: number | null
}

export async function getLeads(read: Read, { id, from, months, ...grid }: Input<typeof call.getLeads>) {
  const scope = await scopeOf(read, { id, from, months })
  const name = sql<string>`trim(person.first_name || ' ' || person.last_name)`
  const daysToClass = sql<number | null>`lead.attended_on - lead.came_on`
  const waiting = daysWaiting(scope.today)
  const query = read.db
    .selectFrom(sql<Lead>`${leadsSql(scope)}`.as('lead'))
    .innerJoin('member', 'member.id', 'lead.member_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .innerJoin('club', 'club.id', 'lead.club_id')
    .leftJoin('lookup as source', 'source.id', 'lead.source_id')
    .leftJoin('class', 'class.id', 'lead.class_id')
    .leftJoin('not_interested_reason as reason', 'reason.id', 'lead.reason_id')
    .select(['lead.club_member_id as clubMemberId', 'lead.member_id as memberId', 'lead.club_id as clubId'])
    .select(['club.name as clubName', 'lead.came_on as enquiredOn', 'lead.step'])
    .select(['lead.member_status_id as memberStatusId', 'lead.source_id as sourceId', 'source.name as source'])
    .select(['lead.class_id as classId', 'class.class_name as firstClass', 'lead.first_on as firstOn'])
    .select(['lead.reason_id as reasonId', 'reason.name as reason'])
    .select([name.as('name'), daysToClass.as('daysToClass'), waiting.as('daysWaiting'), phone(scope.today).as('phone')])
  return await gridQuery(
    query,
    {
      columns: leadColumns,
      expressions: {
        name,
        clubName: 'club.name',
        clubId: 'lead.club_id',
        enquiredOn: 'lead.came_on',
        step: 'lead.step',
        memberStatusId: 'lead.member_status_id',
        source: 'source.name',
        sourceId: 'lead.source_id',
        firstClass: 'class.class_name',
        classId: 'lead.class_id',
        firstOn: 'lead.first_on',
        daysToClass,
        daysWaiting: waiting,
        reason: 'reason.name',
        reasonId: 'lead.reason_id',
      },
      id: 'lead.club_member_id',
      sort: [{ field: 'enquiredOn', dir: 'desc' }],
    },
    grid,
  )
}

/** Whom to ring: the member, or the first guardian of a minor who has a number. */
const phone = (today: string) => sql<string | null>`(
  select number from (
    select coalesce(person.phone_mob, person.phone_day, person.phone_eve) as number,
      case when person.dob > ${today}::date - interval '18 years' then 2 else 0 end as place, 0 as position, 0::bigint as id
    union all
    select coalesce(phone_mob, phone_day, phone_eve), 1, contact.position, contact.id
    from member_contact contact join person guardian on guardian.id = contact.person_id
    where contact.member_id = lead.member_id and is_guardian
  ) known where number <> '' order by place, position, id limit 1
)`
