import { sql } from 'kysely'
import {
  type At,
  type GoCardless,
  ProviderProblem,
  type ProviderSubscription,
  triedAgain,
} from '../../providers/index.ts'
import { noteLook } from '../looks.ts'
import type { AskParts } from '../parts.ts'

/** States of a mandate by which something can be collected, now or soon. */
const live = ['pending_customer_approval', 'pending_submission', 'submitted', 'active', 'suspended_by_payer']

interface Payer {
  readonly name: string
  readonly email: string
  readonly marks: readonly string[]
}

/**
 * Asks GoCardless for all mandates of the account of a club, and keeps those that nobody here is known by, until they are
 * taken over. What was found before and is gone or known meanwhile goes.
 * @throws ProviderProblem when it cannot be asked now
 */
export async function lookForMandatesOf({ db, providers, now }: AskParts, clubId: number): Promise<void> {
  const at = now()
  const gocardless = await providers.goCardlessFor(clubId)
  const { accountId } = gocardless
  const account = await db
    .selectFrom('provider_account')
    .select(['club_id as clubId', 'root_club_id as rootClubId'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  try {
    const payers = await payersAt(gocardless)
    const subscriptions = Map.groupBy(await subscriptionsAt(gocardless), ({ links }) => links.mandate ?? '')
    const mandates = (await mandatesAt(gocardless)).filter(({ status }) => live.includes(status))
    const found = mandates.map(mandate => {
      const payer = payers.get(mandate.links.customer ?? '')
      const marks = [...Object.values(mandate.metadata ?? {}), mandate.reference ?? '', ...(payer?.marks ?? [])]
      return {
        ...{ reference: mandate.id, state: mandate.status, created_at: mandate.created_at },
        ...{ name: (payer?.name ?? '').slice(0, 300), email: (payer?.email ?? '').slice(0, 320) },
        ...totalOf(subscriptions.get(mandate.id) ?? []),
        marks: marks.filter(mark => mark !== '').map(mark => mark.slice(0, 100)),
      }
    })
    await db.transaction().execute(async tx => {
      await sql`
        insert into found_mandate (club_id, root_club_id, provider_account_id, reference, state, created_at, name, email,
          marks, subscriptions, subscription_pence, next_payment, found_at)
        select ${account.clubId}::bigint, ${account.rootClubId}::bigint, ${accountId}::bigint, reference, state, created_at,
          name, email, marks, subscriptions, subscription_pence, next_payment, ${at}
        from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
          as told (reference text, state text, created_at timestamptz, name text, email text, marks text[],
            subscriptions integer, subscription_pence integer, next_payment date)
        where not exists (
          select from mandate where mandate.provider_account_id = ${accountId} and mandate.reference = told.reference)
        on conflict on constraint found_mandate_once do update set state = excluded.state, name = excluded.name,
          email = excluded.email, marks = excluded.marks, subscriptions = excluded.subscriptions,
          subscription_pence = excluded.subscription_pence, next_payment = excluded.next_payment, found_at = excluded.found_at`.execute(
        tx,
      )
      await sql`
        delete from found_mandate where provider_account_id = ${accountId} and found_at < ${at}`.execute(tx)
    })
    await noteLook(db, { accountId, what: 'mandates', doneAt: at, problem: '' })
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    await noteLook(db, { accountId, what: 'mandates', doneAt: at, problem: triedAgain(error) })
    if (error.kind === 'busy') throw error
  }
}

async function mandatesAt({ ask }: At<GoCardless>) {
  const all = []
  for (let after: string | null | undefined; after !== null; ) {
    const from: string | undefined = after
    const page = await ask(client => client.mandates(from))
    all.push(...page.mandates)
    after = page.after
  }
  return all
}

/** Those that collect, or will when they go on. */
async function subscriptionsAt({ ask }: At<GoCardless>) {
  const all: ProviderSubscription[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const from: string | undefined = after
    const page = await ask(client => client.subscriptions(from))
    all.push(...page.subscriptions.filter(({ status }) => status === 'active' || status === 'paused'))
    after = page.after
  }
  return all
}

const totalOf = (subscriptions: readonly ProviderSubscription[]) => ({
  subscriptions: subscriptions.length,
  subscription_pence: subscriptions.reduce((sum, { amount, status }) => sum + (status === 'active' ? amount : 0), 0),
  next_payment:
    subscriptions
      .flatMap(({ upcoming_payments: [next] }) => next?.charge_date ?? [])
      .sort()
      .at(0) ?? null,
})

async function payersAt({ ask }: At<GoCardless>): Promise<Map<string, Payer>> {
  const payers = new Map<string, Payer>()
  for (let after: string | null | undefined; after !== null; ) {
    const from: string | undefined = after
    const page = await ask(client => client.customers(from))
    for (const { id, given_name, family_name, company_name, email, metadata } of page.customers)
      payers.set(id, {
        name: [given_name, family_name].filter(Boolean).join(' ') || (company_name ?? ''),
        email: email ?? '',
        marks: [id, ...Object.values(metadata ?? {})],
      })
    after = page.after
  }
  return payers
}

/** Days for which names and addresses of people are kept whom nobody has taken over. */
const keptDays = 30

export async function forgetFoundMandates({ db, now }: Pick<AskParts, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - keptDays * 86_400_000)
  await db.deleteFrom('found_mandate').where('found_at', '<', before).execute()
}
