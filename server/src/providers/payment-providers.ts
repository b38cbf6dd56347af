import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/providers.ts'
import { type Provider, providerNames } from '@honbu/contract/providers.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { checkVersion } from '../platform/version.ts'
import { type AccountParts, about, accountIdFor, endOf } from './accounts.ts'
import type { Providers } from './open-providers.ts'
import { ProviderProblem } from './provider-problem.ts'

/** What the calls about providers stand on. */
export interface ProviderParts extends Pick<AccountParts, 'addresses'> {
  readonly box: SecretBox
  readonly providers: Providers
}

const all = Object.keys(providerNames) as Provider[]

export const getPaymentProviders =
  ({ addresses }: ProviderParts) =>
  ({ db }: Read, { id }: Input<typeof call.getPaymentProviders>) =>
    readProviders(db, { addresses }, id)

async function readProviders(db: Db, { addresses }: Pick<AccountParts, 'addresses'>, clubId: number) {
  const found = await Promise.all(
    all.map(async provider => {
      const accountId = await accountIdFor({ db, addresses }, clubId, provider)
      const account = accountId === null ? null : await readAccount(db, accountId, clubId)
      return { provider, account, hasSandbox: addresses[provider].sandbox !== undefined }
    }),
  )
  return found
}

async function readAccount(db: Db, accountId: number, clubId: number) {
  const { clubId: ownerId, ...account } = await db
    .selectFrom('provider_account as account')
    .innerJoin('club', 'club.id', 'account.club_id')
    .select(['account.id as providerAccountId', 'account.club_id as clubId', 'club.name as clubName'])
    .select(['account.version', 'access_token_end as accessTokenEnd', 'webhook_secret_end as webhookSecretEnd'])
    .select(['is_sandbox as isSandbox', 'problem'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { ...account, clubId: ownerId, isOwn: ownerId === clubId }
}

/** `{ accountId }`: another key was entered for an account. Who sends things there takes it. */
export const newKeyJob = 'new-provider-key'

export const savePaymentProvider =
  ({ addresses, box }: ProviderParts) =>
  async ({ tx, audit, enqueue }: Write, input: Input<typeof call.savePaymentProvider>) => {
    const { id: clubId, provider, version, accessToken = null, webhookSecret = null } = input
    const { rootClubId } = await tx
      .selectFrom('club')
      .select('root_club_id as rootClubId')
      .where('id', '=', clubId)
      .executeTakeFirstOrThrow()
    const saved = await ownAccount(tx, clubId, provider)
    const sealed = {
      ...(accessToken && {
        access_token: box.seal(accessToken, about(provider, clubId, 'token')),
        access_token_end: endOf(accessToken),
      }),
      ...(webhookSecret && {
        webhook_secret: box.seal(webhookSecret, about(provider, clubId, 'webhook')),
        webhook_secret_end: endOf(webhookSecret),
      }),
    }
    const after = {
      provider,
      ...(accessToken && { accessTokenEnd: endOf(accessToken) }),
      ...(webhookSecret && { webhookSecretEnd: endOf(webhookSecret) }),
    }
    if (!saved) {
      if (!accessToken || !sealed.access_token) throw refused('accessToken', 'Enter the access token.')
      const values = { ...sealed, access_token: sealed.access_token, access_token_end: endOf(accessToken) }
      const made = await refuseOn(
        { provider_account_one_a_club: ['accessToken', 'Somebody has just entered an account: look at that first.'] },
        () =>
          tx
            .insertInto('provider_account')
            .values({ club_id: clubId, root_club_id: rootClubId, provider, ...values })
            .returning(['id', 'version'])
            .executeTakeFirstOrThrow(),
      )
      audit({ clubId, subject: 'provider_account', subjectId: made.id, before: null, after })
      return { id: clubId, provider, providerAccountId: made.id, version: made.version }
    }
    await checkVersion(tx, {
      subject: 'provider_account',
      subjectId: saved.id,
      is: saved.version,
      given: version,
      current: async () => (await readProviders(tx, { addresses }, clubId)).find(each => each.provider === provider),
    })
    await tx
      .updateTable('provider_account')
      .set({ ...sealed, problem: '', version: saved.version + 1 })
      .where('id', '=', saved.id)
      .execute()
    // What waits for a key that works does not wait any longer.
    if (accessToken) await enqueue(newKeyJob, { accountId: saved.id })
    const before = { provider, accessTokenEnd: saved.accessTokenEnd, webhookSecretEnd: saved.webhookSecretEnd }
    audit({ clubId, subject: 'provider_account', subjectId: saved.id, before, after })
    return { id: clubId, provider, providerAccountId: saved.id, version: saved.version + 1 }
  }

export async function deletePaymentProvider(
  { tx, audit }: Write,
  { id: clubId, provider }: Input<typeof call.deletePaymentProvider>,
) {
  const saved = await ownAccount(tx, clubId, provider)
  if (!saved) throw refused('provider', `The club has no account of its own at ${providerNames[provider]}.`, 404)
  try {
    await sql`delete from provider_event where provider_account_id = ${saved.id}`.execute(tx)
    await tx.deleteFrom('provider_account').where('id', '=', saved.id).execute()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
    throw refused('provider', 'Mandates and payments hang on this account. Enter another key instead.', 409)
  }
  const before = { provider, accessTokenEnd: saved.accessTokenEnd }
  audit({ clubId, subject: 'provider_account', subjectId: saved.id, before, after: null })
  return { id: clubId, provider }
}

/** What the club itself has entered; not what it has of the sandbox. */
const ownAccount = (tx: Write['tx'], clubId: number, provider: Provider) =>
  tx
    .selectFrom('provider_account')
    .select(['id', 'version', 'access_token_end as accessTokenEnd', 'webhook_secret_end as webhookSecretEnd'])
    .where('club_id', '=', clubId)
    .where('provider', '=', provider)
    .where('is_sandbox', '=', false)
    .forUpdate()
    .executeTakeFirst()

export const testPaymentProvider =
  ({ providers }: ProviderParts) =>
  async (_: Read, { id, provider }: Input<typeof call.testPaymentProvider>) => {
    try {
      const name = provider === 'gocardless' ? await nameAtGoCardless(providers, id) : await tryStripe(providers, id)
      return { isWorking: true, message: name || `${providerNames[provider]} accepts the key.` }
    } catch (error) {
      if (error instanceof ProviderProblem) return { isWorking: false, message: whatNow(error) }
      throw error
    }
  }

async function nameAtGoCardless(providers: Providers, clubId: number): Promise<string> {
  const { ask } = await providers.goCardlessFor(clubId)
  const name = await ask(client => client.creditorName())
  return name && `GoCardless accepts the key: the account of ${name}.`
}

/** Customers are what every key that we can use must be allowed to read. */
async function tryStripe(providers: Providers, clubId: number): Promise<string> {
  const { ask } = await providers.stripeFor(clubId)
  await ask(client => client.customers.list({ limit: 1 }))
  return 'Stripe accepts the key.'
}

/** Nobody else asks: who tests is told what is known, and what becomes of payments meanwhile. */
function whatNow({ kind, message }: ProviderProblem): string {
  if (kind === 'busy')
    return `${message} Whether the key works is not known: test it again in a few minutes. Payments wait meanwhile, and none is lost.`
  if (kind === 'key') return `${message} Until then nothing is collected, and what is due waits.`
  return message
}

const refused = (field: string, message: string, status = 400) => new Refused(status, message, { [field]: [message] })
