import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { memberStatus, subFrequency } from '@honbu/contract/ids.ts'
import type * as call from '@honbu/contract/plans.ts'
import { type getPlanMembers as getMembers, planMemberColumns } from '@honbu/contract/plans.ts'
import type { VatCode } from '@honbu/contract/vat.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { gridQuery } from '../platform/grid.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'

type PlanRow = Output<typeof call.getTrainingPlans>[number]

export const getTrainingPlans = ({ db }: Read, { clubId }: Input<typeof call.getTrainingPlans>) => plansOf(db, clubId)

/** The plans that a club uses, the topmost club's first; or the one of them that is asked for. */
async function plansOf(db: Db, clubId: number, planId: number | null = null): Promise<PlanRow[]> {
  const { rows } = await sql<Omit<PlanRow, PriceName> & { prices: Record<string, number> }>`
    select plan.id as "planId", plan.version, owner.id as "clubId", owner.name as "clubName",
      owner.id <> ${clubId} as "isInherited", plan.archived_at is not null as "isArchived", plan.name, plan.description,
      (select coalesce(json_object_agg(sub_frequency_id, price_pence), '{}') from training_plan_price
        where training_plan_id = plan.id) as prices,
      plan.classes_per_week as "classesPerWeek", plan.classes_per_month as "classesPerMonth", plan.min_age as "minAge",
      plan.max_age as "maxAge",
      (select count(*) from club_member where training_plan_id = plan.id
        and member_status_id in (${memberStatus.active}, ${memberStatus.issue})
        and club_id in (select club_id from club_and_below(${clubId}))) as "memberCount"
    from club_and_above(${clubId}) above
    join club owner on owner.id = above.club_id
    join training_plan plan on plan.club_id = owner.id
    where ${planId}::bigint is null or plan.id = ${planId}
    order by above.distance desc, plan.name, plan.id`.execute(db)
  return rows.map(({ prices, ...plan }) => ({ ...plan, ...priceFields(prices) }))
}

type PriceName = keyof ReturnType<typeof priceFields>

function priceFields(prices: Readonly<Record<string, number>>) {
  const price = (frequencyId: number) => {
    const pence = prices[frequencyId]
    return pence === undefined ? null : pounds(pence)
  }
  return {
    weeklyPrice: price(subFrequency.weekly),
    monthlyPrice: price(subFrequency.monthly),
    quarterlyPrice: price(subFrequency.quarterly),
    yearlyPrice: price(subFrequency.yearly),
    oneOffPrice: price(subFrequency.oneOff),
  }
}

export const getTrainingPlan = ({ db, now }: Read, { id, clubId }: Input<typeof call.getTrainingPlan>) =>
  readPlan(db, { id, clubId, now })

/** @throws Refused 404 for a plan that the club does not use */
export async function readPlan(db: Db, { id, clubId, now }: { id: number; clubId: number; now: Date }) {
  const [plan] = await plansOf(db, clubId, id)
  if (!plan) throw new Refused(404, 'This club has no such plan.', { id: ['This club has no such plan.'] })
  const { rows } = await sql<Details>`
    select plan.covers_all as "coversAll", plan.joining_fee_pence as "joiningFeePence", plan.trial_days as "trialDays",
      plan.trial_price_pence as "trialPricePence", plan.vat_code_id as "vatCodeId", plan.minimum_months as "minimumMonths", plan.notice_days as "noticeDays",
      plan.uses_family_prices as "usesFamilyPrices", plan.second_percent as "secondPercent", plan.second_off_pence as "secondOffPence",
      plan.third_percent as "thirdPercent", plan.third_off_pence as "thirdOffPence",
      (select count(*) from club_member own where own.training_plan_id = plan.id
        and own.member_status_id in (${memberStatus.active}, ${memberStatus.issue})
        and own.club_id in (select club_id from club_and_below(${clubId}))
        and own.sub_price_pence is distinct from (
          select price_pence from training_plan_price price
          where price.training_plan_id = plan.id and price.sub_frequency_id = own.sub_frequency_id
        )) as "otherPriceCount", club.time_zone as "timeZone",
      ${named(sql`
        select class.id, class_name || case when class.club_id = plan.club_id then ''
          else ' (' || (select name from club where club.id = class.club_id) || ')' end as name
        from training_plan_class covered join class on class.id = covered.class_id
        where covered.training_plan_id = plan.id`)} as classes,
      ${named(sql`
        select discipline.id, name from training_plan_discipline covered
        join discipline on discipline.id = covered.discipline_id where covered.training_plan_id = plan.id`)} as disciplines,
      ${named(sql`
        select category.id, name from training_plan_category bought
        join member_category category on category.id = bought.category_id
        where bought.training_plan_id = plan.id`)} as categories
    from training_plan plan, club where plan.id = ${id} and club.id = ${clubId}`.execute(db)
  const [details] = rows
  if (!details) throw new Error('the plan has just been read')
  const { joiningFeePence, trialPricePence, secondOffPence, thirdOffPence, timeZone, ...rest } = details
  return {
    ...plan,
    ...rest,
    joiningFee: pounds(joiningFeePence),
    trialPrice: pounds(trialPricePence),
    secondOff: secondOffPence === null ? null : pounds(secondOffPence),
    thirdOff: thirdOffPence === null ? null : pounds(thirdOffPence),
    today: todayIn(timeZone, now),
  }
}

interface Named {
  id: number
  name: string
}

interface Details {
  coversAll: boolean
  joiningFeePence: number
  trialDays: number | null
  trialPricePence: number
  vatCodeId: VatCode | null
  minimumMonths: number | null
  noticeDays: number
  usesFamilyPrices: boolean
  secondPercent: number | null
  secondOffPence: number | null
  thirdPercent: number | null
  thirdOffPence: number | null
  otherPriceCount: number
  timeZone: string
  classes: Named[]
  disciplines: Named[]
  categories: Named[]
}

/** Rows with id and name as JSON, by name. */
const named = (rows: ReturnType<typeof sql>) =>
  sql`coalesce((select json_agg(json_build_object('id', id, 'name', name) order by name, id) from (${rows}) listed), '[]')`

export async function getPlanChoices({ db, now }: Read, { clubId }: Input<typeof call.getPlanChoices>) {
  const { rows } = await sql<Record<'classes' | 'disciplines' | 'categories', Named[]>>`
    select ${named(sql`
        select class.id, class_name || case when class.club_id = ${clubId} then '' else ' (' || club.name || ')' end as name
        from class join club on club.id = class.club_id
        where class.club_id in (select club_id from club_and_below(${clubId}))
          and (end_date is null or end_date >= (${now}::timestamptz at time zone club.time_zone)::date)`)} as classes,
      ${named(sql`
        select id, name from discipline where club_id in (select club_id from club_and_above(${clubId}))`)} as disciplines,
      ${named(sql`
        select id, name from member_category where club_id in (select club_id from club_and_above(${clubId}))`)} as categories
    `.execute(db)
  return rows[0] ?? { classes: [], disciplines: [], categories: [] }
}

export async function getPlanMembers({ db, now }: Read, { id, clubId, ...grid }: Input<typeof getMembers>) {
  await readPlan(db, { id, clubId, now })
  const isOther = sql<boolean>`club_member.sub_price_pence is distinct from (
    select price_pence from training_plan_price
    where training_plan_id = ${id} and sub_frequency_id = club_member.sub_frequency_id)`
  const name = sql<string>`trim(person.first_name || ' ' || person.last_name)`
  const query = db
    .selectFrom('club_member')
    .innerJoin('member', 'member.id', 'club_member.member_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .where('club_member.training_plan_id', '=', id)
    .where('club_member.member_status_id', 'in', [memberStatus.active, memberStatus.issue])
    .where('club_member.club_id', 'in', sql<number>`(select club_id from club_and_below(${clubId}))`)
    .select(['member.id as memberId', 'club_member.id as clubMemberId', name.as('name'), 'club.name as clubName'])
    .select(['club_member.member_status_id as memberStatusId', 'club_member.sub_frequency_id as subFrequencyId'])
    .select(['club_member.sub_price_pence as pence', isOther.as('isOtherPrice')])
    .select(['club_member.member_since as memberSince', 'club_member.next_payment as nextPayment'])
  const { data, total } = await gridQuery(
    query,
    {
      columns: planMemberColumns,
      expressions: {
        name: sql`person.last_name || ' ' || person.first_name`,
        clubName: 'club.name',
        memberStatusId: 'club_member.member_status_id',
        subFrequencyId: 'club_member.sub_frequency_id',
        subPrice: sql`club_member.sub_price_pence / 100.0`,
        isOtherPrice: isOther,
        memberSince: 'club_member.member_since',
        nextPayment: 'club_member.next_payment',
      },
      id: 'club_member.id',
      sort: [{ field: 'name', dir: 'asc' }],
    },
    grid,
  )
  return {
    data: data.map(({ pence, ...row }) => ({ ...row, subPrice: pence === null ? null : pounds(pence) })),
    total,
  }
}
