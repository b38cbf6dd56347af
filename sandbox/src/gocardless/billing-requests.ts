import { type Context, creditorOf, record, save } from './account.ts'
import { bankAccountOf, blankCustomer, textsOf } from './customers.ts'
import type { EventDetails } from './event-details.ts'
import { type Input, inputOf } from './input.ts'
import { newMandate } from './mandates.ts'
import { instantPayment } from './payments.ts'
import { wrongState } from './refusal.ts'
import { type BillingRequest, type Flow, type MandateRequest, newId, type PaymentRequest } from './rows.ts'

export function createBillingRequest(context: Context, body: unknown): BillingRequest {
  const input = inputOf('billing_requests', body)
  const mandateRequest = input.has('mandate_request') ? mandateRequestOf(input.within('mandate_request')) : null
  const paymentRequest = input.has('payment_request') ? paymentRequestOf(input.within('payment_request')) : null
  if (!mandateRequest && !paymentRequest) input.wrong('mandate_request', 'or payment_request must be given')
  const metadata = input.metadata()
  const given = input.within('links').text('customer')
  const known = given ? context.account.rows.customers.get(given) : undefined
  if (given && !known) input.within('links').wrong('customer', 'not found')
  const account = input.within('links').text('customer_bank_account')
  if (account && !context.account.rows.customer_bank_accounts.get(account))
    input.within('links').wrong('customer_bank_account', 'not found')
  input.check()
  const customer = known ?? save(context, 'customers', blankCustomer(context))
  const creditor = creditorOf(context)
  const request = save(context, 'billing_requests', {
    id: newId('BRQ'),
    created_at: context.now().toISOString(),
    status: 'pending',
    creditor_name: creditor.name,
    fallback_enabled: input.flag('fallback_enabled', false),
    fallback_occurred: false,
    mandate_request: mandateRequest,
    payment_request: paymentRequest,
    metadata,
    links: {
      creditor: creditor.id,
      customer: customer.id,
      customer_billing_detail: newId('CBD'),
      ...(account && { customer_bank_account: account }),
      ...(mandateRequest && { mandate_request: newId('MRQ') }),
      ...(paymentRequest && { payment_request: newId('PRQ') }),
    },
    own: { hasDetails: Boolean(customer.email && (customer.given_name || customer.company_name)), isConfirmed: false },
  })
  happened(context, request, 'created', 'billing_request_created', 'This billing request has been created.', 'api')
  return request
}

function mandateRequestOf(input: Input): MandateRequest {
  const scheme = input.oneOf('scheme', ['bacs'])
  const currency = input.text('currency') ?? 'GBP'
  if (currency !== 'GBP') input.wrong('currency', 'is not supported')
  return {
    currency,
    scheme: scheme ?? 'bacs',
    verify: input.oneOf('verify', ['minimum', 'recommended', 'when_available', 'always']) ?? 'minimum',
    description: input.text('description'),
    metadata: input.metadata(),
  }
}

function paymentRequestOf(input: Input): PaymentRequest {
  const currency = input.text('currency')
  if (currency !== 'GBP') input.wrong('currency', 'is not supported')
  const description = input.text('description')
  if (!description) input.wrong('description', "can't be blank")
  input.oneOf('scheme', ['faster_payments'])
  return {
    amount: input.amount('amount'),
    currency: 'GBP',
    scheme: 'faster_payments',
    description: description ?? '',
    reference: input.text('reference', 18),
    metadata: input.metadata(),
  }
}

/** As the API shows it: with what is still to be done, and what it is about. */
export function withActions(context: Context, request: BillingRequest): object {
  const { customers, customer_bank_accounts } = context.account.rows
  const { mandate_request, payment_request, links, status } = request
  const isDone = status === 'fulfilled'
  const state = (done: boolean) => (done || isDone ? 'completed' : 'pending')
  const customer = customers.get(links.customer)
  const account = customer_bank_accounts.get(links.customer_bank_account ?? '')
  const hasAccount = Boolean(account)
  const about = (prefix: 'mandate_request' | 'payment_request') => ({
    links:
      prefix === 'mandate_request'
        ? { ...(links.mandate_request_mandate && { mandate: links.mandate_request_mandate }) }
        : { ...(links.payment_request_payment && { payment: links.payment_request_payment }) },
  })
  return {
    ...request,
    mandate_request: mandate_request && { ...mandate_request, ...about('mandate_request') },
    payment_request: payment_request && { ...payment_request, ...about('payment_request') },
    actions: [
      action('choose_currency', 'completed', { required: true }),
      action('collect_customer_details', state(request.own.hasDetails), {
        required: true,
        requires_actions: ['choose_currency'],
        collect_customer_details: {
          default_country_code: 'GB',
          incomplete_fields: { customer: request.own.hasDetails ? [] : ['email', 'given_name', 'family_name'] },
        },
      }),
      action('collect_bank_account', state(hasAccount), {
        required: Boolean(mandate_request),
        requires_actions: ['choose_currency', 'collect_customer_details'],
      }),
      action('confirm_payer_details', state(request.own.isConfirmed), {
        required: true,
        requires_actions: ['collect_customer_details', 'collect_bank_account'],
      }),
    ],
    resources: {
      customer: customer && {
        id: customer.id,
        created_at: customer.created_at,
        email: customer.email,
        given_name: customer.given_name,
        family_name: customer.family_name,
        company_name: customer.company_name,
        language: customer.language,
        phone_number: customer.phone_number,
        metadata: customer.metadata,
      },
      customer_billing_detail: customer && {
        id: links.customer_billing_detail,
        created_at: customer.created_at,
        address_line1: customer.address_line1,
        address_line2: customer.address_line2,
        address_line3: customer.address_line3,
        city: customer.city,
        region: customer.region,
        postal_code: customer.postal_code,
        country_code: customer.country_code,
        schemes: mandate_request ? ['bacs'] : ['faster_payments'],
      },
      customer_bank_account: account ? { ...account, own: undefined } : null,
    },
  }
}

const action = (type: string, status: string, more: object) => ({
  type,
  status,
  completes_actions: [],
  requires_actions: [],
  ...more,
})

export function demandOpen({ status }: BillingRequest): void {
  if (status !== 'pending' && status !== 'ready_to_fulfil')
    throw wrongState('billing_request_invalid_state', `This billing request is ${status}`)
}

export function collectDetails(context: Context, request: BillingRequest, body: unknown): BillingRequest {
  demandOpen(request)
  const input = inputOf('data', body)
  const texts = { ...textsOf(input.within('customer')), ...textsOf(input.within('customer_billing_detail')) }
  input.check()
  const customer = context.account.rows.customers.get(request.links.customer) ?? blankCustomer(context)
  const changed = save(context, 'customers', { ...customer, ...texts })
  const hasName = Boolean(changed.given_name && changed.family_name) || Boolean(changed.company_name)
  const collected = save(context, 'billing_requests', {
    ...request,
    own: { ...request.own, hasDetails: hasName && Boolean(changed.email) },
  })
  const text = 'Customer details have been collected for this billing request.'
  happened(context, collected, 'collect_customer_details', 'billing_request_collect_customer_details', text, 'api')
  return collected
}

export function collectBankAccount(context: Context, request: BillingRequest, body: unknown): BillingRequest {
  demandOpen(request)
  if (!request.own.hasDetails)
    throw wrongState('billing_request_action_not_available', 'collect_customer_details must be completed first')
  const account = bankAccountOf(context, inputOf('data', body), request.links.customer)
  const links = { ...request.links, customer_bank_account: account.id }
  const collected = save(context, 'billing_requests', { ...request, links })
  const text = 'Bank account details have been collected for this billing request.'
  happened(context, collected, 'collect_bank_account', 'billing_request_collect_bank_account', text, 'api')
  return collected
}

export function confirmDetails(context: Context, request: BillingRequest): BillingRequest {
  demandOpen(request)
  const needsAccount = request.mandate_request !== null
  if (!request.own.hasDetails || (needsAccount && !request.links.customer_bank_account))
    throw wrongState('billing_request_action_not_available', 'The details of the payer have not been collected')
  const own = { ...request.own, isConfirmed: true }
  const confirmed = save(context, 'billing_requests', { ...request, status: 'ready_to_fulfil', own })
  const text = 'Payer has confirmed all their details for this billing request.'
  happened(context, confirmed, 'payer_details_confirmed', 'billing_request_payer_details_confirmed', text, 'api')
  return confirmed
}

/** Makes the mandate and the payment that were asked for. */
export function fulfil(context: Context, request: BillingRequest): BillingRequest {
  if (request.status !== 'ready_to_fulfil')
    throw wrongState('billing_request_not_ready', `This billing request is ${request.status}, not ready to fulfil`)
  const { mandate_request, payment_request, links } = request
  const mandate =
    mandate_request && links.customer_bank_account
      ? newMandate(context, {
          customer: links.customer,
          bankAccount: links.customer_bank_account,
          scheme: 'bacs',
          metadata: mandate_request.metadata,
        })
      : undefined
  const payment =
    payment_request &&
    instantPayment(context, {
      amount: payment_request.amount,
      description: payment_request.description,
      reference: payment_request.reference,
      metadata: payment_request.metadata,
      customer: links.customer,
    })
  const fulfilled = save(context, 'billing_requests', {
    ...request,
    status: 'fulfilled',
    links: {
      ...links,
      ...(mandate && { mandate_request_mandate: mandate.id }),
      ...(payment && { payment_request_payment: payment.id }),
    },
  })
  const text = 'This billing request has been fulfilled, and the resources have been created.'
  happened(context, fulfilled, 'fulfilled', 'billing_request_fulfilled', text, 'gocardless')
  return fulfilled
}

export function cancelBillingRequest(context: Context, request: BillingRequest): BillingRequest {
  demandOpen(request)
  const cancelled = save(context, 'billing_requests', { ...request, status: 'cancelled' })
  const text = 'This billing request has been cancelled.'
  happened(context, cancelled, 'cancelled', 'billing_request_cancelled', text, 'api')
  return cancelled
}

/** Writes down what has happened to a request, with all that it is linked to. */
export function happened(
  context: Context,
  request: BillingRequest,
  action: string,
  cause: string,
  description: string,
  origin: EventDetails['origin'],
  flow?: Flow,
): void {
  const { customer, customer_bank_account, mandate_request_mandate, payment_request_payment } = request.links
  record(context, {
    resource: 'billing_requests',
    action,
    details: { origin, cause, description },
    links: {
      billing_request: request.id,
      customer,
      ...(customer_bank_account && { customer_bank_account }),
      ...(mandate_request_mandate && { mandate_request_mandate }),
      ...(payment_request_payment && { payment_request_payment }),
      ...(flow && { billing_request_flow: flow.id }),
    },
    metadata: request.metadata,
  })
}
