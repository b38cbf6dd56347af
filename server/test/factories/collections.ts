import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/database.ts'
import { secretBox } from '../../src/platform/secret-box.ts'
import { testNow } from '../app.ts'

/** Accounts at providers, and what is collected by them. */

interface Of {
  readonly clubId: number
  readonly memberId: number
}

/** An account that a club has entered itself, whatever the key is worth; one at each provider. */
export async function createProviderAccount(
  db: Db,
  {
    clubId,
    provider = 'gocardless',
    accessToken = 'sandbox_club_token',
    webhookSecret = 'sandbox-webhook-secret',
    sharesAddress = true,
  }: AccountInput,
): Promise<number> {
  const box = secretBox(Buffer.alloc(32, 7))
  const { rows } = await sql<{ id: number }>`
    insert into provider_account (club_id, root_club_id, provider, access_token, access_token_end, webhook_secret,
      webhook_secret_end, shares_address)
    select id, root_club_id, ${provider}, ${box.seal(accessToken, `${provider}:${clubId}:token`)}::bytea,
      ${accessToken.slice(-4)}, ${box.seal(webhookSecret, `${provider}:${clubId}:webhook`)}::bytea, ${webhookSecret.slice(-4)},
      ${sharesAddress}::boolean
    from club where id = ${clubId}
    on conflict (club_id, provider, is_sandbox) do update set version = provider_account.version
    returning id`.execute(db)
  return rows[0]?.id ?? 0
}

interface AccountInput {
  readonly clubId: number
  readonly provider?: 'gocardless' | 'stripe'
  readonly accessToken?: string
  readonly webhookSecret?: string
  /** Whether webhooks come to the address that the sandbox sends all to. */
  readonly sharesAddress?: boolean
}

/** A mandate that is active, unless told otherwise. */
export async function createMandate(
  db: Db,
  { clubId, memberId, state = 'active', reference = `MD${randomUUID()}` }: Of & { state?: string; reference?: string },
): Promise<number> {
  const accountId = await createProviderAccount(db, { clubId })
  const { rows } = await sql<{ id: number }>`
    insert into mandate (club_id, root_club_id, member_id, provider_account_id, reference, state, created_at)
    select id, root_club_id, ${memberId}::bigint, ${accountId}::bigint, ${reference}, ${state}, ${testNow}
    from club where id = ${clubId} returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** A payment that is waiting to be sent, for no charge in particular. */
export async function createExternalPayment(db: Db, { clubId, memberId, pence = 3500 }: Of & { pence?: number }) {
  const mandateId = await createMandate(db, { clubId, memberId })
  const { rows } = await sql<{ id: number }>`
    insert into external_payment (club_id, root_club_id, member_id, provider_account_id, payment_method_id, mandate_id,
      amount_pence, description, charge_date, state, created_at)
    select club_id, root_club_id, member_id, provider_account_id, 186, id, ${pence}::integer, 'Membership', '2026-05-15',
      'waiting', ${testNow}
    from mandate where id = ${mandateId} returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** What stops collecting by a mandate of its own. */
export async function createCollectionHold(db: Db, { clubId, memberId }: Of): Promise<number> {
  const paymentId = await createExternalPayment(db, { clubId, memberId })
  const { rows } = await sql<{ id: number }>`
    insert into collection_hold (club_id, root_club_id, member_id, mandate_id, external_payment_id, opened_at)
    select club_id, root_club_id, member_id, mandate_id, id, ${testNow} from external_payment where id = ${paymentId}
    returning id`.execute(db)
  return rows[0]?.id ?? 0
}

export async function createSubscription(db: Db, { clubId, memberId }: Of): Promise<number> {
  const mandateId = await createMandate(db, { clubId, memberId })
  const { rows } = await sql<{ id: number }>`
    insert into external_subscription (club_id, root_club_id, member_id, mandate_id, provider_account_id, reference, name,
      amount_pence, frequency, state, created_at, start_date, next_payment)
    select club_id, root_club_id, member_id, id, provider_account_id, ${`SB${randomUUID()}`}, 'Two a week', 3500, 'monthly',
      'active', ${testNow}, '2026-01-05', '2026-06-05'
    from mandate where id = ${mandateId} returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** A payout of the club's own account, of nothing. */
export async function createPayout(db: Db, { clubId }: Pick<Of, 'clubId'>): Promise<number> {
  const accountId = await createProviderAccount(db, { clubId })
  const { rows } = await sql<{ id: number }>`
    insert into payout (club_id, root_club_id, provider_account_id, reference, amount_pence, state, created_at)
    select id, root_club_id, ${accountId}::bigint, ${`PO${randomUUID()}`}, 0, 'paid', ${testNow}
    from club where id = ${clubId} returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** A mandate at the club's own provider that is nobody's here yet. */
export async function createFoundMandate(db: Db, { clubId }: Pick<Of, 'clubId'>): Promise<number> {
  const accountId = await createProviderAccount(db, { clubId })
  const { rows } = await sql<{ id: number }>`
    insert into found_mandate (club_id, root_club_id, provider_account_id, reference, state, created_at, name, email, marks,
      found_at)
    select id, root_club_id, ${accountId}::bigint, ${`MD${randomUUID()}`}, 'active', ${testNow}::timestamptz, 'Ann Reed',
      'ann@mail.example', '{}', ${testNow}::timestamptz
    from club where id = ${clubId} returning id`.execute(db)
  return rows[0]?.id ?? 0
}
