import { paymentMethod } from '@honbu/contract/ids.ts'
import type { Payment } from './transaction.ts'

const providers: readonly (number | null)[] = [
  paymentMethod.directDebit,
  paymentMethod.instantBankPay,
  paymentMethod.card,
]

/** Says whether a provider took it, here or before the club came to us. */
export const isByProvider = ({ paymentMethodId }: Payment): boolean => providers.includes(paymentMethodId)
