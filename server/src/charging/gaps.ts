import { todayIn } from '@honbu/contract/calendar.ts'
import type { Gap as GapShown, getGaps as getCall } from '@honbu/contract/charging.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { type Price, pricesFor } from '../discounts/index.ts'
import { mayTouch, type User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import type { Read, Write } from '../platform/route.ts'
import { costOf, frozenDays } from './billing-schedule.ts'
import { type DuePeriod, duePeriods } from './due-periods.ts'
import { type AskPrices, missedIn, type Planned, questionOf, withoutDiscounts } from './planned-charges.ts'
import { type ChargedMembership, payingIn, readMemberships, withIds } from './read-memberships.ts'
import { storePeriods } from './store-periods.ts'

export const lastDayOfAll = '9999-12-31'

/** Uncharged days of a membership that await a decision. */
export interface Gap {
  readonly membership: ChargedMembership
  readonly periods: readonly GapPeriod[]
  readonly joiningFeePence: number
  readonly isBeforeEntry: boolean
  /** Null until a run reaches the gap and stores it. */
  readonly gapId: number | null
}

type GapPeriod = DuePeriod & { readonly periodId: number | null }

/** Groups a plan's missed periods into gaps. */
export const gapsOf = ({ membership, missed }: Pick<Planned, 'membership' | 'missed'>): Gap[] =>
  missed.map((periods, index) => ({
    membership,
    periods: periods.map(period => ({ ...period, periodId: null })),
    joiningFeePence: index === 0 ? membership.lateJoiningFeePence : 0,
    isBeforeEntry: membership.isTypedLate && index === 0,
    gapId: null,
  }))

/**
 * Finds the gap before a membership's next charge, however far ahead. Only this one can be settled before a run reaches it:
 * storing a later gap would hide the uncharged days before it.
 */
function firstGap(membership: ChargedMembership, today: string): Gap[] {
  const { periods } = duePeriods(membership, { today, dueUntil: lastDayOfAll, billingDay: membership.billingDay })
  const isCharged = ({ isMissed, pence }: DuePeriod) => !isMissed && pence > 0
  const first = periods.findIndex(isCharged)
  return gapsOf({ membership, missed: missedIn(first === -1 ? periods : periods.slice(0, first)) })
}

export interface Asked {
  readonly clubId: number
  /** Leave out for all members. */
  readonly memberIds?: readonly number[]
  readonly today: string
  /** Limits the gaps that are not stored yet. */
  readonly dueUntil: string
}

/** Reads a club's stored gaps, lapsed members included, and the gaps that runs will reach. */
export async function allGaps(db: Db, { clubId, memberIds, today, dueUntil }: Asked): Promise<Gap[]> {
  const whose = memberIds ? sql`own.member_id = any(${[...memberIds]}::bigint[])` : sql`true`
  const memberships = await readMemberships(db, sql`${payingIn(clubId)} and ${whose}`)
  const toCome = memberships
    .flatMap(membership => firstGap(membership, today))
    .filter(({ periods: [first] }) => first !== undefined && first.dueOn <= dueUntil)
  return [...(await openGaps(db, sql`own.club_id = ${clubId} and ${whose}`)), ...toCome]
}

interface Row {
  gapId: number
  clubMemberId: number
  joiningFeePence: number
  isBeforeEntry: boolean
  periodId: number
  from: string
  until: string
  anchorOn: string
  anchorDay: number
  frequencyId: number
  fullPence: number
  wholeDays: number
}

/** Reads stored gaps that are not settled, at the price after later freezes and up to the member's last day. */
export async function openGaps(db: Db, which: RawBuilder<unknown>): Promise<Gap[]> {
  const { rows } = await sql<Row>`
    select gap.id as "gapId", gap.club_member_id as "clubMemberId", gap.joining_fee_pence as "joiningFeePence",
      gap.is_before_entry as "isBeforeEntry", period.id as "periodId", period_from as "from", period_until as until,
      anchor_on as "anchorOn", anchor_day as "anchorDay", period.sub_frequency_id as "frequencyId",
      full_pence as "fullPence", whole_days as "wholeDays"
    from membership_gap gap
    join membership_gap_period part on part.membership_gap_id = gap.id
    join membership_period period on period.id = part.membership_period_id and not period.is_double
    join club_member own on own.id = period.club_member_id
    where gap.settled_at is null and ${which}
    order by gap.id, period_from`.execute(db)
  if (rows.length === 0) return []
  const memberships = await readMemberships(db, withIds([...new Set(rows.map(row => row.clubMemberId))]))
  const membershipOf = new Map(memberships.map(each => [each.clubMemberId, each]))
  return [...Map.groupBy(rows, ({ gapId }) => gapId).values()].flatMap(parts => {
    const [first] = parts
    const membership = first && membershipOf.get(first.clubMemberId)
    if (!first || !membership) return []
    const periods = parts.flatMap(part => periodOf(part, membership))
    const { gapId, joiningFeePence, isBeforeEntry } = first
    return periods.length > 0 ? [{ membership, periods, joiningFeePence, isBeforeEntry, gapId }] : []
  })
}

function periodOf(row: Row, { terms, freezes, memberUntil }: ChargedMembership): GapPeriod[] {
  const { periodId, from, wholeDays, fullPence, frequencyId, anchorOn, anchorDay } = row
  if (memberUntil !== null && from > memberUntil) return []
  const until = memberUntil !== null && memberUntil < row.until ? memberUntil : row.until
  const period = { from, until, wholeDays }
  const pence = costOf(period, fullPence, freezes)
  return pence === 0
    ? []
    : [
        {
          ...{ ...period, periodId, frequencyId, fullPence, pence, frozenDays: frozenDays(period, freezes) },
          ...{ dueOn: from, isMissed: true, anchor: { on: anchorOn, day: anchorDay } },
          ...{ paymentMethodId: terms.paymentMethodId, trainingPlanId: terms.trainingPlanId, planName: terms.planName },
        },
      ]
}

interface Opening {
  readonly runId: number | null
  readonly now: Date
}

/** Stores gaps with their periods, which blocks these days for every later run. Returns them with their ids. */
export async function storeGaps<Each extends Gap>(
  tx: Write['tx'],
  { runId, now }: Opening,
  gaps: readonly Each[],
): Promise<Each[]> {
  if (gaps.length === 0) return []
  const rows = gaps.map(({ membership, joiningFeePence, isBeforeEntry }, index) => ({
    ...{ index, clubMemberId: membership.clubMemberId, clubId: membership.clubId, joiningFeePence, isBeforeEntry },
  }))
  const { rows: ids } = await sql<{ id: number }>`
    insert into membership_gap (club_member_id, club_id, created_at, joining_fee_pence, is_before_entry)
    select "clubMemberId", "clubId", ${now}, "joiningFeePence", "isBeforeEntry"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (index integer, "clubMemberId" bigint, "clubId" bigint,
      "joiningFeePence" integer, "isBeforeEntry" boolean)
    order by index
    returning id`.execute(tx)
  const periods = gaps.flatMap(({ membership, periods: each }, index) =>
    each.map(period => ({
      membership,
      period,
      pence: 0,
      chargeId: null,
      joiningFeeChargeId: null,
      gapId: ids[index]?.id,
    })),
  )
  const periodIds = await storePeriods(tx, runId, periods)
  await sql`
    insert into membership_gap_period (membership_gap_id, membership_period_id)
    select * from unnest(${periods.map(({ gapId }) => gapId)}::bigint[], ${periodIds}::bigint[])`.execute(tx)
  const idOf = new Map(periods.map(({ period }, index) => [period, periodIds[index] ?? null]))
  return gaps.map((gap, index) => ({
    ...gap,
    gapId: ids[index]?.id ?? null,
    periods: gap.periods.map(period => ({ ...period, periodId: idOf.get(period) ?? null })),
  }))
}

/** A gap with the price of each period after discounts. */
export interface PricedGap extends Gap {
  readonly periods: readonly (GapPeriod & { readonly price: Price })[]
}

export async function priceGaps(gaps: readonly Gap[], askPrices: AskPrices): Promise<PricedGap[]> {
  const asked = gaps.flatMap(({ membership, periods }) =>
    periods
      .filter(({ trainingPlanId }) => trainingPlanId !== null)
      // Discounts apply if they were valid on the first day of the period.
      .map(period => ({ period, question: questionOf(membership, { ...period, dueOn: period.from }) })),
  )
  const prices = asked.length === 0 ? [] : await askPrices(asked.map(({ question }) => question))
  const priceOf = new Map(asked.map(({ period }, index) => [period, prices[index]]))
  return gaps.map(gap => ({
    ...gap,
    periods: gap.periods.map(period => ({ ...period, price: priceOf.get(period) ?? withoutDiscounts(period.pence) })),
  }))
}

export const penceOf = ({ periods }: PricedGap): number => periods.reduce((sum, { price }) => sum + price.pence, 0)

/** Converts a gap to the contract's shape. */
export function gapShown(gap: PricedGap, user: User): z.output<typeof GapShown> {
  const { membership, periods, joiningFeePence, isBeforeEntry } = gap
  const { clubMemberId, memberId, memberName, clubId } = membership
  return {
    ...{ clubMemberId, memberId, memberName, clubId, isBeforeEntry },
    planName: periods[0]?.planName ?? '',
    from: periods[0]?.from ?? '',
    until: periods.at(-1)?.until ?? '',
    periods: periods.map(({ from, until, price }) => ({ from, until, amount: pounds(price.pence) })),
    amount: pounds(penceOf(gap)),
    joiningFee: pounds(joiningFeePence),
    maySettle: mayTouch(user, clubId, true),
  }
}

export async function getGaps({ db, user, now }: Read, { id }: Input<typeof getCall>) {
  const clubs = await db
    .selectFrom('club_member')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .select(['club.id', 'club.time_zone as timeZone'])
    .where('club_member.member_id', '=', id)
    .where('club.id', 'in', [0, ...user.clubs.keys()])
    .orderBy('club.name')
    .execute()
  const gaps: Gap[] = []
  // Also those far ahead: a person who opens the record wants to know.
  for (const { id: clubId, timeZone } of clubs)
    gaps.push(
      ...(await allGaps(db, { clubId, memberIds: [id], today: todayIn(timeZone, now), dueUntil: lastDayOfAll })),
    )
  const priced = await priceGaps(gaps, questions => pricesFor(db, questions))
  return priced.map(gap => gapShown(gap, user)).sort(byName)
}

type Named = Pick<z.output<typeof GapShown>, 'memberName' | 'from'>

export const byName = (one: Named, other: Named): number =>
  one.memberName.localeCompare(other.memberName, 'en-GB') || (one.from < other.from ? -1 : 1)
