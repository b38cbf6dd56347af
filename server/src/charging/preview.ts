import { addDays } from '@honbu/contract/calendar.ts'
import type { getCharging as getCall, previewCharging as previewCall } from '@honbu/contract/charging.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { names } from '@honbu/contract/ids.ts'
import { pricesFor } from '../discounts/index.ts'
import { workingDaysAfter } from '../plans/index.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import type { Asked } from './due-periods.ts'
import { allGaps, byName, gapShown, penceOf, priceGaps } from './gaps.ts'
import { chargesOf, type Planned, planCharges } from './planned-charges.ts'
import { payingIn, readMemberships } from './read-memberships.ts'
import { lastRunOf, openRunOf } from './runs.ts'
import { settingsOf } from './settings.ts'

/** Days that are looked ahead. */
const ahead = 42
const nightsShown = 7
const pageSize = 100

export async function getCharging({ db, now }: Read, { clubId }: Input<typeof getCall>) {
  const { today, night, startsOn, ...settings } = await settingsOf(db, clubId, now)
  // In this order: a run that ends between the two is among the ended ones.
  const openRun = await openRunOf(db, clubId, now)
  const lastRunId = await lastRunOf(db, clubId)
  return {
    settings,
    hasStarted: settings.isNightly || startsOn !== null || openRun !== null || lastRunId !== null,
    startsOn,
    today,
    dueUntil: workingDaysAfter(today, settings.daysAhead),
    nextRuns: await nextRuns(db, { clubId, today, night, daysAhead: settings.daysAhead }),
    openRun,
    lastRunId,
  }
}

interface Nights {
  readonly clubId: number
  readonly today: string
  /** The last day whose night has been. */
  readonly night: string | null
  readonly daysAhead: number
}

/** What each of the next nights would charge: a charge belongs to the first that looks as far as its day. */
async function nextRuns(db: Db, { clubId, today, night, daysAhead }: Nights) {
  const first = night === today ? addDays(today, 1) : today
  const nights = Array.from({ length: ahead }, (_, day) => {
    const on = addDays(first, day)
    return { on, dueUntil: workingDaysAfter(on, daysAhead), charges: 0, pence: 0 }
  })
  const planned = await plan(db, clubId, { today, dueUntil: nights.at(-1)?.dueUntil ?? today })
  for (const { charge } of planned.flatMap(each => chargesOf(each, today))) {
    const found = nights.find(({ dueUntil }) => charge.dueOn <= dueUntil)
    if (!found) continue
    found.charges += 1
    found.pence += charge.pence
  }
  return nights
    .filter(({ charges }) => charges > 0)
    .slice(0, nightsShown)
    .map(({ pence, ...each }) => ({ ...each, amount: pounds(pence) }))
}

const plan = async (db: Db, clubId: number, asked: Omit<Asked, 'billingDay'>): Promise<Planned[]> =>
  await planCharges(await readMemberships(db, payingIn(clubId)), asked, questions => pricesFor(db, questions))

export async function previewCharging({ db, user, now }: Read, input: Input<typeof previewCall>) {
  const { clubId, show, page } = input
  const { today, daysAhead } = await settingsOf(db, clubId, now)
  const on = input.on ?? today
  if (on < today) throw refusedDay('That day is over: its run is among those that have been.')
  if (on > addDays(today, ahead)) throw refusedDay('At most six weeks ahead.')
  const dueUntil = workingDaysAfter(on, daysAhead)
  const planned = await plan(db, clubId, { today: on, dueUntil })
  const charges = planned
    .flatMap(each => chargesOf(each, on).map(({ charge }) => ({ membership: each.membership, charge })))
    .map(({ membership: { memberId, memberName, clubMemberId }, charge }) => ({
      memberId,
      memberName,
      clubMemberId,
      description: charge.description,
      dueOn: charge.dueOn,
      paymentMethod: names[charge.paymentMethodId ?? 0] ?? '',
      pence: charge.pence,
    }))
    .sort(
      (a, b) =>
        compare(a.dueOn, b.dueOn) || a.memberName.localeCompare(b.memberName, 'en-GB') || a.memberId - b.memberId,
    )
  const leftOut = planned
    .flatMap(({ membership, reason }) =>
      reason === null
        ? []
        : [
            {
              memberId: membership.memberId,
              memberName: membership.memberName,
              clubMemberId: membership.clubMemberId,
              reason,
              planName: membership.terms.planName,
              nextPayment: membership.nextPayment,
            },
          ],
    )
    .sort((a, b) => compare(a.reason, b.reason) || a.memberName.localeCompare(b.memberName, 'en-GB'))
  const gaps = await priceGaps(await allGaps(db, { clubId, today: on, dueUntil }), questions =>
    pricesFor(db, questions),
  )
  const gapRows = gaps.map(gap => gapShown(gap, user)).sort(byName)
  const rows = { charges, gaps: gapRows, leftOut }[show]
  const shown = <Row>(all: readonly Row[], kind: typeof show) =>
    show === kind ? all.slice((page - 1) * pageSize, page * pageSize) : []
  return {
    on,
    dueUntil,
    memberships: new Set(charges.map(({ clubMemberId }) => clubMemberId)).size,
    charges: charges.length,
    amount: pounds(sum(charges)),
    byMethod: grouped(charges, 'paymentMethod'),
    byDay: grouped(charges, 'dueOn'),
    byReason: [...Map.groupBy(leftOut, ({ reason }) => reason)].map(([reason, each]) => ({
      reason,
      memberships: each.length,
    })),
    pages: Math.max(1, Math.ceil(rows.length / pageSize)),
    charged: shown(charges, 'charges').map(({ pence, ...row }) => ({ ...row, amount: pounds(pence) })),
    gaps: gaps.length,
    gapAmount: pounds(gaps.reduce((total, gap) => total + penceOf(gap), 0)),
    gapRows: shown(gapRows, 'gaps'),
    leftOut: shown(leftOut, 'leftOut'),
  }
}

const refusedDay = (message: string) => new Refused(400, message, { on: [message] })

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

const sum = (charges: readonly { readonly pence: number }[]) => charges.reduce((total, { pence }) => total + pence, 0)

/** Charges by one of their texts, in order. */
const grouped = <Field extends string>(
  charges: readonly (Readonly<Record<Field, string>> & { readonly pence: number })[],
  field: Field,
) =>
  [...Map.groupBy(charges, charge => charge[field])]
    // A key that is computed is any text to the compiler.
    .map(([value, each]) => ({ [field]: value, charges: each.length, amount: pounds(sum(each)) }) as Grouped<Field>)
    .sort((a, b) => compare(a[field], b[field]))

type Grouped<Field extends string> = Record<Field, string> & { charges: number; amount: number }
