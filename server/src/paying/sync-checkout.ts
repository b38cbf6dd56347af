import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql, type Transaction } from 'kysely'
import { addParts, syncPayment } from '../collections/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import type { Tables } from '../platform/tables.ts'
import { ProviderProblem } from '../providers/index.ts'
import type { PayingParts } from './parts.ts'
import { releaseCheckouts } from './release-checkouts.ts'
import { keepCard } from './saved-cards.ts'
import { applyCard } from './sync-intent.ts'

interface Row {
  id: number
  clubId: number
  clubName: string
  rootClubId: number
  memberId: number
  accountId: number
  methodId: number
  keepsCard: boolean
  pence: number
  reference: string | null
  state: 'open' | 'done' | 'over'
  expiresAt: Date
  externalPaymentId: number | null
}

/**
 * Asks the provider what has become of a page that was opened, and writes down what came of it: money, a kept card, or
 * nothing any more. Whatever told us to look, and however often, the end is the same.
 * @param closes another has taken its place: it is closed at the provider unless it has been used
 * @throws ProviderProblem
 */
export async function syncCheckout(
  parts: PayingParts,
  checkoutId: number,
  { closes = false }: { closes?: boolean } = {},
): Promise<void> {
  const row = await rowOf(parts, checkoutId)
  if (!row || row.state === 'done') return
  const isDue = closes || row.expiresAt <= parts.now()
  if (row.reference === null) {
    // Never opened at the provider, or the answer was lost: then nobody has its address.
    if (isDue) await release(parts, row)
    return
  }
  if (row.methodId === paymentMethod.card) await syncSession(parts, { row, reference: row.reference, isDue })
  else await syncBankPay(parts, { row, reference: row.reference, isDue })
}

interface Looking {
  readonly row: Row
  readonly reference: string
  /** It is closed when it has not been used. */
  readonly isDue: boolean
}

async function syncSession(parts: PayingParts, { row, reference, isDue }: Looking): Promise<void> {
  const { ask } = await parts.providers.stripeAt(row.accountId)
  const session = await ask(client =>
    client.checkout.sessions.retrieve(reference, { expand: ['payment_intent', 'setup_intent'] }),
  )
  if (session.status === 'expired') return await release(parts, row)
  if (session.status === 'open') {
    if (!isDue) return
    const isClosed = await unlessRefused(() => ask(client => client.checkout.sessions.expire(reference)))
    return await (isClosed ? release(parts, row) : syncSession(parts, { row, reference, isDue: false }))
  }
  const intent = expanded(session.payment_intent)
  const method = idOf(intent?.payment_method) ?? idOf(expanded(session.setup_intent)?.payment_method)
  const customer = idOf(session.customer)
  if (row.pence > 0 && session.payment_status !== 'paid') return
  await parts.db.transaction().execute(async tx => {
    if (!(await stillToDo(tx, row))) return
    if (intent && row.pence > 0) {
      const known = await addPayment(tx, { row, reference: intent.id, pence: intent.amount, at: parts.now() })
      const truth = { state: 'confirmed', cause: '', pence: intent.amount } as const
      await applyCard(parts, tx, { known, truth, reference: intent.id, at: parts.now() })
    }
    if (row.keepsCard && method && customer)
      await keepCard(tx, { ...row, customer, reference: method, at: parts.now() })
  })
}

async function syncBankPay(parts: PayingParts, { row, reference, isDue }: Looking): Promise<void> {
  const { ask } = await parts.providers.goCardlessAt(row.accountId)
  const found = await ask(client => client.findBillingRequest(reference))
  const payment = found.links.payment_request_payment ?? found.payment_request?.links.payment
  if (payment) {
    await parts.db.transaction().execute(async tx => {
      if (await stillToDo(tx, row)) await addPayment(tx, { row, reference: payment, pence: row.pence, at: parts.now() })
    })
    // Whether it is confirmed is asked as for a direct debit.
    await syncPayment(parts, row.accountId, payment)
    return
  }
  if (found.status === 'cancelled') return await release(parts, row)
  if (!isDue) return
  const isClosed = await unlessRefused(() => ask(client => client.cancelBillingRequest(reference)))
  await (isClosed ? release(parts, row) : syncBankPay(parts, { row, reference, isDue: false }))
}

async function rowOf({ db }: PayingParts, checkoutId: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select checkout.id, club_id as "clubId", club.name as "clubName", checkout.root_club_id as "rootClubId",
      member_id as "memberId", provider_account_id as "accountId", payment_method_id as "methodId",
      keeps_card as "keepsCard", amount_pence as pence, reference, state, expires_at as "expiresAt",
      external_payment_id as "externalPaymentId"
    from checkout join club on club.id = checkout.club_id where checkout.id = ${checkoutId}`.execute(db)
  return rows[0]
}

/** Locks it, and says whether nobody has written down yet what came of it. */
async function stillToDo(tx: Transaction<Tables>, { id, memberId }: Row): Promise<boolean> {
  await lockAccounts(tx, [memberId])
  const { rows } = await sql`
    update checkout set state = 'done' where id = ${id} and state <> 'done' returning id`.execute(tx)
  if (rows.length === 0) return false
  await tx.updateTable('checkout_charge').set({ is_open: false }).where('checkout_id', '=', id).execute()
  return true
}

interface NewPayment {
  readonly row: Row
  readonly reference: string
  readonly pence: number
  readonly at: Date
}

/** The payment that came of it, as one on its way, with what the page asked for. */
async function addPayment(tx: Transaction<Tables>, { row, reference, pence, at }: NewPayment) {
  const paid = await chargesOf(tx, row.id)
  const [only, ...others] = paid
  const description = (others.length === 0 && only?.description) || `Payment to ${row.clubName}`
  const made = await tx
    .insertInto('external_payment')
    .values({
      ...{ club_id: row.clubId, root_club_id: row.rootClubId, member_id: row.memberId },
      ...{ provider_account_id: row.accountId, payment_method_id: row.methodId, amount_pence: pence, description },
      ...{ state: 'submitted', reference, created_at: at, sent_at: at },
    })
    .returning(['id', 'checked'])
    .executeTakeFirstOrThrow()
  await addParts(
    tx,
    paid.map(part => ({ ...part, paymentId: made.id })),
  )
  await tx.updateTable('checkout').set({ external_payment_id: made.id }).where('id', '=', row.id).execute()
  return made
}

const chargesOf = async (tx: Transaction<Tables>, checkoutId: number) =>
  await tx
    .selectFrom('checkout_charge')
    .innerJoin('charge', 'charge.id', 'checkout_charge.charge_id')
    .select(['charge.id as chargeId', 'charge.description', 'checkout_charge.amount_pence as pence'])
    .where('checkout_id', '=', checkoutId)
    .execute()

const release = ({ db }: PayingParts, { id }: Row) => releaseCheckouts(db, [id])

/**
 * Whether it was done. A provider refuses to close a page on which somebody has paid since we looked: what he has paid for
 * stays taken until it has been looked at again.
 */
async function unlessRefused(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask()
    return true
  } catch (error) {
    if (!(error instanceof ProviderProblem) || error.kind !== 'refused') throw error
    return false
  }
}

/** What was asked for whole comes whole; anything else would be its id. */
const expanded = <T extends object>(value: T | string | null | undefined): T | null =>
  typeof value === 'object' ? value : null

const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

/** A page by what we have called it at the provider, or by its session there. */
export async function syncCheckoutOf(
  parts: PayingParts,
  by: { readonly key: string } | { readonly accountId: number; readonly session: string },
): Promise<'done' | 'unknown'> {
  const condition =
    'key' in by
      ? sql`idempotency_key::text = ${by.key}`
      : sql`provider_account_id = ${by.accountId} and reference = ${by.session}`
  const { rows } = await sql<{ id: number }>`select id from checkout where ${condition}`.execute(parts.db)
  const [found] = rows
  if (!found) return 'unknown'
  await syncCheckout(parts, found.id)
  return 'done'
}

/**
 * Each minute: pages whose time is over, of which no webhook has told; and those of banks, from which a payer may not come
 * back, while they are open.
 */
export async function lookAtCheckouts(parts: PayingParts): Promise<void> {
  const { db, now } = parts
  const { rows } = await sql<{ id: number }>`
    select id from checkout 
    where state = 'open' and (expires_at <= ${now()} or payment_method_id = ${paymentMethod.instantBankPay})
    order by expires_at limit 500`.execute(db)
  const problems: ProviderProblem[] = []
  for (const { id } of rows) {
    try {
      await syncCheckout(parts, id)
    } catch (error) {
      // One club's provider that does not answer holds up nobody else's.
      if (!(error instanceof ProviderProblem)) throw error
      problems.push(error)
    }
  }
  const [first] = problems
  if (first) throw first
}
