import { names, paymentMethod } from '@honbu/contract/ids.ts'
import { Refused } from '../platform/refused.ts'

const { cash, cardReader, bankTransfer, cheque } = paymentMethod
/** What staff take themselves; the others are written down by what the provider says. */
const byHand: readonly number[] = [cash, cardReader, bankTransfer, cheque]

/** @throws Refused 400 under `paymentMethodId` for a method of a provider, or none */
export function requireByHand(paymentMethodId: number): void {
  if (byHand.includes(paymentMethodId)) return
  const name = Object.values<number>(paymentMethod).includes(paymentMethodId) ? names[paymentMethodId] : undefined
  const message = name ? `${name} is written down by the provider, not by hand.` : 'Choose one of the list'
  throw new Refused(400, message, { paymentMethodId: [message] })
}

/** Money that a provider has moved was no mistake of ours. @throws Refused 409 */
export function requireTakenByHand(paymentMethodId: number | null): void {
  if (paymentMethodId === null || byHand.includes(paymentMethodId)) return
  throw new Refused(
    409,
    `${names[paymentMethodId] ?? 'This payment'} came through a provider, so it was paid. Refund it instead.`,
  )
}
