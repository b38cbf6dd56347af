import { type Provider, providerNames } from '@honbu/contract/providers.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { type SecretBox, WrongKey } from '../platform/secret-box.ts'
import { ProviderProblem } from './provider-problem.ts'

/** Where a provider is reached. */
export interface ProviderAddress {
  readonly url: string
  /** Given where that is the local sandbox: what opens it for a club that has entered nothing. */
  readonly sandbox?: ((clubId: number) => { readonly accessToken: string; readonly webhookSecret: string }) | undefined
}

export type ProviderAddresses = Readonly<Record<Provider, ProviderAddress>>

export interface AccountParts {
  readonly db: Db
  readonly box: SecretBox
  readonly addresses: ProviderAddresses
}

/** An account with its key: never to be logged, answered or kept. */
export interface Account {
  readonly id: number
  readonly clubId: number
  readonly rootClubId: number
  readonly provider: Provider
  readonly accessToken: string
}

/** What a secret is sealed for. */
export const about = (provider: Provider, clubId: number, what: 'token' | 'webhook') => `${provider}:${clubId}:${what}`

interface Row {
  id: number
  clubId: number
  rootClubId: number
  provider: Provider
  accessToken: Buffer
  webhookSecret: Buffer | null
}

const columns = sql`account.id, account.club_id as "clubId", account.root_club_id as "rootClubId", provider,
  access_token as "accessToken", webhook_secret as "webhookSecret"`

/** A club and those above it, the nearest first. */
const clubAndAbove = (clubId: number) => sql`(
  with recursive up (id, parent_club_id, distance) as (
    select id, parent_club_id, 0 from club where id = ${clubId}
    union all
    select club.id, club.parent_club_id, up.distance + 1 from club join up on club.id = up.parent_club_id
  ) select id, distance from up)`

/** The id of the account that a club uses: its own, or of the nearest club above; an account of its own before the sandbox's. */
export async function accountIdFor(
  { db, addresses }: Pick<AccountParts, 'db' | 'addresses'>,
  clubId: number,
  provider: Provider,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select account.id from ${clubAndAbove(clubId)} up
    join provider_account account on account.club_id = up.id and account.provider = ${provider}
    where not is_sandbox or ${addresses[provider].sandbox !== undefined}
    order by is_sandbox, distance limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * The account that a club uses. Where the local sandbox runs, a club without any gets one there, of its topmost club.
 * @throws ProviderProblem `key` when there is none, or its key cannot be read
 */
export async function accountFor(parts: AccountParts, clubId: number, provider: Provider): Promise<Account> {
  const id = (await accountIdFor(parts, clubId, provider)) ?? (await addSandboxAccount(parts, clubId, provider))
  if (id === null)
    throw new ProviderProblem('key', `The club has no account at ${providerNames[provider]}: enter it in the settings.`)
  return await accountAt(parts, id, provider)
}

/** @throws ProviderProblem `key` when its key cannot be read, or it belongs to a sandbox that is not there any more */
export async function accountAt({ db, box, addresses }: AccountParts, id: number, asked: Provider): Promise<Account> {
  const { rows } = await sql<Row & { isSandbox: boolean }>`
    select ${columns}, is_sandbox as "isSandbox" from provider_account account where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new ProviderProblem('key', 'The account at the provider has been removed.')
  const { clubId, rootClubId, provider } = row
  if (provider !== asked) throw new Error(`the account ${id} is at ${provider}, not at ${asked}`)
  if (row.isSandbox && !addresses[provider].sandbox)
    throw new ProviderProblem('key', 'This belongs to the local sandbox, which is not used any more.')
  return {
    id,
    clubId,
    rootClubId,
    provider,
    accessToken: opened(box, row.accessToken, about(provider, clubId, 'token')),
  }
}

async function addSandboxAccount({ db, box, addresses }: AccountParts, clubId: number, provider: Provider) {
  const { sandbox } = addresses[provider]
  if (!sandbox) return null
  const { rootClubId } = await db
    .selectFrom('club')
    .select('root_club_id as rootClubId')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const { accessToken, webhookSecret } = sandbox(rootClubId)
  await db
    .insertInto('provider_account')
    .values({
      club_id: rootClubId,
      root_club_id: rootClubId,
      provider,
      access_token: box.seal(accessToken, about(provider, rootClubId, 'token')),
      access_token_end: endOf(accessToken),
      webhook_secret: box.seal(webhookSecret, about(provider, rootClubId, 'webhook')),
      webhook_secret_end: endOf(webhookSecret),
      is_sandbox: true,
    })
    .onConflict(conflict => conflict.constraint('provider_account_one_a_club').doNothing())
    .execute()
  return await accountIdFor({ db, addresses }, clubId, provider)
}

export interface WebhookSecret {
  readonly accountId: number
  readonly secret: string
}

/**
 * The secrets that a webhook of a provider may be signed with. One that cannot be opened is none.
 * @param clubId whose own address it came to; null: to the address that accounts from before migration 0082 share
 */
export async function webhookSecrets(
  { db, box, addresses }: AccountParts,
  provider: Provider,
  clubId: number | null,
): Promise<WebhookSecret[]> {
  const { rows } = await sql<Row>`
    select ${columns} from provider_account account
    where provider = ${provider} and webhook_secret is not null
      and (not is_sandbox or ${addresses[provider].sandbox !== undefined})
      and ${clubId === null ? sql`(shares_address or is_sandbox)` : sql`club_id = ${clubId}`}
    order by id`.execute(db)
  return rows.flatMap(({ id, clubId, webhookSecret }) => {
    try {
      if (!webhookSecret) return []
      return [{ accountId: id, secret: box.open(webhookSecret, about(provider, clubId, 'webhook')) }]
    } catch (error) {
      if (error instanceof WrongKey) return []
      throw error
    }
  })
}

/** The provider uses the account's own address now. */
export async function leaveSharedAddress(db: Db, accountId: number): Promise<void> {
  await db
    .updateTable('provider_account')
    .set({ shares_address: false })
    .where('id', '=', accountId)
    .where('shares_address', '=', true)
    .execute()
}

function opened(box: SecretBox, sealed: Buffer, what: string): string {
  try {
    return box.open(sealed, what)
  } catch (error) {
    if (error instanceof WrongKey) throw new ProviderProblem('key', error.message)
    throw error
  }
}

/** The last four characters, by which a person tells two keys apart; of a short one fewer, so that most stays hidden. */
export const endOf = (secret: string) => (secret.length < 12 ? secret.slice(-2) : secret.slice(-4))
