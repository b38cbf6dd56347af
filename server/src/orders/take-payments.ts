import type { Input } from '@honbu/contract/endpoint.ts'
import { currency } from '@honbu/contract/format.ts'
import type { placeOrder as call } from '@honbu/contract/orders.ts'
import { openOf, postPayment } from '../ledger/index.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { BasketLine, Seller } from './basket.ts'
import { deskMethods } from './payment-methods.ts'
import { shareOut } from './share-out.ts'

type Payments = Input<typeof call>['payments']

/** @throws Refused 400 for a method that is none of the desk's */
export async function requireDeskMethods(_tx: Write['tx'], payments: Payments): Promise<void> {
  for (const [index, { paymentMethodId }] of payments.entries())
    if (!deskMethods.includes(paymentMethodId)) {
      const message = 'Choose one of the list'
      throw new Refused(400, message, { [`payments.${index}.paymentMethodId`]: [message] })
    }
}

interface Taking {
  readonly seller: Seller
  readonly orderId: number
  readonly payments: Payments
  readonly lines: readonly BasketLine[]
  /** By the line's place. */
  readonly chargeIds: readonly (number | null)[]
}

/**
 * Writes down what is paid. Money belongs to one member in the ledger, so what a parent hands over is shared out over the
 * members of the basket, in the order of its lines.
 * @throws Refused 409 under `payments` for more than is due after what members had in credit
 */
export async function takePayments({ tx, user }: Write, { seller, orderId, payments, lines, chargeIds }: Taking) {
  const open = new Map<number, { pence: number; chargeIds: number[] }>()
  for (const [index, { memberId }] of lines.entries()) {
    const chargeId = chargeIds[index]
    if (!chargeId) continue
    const pence = await openOf(tx, chargeId)
    if (pence === 0) continue
    const member = open.get(memberId) ?? { pence: 0, chargeIds: [] }
    open.set(memberId, { pence: member.pence + pence, chargeIds: [...member.chargeIds, chargeId] })
  }
  const due = [...open.values()].reduce((sum, { pence }) => sum + pence, 0)
  const given = payments.map(({ amount }) => Math.round(amount * 100))
  const sum = given.reduce((total, pence) => total + pence, 0)
  if (sum > due) {
    const message = `Only ${currency(pounds(due))} is due.`
    throw new Refused(409, message, { payments: [message] })
  }
  const debts = [...open].map(([memberId, { pence }]) => ({ memberId, pence }))
  for (const { memberId, pence, from } of shareOut(debts, given)) {
    const payment = payments[from]
    if (!payment) continue
    const paymentId = await postPayment(tx, {
      clubId: seller.clubId,
      memberId,
      pence,
      paymentDate: seller.today,
      paymentMethodId: payment.paymentMethodId,
      reference: payment.reference,
      description: `Order ${orderId}`,
      chargeIds: open.get(memberId)?.chargeIds ?? [],
      accountId: user.accountId,
    })
    await tx
      .insertInto('order_payment')
      .values({ payment_id: paymentId, order_id: orderId, club_id: seller.clubId })
      .execute()
  }
}
