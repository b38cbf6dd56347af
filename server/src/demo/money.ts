import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import { classType, memberStatus, paymentMethod, subFrequency, transactionCategory } from '@honbu/contract/ids.ts'
import type { DemoClass } from './classes.ts'
import type { Clock } from './clock.ts'
import type { Membership } from './memberships.ts'
import { type Random, randomFor } from './random.ts'
import { at, type DemoRows } from './rows.ts'
import type { Training } from './training.ts'

const monthsOfCharges = 12
/** Direct debits are announced this many days ahead: the charge is there before it is due. */
const noticeDays = 5
/** The second and further members of a family pay this share. */
const familyShare = 0.8
const sharePaidYearly = 0.05
/** Besides those with an issue, whose last charge is unpaid. */
const shareOwing = 0.02
const shareOfLapsedOwing = 0.06
/** Of unpaid charges: how many are paid in part. */
const sharePartlyPaid = 0.2
const shareInCredit = 0.01
const creditPence = 500
const shareOfVisitsUnpaid = 0.03

/** What a membership pays; the columns of club_member. */
export interface Subscription {
  readonly pence: number
  readonly frequencyId: number
  readonly methodId: number
  /** Of the month, on which it falls due; the last one of a month that is too short. */
  readonly dueDay: number
  readonly nextPayment: string | null
}

/** Charges, payments and what paid what, of the last year. Answers the subscription of each membership that has one. */
export function addMoney(
  rows: DemoRows,
  trainings: readonly Training[],
  classes: readonly DemoClass[],
  clock: Clock,
): Map<number, Subscription> {
  const subscriptions = new Map<number, Subscription>()
  const families = new Set<number>()
  for (const { membership, plan } of trainings) {
    if (!plan || !membership.joined) continue
    const random = randomFor(`money ${membership.id}`)
    const isFirst = !families.has(membership.member.family)
    families.add(membership.member.family)
    const monthly = isFirst ? plan.monthlyPence : Math.round(plan.monthlyPence * familyShare)
    const isYearly = membership.status === memberStatus.active && random.chance(sharePaidYearly)
    const subscription = {
      pence: isYearly ? monthly * 10 : monthly,
      frequencyId: isYearly ? subFrequency.yearly : subFrequency.monthly,
      methodId: random.weighted([
        [paymentMethod.directDebit, 84],
        [paymentMethod.card, 13],
        [paymentMethod.instantBankPay, 3],
      ]),
    }
    const dues = dueDates(membership, membership.joined, isYearly ? 12 : 1, clock)
    subscriptions.set(membership.id, { ...subscription, dueDay: dues.day, nextPayment: dues.next })
    chargeSubscription(rows, random, { membership, name: plan.name, dues: dues.charged, clock, ...subscription })
  }
  chargeVisits(rows, classes, clock)
  return subscriptions
}

/** The days on which a payment falls due: each month on the day of joining, or of the failed collection. */
function dueDates({ lapsed, away, changes, status }: Membership, joined: string, step: number, clock: Clock) {
  const failed = status === memberStatus.issue ? changes.at(-1)?.on : undefined
  // The bank's answer comes the day after the charge.
  const day = Number((failed ? addDays(failed, -1) : joined).slice(8))
  const from = addMonths(clock.today, -monthsOfCharges)
  const charged: string[] = []
  for (let months = 0; ; months += step) {
    const due = addMonths(joined, months, day)
    if (lapsed && due >= lapsed) return { day, charged, next: null }
    if (due > addDays(clock.today, noticeDays)) return { day, charged, next: due }
    if (due >= clock.today && !away) return { day, charged: [...charged, due], next: due }
    if (due >= from && due >= joined && !(away && due >= away.from && due < away.until)) charged.push(due)
  }
}

interface Charging {
  readonly membership: Membership
  readonly name: string
  readonly dues: readonly string[]
  readonly clock: Clock
  readonly pence: number
  readonly methodId: number
}

function chargeSubscription(
  rows: DemoRows,
  random: Random,
  { membership, name, dues, clock, pence, methodId }: Charging,
): void {
  const { status, joined, member, club } = membership
  const past = dues.filter(due => due < clock.today)
  const owes =
    status === memberStatus.issue || random.chance(status === memberStatus.lapsed ? shareOfLapsedOwing : shareOwing)
  const unpaid = new Set(owes ? past.slice(-1) : [])
  const inCredit = !owes && random.chance(shareInCredit) ? past.at(-1) : undefined
  const whose = { club_id: club.id, root_club_id: club.rootId, member_id: member.id }
  for (const due of dues) {
    const announced = addDays(due, -noticeDays)
    const on = joined && announced < joined ? joined : announced
    const chargeId = addCharge(rows, {
      ...whose,
      amount_pence: pence,
      transaction_date: on,
      due_on: due,
      description: name,
    })
    // Due today: the bank is asked, and says tomorrow.
    if (due >= clock.today) continue
    if (!unpaid.has(due))
      pay(rows, whose, { chargeId, pence, paidPence: pence + (due === inCredit ? creditPence : 0), on: due, methodId })
    else if (status !== memberStatus.issue && random.chance(sharePartlyPaid)) {
      const half = Math.floor(pence / 2)
      pay(rows, whose, { chargeId, pence: half, paidPence: half, on: due, methodId: paymentMethod.card })
    }
  }
}

/** Classes that are paid each time. */
function chargeVisits(rows: DemoRows, classes: readonly DemoClass[], clock: Clock): void {
  const random = randomFor('visits')
  const chargeable = new Map(
    classes.filter(({ typeId }) => typeId === classType.chargeable).map(found => [found.id, found]),
  )
  const from = addMonths(clock.today, -monthsOfCharges)
  for (const { class_id, class_date, member_id, attended } of rows.attendance) {
    const demoClass = chargeable.get(class_id)
    if (!demoClass || !attended || class_date < from) continue
    const pence = demoClass.weekly?.pencePerVisit ?? 0
    const whose = { club_id: demoClass.club.id, root_club_id: demoClass.club.rootId, member_id }
    const chargeId = addCharge(rows, {
      ...whose,
      category_id: transactionCategory.class,
      event_id: class_id,
      event_date: class_date,
      amount_pence: pence,
      transaction_date: class_date,
      due_on: class_date,
      description: demoClass.name,
    })
    if (random.chance(shareOfVisitsUnpaid)) continue
    pay(rows, whose, { chargeId, pence, paidPence: pence, on: class_date, methodId: paymentMethod.card })
  }
}

interface Whose {
  readonly club_id: number
  readonly root_club_id: number
  readonly member_id: number
}

interface ChargePlan extends Whose {
  readonly category_id?: number
  readonly event_id?: number
  readonly event_date?: string
  readonly amount_pence: number
  readonly transaction_date: string
  readonly due_on: string
  readonly description: string
}

function addCharge(rows: DemoRows, charge: ChargePlan): number {
  const id = rows.charge.length + 1
  rows.charge.push({ ...charge, id, created_at: at(charge.transaction_date, '06:00') })
  return id
}

interface PaymentPlan {
  readonly chargeId: number
  /** What is set against the charge. */
  readonly pence: number
  /** What came in; more than `pence` leaves a credit. */
  readonly paidPence: number
  readonly on: string
  readonly methodId: number
}

function pay(rows: DemoRows, whose: Whose, { chargeId, pence, paidPence, on, methodId }: PaymentPlan): void {
  const id = rows.payment.length + 1
  const created = at(on, '07:00')
  rows.payment.push({
    ...whose,
    id,
    amount_pence: paidPence,
    payment_date: on,
    payment_method_id: methodId,
    created_at: created,
  })
  rows.allocation.push({
    club_id: whose.club_id,
    member_id: whose.member_id,
    charge_id: chargeId,
    payment_id: id,
    amount_pence: pence,
    created_at: created,
  })
}
