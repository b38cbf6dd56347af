import type { Provider } from '@honbu/contract/providers.ts'
import type { Db } from '../platform/database.ts'
import { quietCopy } from '../platform/restored-copy.ts'
import {
  type Account,
  type AccountParts,
  accountAt,
  accountFor,
  accountIdFor,
  leaveSharedAddress,
  type WebhookSecret,
  webhookSecrets,
} from './accounts.ts'
import { type GoCardless, openGoCardless } from './gocardless.ts'
import { ProviderProblem, usualPatience } from './provider-problem.ts'
import { askStripe, openStripe, type StripeClient } from './stripe.ts'

/** A provider, with the account whose key is used. */
export interface At<Client> {
  readonly accountId: number
  readonly rootClubId: number
  /**
   * Asks it for something. A key that it does not take is noted beside the account, for the settings to show; one that
   * works clears the note.
   * @throws ProviderProblem
   */
  readonly ask: <T>(work: (client: Client) => Promise<T>) => Promise<T>
}

/** The way to the providers. No call of these inside of a transaction: each asks somebody else. */
export interface Providers {
  /** GoCardless with the account that a club uses. @throws ProviderProblem `key` when there is none */
  goCardlessFor(clubId: number): Promise<At<GoCardless>>
  /** GoCardless with a known account: a mandate stays where it was made. */
  goCardlessAt(accountId: number): Promise<At<GoCardless>>
  stripeFor(clubId: number): Promise<At<StripeClient>>
  stripeAt(accountId: number): Promise<At<StripeClient>>
  /** Whether a club has an account, or would get one at the sandbox; without asking the provider. */
  hasAccount(db: Db, clubId: number, provider: Provider): Promise<boolean>
  /**
   * The secrets that webhooks of a provider are signed with: for checking, never to be shown.
   * @param clubId whose address they come to; null: the shared one
   */
  webhookSecrets(provider: Provider, clubId: number | null): Promise<WebhookSecret[]>
  /** A webhook has come to the account's own address. */
  leaveSharedAddress(accountId: number): Promise<void>
}

interface OpenParts extends AccountParts {
  /** Milliseconds after which a provider counts as not reached, as it is at this moment; left out: what is usual. */
  readonly patience?: () => number
  /** A restored copy asks nobody for anything. */
  readonly isQuiet?: boolean
}

export function openProviders(parts: OpenParts): Providers {
  const { db, addresses, patience: patienceNow = () => usualPatience, isQuiet = false } = parts

  const goCardless = (account: Account): At<GoCardless> => {
    const opened = opener(patience => openGoCardless({ ...addresses.gocardless, ...account, patience }))
    return at(account, work => work(opened().client))
  }
  const stripe = (account: Account): At<StripeClient> => {
    const opened = opener(patience => openStripe({ ...addresses.stripe, ...account, patience }))
    return at(account, work => {
      const { client, patience } = opened()
      return askStripe(work(client), patience)
    })
  }

  /** One client for all that is asked, as long as the patience stays the same. */
  function opener<Client>(open: (patience: number) => Client) {
    let last: { readonly client: Client; readonly patience: number } | undefined
    return () => {
      const patience = patienceNow()
      if (last?.patience !== patience) last = { client: open(patience), patience }
      return last
    }
  }

  function at<Client>(
    { id, rootClubId }: Account,
    ask: <T>(work: (client: Client) => Promise<T>) => Promise<T>,
  ): At<Client> {
    return {
      accountId: id,
      rootClubId,
      async ask(work) {
        if (isQuiet) throw new ProviderProblem('busy', quietCopy)
        try {
          const answer = await ask(work)
          await noteProblem(db, id, '')
          return answer
        } catch (error) {
          if (error instanceof ProviderProblem && error.kind === 'key') await noteProblem(db, id, error.message)
          throw error
        }
      },
    }
  }

  const known = new Map<number, string>()
  async function noteProblem(db: Db, accountId: number, problem: string) {
    // Nothing new to this process, and so almost certainly nothing new.
    if (known.get(accountId) === problem && problem === '') return
    known.set(accountId, problem)
    await db
      .updateTable('provider_account')
      .set({ problem })
      .where('id', '=', accountId)
      .where('problem', '<>', problem)
      .execute()
  }

  return {
    goCardlessFor: async clubId => goCardless(await accountFor(parts, clubId, 'gocardless')),
    goCardlessAt: async accountId => goCardless(await accountAt(parts, accountId, 'gocardless')),
    stripeFor: async clubId => stripe(await accountFor(parts, clubId, 'stripe')),
    stripeAt: async accountId => stripe(await accountAt(parts, accountId, 'stripe')),
    hasAccount: async (within, clubId, provider) =>
      addresses[provider].sandbox !== undefined ||
      (await accountIdFor({ db: within, addresses }, clubId, provider)) !== null,
    webhookSecrets: (provider, clubId) => webhookSecrets(parts, provider, clubId),
    leaveSharedAddress: accountId => leaveSharedAddress(db, accountId),
  }
}
