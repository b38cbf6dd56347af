import { addDays } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/recovery.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Read, Write } from '../../platform/route.ts'
import { ProviderProblem, triedAgain } from '../../providers/index.ts'
import { askFor, type Look, lookOf, noteLook } from '../looks.ts'
import { type AskParts, job } from '../parts.ts'
import { goCardlessPayouts } from './gocardless-payouts.ts'
import type { ProviderPayout, ProviderPayoutItem } from './payout-source.ts'
import { stripePayouts } from './stripe-payouts.ts'

/** Days for which a payout that is known is looked at again: its bank may still return it. */
const watchedDays = 14

/**
 * Fetches what is new of the payouts of an account. A payout and its lines are stored together, once; after a failure it
 * goes on where it was.
 * @throws ProviderProblem when the provider cannot be asked now
 */
export async function fetchPayoutsOf(parts: AskParts, accountId: number): Promise<void> {
  const { db, now } = parts
  const account = await db
    .selectFrom('provider_account')
    .select(['club_id as clubId', 'root_club_id as rootClubId', 'provider'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account) return
  try {
    const source =
      account.provider === 'gocardless'
        ? goCardlessPayouts(await parts.providers.goCardlessAt(accountId))
        : stripePayouts(await parts.providers.stripeAt(accountId))
    const settled = addDays(now().toISOString().slice(0, 10), -watchedDays)
    for await (const page of source.pages()) {
      const known = await knownOf(db, accountId, page)
      for (const payout of page.toReversed()) {
        if (known.get(payout.reference) === payout.state) continue
        const items = known.has(payout.reference) ? [] : await source.itemsOf(payout.reference)
        await store(db, { ...account, accountId }, payout, items)
      }
      // From here on back all is known, and too old to change.
      if (page.every(({ reference, createdAt }) => known.has(reference) && createdAt.toISOString() < settled)) break
    }
    await noteLook(db, { accountId, what: 'payouts', doneAt: now(), problem: '' })
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    await noteLook(db, { accountId, what: 'payouts', doneAt: now(), problem: triedAgain(error) })
    if (error.kind === 'busy') throw error
  }
}

async function knownOf(db: Db, accountId: number, page: readonly ProviderPayout[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('payout')
    .select(['reference', 'state'])
    .where('provider_account_id', '=', accountId)
    .where('reference', 'in', ['', ...page.map(({ reference }) => reference)])
    .execute()
  return new Map(rows.map(({ reference, state }) => [reference, state]))
}

interface Account {
  readonly accountId: number
  readonly clubId: number
  readonly rootClubId: number
}

async function store(
  db: Db,
  { accountId, clubId, rootClubId }: Account,
  payout: ProviderPayout,
  items: readonly ProviderPayoutItem[],
): Promise<void> {
  const { reference, bankReference, pence, arrivalDate, state, createdAt } = payout
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ id: number; isNew: boolean }>`
      insert into payout (club_id, root_club_id, provider_account_id, reference, bank_reference, amount_pence, arrival_date,
        state, created_at)
      values (${clubId}, ${rootClubId}, ${accountId}, ${reference}, ${bankReference.slice(0, 100)}, ${pence},
        ${arrivalDate}::date, ${state}, ${createdAt})
      on conflict on constraint payout_once do update set state = excluded.state, arrival_date = excluded.arrival_date
      returning id, xmax = 0 as "isNew"`.execute(tx)
    const [saved] = rows
    if (!saved?.isNew) return
    await sql`
      insert into payout_item (payout_id, position, kind, tenths, payment_reference)
      select ${saved.id}, position, kind, tenths, payment_reference
      from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ tenths }) => tenths)}::bigint[],
        ${items.map(({ paymentReference }) => paymentReference)}::text[])
        with ordinality as told (kind, tenths, payment_reference, position)`.execute(tx)
  })
}

/** Every hour: each account that was ever collected by, at the sandbox as at the provider. */
export async function fetchAllPayouts(parts: AskParts): Promise<void> {
  const { rows } = await sql<{ accountId: number }>`
    select id as "accountId" from provider_account account
    where exists (select from external_payment where provider_account_id = account.id and reference is not null)
    order by id`.execute(parts.db)
  for (const { accountId } of rows) {
    try {
      await fetchPayoutsOf(parts, accountId)
    } catch (error) {
      // What stands in the way is noted beside the account, and tried again in an hour; the others go on.
      if (!(error instanceof ProviderProblem)) throw error
    }
  }
}

/** The accounts whose payouts a club sees: its own, and those by which was collected for it. */
export const accountsOf = (clubId: number) => sql`(
  select id, club_id, provider from provider_account where club_id = ${clubId}
  union
  select account.id, account.club_id, account.provider from provider_account account
  where exists (select from external_payment payment
    where payment.club_id = ${clubId} and payment.provider_account_id = account.id))`

export async function fetchPayouts({ tx, audit, enqueue, now }: Write, { clubId }: Input<typeof call.fetchPayouts>) {
  const { rows } = await sql<{ id: number }>`select id from ${accountsOf(clubId)} account order by id`.execute(tx)
  for (const { id } of rows) {
    await askFor(tx, { accountId: id, what: 'payouts', at: now })
    await enqueue(job.fetchPayouts, { accountId: id })
  }
  audit({ clubId, subject: 'payout', before: null, after: { accounts: rows.length } })
  return { accounts: rows.length }
}

export async function getPayoutState({ db, now }: Read, { clubId }: Input<typeof call.getPayoutState>): Promise<Look> {
  const { rows } = await sql<{ id: number }>`select id from ${accountsOf(clubId)} account`.execute(db)
  return await lookOf(db, { accountIds: rows.map(({ id }) => id), what: 'payouts', now })
}
