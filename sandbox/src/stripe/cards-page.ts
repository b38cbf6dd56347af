import { control, controls } from '../provider/controls.ts'
import {
  dayText,
  escaped,
  keyText,
  moment,
  optionsOf,
  type PageAnswer,
  type PageRequest,
  page,
  pounds,
  table,
} from '../provider/html.ts'
import { londonDate } from '../provider/working-days.ts'
import { type Account, type Context, save } from './account.ts'
import { chargeOutcomes, isChargeOutcome } from './cards.ts'
import { authenticatePage, payPage } from './checkout-page.ts'
import { closeDispute, openDispute } from './disputes.ts'
import { inputOf } from './form.ts'
import { createRefund, failRefund } from './refunds.ts'
import type { Charge } from './rows.ts'
import type { Cards } from './sandbox.ts'

/** The pages at /sandbox/cards: everything that the card provider knows, with the means to change it, and the payers' pages. */
export async function cardsPage(cards: Cards, request: PageRequest): Promise<PageAnswer> {
  const [what = '', id = ''] = request.path.split('/')
  if (what === 'pay') return payPage(cards, id, request)
  if (what === 'authenticate') return authenticatePage(cards, id, request)
  if (what !== '') return { html: page('Not found', '<main><h1>There is nothing here</h1></main>'), status: 404 }
  const asked = request.query.account
  const account = (asked && cards.accounts.get(asked)) || [...cards.accounts.values()].at(-1)
  if (request.method === 'GET') return { html: overview(cards, account, request) }
  const said = await act(cards, account, request.form)
  const query = new URLSearchParams({ ...request.query, ...(said && { said }) })
  // Within the origin that the browser has used, whatever the public one is.
  return { to: `${cards.pages().replace(/^https?:\/\/[^/]*/, '')}?${query}` }
}

const shownRows = 50
const choices = Object.entries(chargeOutcomes)

function overview(cards: Cards, account: Account | undefined, { query }: PageRequest): string {
  const settings = cards.world.settings()
  const selects = `<label>Charges <select name="charge">${optionsOf(
    choices.map(([value, text]) => [value, value === 'succeeds' ? 'As the card’s number says' : text] as const),
    settings.byDefault.charge,
  )}</select></label>`
  const today = londonDate(cards.now())
  return page(
    'Sandbox cards',
    `<main><h1>Sandbox cards</h1>
    <p>Stands for Stripe while the product has no real account there. No money moves.</p>
    ${query.said ? `<p class="note" role="status">${escaped(query.said)}</p>` : ''}
    ${controls({ now: cards.now(), today, ...settings, defaults: selects })}
    ${account ? accountPart(cards, account, Number(query.page ?? 0) || 0) : '<p>No club has used the cards yet.</p>'}
    </main>`,
  )
}

function accountPart(cards: Cards, account: Account, pageNumber: number): string {
  const { rows } = account
  const newest = <Row>(all: readonly Row[]) => {
    const to = Math.max(all.length - pageNumber * shownRows, 0)
    return all.slice(Math.max(to - shownRows, 0), to).reverse()
  }
  const most = Math.max(...[rows.charges, rows.payment_intents, rows.customers, rows.events].map(({ size }) => size))
  const address = (number: number) => `${cards.pages()}?account=${account.id}&page=${number}`
  const older = most > (pageNumber + 1) * shownRows ? `<a href="${escaped(address(pageNumber + 1))}">Older</a>` : ''
  const newer = pageNumber > 0 ? `<a href="${escaped(address(pageNumber - 1))}">Newer</a>` : ''
  const nameOf = (id: string | null) => {
    const customer = rows.customers.get(id ?? '')
    return escaped(customer ? (customer.name ?? customer.email ?? customer.id) : 'a guest')
  }
  const at = (time: number) => escaped(moment(new Date(time * 1000)))
  const code = (id: string) => `<code>${escaped(id)}</code>`
  return `
    ${accountForms(cards, account)}
    <nav aria-label="Older and newer">${newer} ${older}</nav>
    <h2>Charges (${rows.charges.size})</h2>
    ${table(
      'Charges',
      ['Charge', 'At', 'Customer', 'Amount', 'State', 'What happens'],
      newest(rows.charges.all()).map(row => [
        code(row.id),
        at(row.created),
        nameOf(row.customer),
        escaped(pounds(row.amount)) +
          (row.amount_refunded ? ` (${escaped(pounds(row.amount_refunded))} refunded)` : ''),
        row.disputed ? 'disputed' : escaped(row.failure_message ?? row.status),
        row.status === 'succeeded' && !row.disputed && !row.refunded
          ? `${refundForm(row.id)} ${button(row.id, 'dispute', 'Dispute it')}`
          : '',
      ]),
    )}
    <h2>Saved cards (${rows.payment_methods.size})</h2>
    ${table(
      'Saved cards',
      ['Card', 'Customer', 'Number', 'Expires', 'When it is charged'],
      newest(rows.payment_methods.all()).map(row => [
        code(row.id),
        nameOf(row.customer),
        escaped(`${row.card.brand} ends in ${row.card.last4}`),
        escaped(`${row.card.exp_month}/${row.card.exp_year}`),
        `<form method="post" class="inline"><input type="hidden" name="id" value="${escaped(row.id)}">
          <select name="outcome" aria-label="When ${escaped(row.id)} is charged">${optionsOf(
            [['', 'As its number says'], ...choices],
            row.own.chosen ?? '',
          )}</select><button name="do" value="outcome">Save</button></form>`,
      ]),
    )}
    <h2>Checkout sessions (${rows.sessions.size})</h2>
    ${table(
      'Checkout sessions',
      ['Session', 'For', 'State', 'Payer’s page'],
      newest(rows.sessions.all()).map(row => [
        code(row.id),
        row.mode === 'payment' ? escaped(pounds(row.amount_total ?? 0)) : 'saving a card',
        escaped(`${row.status}, ${row.payment_status.replaceAll('_', ' ')}`),
        row.url ? `<a href="${escaped(row.url)}">Open ${escaped(row.id.slice(0, 16))}…</a>` : '',
      ]),
    )}
    <h2>Payments (${rows.payment_intents.size})</h2>
    ${table(
      'Payments',
      ['Payment intent', 'Customer', 'Amount', 'State', 'Payer’s page'],
      newest(rows.payment_intents.all()).map(row => [
        code(row.id),
        nameOf(row.customer),
        escaped(pounds(row.amount)),
        escaped(row.status.replaceAll('_', ' ')),
        row.next_action ? `<a href="${escaped(row.next_action.redirect_to_url.url)}">3-D Secure</a>` : '',
      ]),
    )}
    <h2>Disputes (${rows.disputes.size})</h2>
    ${table(
      'Disputes',
      ['Dispute', 'Charge', 'Amount', 'State', 'What happens'],
      newest(rows.disputes.all()).map(row => [
        code(row.id),
        code(row.charge),
        escaped(pounds(row.amount)),
        escaped(row.status.replaceAll('_', ' ')),
        row.status === 'needs_response' ? `${button(row.id, 'win', 'Won')} ${button(row.id, 'lose', 'Lost')}` : '',
      ]),
    )}
    <h2>Refunds (${rows.refunds.size})</h2>
    ${table(
      'Refunds',
      ['Refund', 'Charge', 'Amount', 'State', 'What happens'],
      newest(rows.refunds.all()).map(row => [
        code(row.id),
        code(row.charge),
        escaped(pounds(row.amount)),
        escaped(row.status),
        row.status === 'succeeded' ? button(row.id, 'fail-refund', 'Send it back') : '',
      ]),
    )}
    <h2>Payouts (${rows.payouts.size})</h2>
    ${table(
      'Payouts',
      ['Payout', 'Arrives', 'Amount', 'State'],
      newest(rows.payouts.all()).map(row => [
        code(row.id),
        escaped(dayText(new Date(row.arrival_date * 1000).toISOString().slice(0, 10))),
        escaped(pounds(row.amount)),
        escaped(row.status),
      ]),
    )}
    <h2>Customers (${rows.customers.size})</h2>
    ${table(
      'Customers',
      ['Customer', 'Name', 'E-mail'],
      newest(rows.customers.all()).map(row => [code(row.id), escaped(row.name), escaped(row.email)]),
    )}
    <h2>Events (${rows.events.size})</h2>
    ${table(
      'Events',
      ['Event', 'At', 'What'],
      newest(rows.events.all()).map(row => [code(row.id), at(row.created), escaped(row.type)]),
    )}`
}

function accountForms(cards: Cards, account: Account): string {
  const endpoint = cards.endpointOf(account.id)
  const own = account.settings.endpoint
  const accounts = [...cards.accounts.values()].map(({ id, key }) => [id, `${id} (key ${keyText(key)})`] as const)
  return `<h2>Account</h2><form method="get" class="row">
      <label>The club’s account <select name="account">${optionsOf(accounts, account.id)}</select></label>
      <button>Show</button></form>
    <fieldset><legend>Webhooks</legend>
    <p>${cards.waiting(account.id)} events wait for ${endpoint ? `<code>${escaped(endpoint.url)}</code>` : 'an address'}.</p>
    <form method="post" class="row"><button name="do" value="deliver">Deliver them now</button></form>
    <form method="post" class="row">
      <label>Address <input name="url" type="url" size="50" value="${escaped(own?.url ?? '')}" placeholder="${escaped(endpoint?.url ?? '')}"></label>
      <label>Secret <input name="secret" size="46" value="${escaped(endpoint?.secret ?? '')}" autocomplete="off"></label>
      <button name="do" value="endpoint">Save</button>
    </form></fieldset>`
}

const button = (id: string, what: string, text: string) =>
  `<form method="post" class="inline"><input type="hidden" name="id" value="${escaped(id)}">
    <button name="do" value="${what}">${escaped(text)}</button></form>`

const refundForm = (id: string) =>
  `<form method="post" class="inline"><input type="hidden" name="id" value="${escaped(id)}">
    <input name="amount" inputmode="decimal" size="6" placeholder="all" aria-label="Pounds of ${escaped(id)} to refund">
    <button name="do" value="refund">Refund it</button></form>`

/** As on the provider's own site: all that is left, or the pounds that are given. */
function refundByHand(context: Context, charge: Charge, pounds: string): string {
  const left = charge.amount - charge.amount_refunded
  const pence = pounds.trim() === '' ? left : Math.round(Number(pounds) * 100)
  if (!(pence > 0 && pence <= left)) return 'That is more than is left of it, or nothing.'
  createRefund(context, inputOf({ charge: charge.id, amount: String(pence) }))
  return 'Refunded.'
}

/** @returns what to say of it */
async function act(cards: Cards, account: Account | undefined, form: PageRequest['form']): Promise<string> {
  const { world } = cards
  if (control(form, { moveTo: world.moveTo, today: () => londonDate(world.now()), set: world.set })) return 'Done.'
  const { charge = '', outcome = '', id = '' } = form
  if (form.do === 'defaults') {
    if (isChargeOutcome(charge)) world.set({ byDefault: { charge } })
    return 'Saved.'
  }
  if (form.do === 'deliver') {
    const { delivered, failed } = await cards.deliver()
    return `${delivered} events delivered, ${failed} refused or unanswered.`
  }
  if (!account) return ''
  if (form.do === 'endpoint') {
    const isAddress = /^https?:\/\//.test(form.url ?? '')
    cards.setEndpointOf(account, isAddress ? { url: form.url ?? '', secret: form.secret ?? '' } : undefined)
    return 'Saved.'
  }
  const context = cards.contextOf(account)
  const method = account.rows.payment_methods.get(id)
  const paid = account.rows.charges.get(id)
  const dispute = account.rows.disputes.get(id)
  const refund = account.rows.refunds.get(id)
  if (method && form.do === 'outcome') {
    const { chosen: _before, ...own } = method.own
    const chosen = isChargeOutcome(outcome) ? { chosen: outcome } : {}
    save(context, 'payment_methods', { ...method, own: { ...own, ...chosen } })
  } else if (paid?.status === 'succeeded' && !paid.disputed && form.do === 'refund') {
    return refundByHand(context, paid, form.amount ?? '')
  } else if (paid?.status === 'succeeded' && !paid.disputed && form.do === 'dispute') {
    openDispute(context, paid)
  } else if (dispute?.status === 'needs_response' && (form.do === 'win' || form.do === 'lose')) {
    closeDispute(context, dispute, form.do === 'win' ? 'won' : 'lost')
  } else if (refund?.status === 'succeeded' && form.do === 'fail-refund') {
    failRefund(context, refund)
  } else {
    return 'That is not possible any more.'
  }
  return 'Done.'
}
