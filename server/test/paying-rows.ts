import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../src/platform/database.ts'
import { testNow } from './app.ts'
import { createProviderAccount } from './collection-rows.ts'

/** Rows for tests, as in factories.ts: cards that are kept, and links to pay. */

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
