import { escaped, type PageAnswer, type PageRequest, page, pounds } from '../provider/html.ts'
import type { Context } from './account.ts'
import type { Bank } from './bank.ts'
import { collectBankAccount, collectDetails, confirmDetails, fulfil } from './billing-requests.ts'
import { exitFlow, visitFlow } from './flows.ts'
import { Refusal } from './refusal.ts'
import type { BillingRequest, Flow } from './rows.ts'

/** The provider's hosted page, on which a payer sets up a mandate, or pays from his bank. */
export function flowPage(bank: Bank, id: string, request: PageRequest): PageAnswer {
  const found = findFlow(bank, id)
  if (!found) return { html: page('Not found', narrow('<h1>This link is not known</h1>')), status: 404 }
  const { context, flow, billingRequest } = found
  if (billingRequest.status !== 'pending' && billingRequest.status !== 'ready_to_fulfil') {
    const text = billingRequest.status === 'fulfilled' ? 'This has been set up already.' : 'This has been cancelled.'
    return { html: page('Already done', narrow(`<h1>${text}</h1>${backLink(flow)}`)) }
  }
  if (flow.expires_at < context.now().toISOString())
    return { html: page('Expired', narrow('<h1>This link has expired</h1><p>Ask for a new one.</p>')), status: 410 }
  if (request.method === 'GET') {
    visitFlow(context, billingRequest, flow)
    return { html: form(context, flow, billingRequest, valuesOf(context, flow, billingRequest), []) }
  }
  if (request.form.do === 'cancel') {
    exitFlow(context, billingRequest, flow)
    const to = flow.exit_uri ?? flow.redirect_uri
    return to ? { to: withOutcome(to, 'exited', billingRequest.id) } : { html: page('Cancelled', narrow(left)) }
  }
  const problems = take(context, flow, billingRequest, request.form)
  if (problems.length > 0) return { html: form(context, flow, billingRequest, request.form, problems), status: 422 }
  return flow.redirect_uri
    ? { to: withOutcome(flow.redirect_uri, 'success', billingRequest.id) }
    : { html: page('Done', narrow('<h1>Thank you</h1><p>You can close this page.</p>')) }
}

const left = '<h1>Cancelled</h1><p>Nothing has been set up. You can close this page.</p>'

function findFlow(bank: Bank, id: string) {
  for (const account of bank.accounts.values()) {
    const flow = account.rows.billing_request_flows.get(id)
    const billingRequest = flow && account.rows.billing_requests.get(flow.links.billing_request)
    if (flow && billingRequest) return { context: bank.contextOf(account), flow, billingRequest }
  }
  return undefined
}

/** Does what the payer has sent; answers what is wrong with it. */
function take(context: Context, flow: Flow, request: BillingRequest, given: PageRequest['form']): string[] {
  try {
    const needsAccount = request.mandate_request !== null
    const customer = { given_name: given.given_name, family_name: given.family_name, email: given.email }
    const missing = needsAccount ? accountProblems(given) : []
    if (!given.given_name?.trim() || !given.family_name?.trim()) missing.unshift('Give your first and last name.')
    if (!/^[^\s@]+@[^\s@]+$/.test(given.email ?? '')) missing.push('Give your e-mail address.')
    if (missing.length > 0) return missing
    const address = { address_line1: given.address_line1, city: given.city, postal_code: given.postal_code }
    const detailed = collectDetails(context, request, {
      customer,
      customer_billing_detail: { ...address, country_code: 'GB' },
    })
    const banked = needsAccount
      ? collectBankAccount(context, detailed, {
          account_holder_name: given.account_holder_name || `${given.given_name} ${given.family_name}`,
          branch_code: given.branch_code,
          account_number: given.account_number,
          country_code: 'GB',
        })
      : detailed
    const confirmed = confirmDetails(context, banked)
    if (flow.auto_fulfil) fulfil(context, confirmed)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.problems.map(({ field, message }) => (field ? `${field.replaceAll('_', ' ')} ${message}` : message))
  }
}

function accountProblems(given: PageRequest['form']): string[] {
  const problems = []
  if (!/^\d{6}$/.test((given.branch_code ?? '').replaceAll(/[\s-]/g, '')))
    problems.push('The sort code has six digits.')
  if (!/^\d{6,8}$/.test((given.account_number ?? '').replaceAll(/\s/g, '')))
    problems.push('The account number has eight digits.')
  return problems
}

/** What the form begins with: what is known, and the bank details that the provider publishes for tests. */
function valuesOf(context: Context, flow: Flow, request: BillingRequest): Readonly<Record<string, string>> {
  const customer = context.account.rows.customers.get(request.links.customer)
  const known = (name: 'given_name' | 'family_name' | 'email' | 'address_line1' | 'city' | 'postal_code') =>
    flow.prefilled_customer?.[name] ?? customer?.[name] ?? ''
  const names = ['given_name', 'family_name', 'email', 'address_line1', 'city', 'postal_code'] as const
  return {
    ...Object.fromEntries(names.map(name => [name, known(name)])),
    account_holder_name: `${known('given_name')} ${known('family_name')}`.trim(),
    branch_code: '20-00-00',
    account_number: '55779911',
  }
}

function form(
  _context: Context,
  flow: Flow,
  request: BillingRequest,
  values: Readonly<Record<string, string>>,
  problems: readonly string[],
): string {
  const { mandate_request, payment_request, creditor_name } = request
  const title = payment_request ? `Pay ${pounds(payment_request.amount)}` : 'Set up a Direct Debit'
  const isLocked = flow.lock_customer_details
  const input = (name: string, label: string, more = '') =>
    `<label class="wide">${label} <input name="${name}" value="${escaped(values[name] ?? '')}" ${more}></label>`
  const person = isLocked ? 'readonly' : 'required'
  const said = problems.map(problem => `<li>${escaped(problem)}</li>`).join('')
  const bankFields = `<fieldset><legend>Your bank account</legend>
      <p>Test data: sort code 20-00-00, account 55779911. Any six and eight digits will do.</p>
      ${input('account_holder_name', 'Name on the account', 'autocomplete="off"')}
      ${input('branch_code', 'Sort code', 'inputmode="numeric" autocomplete="off" required')}
      ${input('account_number', 'Account number', 'inputmode="numeric" autocomplete="off" required')}
    </fieldset>
    <p class="note">The Direct Debit Guarantee applies: your bank gives you your money back if a mistake is made.</p>`
  return page(
    title,
    narrow(`
    <p>Sandbox bank: no money moves.</p>
    <h1>${escaped(title)}</h1>
    <p>to <strong>${escaped(creditor_name)}</strong>${payment_request ? ` for ${escaped(payment_request.description)}` : ''}</p>
    ${said ? `<div class="problem" role="alert"><p>Please look again:</p><ul>${said}</ul></div>` : ''}
    <form method="post">
      <fieldset><legend>About you</legend>
        ${input('given_name', 'First name', `autocomplete="given-name" ${person}`)}
        ${input('family_name', 'Last name', `autocomplete="family-name" ${person}`)}
        ${input('email', 'E-mail', `type="email" autocomplete="email" ${person}`)}
        ${input('address_line1', 'Address', 'autocomplete="address-line1"')}
        ${input('city', 'Town', 'autocomplete="address-level2"')}
        ${input('postal_code', 'Postcode', 'autocomplete="postal-code"')}
      </fieldset>
      ${mandate_request ? bankFields : '<p>Your bank asks you to confirm the payment: here, the button does.</p>'}
      <p><button class="main" name="do" value="confirm">Confirm</button>
        <button name="do" value="cancel" formnovalidate>Cancel</button></p>
    </form>`),
  )
}

const narrow = (content: string) => `<main class="narrow">${content}</main>`
const backLink = ({ redirect_uri }: Flow) =>
  redirect_uri ? `<p><a href="${escaped(redirect_uri)}">Go back</a></p>` : ''

function withOutcome(address: string, outcome: string, id: string): string {
  const url = new URL(address)
  url.searchParams.set('outcome', outcome)
  url.searchParams.set('id', id)
  return url.href
}
