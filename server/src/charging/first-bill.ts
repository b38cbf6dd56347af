import { addMonths, todayIn } from '@honbu/contract/calendar.ts'
import type { getFirstBill as getCall } from '@honbu/contract/charging.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { names, transactionCategory } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { pricesFor } from '../discounts/index.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import { daysIn } from './billing-schedule.ts'
import { gapsOf, priceGaps } from './gaps.ts'
import { chargesOf, type Planned, type PricedPeriod, planCharges } from './planned-charges.ts'
import { type ChargedMembership, membershipsOf, readMemberships } from './read-memberships.ts'

interface Whose {
  readonly clubId: number
  readonly memberIds: readonly number[]
}

/**
 * Lists what members owe now and what they'll be charged up to their first whole period, by the rules that will charge it,
 * and the regular payment after that.
 */
export async function firstBill(db: Db, { clubId, memberIds }: Whose, today: string) {
  const memberships = await readMemberships(db, sql`own.club_id = ${clubId} and ${membershipsOf(memberIds)}`)
  const lacksMethod = (each: ChargedMembership) => each.terms.paymentMethodId === null && (each.terms.pence ?? 0) > 0
  const plans = await planCharges(
    // Without a payment method nothing is charged, but the amounts are the same.
    memberships.map(each => (lacksMethod(each) ? { ...each, terms: { ...each.terms, paymentMethodId: 0 } } : each)),
    // Two yearly periods and a part of one.
    { today, dueUntil: addMonths(today, 30), most: 3 },
    questions => pricesFor(db, questions),
  )
  const gaps = await priceGaps(plans.flatMap(gapsOf), questions => pricesFor(db, questions))
  return {
    lines: [
      ...(await openCharges(db, { clubId, memberIds })),
      ...plans.flatMap(plan => plannedLines(plan, today)),
    ].sort((one, other) => (one.on < other.on ? -1 : Number(one.on > other.on))),
    withoutMethod: memberships.filter(lacksMethod).map(({ memberName }) => memberName),
    regular: plans.flatMap(regularPayment),
    uncharged: gaps.map(({ membership: { memberName }, periods }) => ({
      ...{ memberName, from: periods[0]?.from ?? today, until: periods.at(-1)?.until ?? today },
      amount: pounds(periods.reduce((sum, { price }) => sum + price.pence, 0)),
    })),
  }
}

interface Line {
  readonly memberName: string
  readonly on: string
  readonly description: string
  readonly amount: number
  readonly paymentMethod: string
  readonly isJoiningFee: boolean
}

async function openCharges(db: Db, { clubId, memberIds }: Whose): Promise<Line[]> {
  const { rows } = await sql<
    Omit<Line, 'amount' | 'paymentMethod'> & { pence: number; paymentMethodId: number | null }
  >`
    select trim(person.first_name || ' ' || person.last_name) as "memberName", charge.due_on as on, charge.description,
      open_charge.pence, charge.payment_method_id as "paymentMethodId",
      coalesce(charge.category_id = ${transactionCategory.joiningFee}, false) as "isJoiningFee"
    from open_charge join charge on charge.id = open_charge.charge_id
    join member on member.id = charge.member_id join person on person.id = member.person_id
    where charge.club_id = ${clubId} and charge.member_id = any(${[...memberIds]}::bigint[])
    order by charge.id`.execute(db)
  return rows.map(({ pence, paymentMethodId, ...row }) => ({
    ...{ ...row, amount: pounds(pence), paymentMethod: names[paymentMethodId ?? 0] ?? '' },
  }))
}

const isWhole = (period: PricedPeriod) => daysIn(period) === period.wholeDays

/** The charges up to the first whole period. */
function plannedLines(plan: Planned, today: string): Line[] {
  const end = plan.periods.findIndex(isWhole)
  const shown = new Set(end === -1 ? plan.periods : plan.periods.slice(0, end + 1))
  return chargesOf(plan, today)
    .filter(({ period }) => shown.has(period))
    .map(({ charge, isJoiningFee }) => ({
      ...{ memberName: plan.membership.memberName, on: charge.dueOn, description: charge.description, isJoiningFee },
      ...{ amount: pounds(charge.pence), paymentMethod: names[charge.paymentMethodId ?? 0] ?? '' },
    }))
}

function regularPayment({ membership: { memberName, agreedPence }, periods }: Planned) {
  const next = periods.filter(isWhole)[1]
  return next
    ? [
        {
          ...{
            memberName,
            from: next.dueOn,
            amount: pounds(next.price.pence),
            frequency: names[next.frequencyId] ?? '',
          },
          fullAmount: pounds(agreedPence ?? next.price.fullPence),
        },
      ]
    : []
}

export async function getFirstBill({ db, now }: Read, { id, clubId }: Input<typeof getCall>) {
  const { timeZone } = await db
    .selectFrom('club')
    .select('time_zone as timeZone')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  return await firstBill(db, { clubId, memberIds: [id] }, todayIn(timeZone, now))
}
