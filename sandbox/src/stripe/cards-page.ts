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
import {
  rowButton as button,
  type Newest,
  overviewPage,
  penceToRefund,
  refundForm,
  tooLate,
  tooMuch,
} from '../provider/overview.ts'
import { type Account, type Context, save } from './account.ts'
import { chargeOutcomes, isChargeOutcome } from './cards.ts'
import { authenticatePage, payPage } from './checkout-page.ts'
import { closeDispute, openDispute } from './disputes.ts'
import { inputOf } from './form.ts'
import { createRefund, failRefund } from './refunds.ts'
import type { Cards } from './sandbox.ts'

/** The pages at /sandbox/cards: everything that the card provider knows, with the means to change it, and the payers' pages. */
export async function cardsPage(cards: Cards, request: PageRequest): Promise<PageAnswer> {
  const [what = '', id = ''] = request.path.split('/')
  if (what === 'pay') return payPage(cards, id, request)
  if (what === 'authenticate') return authenticatePage(cards, id, request)
  if (what !== '') return { html: page('Not found', '<main><h1>There is nothing here</h1></main>'), status: 404 }
  return await overviewPage(cards, request, {
    title: 'Sandbox cards',
    about: 'Stands for Stripe while the product has no real account there. No money moves.',
    empty: 'No club has used the cards yet.',
    nameOf: ({ id, key }) => `${id} (key ${keyText(key)})`,
    selects: ({ charge }) =>
      `<label>Charges <select name="charge">${optionsOf(
        choices.map(([value, text]) => [value, value === 'succeeds' ? 'As the card’s number says' : text] as const),
        charge,
      )}</select></label>`,
    chosen: ({ charge = '' }) => (isChargeOutcome(charge) ? { charge } : null),
    tables,
    act: (account, form) => act(cards.contextOf(account), form),
  })
}

const choices = Object.entries(chargeOutcomes)

function tables({ rows }: Account, newest: Newest): string {
  const nameOf = (id: string | null) => {
    const customer = rows.customers.get(id ?? '')
    return escaped(customer ? (customer.name ?? customer.email ?? customer.id) : 'a guest')
  }
  const at = (time: number) => escaped(moment(new Date(time * 1000)))
  const code = (id: string) => `<code>${escaped(id)}</code>`
  return `
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

/** Does what a form beside a row asks. @returns what to say of it */
function act(context: Context, { do: what = '', id = '', outcome = '', amount = '' }: PageRequest['form']): string {
  const { account } = context
  const method = account.rows.payment_methods.get(id)
  const paid = account.rows.charges.get(id)
  const dispute = account.rows.disputes.get(id)
  const refund = account.rows.refunds.get(id)
  if (method && what === 'outcome') {
    const { chosen: _before, ...own } = method.own
    const chosen = isChargeOutcome(outcome) ? { chosen: outcome } : {}
    save(context, 'payment_methods', { ...method, own: { ...own, ...chosen } })
  } else if (paid?.status === 'succeeded' && !paid.disputed && what === 'refund') {
    const pence = penceToRefund(paid.amount - paid.amount_refunded, amount)
    if (pence === null) return tooMuch
    createRefund(context, inputOf({ charge: paid.id, amount: String(pence) }))
    return 'Refunded.'
  } else if (paid?.status === 'succeeded' && !paid.disputed && what === 'dispute') {
    openDispute(context, paid)
  } else if (dispute?.status === 'needs_response' && (what === 'win' || what === 'lose')) {
    closeDispute(context, dispute, what === 'win' ? 'won' : 'lost')
  } else if (refund?.status === 'succeeded' && what === 'fail-refund') {
    failRefund(context, refund)
  } else {
    return tooLate
  }
  return 'Done.'
}
