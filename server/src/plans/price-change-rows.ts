import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import { memberStatus, paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { frequencyOfPrice } from '@honbu/contract/plans.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import { earliestChangedDebit } from './notice.ts'
import { payerSql } from './payer.ts'
import { familyPlaces } from './plan-terms.ts'

/** What is asked for: another price of a plan for those who have it and pay it this often. */
export interface WantedPrice {
  readonly clubId: number
  readonly planId: number
  readonly subFrequencyId: number
  readonly pence: number
  readonly from: string
  /** Also for those whose price was agreed with them alone. */
  readonly withOwnPriced: boolean
}

/** Why somebody stays whose price was agreed with him alone. */
export const ownPriceStays = 'Has a price of their own'

/** A membership that a change of price concerns. */
export interface ConcernedRow {
  clubMemberId: number
  memberId: number
  clubId: number
  rootClubId: number
  name: string
  clubName: string
  agreedPence: number | null
  pence: number | null
  pencePaid: number
  nextPayment: string | null
  appliesOn: string
  paymentMethodId: number | null
  paymentMethod: string | null
  toldBy: string
  isOwnPriced: boolean
  problem: string
}

/** Nothing is planned further ahead: a slip of the pen rather than a price. */
const daysAhead = 731

/**
 * Everybody whom a price concerns, as SQL (`concernedSql`), and the day from which a changed direct debit can be taken.
 * @throws Refused 400 for a day that has been or is years away, 404 for a plan that the club does not use
 */
export async function concernedBy(db: Db, wanted: WantedPrice, now: Date) {
  const { clubId, planId, from } = wanted
  const club = await db
    .selectFrom('club')
    .select('time_zone as timeZone')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const today = todayIn(club.timeZone, now)
  if (from < today) throw refused(400, 'from', 'Should not be in the past')
  if (from > addDays(today, daysAhead)) throw refused(400, 'from', 'Within the next two years')
  const { rows } = await sql<{ hasFamily: boolean }>`
    select num_nonnulls(second_percent, second_off_pence, third_percent, third_off_pence) > 0 as "hasFamily"
    from training_plan where id = ${planId} and club_id in (select club_id from club_and_above(${clubId}))`.execute(db)
  if (!rows[0]) throw refused(404, 'id', 'This club has no such plan.')
  const earliestDebit = earliestChangedDebit(now)
  const places = rows[0].hasFamily ? await placesOf(db, wanted) : []
  const asked = await askedOf(db, wanted)
  return { earliestDebit, concerned: concernedSql(wanted, { now, earliestDebit, places, asked }) }
}

/**
 * What the plan asks, has asked, and has been changed to for those who have it, in pence. Whoever joined before its price
 * rose pays one of these: his price is the plan's, and was not agreed with him alone.
 */
async function askedOf(db: Db, { planId, subFrequencyId }: WantedPrice): Promise<number[]> {
  const field = Object.entries(frequencyOfPrice).find(([, frequency]) => frequency === subFrequencyId)?.[0] ?? ''
  const { rows } = await sql<{ pence: number }>`
    select price_pence as pence from training_plan_price
    where training_plan_id = ${planId} and sub_frequency_id = ${subFrequencyId}
    union
    select price_pence from price_change where training_plan_id = ${planId} and sub_frequency_id = ${subFrequencyId}
    union
    select round((state ->> ${field})::numeric * 100)::integer
    from audit cross join lateral (values (before), (after)) states (state)
    where subject = 'training_plan' and subject_id = ${planId} and state ->> ${field} is not null`.execute(db)
  return rows.map(({ pence }) => pence)
}

/** Who has the plan and pays it this often, in the club and those below it. */
const concernedIds = ({ clubId, planId, subFrequencyId }: WantedPrice) => sql`
  select id from club_member
  where training_plan_id = ${planId} and sub_frequency_id = ${subFrequencyId}
    and member_status_id in (${memberStatus.active}, ${memberStatus.issue})
    and club_id in (select club_id from club_and_below(${clubId}))`

type Place = readonly [clubMemberId: number, place: number]

/** Of those who are not the first of their family, which turn they are. */
async function placesOf(db: Db, wanted: WantedPrice): Promise<Place[]> {
  const { rows } = await sql<{ clubMemberId: number; clubId: number; memberId: number }>`
    select id as "clubMemberId", club_id as "clubId", member_id as "memberId" from club_member
    where id in (${concernedIds(wanted)})`.execute(db)
  return [...(await familyPlaces(db, rows))].filter(([, place]) => place > 1)
}

/**
 * Everybody of a club, and of those below it, who has the plan and pays it this often: from when he would pay the new
 * price, and what stands in the way. By direct debit nobody pays it before `earliestDebit`, others not before tomorrow,
 * since today's charges may have been made.
 */
function concernedSql(
  wanted: WantedPrice,
  {
    now,
    earliestDebit,
    places,
    asked,
  }: { now: Date; earliestDebit: string; places: readonly Place[]; asked: readonly number[] },
): RawBuilder<ConcernedRow> {
  const { subFrequencyId, pence, from, withOwnPriced } = wanted
  const further = JSON.stringify(places.map(([club_member_id, place]) => ({ club_member_id, place })))
  return sql<ConcernedRow>`(
    select own.id as "clubMemberId", own.member_id as "memberId", own.club_id as "clubId",
      own.root_club_id as "rootClubId", trim(person.first_name || ' ' || person.last_name) as name,
      person.last_name || ' ' || person.first_name as "sortName", club.name as "clubName",
      own.sub_price_pence as "agreedPence", ${reduced(sql`own.sub_price_pence`)} as pence,
      ${reduced(sql`${pence}::integer`)} as "pencePaid", own.next_payment as "nextPayment",
      due.day as "appliesOn", own.payment_method_id as "paymentMethodId", method.name as "paymentMethod",
      coalesce(payer.name, '') as "toldBy", agreed."isOwnPriced",
      case
        when own.sub_price_pence = ${pence} then 'Pays this already'
        when waiting.applies_on is not null
          then 'Has a change waiting for ' || to_char(waiting.applies_on, 'DD/MM/YYYY')
        when ${subFrequencyId} = ${subFrequency.oneOff} and (own.next_payment is null or own.next_payment < soonest.day)
          then 'Pays once, and has paid or is about to'
        when own.member_until < due.day then 'Ends on ' || to_char(own.member_until, 'DD/MM/YYYY')
        when agreed."isOwnPriced" and not ${withOwnPriced}::boolean then ${ownPriceStays}
        else ''
      end as problem
    from (${concernedIds(wanted)}) listed
    join club_member own on own.id = listed.id
    join club on club.id = own.club_id
    join training_plan plan on plan.id = own.training_plan_id
    join member on member.id = own.member_id
    join person on person.id = member.person_id
    left join json_to_recordset(${further}::json) as further (club_member_id bigint, place integer)
      on further.club_member_id = own.id
    cross join lateral (select coalesce(further.place, 1) as place) placed
    cross join lateral (
      select coalesce(own.sub_price_pence <> all(${[...asked]}::integer[]), false) as "isOwnPriced"
    ) agreed
    left join lateral (
      select anchor_day from membership_period period
      where period.club_member_id = own.id and not period.is_double order by period.period_from desc limit 1
    ) paid on true
    left join lookup method on method.id = own.payment_method_id
    left join plan_change waiting on waiting.club_member_id = own.id and waiting.applied_at is null
      and waiting.cancelled_at is null
    cross join lateral (
      select case when placed.place = 2 or third_percent is null and third_off_pence is null
          then second_percent else third_percent end as percent,
        case when placed.place = 2 or third_percent is null and third_off_pence is null
          then second_off_pence else third_off_pence end as pence
      from (select plan.second_percent, plan.second_off_pence, plan.third_percent, plan.third_off_pence
        where placed.place > 1) family
      union all select null, null where placed.place <= 1
    ) off
    cross join lateral (
      select greatest(${from}::date, case when own.payment_method_id = ${paymentMethod.directDebit}
        then ${earliestDebit}::date else (${now}::timestamptz at time zone club.time_zone)::date + 1 end) as day
    ) soonest
    cross join lateral (
      select coalesce(first_due(own.next_payment, ${subFrequencyId}, soonest.day, paid.anchor_day), soonest.day) as day
    ) due
    left join lateral ${payerSql(now)} payer on true
  )`
}

/** What is left of a price at somebody's place in the family: `familyPrice` of the contract. */
const reduced = (pence: RawBuilder<unknown>) => sql`greatest(0, case
    when off.percent is not null then (${pence} * (100 - off.percent) + 50) / 100
    else ${pence} - coalesce(off.pence, 0)
  end)::integer`

const refused = (status: 400 | 404, field: string, message: string) =>
  new Refused(status, message, { [field]: [message] })
