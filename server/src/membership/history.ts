import type { Input } from '@honbu/contract/endpoint.ts'
import { names } from '@honbu/contract/ids.ts'
import type { getMembershipHistory as call } from '@honbu/contract/membership.ts'
import { sql } from 'kysely'
import type { Read } from '../platform/route.ts'
import { planWords } from './plan-difference.ts'

interface Row {
  key: string
  clubId: number
  clubName: string
  on: string
  fromStatusId: number | null
  toStatusId: number | null
  before: { planName: string | null; pence: number | null; subFrequency: string | null } | null
  planName: string | null
  pence: number | null
  subFrequencyId: number | null
  isPlan: boolean
  reason: string
  by: string
}

export async function getMembershipHistory({ db, user }: Read, { id }: Input<typeof call>) {
  const { rows } = await sql<Row>`
    select entry.key, club.id as "clubId", club.name as "clubName", entry.day as on, entry.from_status as "fromStatusId",
      entry.to_status as "toStatusId", entry.before, entry.plan_name as "planName", entry.pence,
      entry.frequency as "subFrequencyId", entry.is_plan as "isPlan", entry.reason,
      trim(coalesce(author.first_name || ' ' || author.last_name, '')) as by
    from (
      select 'status ' || change.id as key, change.club_id, change.changed_on as day, change.created_at as at,
        change.from_status_id as from_status, change.to_status_id as to_status, null::jsonb as before,
        null::text as plan_name, null::integer as pence, null::integer as frequency, false as is_plan,
        coalesce(change.reason, '') as reason, change.account_id
      from member_status_change change
      where change.club_member_id in (select id from club_member where member_id = ${id})
      union all
      select 'plan ' || change.id, change.club_id, change.applies_on, change.applied_at, null, null, change.before, plan.name,
        change.sub_price_pence, change.sub_frequency_id, true,
        concat_ws('. ', nullif(change.reason, ''), 'By exception: ' || nullif(change.exception, '')), change.account_id
      from plan_change change join training_plan plan on plan.id = change.training_plan_id
      where change.applied_at is not null
        and change.club_member_id in (select id from club_member where member_id = ${id})
    ) entry
    join club on club.id = entry.club_id
    left join account on account.id = entry.account_id
    left join person author on author.id = account.person_id
    where entry.club_id = any(${[...user.clubs.keys()]})
    order by entry.day desc, entry.at desc, entry.key desc
    limit 500`.execute(db)
  return rows.map(({ before, planName, pence, subFrequencyId, isPlan, ...row }) => ({
    ...row,
    planBefore: isPlan && before ? planWords(before) : null,
    planAfter: isPlan ? planWords({ planName, pence, subFrequency: names[subFrequencyId ?? 0] ?? null }) : null,
  }))
}
