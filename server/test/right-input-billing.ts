import { paymentMethod, transactionCategory } from '@honbu/contract/ids.ts'
import type { Db } from '../src/platform/database.ts'
import { testToday } from './app.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

/** As in right-input.ts: what is charged and paid. A call that takes back makes the row that it takes back. */
export const billingInputs: Readonly<Record<string, RightInput>> = {
  saveTransaction: () => ({
    transactionId: 0,
    eventId: null,
    productId: null,
    variantId: null,
    categoryId: transactionCategory.other,
    amount: 12.5,
    transactionDate: testToday,
    description: 'A lost belt',
  }),
  deleteTransaction: async (rows, db) => ({ id: await aRow(rows, db, 'charge') }),
  savePayment: () => ({
    transactionId: null,
    amount: 5,
    paymentDate: testToday,
    paymentMethodId: paymentMethod.cash,
  }),
  deletePayment: async (rows, db) => ({ id: await aRow(rows, db, 'payment') }),
  refundPayment: async (rows, db) => ({ id: await aRow(rows, db, 'payment'), amount: 1.5, paymentDate: testToday }),
}

async function aRow({ club, member }: OurRows, db: Db, table: 'charge' | 'payment'): Promise<number> {
  const { root_club_id } = await db
    .selectFrom('club')
    .select('root_club_id')
    .where('id', '=', club)
    .executeTakeFirstOrThrow()
  const row = { club_id: club, root_club_id, member_id: member, amount_pence: 700 }
  const { id } =
    table === 'charge'
      ? await db
          .insertInto('charge')
          .values({ ...row, transaction_date: testToday, due_on: testToday })
          .returning('id')
          .executeTakeFirstOrThrow()
      : await db
          .insertInto('payment')
          .values({ ...row, payment_date: testToday })
          .returning('id')
          .executeTakeFirstOrThrow()
  return id
}
