import { randomUUID } from 'node:crypto'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/database.ts'
import { testNow } from '../app.ts'
import { createProviderAccount } from './collections.ts'

/** Cards that are kept, and links to pay. */

interface Of {
  readonly clubId: number
  readonly memberId: number
}

/** The card of a member, in place of the one before. */
export async function createSavedCard(
  db: Db,
  {
    clubId,
    memberId,
    accountId,
    customer = `cus_${randomUUID()}`,
    card = `pm_${randomUUID()}`,
  }: Of & { accountId?: number; customer?: string; card?: string },
): Promise<number> {
  const account = accountId ?? (await createProviderAccount(db, { clubId, provider: 'stripe' }))
  await sql`
    update saved_card set ended_at = ${testNow} where member_id = ${memberId} and club_id = ${clubId}
      and ended_at is null`.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into saved_card (club_id, root_club_id, member_id, provider_account_id, customer_reference, reference, created_at)
    select id, root_club_id, ${memberId}::bigint, ${account}::bigint, ${customer}, ${card}, ${testNow}
    from club where id = ${clubId} returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** A link that was sent, of which nobody has the secret. */
export async function createPayLink(db: Db, { clubId, memberId }: Of): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into pay_link (club_id, root_club_id, member_id, purpose, sent_by, created_at, expires_at)
    select id, root_club_id, ${memberId}::bigint, 'pay', 'qr', ${testNow}, '2026-06-30' from club where id = ${clubId}
    returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** A page that a payer has opened for a charge, of which the provider has not answered yet. */
export async function createPayPage(
  db: Db,
  { clubId, memberId, chargeId }: Of & { chargeId: number },
): Promise<number> {
  const account = await createProviderAccount(db, { clubId, provider: 'stripe' })
  const link = await createPayLink(db, { clubId, memberId })
  const { rows } = await sql<{ id: number }>`
    with page as (
      insert into checkout (club_id, root_club_id, member_id, pay_link_id, provider_account_id, payment_method_id,
        keeps_card, amount_pence, created_at, expires_at)
      select club_id, root_club_id, member_id, ${link}::bigint, ${account}::bigint, ${paymentMethod.card}::integer, false,
        amount_pence, ${testNow}, '2026-06-30'
      from charge where id = ${chargeId} returning id, amount_pence
    )
    insert into checkout_charge (checkout_id, charge_id, amount_pence)
    select id, ${chargeId}::bigint, amount_pence from page returning checkout_id as id`.execute(db)
  return rows[0]?.id ?? 0
}
