import { paymentMethod } from '@honbu/contract/ids.ts'
import type { Db } from '../platform/database.ts'

const { cash, cardReader, bankTransfer, cheque } = paymentMethod

/** What is handed over or shown at the desk; everything else is collected by a provider. */
export const deskMethods: readonly number[] = [cash, cardReader, bankTransfer, cheque]

export const paidAtTheDesk = (db: Db) =>
  db.selectFrom('lookup').select(['id', 'name']).where('id', 'in', deskMethods).orderBy('position').execute()
