import * as billing from '@honbu/contract/billing.ts'
import { serve } from '../platform/route.ts'
import { getCreditBalance } from './get-credit-balance.ts'
import { getPayments } from './get-payments.ts'
import { getTransactions } from './get-transactions.ts'

export const serveBilling = serve(billing, { getTransactions, getPayments, getCreditBalance })

export { debtInfo, type Overdue } from './debt.ts'
