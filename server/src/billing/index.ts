import * as billing from '@honbu/contract/billing.ts'
import * as books from '@honbu/contract/books.ts'
import * as debt from '@honbu/contract/debt.ts'
import * as vat from '@honbu/contract/vat.ts'
import { serve } from '../platform/route.ts'
import { closeBooks, getBooks } from './books.ts'
import { getCreditBalance } from './get-credit-balance.ts'
import { getDebtFile, getDebtors, getDebtTotals } from './get-debtors.ts'
import { getPayments } from './get-payments.ts'
import { getTransactions } from './get-transactions.ts'
import { savePayment } from './save-payment.ts'
import { saveTransaction } from './save-transaction.ts'
import { deletePayment, deleteTransaction, refundPayment } from './take-back.ts'
import { getUntaxed, getVat, saveVat } from './vat.ts'

export const serveBilling = serve(billing, {
  getTransactions,
  getPayments,
  getCreditBalance,
  saveTransaction,
  deleteTransaction,
  savePayment,
  deletePayment,
  refundPayment,
})

export const serveBooks = serve(books, { getBooks, closeBooks })

export const serveVat = serve(vat, { getVat, saveVat, getUntaxed })

export const serveDebt = serve(debt, { getDebtors, getDebtTotals, getDebtFile })

export { overdueDebt } from './overdue-debt.ts'
