import { sql } from 'kysely'
import type { Db } from '../src/platform/database.ts'
import { createMandate, createProviderAccount } from './factories/collections.ts'
import { createPayLink, createPayPage, createSavedCard } from './factories/paying.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

async function charged(db: Db, { club, member }: Pick<OurRows, 'club' | 'member'>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into charge (club_id, root_club_id, member_id, amount_pence, transaction_date, due_on)
    select id, root_club_id, ${member}::bigint, 2500, '2026-05-01', '2026-05-01' from club where id = ${club}
    returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** As in right-input.ts: what the calls about paying take. */
export const payingInputs: Readonly<Record<string, RightInput>> = {
  takePayment: async ({ club, member }, db) => {
    await createMandate(db, { clubId: club, memberId: member })
    return { transactionId: await charged(db, { club, member }), paymentMethodId: null }
  },
  sendPayLink: async ({ club, member }, db) => {
    await createProviderAccount(db, { clubId: club, provider: 'stripe' })
    return { clubId: club, purpose: 'pay', transactionId: await charged(db, { club, member }), sendBy: 'qr' }
  },
  endPayLink: async ({ club, member }, db) => ({
    payLinkId: await createPayLink(db, { clubId: club, memberId: member }),
  }),
  closePayPage: async ({ club, member }, db) => {
    const transactionId = await charged(db, { club, member })
    await createPayPage(db, { clubId: club, memberId: member, chargeId: transactionId })
    return { transactionId }
  },
  removeSavedCard: async ({ club, member }, db) => ({
    savedCardId: await createSavedCard(db, { clubId: club, memberId: member }),
  }),
}
