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
import { rowButton as button, type Newest, overviewPage, refundForm } from '../provider/overview.ts'
import { type Account, creditorOf } from './account.ts'
import type { Bank } from './bank.ts'
import { act } from './bank-actions.ts'
import { isLive, nextChargeDate } from './charge-dates.ts'
import { flowPage } from './flow-page.ts'
import { isMandateOutcome, isPaymentOutcome, mandateOutcomes, paymentOutcomes } from './outcomes.ts'
import type { Mandate, Payment, Refund } from './rows.ts'

/** The pages at /sandbox/bank: everything that the bank knows, with the means to change it, and the payers' pages. */
export async function bankPage(bank: Bank, request: PageRequest): Promise<PageAnswer> {
  const [what = '', id = ''] = request.path.split('/')
  if (what === 'flow') return flowPage(bank, id, request)
  if (what !== '') return { html: page('Not found', '<main><h1>There is nothing here</h1></main>'), status: 404 }
  return await overviewPage(bank, request, {
    title: 'Sandbox bank',
    about: 'Stands for GoCardless while the product has no real account there. No money moves.',
    empty: 'No club has used the bank yet.',
    nameOf: account => `${creditorOf(bank.contextOf(account)).name} (token ${keyText(account.key)})`,
    selects: ({ payment, mandate }) => `
      <label>Payments <select name="payment">${optionsOf(Object.entries(paymentOutcomes), payment)}</select></label>
      <label>New mandates <select name="mandate">${optionsOf(Object.entries(mandateOutcomes), mandate)}</select></label>`,
    chosen: ({ payment = '', mandate = '' }) =>
      isPaymentOutcome(payment) && isMandateOutcome(mandate) ? { payment, mandate } : null,
    tables: (account, newest) => tables(bank, account, newest),
    act: (account, form) => act(bank.contextOf(account), form),
  })
}

function tables(bank: Bank, account: Account, newest: Newest): string {
  const { rows } = account
  const context = bank.contextOf(account)
  const nameOf = (customer: string) => {
    const { given_name, family_name, company_name, email } = rows.customers.get(customer) ?? {}
    return escaped(company_name ?? ([given_name, family_name].filter(Boolean).join(' ') || email || 'not named yet'))
  }
  const day = (date: string) => escaped(dayText(date.slice(0, 10)))
  return `
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

function paymentActions(payment: Payment): string {
  const { id, status } = payment
  if (status === 'pending_submission' || status === 'submitted') {
    const choices = [['', 'As by default'], ...Object.entries(paymentOutcomes)] as [string, string][]
    return `<form method="post" class="inline"><input type="hidden" name="id" value="${escaped(id)}">
      <select name="outcome" aria-label="What becomes of ${escaped(id)}">${optionsOf(choices, payment.own.outcome ?? '')}</select>
      <button name="do" value="outcome">Save</button></form>`
  }
  if (status === 'confirmed' || status === 'paid_out')
    return `${payment.amount > payment.amount_refunded ? refundForm(id) : ''} ${button(id, 'late-failure', 'Fail it late')} ${button(id, 'charge-back', 'Charge it back')}`
  if (status === 'charged_back') return button(id, 'cancel-charge-back', 'Challenge won')
  return ''
}

function mandateActions(mandate: Mandate): string {
  const { id, status } = mandate
  if (!isLive(mandate)) return ''
  const early =
    status === 'active' ? '' : `${button(id, 'activate', 'Make it active')} ${button(id, 'fail', 'Fail it')} `
  return `${early}${button(id, 'cancel-at-bank', 'Cancelled at the bank')} ${button(id, 'close-account', 'Account closed')} ${button(id, 'expire', 'Expire')}`
}

const refundActions = ({ id, status }: Refund) => (status === 'bounced' ? '' : button(id, 'bounce', 'Send it back'))
