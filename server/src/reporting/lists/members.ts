import { type RawBuilder, sql } from 'kysely'
import { todaySql } from '../buckets.ts'
import { frozenSql, piecesSql, trialsSql } from '../counts/member-sql.ts'
import type { ListFor, ListRow, ReportRows } from '../report-rows.ts'

/** The evening at which a state is looked at: that of the last day, or now. */
const evening = ({ until, now }: ListFor) => sql`least(${until}::date, ${todaySql(now)})`

/** A table with from_on and until_on as it is on that evening. */
const thatEvening = (of: ListFor, table: RawBuilder<unknown>) => sql`(
  select own.* from ${table} own join club on club.id = own.club_id
  where own.from_on <= ${evening(of)} and own.until_on > ${evening(of)}
)`

const monthly = (pence: RawBuilder<unknown>) => sql`round(pence_a_year(${pence}, own.sub_frequency_id) / 12.0)`

const frozenThatEvening = (of: ListFor) => thatEvening(of, frozenSql(of.clubIds))

/** Those who go on that evening, frozen or not. */
const going = (of: ListFor, isWanted: RawBuilder<unknown>): RawBuilder<ListRow> => sql`(
  select own.club_member_id::text as key, own.member_id as id, own.member_id, null::text as name, own.club_id,
    own.run_from as on_day, coalesce(plan.name, '') as what, ${monthly(sql`own.pence`)} as pence, null::integer as count
  from ${thatEvening(of, piecesSql(of.clubIds))} own
  left join training_plan plan on plan.id = own.training_plan_id
  left join ${frozenThatEvening(of)} frozen on frozen.club_member_id = own.club_member_id
  where ${isWanted}
)`

const frozen: ReportRows = of => sql`(
  select own.club_member_id::text as key, own.member_id as id, own.member_id, null::text as name, own.club_id,
    own.frozen_from as on_day, own.reason as what, ${monthly(sql`own.frozen_pence`)} as pence, null::integer as count
  from ${frozenThatEvening(of)} own
)`

/** What recurring revenue is made of: who goes on, at the price, and who is frozen, at that of the freeze. */
const recurring: ReportRows = of => sql`(
  select own.club_member_id::text as key, own.member_id as id, own.member_id, null::text as name, own.club_id,
    own.run_from as on_day, coalesce(plan.name, '') || case when frozen.club_member_id is null then '' else ' (frozen)' end as what,
    coalesce(
      case when frozen.club_member_id is not null then ${monthly(sql`frozen.frozen_pence`)} else ${monthly(sql`own.pence`)} end, 0
    ) as pence, null::integer as count
  from ${thatEvening(of, piecesSql(of.clubIds))} own
  left join training_plan plan on plan.id = own.training_plan_id
  left join ${frozenThatEvening(of)} frozen on frozen.club_member_id = own.club_member_id
  where own.is_paid
)`

const trials: ReportRows = of => sql`(
  select own.club_member_id::text as key, own.member_id as id, own.member_id, null::text as name, own.club_id,
    own.from_on as on_day, coalesce(plan.name, '') as what, null::bigint as pence, null::integer as count
  from ${thatEvening(of, trialsSql(of.clubIds))} own
  left join training_plan plan on plan.id = own.trial_plan_id
)`

/** The plan of a membership on the day of a move; looked up only for the rows that are shown. */
const planThen = sql`(
  select plan.name from club_member membership
  left join lateral (
    select terms.id, terms.training_plan_id from membership_terms terms
    where terms.club_member_id = membership.id and terms.club_id = membership.club_id and terms.until_on > own.from_on
    order by terms.until_on, terms.id limit 1
  ) earlier on true
  join training_plan plan
    on plan.id = case when earlier.id is null then membership.training_plan_id else earlier.training_plan_id end
  where membership.id = own.club_member_id
)`

/** A move of a status in the period, with what a list says of it. */
const moved = (
  of: ListFor,
  { isWanted, what, count }: Readonly<Record<'isWanted' | 'what' | 'count', RawBuilder<unknown>>>,
): RawBuilder<ListRow> => sql`(
  select own.club_member_id || ' ' || own.ordinal as key, own.member_id as id, own.member_id, null::text as name, own.club_id,
    own.from_on as on_day, coalesce(${what}, '') as what, null::bigint as pence, ${count} as count
  from membership_span own
  join club on club.id = own.club_id
  left join member_status_change change on change.id = own.ordinal
  where own.club_id = any(${[...of.clubIds]}) and ${isWanted}
    and own.from_on between ${of.from}::date and ${of.until}::date and own.from_on <= ${todaySql(of.now)}
)`

const begins = sql`own.is_active <> own.was_active and own.is_active`
const away = sql`own.from_on - own.left_on`

/** Those who left for a reason, the first letters of which are given, or after so many months. */
function inGroup({ group }: ListFor) {
  if (group === null) return sql`true`
  const [, from, until] = /^months:(\d{1,4})-(\d{1,4})$/.exec(group) ?? []
  if (from !== undefined && until !== undefined)
    return sql`whole_months(own.run_from, own.from_on) between ${from}::integer and ${until}::integer`
  return sql`left('reason:' || coalesce(change.reason, ''), 50) = ${group}`
}

export const memberLists = {
  active: of => going(of, sql`own.is_paid and frozen.club_member_id is null`),
  free: of => going(of, sql`not own.is_paid`),
  frozen,
  recurring,
  trials,
  joins: of => moved(of, { isWanted: sql`${begins} and own.runs = 1`, what: planThen, count: sql`null::integer` }),
  rejoins: of => moved(of, { isWanted: sql`${begins} and own.runs > 1`, what: planThen, count: away }),
  recaptured: of =>
    moved(of, { isWanted: sql`${begins} and own.runs > 1 and ${away} >= 30`, what: planThen, count: away }),
  lapses: of =>
    moved(of, {
      isWanted: sql`own.is_active <> own.was_active and own.was_active and ${inGroup(of)}`,
      what: sql`change.reason`,
      count: sql`whole_months(own.run_from, own.from_on)`,
    }),
} satisfies Readonly<Record<string, ReportRows>>
