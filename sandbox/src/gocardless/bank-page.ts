import { controls } from '../provider/controls.ts'
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
import { type Account, creditorOf } from './account.ts'
import type { Bank } from './bank.ts'
import { act } from './bank-actions.ts'
import { isLive, nextChargeDate } from './charge-dates.ts'
import { flowPage } from './flow-page.ts'
import { mandateOutcomes, paymentOutcomes } from './outcomes.ts'
import type { Mandate, Payment, Refund } from './rows.ts'

/** The pages at /sandbox/bank: everything that the bank knows, with the means to change it, and the payers' pages. */
export async function bankPage(bank: Bank, request: PageRequest): Promise<PageAnswer> {
  const [what = '', id = ''] = request.path.split('/')
  if (what === 'flow') return flowPage(bank, id, request)
  if (what !== '') return { html: page('Not found', '<main><h1>There is nothing here</h1></main>'), status: 404 }
  const account = accountOf(bank, request.query.account)
  if (request.method === 'GET') return { html: overview(bank, account, request) }
  const said = await act(bank, account, request.form)
  const query = new URLSearchParams({ ...request.query, ...(said && { said }) })
  // Within the origin that the browser has used, whatever the public one is.
  return { to: `${bank.pages().replace(/^https?:\/\/[^/]*/, '')}?${query}` }
}

/** The one that is asked for, or the newest. */
function accountOf(bank: Bank, id: string | undefined): Account | undefined {
  return (id && bank.accounts.get(id)) || [...bank.accounts.values()].at(-1)
}

const shownRows = 50

function overview(bank: Bank, account: Account | undefined, { query }: PageRequest): string {
  const settings = bank.world.settings()
  const { payment, mandate } = settings.byDefault
  const selects = `
    <label>Payments <select name="payment">${optionsOf(Object.entries(paymentOutcomes), payment)}</select></label>
    <label>New mandates <select name="mandate">${optionsOf(Object.entries(mandateOutcomes), mandate)}</select></label>`
  const today = londonDate(bank.now())
  return page(
    'Sandbox bank',
    `<main><h1>Sandbox bank</h1>
    <p>Stands for GoCardless while the product has no real account there. No money moves.</p>
    ${query.said ? `<p class="note" role="status">${escaped(query.said)}</p>` : ''}
    ${controls({ now: bank.now(), today, ...settings, defaults: selects })}
    ${account ? accountPart(bank, account, Number(query.page ?? 0) || 0) : '<p>No club has used the bank yet.</p>'}
    </main>`,
  )
}

function accountPart(bank: Bank, account: Account, pageNumber: number): string {
  const { rows } = account
  const context = bank.contextOf(account)
  const newest = <Row>(all: readonly Row[]) => {
    const to = Math.max(all.length - pageNumber * shownRows, 0)
    return all.slice(Math.max(to - shownRows, 0), to).reverse()
  }
  const most = Math.max(...[rows.payments, rows.mandates, rows.customers, rows.events].map(({ size }) => size))
  const address = (number: number) => `${bank.pages()}?account=${account.id}&page=${number}`
  const older = most > (pageNumber + 1) * shownRows ? `<a href="${escaped(address(pageNumber + 1))}">Older</a>` : ''
  const newer = pageNumber > 0 ? `<a href="${escaped(address(pageNumber - 1))}">Newer</a>` : ''
  const nameOf = (customer: string) => {
    const { given_name, family_name, company_name, email } = rows.customers.get(customer) ?? {}
    return escaped(company_name ?? ([given_name, family_name].filter(Boolean).join(' ') || email || 'not named yet'))
  }
  const day = (date: string) => escaped(dayText(date.slice(0, 10)))
  return `
    ${choice(bank, account)}
    ${webhooks(bank, account)}
    <nav aria-label="Older and newer">${newer} ${older}</nav>
    <h2>Payments (${rows.payments.size})</h2>
    ${table(
      'Payments',
      ['Payment', 'Customer', 'Amount', 'Charged on', 'State', 'What happens'],
      newest(rows.payments.all()).map(row => [
        `<code>${escaped(row.id)}</code>`,
        nameOf(row.own.customer),
        escaped(pounds(row.amount)) +
          (row.amount_refunded ? ` (${escaped(pounds(row.amount_refunded))} refunded)` : ''),
        day(row.charge_date),
        state(row.status),
        paymentActions(row),
      ]),
    )}
    <h2>Mandates (${rows.mandates.size})</h2>
    ${table(
      'Mandates',
      ['Mandate', 'Customer', 'Made on', 'Next charge', 'State', 'What happens'],
      newest(rows.mandates.all()).map(row => [
        `<code>${escaped(row.id)}</code>`,
        nameOf(row.links.customer),
        day(row.own.madeOn),
        isLive(row) ? day(nextChargeDate(context, row)) : '',
        state(row.status),
        mandateActions(row),
      ]),
    )}
    <h2>Subscriptions (${rows.subscriptions.size})</h2>
    ${table(
      'Subscriptions',
      ['Subscription', 'Customer', 'Amount', 'Every', 'From', 'State'],
      newest(rows.subscriptions.all()).map(row => [
        `<code>${escaped(row.id)}</code>`,
        nameOf(row.own.customer),
        escaped(pounds(row.amount)),
        escaped(`${row.interval} × ${row.interval_unit}`),
        day(row.start_date),
        state(row.status),
      ]),
    )}
    <h2>Refunds (${rows.refunds.size})</h2>
    ${table(
      'Refunds',
      ['Refund', 'Payment', 'Amount', 'Made on', 'State', 'What happens'],
      newest(rows.refunds.all()).map(row => [
        `<code>${escaped(row.id)}</code>`,
        `<code>${escaped(row.links.payment)}</code>`,
        escaped(pounds(row.amount)),
        day(row.created_at),
        state(row.status),
        refundActions(row),
      ]),
    )}
    <h2>Payouts (${rows.payouts.size})</h2>
    ${table(
      'Payouts',
      ['Payout', 'Arrives on', 'Amount', 'Fees', 'Items', 'State'],
      newest(rows.payouts.all()).map(row => [
        `<code>${escaped(row.id)}</code>`,
        day(row.arrival_date),
        escaped(pounds(row.amount)),
        escaped(pounds(row.deducted_fees)),
        String(row.own.items.length),
        state(row.status),
      ]),
    )}
    <h2>Billing requests (${rows.billing_requests.size})</h2>
    ${table(
      'Billing requests',
      ['Request', 'Customer', 'For', 'State', 'Payer’s page'],
      newest(rows.billing_requests.all()).map(row => [
        `<code>${escaped(row.id)}</code>`,
        nameOf(row.links.customer),
        row.payment_request ? escaped(pounds(row.payment_request.amount)) : 'a mandate',
        state(row.status),
        rows.billing_request_flows
          .linkedTo(row.id)
          .map(flow => `<a href="${escaped(flow.authorisation_url)}">Open ${escaped(flow.id)}</a>`)
          .join('<br>'),
      ]),
    )}
    <h2>Customers (${rows.customers.size})</h2>
    ${table(
      'Customers',
      ['Customer', 'Name', 'E-mail', 'Bank account'],
      newest(rows.customers.all()).map(row => [
        `<code>${escaped(row.id)}</code>`,
        nameOf(row.id),
        escaped(row.email),
        rows.customer_bank_accounts
          .linkedTo(row.id)
          .map(
            ({ account_number_ending, enabled }) =>
              `ends in ${escaped(account_number_ending)}${enabled ? '' : ' (disabled)'}`,
          )
          .join('<br>'),
      ]),
    )}
    <h2>Events (${rows.events.size})</h2>
    ${table(
      'Events',
      ['Event', 'At', 'What', 'Why', 'About'],
      newest(rows.events.all()).map(row => [
        `<code>${escaped(row.id)}</code>`,
        escaped(moment(new Date(row.created_at))),
        escaped(`${row.resource_type} ${row.action}`),
        escaped(row.details.cause),
        Object.values(row.links)
          .map(id => `<code>${escaped(id)}</code>`)
          .join(' '),
      ]),
    )}`
}

const state = (status: string) => escaped(status.replaceAll('_', ' '))

function choice(bank: Bank, chosen: Account): string {
  const choices = [...bank.accounts.values()].map(account => {
    const { name } = creditorOf(bank.contextOf(account))
    return [account.id, `${name} (token ${keyText(account.token)})`] as const
  })
  return `<h2>Account</h2><form method="get" class="row">
    <label>The club’s account <select name="account">${optionsOf(choices, chosen.id)}</select></label>
    <button>Show</button></form>`
}

function webhooks(bank: Bank, account: Account): string {
  const endpoint = bank.endpointOf(account.id)
  const own = account.settings.endpoint
  return `<fieldset><legend>Webhooks</legend>
    <p>${bank.waiting(account.id)} events wait for ${endpoint ? `<code>${escaped(endpoint.url)}</code>` : 'an address'}.</p>
    <form method="post" class="row"><button name="do" value="deliver">Deliver them now</button></form>
    <form method="post" class="row">
      <label>Address <input name="url" type="url" size="50" value="${escaped(own?.url ?? '')}" placeholder="${escaped(endpoint?.url ?? '')}"></label>
      <label>Secret <input name="secret" size="46" value="${escaped(endpoint?.secret ?? '')}" autocomplete="off"></label>
      <button name="do" value="endpoint">Save</button>
    </form></fieldset>`
}

function button(id: string, what: string, text: string): string {
  return `<form method="post" class="inline"><input type="hidden" name="id" value="${escaped(id)}">
    <button name="do" value="${what}">${escaped(text)}</button></form>`
}

function paymentActions(payment: Payment): string {
  const { id, status } = payment
  if (status === 'pending_submission' || status === 'submitted') {
    const choices = [['', 'As by default'], ...Object.entries(paymentOutcomes)] as [string, string][]
    return `<form method="post" class="inline"><input type="hidden" name="id" value="${escaped(id)}">
      <select name="outcome" aria-label="What becomes of ${escaped(id)}">${optionsOf(choices, payment.own.outcome ?? '')}</select>
      <button name="do" value="outcome">Save</button></form>`
  }
  if (status === 'confirmed' || status === 'paid_out')
    return `${refundForm(payment)} ${button(id, 'late-failure', 'Fail it late')} ${button(id, 'charge-back', 'Charge it back')}`
  if (status === 'charged_back') return button(id, 'cancel-charge-back', 'Challenge won')
  return ''
}

const refundForm = ({ id, amount, amount_refunded }: Payment) =>
  amount_refunded === amount
    ? ''
    : `<form method="post" class="inline"><input type="hidden" name="id" value="${escaped(id)}">
      <input name="amount" inputmode="decimal" size="6" placeholder="all" aria-label="Pounds of ${escaped(id)} to refund">
      <button name="do" value="refund">Refund it</button></form>`

function mandateActions(mandate: Mandate): string {
  const { id, status } = mandate
  if (!isLive(mandate)) return ''
  const early =
    status === 'active' ? '' : `${button(id, 'activate', 'Make it active')} ${button(id, 'fail', 'Fail it')} `
  return `${early}${button(id, 'cancel-at-bank', 'Cancelled at the bank')} ${button(id, 'close-account', 'Account closed')} ${button(id, 'expire', 'Expire')}`
}

const refundActions = ({ id, status }: Refund) => (status === 'bounced' ? '' : button(id, 'bounce', 'Send it back'))
