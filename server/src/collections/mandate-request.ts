import { sql } from 'kysely'
import { payerOf } from '../people/index.ts'
import type { Db } from '../platform/database.ts'
import { type At, type GoCardless, ProviderProblem } from '../providers/index.ts'
import { doneAddress, leftAddress } from './mandate-addresses.ts'
import { hashOf } from './mandate-requests.ts'
import type { CollectionParts } from './parts.ts'
import { syncMandate } from './sync-mandate.ts'

/** What a link is about. Of the member no more than the first name reaches the page. */
export interface MandateRequest {
  readonly requestId: number
  readonly clubId: number
  readonly clubName: string
  readonly memberId: number
  readonly firstName: string
  readonly email: string | null
  readonly expiresAt: Date
  readonly endedAt: Date | null
  readonly providerAccountId: number | null
  readonly billingRequest: string | null
  readonly idempotencyKey: string
  readonly mandateId: number | null
  /** By another link of the same member a direct debit was set up since. */
  readonly isAnswered: boolean
}

const read = (db: Db, which: ReturnType<typeof sql>) =>
  sql<MandateRequest>`
    select request.id as "requestId", club.id as "clubId", club.name as "clubName", member.id as "memberId",
      person.first_name as "firstName", request.email, request.expires_at as "expiresAt",
      request.ended_at as "endedAt", provider_account_id as "providerAccountId", billing_request as "billingRequest",
      idempotency_key as "idempotencyKey", mandate_id as "mandateId",
      exists (select from mandate_request other where other.member_id = request.member_id
        and other.club_id = request.club_id and other.mandate_id is not null and other.ended_at >= request.ended_at)
        as "isAnswered"
    from mandate_request request
    join club on club.id = request.club_id
    join member on member.id = request.member_id
    join person on person.id = member.person_id
    where ${which}`.execute(db)

/** Whose link it is, also when it is over. Undefined for no link of ours. */
export const requestOf = async (db: Db, secret: string): Promise<MandateRequest | undefined> =>
  (await read(db, sql`request.secret_hash = ${hashOf(secret)}`)).rows[0]

interface OpenParts extends CollectionParts {
  readonly config: { readonly baseUrl: string; readonly basePath: string }
}

/**
 * The address at the provider where a mandate is given: a fresh flow each time, of one billing request.
 * @throws ProviderProblem
 */
export async function openFlow(parts: OpenParts, request: MandateRequest, secret: string): Promise<string> {
  const { db, providers, config, now } = parts
  const at = request.providerAccountId
    ? await providers.goCardlessAt(request.providerAccountId)
    : await providers.goCardlessFor(request.clubId)
  const billingRequest = request.billingRequest ?? (await newBillingRequest(db, at, request))
  const payer = await payerOf(db, { ...request, now: now() })
  const customer = {
    given_name: payer.firstName,
    family_name: payer.lastName,
    ...(request.email && { email: request.email }),
  }
  const redirectUri = doneAddress(config, secret)
  const exitUri = leftAddress(config, secret)
  const { authorisation_url } = await at.ask(client =>
    client.createFlow({ billingRequest, redirectUri, exitUri, customer }),
  )
  return authorisation_url
}

async function newBillingRequest(db: Db, { ask, accountId }: At<GoCardless>, request: MandateRequest): Promise<string> {
  const { requestId, clubName, idempotencyKey } = request
  const { id } = await ask(client =>
    client.createBillingRequest(
      { description: `Membership of ${clubName}`.slice(0, 255), metadata: { honbu_request: idempotencyKey } },
      idempotencyKey,
    ),
  )
  await db
    .updateTable('mandate_request')
    .set({ provider_account_id: accountId, billing_request: id })
    .where('id', '=', requestId)
    .where('billing_request', 'is', null)
    .execute()
  return id
}

/**
 * Asks the provider what has become of a billing request, and writes down the mandate that came of it. Whatever told us to
 * look, and however often, the end is the same.
 * @returns 'done' when the mandate is known, 'open' when nobody has finished it, 'unknown' when it is none of ours
 */
export async function syncBillingRequest(
  parts: CollectionParts,
  accountId: number,
  reference: string,
): Promise<'done' | 'open' | 'unknown'> {
  const { db, providers } = parts
  const { rows } = await read(db, sql`provider_account_id = ${accountId} and billing_request = ${reference}`)
  const [request] = rows
  if (!request) return 'unknown'
  if (request.mandateId) return 'done'
  const { ask } = await providers.goCardlessAt(accountId)
  const found = await ask(client => client.findBillingRequest(reference))
  const mandate = found.links.mandate_request_mandate ?? found.mandate_request?.links.mandate
  if (!mandate) return 'open'
  await syncMandate(parts, accountId, mandate, { request })
  return 'done'
}

/** After coming back from the provider: whether a mandate is there. Not hearing of it is no failure; a webhook tells later. */
export async function isDone(parts: CollectionParts, request: MandateRequest): Promise<boolean> {
  if (request.mandateId) return true
  if (!request.providerAccountId || !request.billingRequest) return false
  try {
    return (await syncBillingRequest(parts, request.providerAccountId, request.billingRequest)) === 'done'
  } catch (error) {
    if (error instanceof ProviderProblem) return false
    throw error
  }
}
