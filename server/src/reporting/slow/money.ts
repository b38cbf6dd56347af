import { addMonths, daysBetween } from '@honbu/contract/calendar.ts'
import { transactionCategory } from '@honbu/contract/ids.ts'
import { agedDebt } from '../../ledger/index.ts'
import type { Db } from '../../platform/database.ts'
import { dayIn, isWithin, type SlowOf, sum, zoneOf } from './tables.ts'

export async function slowMoney(db: Db, scope: SlowOf) {
  const day = dayIn(await zoneOf(db, scope.clubId))
  const ofClub = <Row extends { club_id: number }>(rows: Row[]) => rows.filter(row => row.club_id === scope.clubId)
  const charges = ofClub(await db.selectFrom('charge').selectAll().execute())
  const payments = ofClub(await db.selectFrom('payment').selectAll().execute())
  const allocations = ofClub(await db.selectFrom('allocation').selectAll().execute())
  type Charge = (typeof charges)[number]

  const isReversed = (charge: Charge) => charges.some(({ reverses_id }) => reverses_id === charge.id)
  const netOf = (charge: Charge) =>
    charge.amount_pence +
    sum(
      charges.filter(part => part.part_of_id === charge.id && !isReversed(part)),
      part => part.amount_pence,
    )
  const stands = (charge: Charge) =>
    charge.reverses_id === null && charge.part_of_id === null && !isReversed(charge) && netOf(charge) !== 0
  const openOf = (charge: Charge, given = allocations) =>
    charge.amount_pence -
    sum(
      given.filter(({ charge_id }) => charge_id === charge.id),
      ({ amount_pence }) => amount_pence,
    )

  const due = charges.filter(each => stands(each) && each.amount_pence > 0 && isWithin(each.due_on, scope))
  const memberships = charges
    .filter(each => stands(each) && each.category_id === transactionCategory.membership)
    .flatMap(each => earnedOf(each, netOf(each)))
    .filter(({ day }) => isWithin(day, scope))
  const paying = Map.groupBy(memberships, ({ memberId }) => memberId)
  const inFlight = (await db.selectFrom('external_payment_part').selectAll().execute()).filter(
    part => part.is_in_flight,
  )
  const pendingOf = (charge: Charge) => {
    const sent = inFlight.find(({ charge_id }) => charge_id === charge.id)
    return sent ? Math.min(sent.amount_pence, openOf(charge)) : 0
  }

  const isOver = scope.until < scope.today
  const evening = isOver ? scope.until : scope.today
  const known = <Row extends { created_at: Date }>(rows: Row[]) =>
    isOver ? rows.filter(({ created_at }) => day(created_at) <= evening) : rows
  const debts = known(charges.filter(each => each.amount_pence > 0 && each.due_on < evening))
    .map(each => ({ ...each, pence: openOf(each, known(allocations)), dueOn: each.due_on }))
    .filter(({ pence }) => pence > 0)
  const aged = agedDebt(debts, evening)

  const correctedOf = (id: number) =>
    sum(
      payments.filter(back => back.returns_id === id && back.return_reason === 'correction'),
      back => -back.amount_pence,
    )
  const taken = payments.filter(each => each.amount_pence > 0 && isWithin(each.payment_date, scope))
  const returned = payments.filter(
    each => each.amount_pence < 0 && each.return_reason !== 'correction' && isWithin(each.payment_date, scope),
  )
  return {
    due: sum(due, netOf),
    collected: sum(due, each => netOf(each) - openOf(each)),
    pending: sum(due, pendingOf),
    membershipRevenue: sum(memberships, ({ pence }) => pence),
    paying: [...paying.values()].filter(own => sum(own, ({ pence }) => pence) > 0).length,
    debt: sum(debts, ({ pence }) => pence),
    debtors: new Set(debts.map(({ member_id }) => member_id)).size,
    debt7: aged.upTo7,
    debt30: aged.upTo30,
    debt60: aged.upTo60,
    debt90: aged.upTo90,
    debtOld: aged.over90,
    taken: sum(taken, each => each.amount_pence - correctedOf(each.id)),
    returned: sum(returned, each => -each.amount_pence),
    ...(await slowSubmitted(db, scope, { day, stands, openOf, charges })),
  }

  async function slowSubmitted(
    from: Db,
    own: SlowOf,
    ledger: {
      day: (at: Date) => string
      stands: (charge: Charge) => boolean
      openOf: (charge: Charge) => number
      charges: Charge[]
    },
  ) {
    const sent = (await from.selectFrom('external_payment').selectAll().execute()).filter(
      each => each.club_id === own.clubId && isWithin(each.charge_date ?? ledger.day(each.created_at), own),
    )
    const changes = await from.selectFrom('external_payment_change').selectAll().execute()
    const parts = await from.selectFrom('external_payment_part').selectAll().execute()
    const cards = await from.selectFrom('card_payment').selectAll().execute()
    const isIn = (state: string) => ['confirmed', 'paid_out'].includes(state)
    const isOnItsWay = (state: string) =>
      ['waiting', 'pending_customer_approval', 'pending_submission', 'submitted'].includes(state)
    const told = sent.map(each => {
      const its = changes.filter(change => change.external_payment_id === each.id)
      const hasFailed = [each.state, ...its.map(({ state }) => state)].some(
        (state, place) =>
          state === 'failed' ||
          state === 'charged_back' ||
          (state === 'refused' && place > 0 && each.mandate_id === null),
      )
      const isCollected =
        each.mandate_id !== null ||
        cards.some(card => card.external_payment_id === each.id) ||
        its.some(({ return_id }) => return_id !== null) ||
        isIn(each.state) ||
        isOnItsWay(each.state)
      const isFailed = hasFailed && isCollected
      const own = parts.filter(part => part.external_payment_id === each.id).map(({ charge_id }) => charge_id)
      const charges = ledger.charges.filter(({ id }) => own.includes(id))
      const isSettled = charges.some(ledger.stands) && charges.every(charge => ledger.openOf(charge) === 0)
      return { ...each, isFailed, isRecovered: isFailed && (isIn(each.state) || isSettled) }
    })
    const submitted = told.filter(
      each => each.isFailed || isIn(each.state) || ['pending_submission', 'submitted'].includes(each.state),
    )
    const failed = submitted.filter(each => each.isFailed)
    const recovered = failed.filter(each => each.isRecovered)
    const pence = (rows: typeof submitted) => sum(rows, ({ amount_pence }) => amount_pence)
    return {
      submitted: submitted.length,
      submittedPence: pence(submitted),
      failed: failed.length,
      failedPence: pence(failed),
      recovered: recovered.length,
      recoveredPence: pence(recovered),
    }
  }
}

interface Charged {
  readonly member_id: number
  readonly amount_pence: number
  readonly transaction_date: string
  readonly period_from: string | null
  readonly period_until: string | null
}

/** A fee for several months is earned on the first day of each; what was taken back of it is taken from the last ones. */
function earnedOf({ member_id: memberId, amount_pence: whole, ...charge }: Charged, net: number) {
  const { period_from: from, period_until: until, transaction_date: written } = charge
  if (from === null || until === null) return [{ memberId, day: written, pence: net }]
  const months = Math.max(1, Math.round((daysBetween(from, until) + 1) / 30.4375))
  let left = net
  return Array.from({ length: months }, (_, month) => {
    const share = Math.trunc((whole * (month + 1)) / months) - Math.trunc((whole * month) / months)
    const pence = whole < 0 ? share : Math.min(share, left)
    left -= pence
    return { memberId, day: addMonths(from, month), pence }
  })
}
