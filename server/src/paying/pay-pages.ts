import { currency, longDate } from '@honbu/contract/format.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { leastByCard } from '../collections/index.ts'
import { demandWorking } from '../platform/club-stops.ts'
import { type Html, html } from '../platform/html.ts'
import { pounds } from '../platform/money.ts'
import { leadOn, sendPublicPage, textIn } from '../platform/public-page.ts'
import { byLink } from '../platform/secret-links.ts'
import { ProviderProblem } from '../providers/index.ts'
import { openCheckout, type Way } from './checkout.ts'
import { type Owed, owedOf } from './owed.ts'
import type { PayingParts } from './parts.ts'
import { pathTo, payPaths } from './pay-addresses.ts'
import { linkOf, type OpenLink } from './pay-links.ts'
import { syncCheckout } from './sync-checkout.ts'

/** How often a link leads on to a provider in ten minutes: a payer needs one or two, and each asks somebody else. */
const mostTimes = 20

/**
 * The page behind a pay link: who is asked for what, and the ways to pay. Opening it changes nothing (scanners of mail open
 * links); details of cards and banks are given at the provider, never here.
 */
export function servePayPages(app: FastifyInstance, parts: PayingParts): void {
  const { db, now, config } = parts
  type Answer = (link: OpenLink, token: string) => Promise<FastifyReply>
  const page = (path: string, answer: (reply: FastifyReply, query: unknown) => Answer) =>
    app.get(path, byLink, async ({ query }, reply) => {
      const token = textIn(query, 'token')
      const link = await linkOf(db, token)
      if (!link) return sendPublicPage(reply, 'This link does not work', html`<p>Please ask the club.</p>`, 404)
      await demandWorking(db, link.clubId)
      if (link.endedAt || link.expiresAt <= now())
        return sendPublicPage(reply, 'This link is over', html`<p>Please ask ${link.clubName} for a new one.</p>`, 410)
      return await answer(reply, query)(link, token)
    })

  page(payPaths.page, reply => async (link, token) => await askPage(reply, link, token))

  page(payPaths.card, (reply, query) => async (link, token) => {
    const keepsCard = link.purpose === 'card' || textIn(query, 'keep') === '1'
    return await lead(reply, { link, token, way: { by: 'card', keepsCard } })
  })
  page(payPaths.bank, reply => async (link, token) => {
    if (link.purpose === 'card') return await askPage(reply, link, token)
    return await lead(reply, { link, token, way: { by: 'bank', keepsCard: false } })
  })

  page(payPaths.done, reply => async (link, token) => {
    const last = await lastCheckout(link)
    // Not hearing of it is no failure: a webhook tells later.
    const hasLooked = !last || (await looked(() => syncCheckout(parts, last.id)))
    const after = last && (await lastCheckout(link))
    if (after?.state === 'open' && after.pence > 0 && !hasLooked)
      return sendPublicPage(reply, 'Nearly there', notSeenYet(link, pathTo(config, payPaths.done, token)))
    if (!after || (after.state !== 'done' && after.pence > 0)) return await askPage(reply, link, token)
    if (after.state !== 'done') return sendPublicPage(reply, 'Nearly there', nearlyThere(link))
    if (after.pence === 0) return sendPublicPage(reply, 'Thank you', cardIsKept(link))
    if (lostStates.includes(after.payment ?? ''))
      return sendPublicPage(
        reply,
        'The payment did not come',
        html`<p>${link.clubName} has not got the money.</p>
        <p><a class="button" href="${pathTo(config, payPaths.page, token)}" rel="noreferrer">Try again</a></p>`,
      )
    const isThere = after.payment === 'confirmed' || after.payment === 'paid_out'
    return sendPublicPage(
      reply,
      'Thank you',
      html`<p>${
        isThere
          ? `${link.clubName} has got ${currency(pounds(after.pence))}.`
          : `${currency(pounds(after.pence))} is on its way to ${link.clubName}: your bank confirms it in a moment.`
      }</p>
        ${after.keepsCard && html`<p>Your card is kept at Stripe for what is to be paid for ${link.firstName} later.</p>`}
        <p>You can close this page.</p>`,
    )
  })

  async function askPage(reply: FastifyReply, link: OpenLink, token: string, wrong = ''): Promise<FastifyReply> {
    const [card, bank] = await Promise.all([
      parts.providers.hasAccount(db, link.clubId, 'stripe'),
      parts.providers.hasAccount(db, link.clubId, 'gocardless'),
    ])
    const problem = wrong && html`<p role="alert">${wrong}</p>`
    const status = wrong ? 503 : 200
    const to = (path: string, more = '') => pathTo(config, path, token) + more
    if (link.purpose === 'card') {
      if (await hasKept(link)) return sendPublicPage(reply, 'Thank you', cardIsKept(link))
      return sendPublicPage(
        reply,
        `A card for ${link.clubName}`,
        html`${problem}${askForCard(link, to(payPaths.card))}`,
        status,
      )
    }
    const { memberId, clubId, chargeId } = link
    const owed = await owedOf(db, { memberId, clubId, chargeId, isPayer: true })
    if (owed.items.length === 0) {
      if (owed.underWay > 0)
        return sendPublicPage(
          reply,
          'Already on its way',
          html`<p>A payment to ${link.clubName} is on its way. You need do nothing.</p>`,
        )
      // Of a link for one thing it would be wrong to say that nothing else is owed.
      const settled = chargeId === null ? `Nothing is open at ${link.clubName}` : `This is paid to ${link.clubName}`
      return sendPublicPage(reply, 'Already paid', html`<p>${settled}. Thank you.</p>`)
    }
    return sendPublicPage(
      reply,
      `${currency(pounds(owed.pence))} to ${link.clubName}`,
      html`${problem}${itemsOf(link, owed)}
        ${
          card &&
          owed.pence >= leastByCard &&
          html`
        <p><a class="button" href="${to(payPaths.card)}" rel="noreferrer">Pay by card</a></p>
        <p><a href="${to(payPaths.card, '&keep=1')}" rel="noreferrer">Pay by card, and keep it for later</a>: then
          ${link.clubName} can take what you owe by it. You can have it removed at any time.</p>`
        }
        ${
          bank &&
          html`
        <p><a class="button" href="${to(payPaths.bank)}" rel="noreferrer">Pay from your bank</a></p>`
        }
        <p class="hint">The next page is the provider’s: ${link.clubName} does not see your card or your bank details.</p>`,
      status,
    )
  }

  interface Leading {
    readonly link: OpenLink
    readonly token: string
    readonly way: Way
  }

  async function lead(reply: FastifyReply, { link, token, way }: Leading): Promise<FastifyReply> {
    if (!(await mayLeadOn(link)))
      return sendPublicPage(
        reply,
        'One moment',
        html`<p>This was opened too often. Please try again in ten minutes.</p>`,
        429,
      )
    try {
      const address = await openCheckout(parts, { link, secret: token, way })
      return address ? leadOn(reply, address) : await askPage(reply, link, token)
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error
      const last = await lastCheckout(link)
      return await askPage(reply, link, token, forPayer(error, link, last?.state === 'open' && last.isOpened))
    }
  }

  async function mayLeadOn({ payLinkId }: OpenLink): Promise<boolean> {
    const at = now()
    const since = new Date(at.getTime() - 10 * 60_000)
    const { rows } = await sql<{ times: number }>`
      update pay_link set led_on = case when led_on_since > ${since} then led_on + 1 else 1 end,
        led_on_since = case when led_on_since > ${since} then led_on_since else ${at} end
      where id = ${payLinkId} returning led_on as times`.execute(db)
    return (rows[0]?.times ?? 0) <= mostTimes
  }

  interface Last {
    id: number
    state: string
    pence: number
    keepsCard: boolean
    /** There is a page of it at the provider, on which somebody may have paid. */
    isOpened: boolean
    payment: string | null
  }

  async function lastCheckout({ payLinkId, memberId, clubId }: OpenLink): Promise<Last | undefined> {
    const { rows } = await sql<Last>`
      select checkout.id, checkout.state, checkout.amount_pence as pence, keeps_card as "keepsCard",
        checkout.reference is not null as "isOpened", payment.state as payment
      from checkout left join external_payment payment on payment.id = external_payment_id
      where checkout.member_id = ${memberId} and checkout.club_id = ${clubId}
      order by pay_link_id = ${payLinkId} desc, checkout.id desc limit 1`.execute(db)
    return rows[0]
  }

  async function hasKept({ payLinkId, clubId, memberId }: OpenLink): Promise<boolean> {
    const { rows } = await sql`
      select from checkout where pay_link_id = ${payLinkId} and club_id = ${clubId} and member_id = ${memberId}
        and state = 'done'`.execute(db)
    return rows.length > 0
  }
}

const lostStates: readonly string[] = ['failed', 'cancelled', 'customer_approval_denied', 'charged_back']

/** @returns false when the provider could not be asked */
async function looked(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    return false
  }
}

/** Who comes back has most likely paid: never is he asked for it again before that is known. */
const notSeenYet = ({ clubName }: OpenLink, address: string): Html => html`
  <p>We cannot see at the moment whether the payment has come. <strong>Please do not pay again</strong>: ${clubName} sees
    it as soon as the provider answers.</p>
  <p><a class="button" href="${address}" rel="noreferrer">Look again</a></p>`

const itemsOf = ({ clubName, firstName }: OpenLink, { items, pence, underWay }: Owed): Html => html`
  <p>${clubName} asks you to pay for ${firstName}:</p>
  <ul>${items.map(
    item => html`<li>${item.description || 'Payment'}: <strong>${currency(pounds(item.pence))}</strong>, due
      ${longDate(item.dueOn)}</li>`,
  )}</ul>
  ${items.length > 1 && html`<p>Together: <strong>${currency(pounds(pence))}</strong></p>`}
  ${underWay > 0 && html`<p class="hint">What is already on its way is left out.</p>`}`

const askForCard = ({ clubName, firstName }: OpenLink, address: string): Html => html`
  <p>${clubName} asks for a card, to take what is to be paid for ${firstName} by it.</p>
  <ul>
    <li>Nothing is taken now. What falls due can be taken by it on its day.</li>
    <li>Stripe keeps the card for the club; ${clubName} never sees its number.</li>
    <li>You can have it removed at any time: tell the club.</li>
  </ul>
  <p><a class="button" href="${address}" rel="noreferrer">Leave a card</a></p>`

const cardIsKept = ({ clubName, firstName }: OpenLink): Html =>
  html`<p>Your card is kept at Stripe for what is to be paid to ${clubName} for ${firstName}.</p>
    <p>You can close this page.</p>`

const nearlyThere = ({ clubName }: OpenLink): Html =>
  html`<p>Stripe has not confirmed the card yet. ${clubName} sees it as soon as it is there.</p>`

/**
 * What is wrong with the club's key is no business of the payer. A page at the provider is opened, and no more: so nothing
 * has been taken, unless on a page that was opened before.
 */
function forPayer({ kind }: ProviderProblem, { clubName }: OpenLink, mayBePaid: boolean): string {
  if (mayBePaid)
    return `The provider cannot be reached at the moment, and so we cannot see whether a payment that you have begun has come. If you have paid, do not pay again: ${clubName} sees it later. If not, please try again in a few minutes.`
  return kind === 'busy'
    ? 'The provider cannot be reached at the moment. Nothing has been taken. Please try again in a few minutes.'
    : `This cannot be paid here at the moment. Nothing has been taken. Please try another way, or tell ${clubName}.`
}
