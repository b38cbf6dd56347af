import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { leastByCard } from '../collections/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import { payerOf } from '../people/index.ts'
import type { Db } from '../platform/database.ts'
import { type At, type GoCardless, ProviderProblem, type StripeClient } from '../providers/index.ts'
import { type Owed, owedOf } from './owed.ts'
import type { PayingParts } from './parts.ts'
import { doneAddress, payAddress } from './pay-addresses.ts'
import type { OpenLink } from './pay-links.ts'
import { releaseCheckouts } from './release-checkouts.ts'
import { syncCheckout } from './sync-checkout.ts'

/** How long a page of a provider stays open; Stripe wants 30 minutes at the least, counted from when it hears of it. */
const openFor = 45 * 60_000

export interface Way {
  readonly by: 'card' | 'bank'
  /** The card is kept for later. */
  readonly keepsCard: boolean
}

interface Opened {
  readonly link: OpenLink
  readonly secret: string
  readonly way: Way
}

/**
 * The address at the provider where a link is paid, or a card left. Whoever opens the same twice, or in two windows, gets
 * one page; who wants to pay otherwise closes the page before. Looks first whether that has been paid.
 * @returns null when nothing is left to be paid
 * @throws ProviderProblem
 */
export async function openCheckout(parts: PayingParts, { link, secret, way }: Opened): Promise<string | null> {
  const { db, providers } = parts
  for (const { id } of await openOnes(db, link)) await syncCheckout(parts, id)
  const stripe = way.by === 'card' ? await providers.stripeFor(link.clubId) : null
  const bank = stripe ? null : await providers.goCardlessFor(link.clubId)
  const accountId = (stripe ?? bank)?.accountId ?? 0
  const placed = await placeCheckout(parts, { link, way, accountId })
  if (!placed) return null
  for (const id of placed.replaced) await closeQuietly(parts, id)
  const page = { parts, link, secret, checkout: placed.checkout, owed: placed.owed }
  if (stripe) return await stripePage(stripe, page)
  return bank && (await bankPage(bank, page))
}

interface Checkout {
  readonly id: number
  readonly key: string
  readonly payLinkId: number
  readonly reference: string | null
  readonly customer: string | null
  readonly pence: number
  readonly keepsCard: boolean
  readonly methodId: number
  readonly accountId: number
  readonly expiresAt: Date
}

const openOnes = async (db: Db, { memberId, clubId }: OpenLink) =>
  (
    await sql<Checkout & { chargeIds: string }>`
    select id, pay_link_id as "payLinkId", idempotency_key as key, reference, customer_reference as customer, amount_pence as pence,
      keeps_card as "keepsCard", payment_method_id as "methodId", provider_account_id as "accountId",
      expires_at as "expiresAt",
      (select coalesce(string_agg(charge_id || ':' || amount_pence, ',' order by charge_id), '') from checkout_charge
        where checkout_id = checkout.id) as "chargeIds"
    from checkout where member_id = ${memberId} and club_id = ${clubId} and state = 'open' order by id`.execute(db)
  ).rows

interface Placing {
  readonly link: OpenLink
  readonly way: Way
  readonly accountId: number
}

/** Writes the row first, under the lock of the member, so that what is asked of the provider carries its key. */
async function placeCheckout({ db, now }: PayingParts, { link, way, accountId }: Placing) {
  const { memberId, clubId, chargeId, purpose } = link
  const methodId = way.by === 'card' ? paymentMethod.card : paymentMethod.instantBankPay
  return await db.transaction().execute(async tx => {
    await lockAccounts(tx, [memberId])
    const owed: Owed =
      purpose === 'card'
        ? { items: [], pence: 0, underWay: 0 }
        : await owedOf(tx, { memberId, clubId, chargeId, isPayer: true })
    if (purpose === 'pay' && owed.pence < (way.by === 'card' ? leastByCard : 1)) return null
    const wanted = [...owed.items]
      .sort((a, b) => a.chargeId - b.chargeId)
      .map(({ chargeId, pence }) => `${chargeId}:${pence}`)
      .join(',')
    const open = await openOnes(tx, link)
    const isSame = (checkout: (typeof open)[number]) =>
      checkout.methodId === methodId &&
      checkout.accountId === accountId &&
      checkout.chargeIds === wanted &&
      // What is asked of the provider by one key must stay the same, and holds the address of the link.
      (checkout.payLinkId === link.payLinkId || checkout.reference !== null)
    const same = open.find(
      checkout => isSame(checkout) && checkout.keepsCard === way.keepsCard && checkout.expiresAt > now(),
    )
    const replaced = open.filter(checkout => checkout !== same).map(({ id }) => id)
    await releaseCheckouts(tx, replaced)
    if (same) return { checkout: same, owed, replaced }
    const at = now()
    const { rows } = await sql<{ id: number; key: string }>`
      insert into checkout (club_id, root_club_id, member_id, pay_link_id, provider_account_id, payment_method_id,
        keeps_card, amount_pence, created_at, expires_at)
      values (${clubId}, ${link.rootClubId}, ${memberId}, ${link.payLinkId}, ${accountId}, ${methodId},
        ${way.keepsCard}, ${owed.pence}, ${at}, ${new Date(at.getTime() + openFor)})
      returning id, idempotency_key as key`.execute(tx)
    const { id = 0, key = '' } = rows[0] ?? {}
    for (const item of owed.items)
      await tx
        .insertInto('checkout_charge')
        .values({ checkout_id: id, charge_id: item.chargeId, amount_pence: item.pence })
        .execute()
    const checkout: Checkout = {
      ...{ id, key, methodId, accountId, pence: owed.pence, keepsCard: way.keepsCard },
      ...{ payLinkId: link.payLinkId, reference: null, customer: null, expiresAt: new Date(at.getTime() + openFor) },
    }
    return { checkout, owed, replaced }
  })
}

/** What has taken its place is what the payer sees; if it cannot be closed now, it runs out by itself. */
async function closeQuietly(parts: PayingParts, checkoutId: number): Promise<void> {
  try {
    await syncCheckout(parts, checkoutId, { closes: true })
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
  }
}

interface Page {
  readonly parts: PayingParts
  readonly link: OpenLink
  readonly secret: string
  readonly checkout: Checkout
  readonly owed: Owed
}

async function stripePage({ ask }: At<StripeClient>, page: Page): Promise<string | null> {
  const { parts, link, secret, checkout, owed } = page
  const known = checkout.reference
  if (known) return (await ask(client => client.checkout.sessions.retrieve(known))).url
  const customer = checkout.keepsCard ? await customerOf(ask, page) : null
  const metadata = { honbu_checkout: checkout.key }
  const description = `${link.clubName}: ${link.firstName}`.slice(0, 200)
  const email = link.sentBy === 'email' && link.sentTo ? link.sentTo : null
  const session = await ask(client =>
    client.checkout.sessions.create(
      {
        allowed_payment_method_types: ['card'],
        client_reference_id: checkout.key,
        metadata,
        success_url: doneAddress(parts.config, secret),
        cancel_url: payAddress(parts.config, secret),
        expires_at: Math.floor(checkout.expiresAt.getTime() / 1000),
        ...(customer ? { customer } : email && { customer_email: email }),
        ...(checkout.pence === 0
          ? { mode: 'setup' as const, currency: 'gbp', setup_intent_data: { description, metadata } }
          : {
              mode: 'payment' as const,
              line_items: owed.items.map(item => ({
                quantity: 1,
                price_data: {
                  currency: 'gbp',
                  unit_amount: item.pence,
                  product_data: { name: (item.description || `Payment to ${link.clubName}`).slice(0, 200) },
                },
              })),
              payment_intent_data: {
                description,
                metadata,
                ...(customer && { setup_future_usage: 'off_session' as const }),
              },
            }),
      },
      { idempotencyKey: checkout.key },
    ),
  )
  await writeReference(parts.db, checkout.id, session.id)
  return session.url
}

/** Whoever keeps a card is a customer at Stripe: the one of an earlier card, or a new one. */
async function customerOf(ask: At<StripeClient>['ask'], { parts, link, checkout }: Page): Promise<string> {
  const earlier = await parts.db
    .selectFrom('saved_card')
    .select('customer_reference as customer')
    .where('member_id', '=', link.memberId)
    .where('club_id', '=', link.clubId)
    .where('provider_account_id', '=', checkout.accountId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const found = checkout.customer ?? earlier?.customer
  const { firstName, lastName } = await payer(parts, link)
  const name = `${firstName} ${lastName}`.trim()
  const customer =
    found ??
    (
      await ask(client =>
        client.customers.create(
          {
            name,
            ...(link.sentBy === 'email' && link.sentTo && { email: link.sentTo }),
            metadata: { honbu_member: String(link.memberId) },
          },
          { idempotencyKey: `${checkout.key}-customer` },
        ),
      )
    ).id
  await parts.db.updateTable('checkout').set({ customer_reference: customer }).where('id', '=', checkout.id).execute()
  return customer
}

const payer = ({ db, now }: PayingParts, { memberId, clubId, sentBy, sentTo }: OpenLink) =>
  payerOf(db, { memberId, clubId, now: now(), email: sentBy === 'email' ? sentTo : null })

async function bankPage({ ask }: At<GoCardless>, page: Page): Promise<string> {
  const { parts, link, secret, checkout } = page
  const billingRequest =
    checkout.reference ??
    (
      await ask(client =>
        client.createPaymentRequest(
          {
            pence: checkout.pence,
            description: `Payment to ${link.clubName}`.slice(0, 255),
            metadata: { honbu_checkout: checkout.key },
          },
          checkout.key,
        ),
      )
    ).id
  if (!checkout.reference) await writeReference(parts.db, checkout.id, billingRequest)
  const { firstName, lastName } = await payer(parts, link)
  const { sentBy, sentTo } = link
  const flow = await ask(client =>
    client.createFlow({
      billingRequest,
      redirectUri: doneAddress(parts.config, secret),
      exitUri: payAddress(parts.config, secret),
      customer: {
        given_name: firstName,
        family_name: lastName,
        ...(sentBy === 'email' && sentTo && { email: sentTo }),
      },
    }),
  )
  return flow.authorisation_url
}

async function writeReference(db: Db, checkoutId: number, reference: string): Promise<void> {
  await db
    .updateTable('checkout')
    .set({ reference })
    .where('id', '=', checkoutId)
    .where('reference', 'is', null)
    .execute()
}
