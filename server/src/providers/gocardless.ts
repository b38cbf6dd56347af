import * as library from 'gocardless-nodejs'
import * as z from 'zod/mini'
import { busy, inTime, late, ProviderProblem, refusal, troubled, wrongKey } from './provider-problem.ts'

/** What we use of GoCardless (https://developer.gocardless.com/api-reference), each answer checked and cut to what we keep. */
export type GoCardless = ReturnType<typeof openGoCardless>

const text = z._default(z.nullable(z.string()), null)
const links = z._default(z.record(z.string(), z.string()), {})
const metadata = z._default(z.nullable(z.record(z.string(), z.string())), null)

export const mandateStates = [
  'pending_customer_approval',
  'pending_submission',
  'submitted',
  'active',
  'suspended_by_payer',
  'failed',
  'cancelled',
  'expired',
  'consumed',
  'blocked',
] as const

const Mandate = z.object({
  id: z.string(),
  status: z.enum(mandateStates),
  created_at: z.string(),
  next_possible_charge_date: text,
  /** On the payer's bank statement. */
  reference: text,
  scheme: text,
  metadata,
  links,
})
export type ProviderMandate = z.infer<typeof Mandate>

export const paymentStates = [
  'pending_customer_approval',
  'pending_submission',
  'submitted',
  'confirmed',
  'paid_out',
  'failed',
  'cancelled',
  'customer_approval_denied',
  'charged_back',
] as const

const Payment = z.object({
  id: z.string(),
  status: z.enum(paymentStates),
  amount: z.int(),
  amount_refunded: z._default(z.int(), 0),
  currency: z.string(),
  charge_date: text,
  created_at: z.string(),
  description: text,
  metadata,
  links,
})
export type ProviderPayment = z.infer<typeof Payment>

const Refund = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.string(),
  created_at: z.string(),
  metadata,
  links,
})

const Subscription = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.int(),
  name: text,
  interval: z.int(),
  interval_unit: z.string(),
  created_at: z.string(),
  start_date: text,
  upcoming_payments: z._default(z.array(z.object({ charge_date: text })), []),
  links,
})
export type ProviderSubscription = z.infer<typeof Subscription>

const BillingRequest = z.object({
  id: z.string(),
  status: z.string(),
  mandate_request: z.optional(z.nullable(z.object({ links }))),
  payment_request: z.optional(z.nullable(z.object({ links }))),
  links,
})
const Flow = z.object({ id: z.string(), authorisation_url: z.string() })
const Customer = z.object({ id: z.string(), given_name: text, family_name: text, company_name: text, email: text })
const Payout = z.object({
  id: z.string(),
  status: z.enum(['pending', 'paid', 'bounced']),
  /** Net, in pence. */
  amount: z.int(),
  currency: z.string(),
  arrival_date: text,
  created_at: z.string(),
  /** As on the bank statement. */
  reference: text,
})
/** The amount in pence, with a decimal. */
const PayoutItem = z.object({ type: z.string(), amount: z.string(), links })
const meta = z.object({ cursors: z.object({ after: text }) })
const Creditor = z.object({ id: z.string(), name: text })

interface NewFlow {
  readonly billingRequest: string
  readonly redirectUri: string
  readonly exitUri: string
  readonly customer: { readonly given_name: string; readonly family_name: string; readonly email?: string }
}

interface NewPayment {
  readonly pence: number
  readonly mandate: string
  /** YYYY-MM-DD; left out: the first that is possible. */
  readonly chargeDate?: string | undefined
  readonly description: string
  readonly metadata: Readonly<Record<string, string>>
}

interface NewRefund {
  readonly payment: string
  readonly pence: number
  /** All that is refunded of the payment, with this. */
  readonly totalPence: number
  readonly metadata: Readonly<Record<string, string>>
}

interface Reached {
  readonly url: string
  readonly accessToken: string
  /** Milliseconds. */
  readonly patience: number
}

export function openGoCardless({ url, accessToken, patience }: Reached) {
  const client = library.gocardless(accessToken, library.Environments.Live)
  sendTo(client, { url, patience })

  async function asked<T>(shape: z.ZodMiniType<T>, answer: Promise<unknown>): Promise<T> {
    let given: unknown
    try {
      given = await inTime(answer, () => late(provider), patience)
    } catch (error) {
      throw problemOf(error)
    }
    const parsed = shape.safeParse(given)
    // An answer that is not GoCardless's: a proxy's page, or another version.
    if (!parsed.success) throw busy(provider)
    return parsed.data
  }

  return {
    /** The name of the account's owner. */
    creditorName: async () =>
      (await asked(z.object({ creditors: z.array(Creditor) }), client.creditors.list({ limit: 1 }))).creditors[0]
        ?.name ?? '',

    createBillingRequest: (details: { description: string; metadata: Readonly<Record<string, string>> }, key: string) =>
      asked(
        BillingRequest,
        client.billingRequests.create(
          {
            mandate_request: { currency: 'GBP', scheme: 'bacs', description: details.description },
            metadata: { ...details.metadata },
          },
          key,
        ),
      ),
    /** Asks for a single payment from the payer's own bank, at once. */
    createPaymentRequest: (
      { pence, description, metadata }: Pick<NewPayment, 'pence' | 'description' | 'metadata'>,
      key: string,
    ) =>
      asked(
        BillingRequest,
        client.billingRequests.create(
          {
            payment_request: {
              amount: pence,
              currency: 'GBP',
              scheme: 'faster_payments',
              description,
              metadata: { ...metadata },
            },
            metadata: { ...metadata },
          },
          key,
        ),
      ),
    cancelBillingRequest: (id: string) => asked(BillingRequest, client.billingRequests.cancel(id, {})),
    findBillingRequest: (id: string) => asked(BillingRequest, client.billingRequests.find(id)),
    createFlow: ({ billingRequest, redirectUri, exitUri, customer }: NewFlow) =>
      asked(
        Flow,
        client.billingRequestFlows.create({
          redirect_uri: redirectUri,
          exit_uri: exitUri,
          prefilled_customer: { ...customer, country_code: 'GB' },
          links: { billing_request: billingRequest },
        }),
      ),

    findMandate: (id: string) => asked(Mandate, client.mandates.find(id)),
    cancelMandate: (id: string) => asked(Mandate, client.mandates.cancel(id)),
    /** A page of the mandates that are alive, and where the next page begins. */
    mandates: async (after?: string) => {
      const page = await asked(
        z.object({ mandates: z.array(Mandate), meta: z.object({ cursors: z.object({ after: text }) }) }),
        client.mandates.list({ limit: 200, ...(after && { after }) }),
      )
      return { mandates: page.mandates, after: page.meta.cursors.after }
    },
    /** A page of the customers, and where the next page begins. */
    customers: async (after?: string) => {
      const shape = z.object({ customers: z.array(z.extend(Customer, { metadata })), meta })
      const page = await asked(shape, client.customers.list({ limit: 200, ...(after && { after }) }))
      return { customers: page.customers, after: page.meta.cursors.after }
    },
    /** A page of the payouts, the latest first, and where the next page begins. */
    payouts: async (after?: string) => {
      const shape = z.object({ payouts: z.array(Payout), meta })
      const page = await asked(shape, client.payouts.list({ limit: 100, ...(after && { after }) }))
      return { payouts: page.payouts, after: page.meta.cursors.after }
    },
    /** What a payout is made of, a page of it, and where the next page begins. */
    payoutItems: async (payout: string, after?: string) => {
      const shape = z.object({ payout_items: z.array(PayoutItem), meta })
      const page = await asked(shape, client.payoutItems.list({ payout, limit: 500, ...(after && { after }) }))
      return { items: page.payout_items, after: page.meta.cursors.after }
    },
    findCustomer: (id: string) => asked(Customer, client.customers.find(id)),

    createPayment: ({ pence, mandate, chargeDate, description, metadata }: NewPayment, key: string) =>
      asked(
        Payment,
        client.payments.create(
          {
            amount: pence,
            currency: 'GBP',
            ...(chargeDate && { charge_date: chargeDate }),
            description,
            metadata: { ...metadata },
            links: { mandate },
          },
          key,
        ),
      ),
    findPayment: (id: string) => asked(Payment, client.payments.find(id)),
    cancelPayment: (id: string) => asked(Payment, client.payments.cancel(id)),
    /** The latest 500 by a mandate, or of a subscription. */
    paymentsOf: async (by: { mandate: string } | { subscription: string }) =>
      (await asked(z.object({ payments: z.array(Payment) }), client.payments.list({ ...by, limit: 500 }))).payments,

    findRefund: (id: string) => asked(Refund, client.refunds.find(id)),
    /** The refunds of a payment, whoever has made them. */
    refundsOf: async (payment: string) =>
      (await asked(z.object({ refunds: z.array(Refund) }), client.refunds.list({ payment, limit: 500 }))).refunds,
    /** Where an account may not refund at all, GoCardless refuses it; its key is no worse for that. */
    createRefund: ({ pence, payment, totalPence, metadata }: NewRefund, key: string) =>
      asked(
        Refund,
        client.refunds
          .create(
            {
              amount: pence,
              total_amount_confirmation: totalPence,
              metadata: { ...metadata },
              links: { payment },
            },
            key,
          )
          .catch((error: unknown) => {
            if (!(error instanceof library.PermissionsError)) throw error
            throw refusal(provider, 'forbidden', 'refunds are not enabled for this account')
          }),
      ),

    findSubscription: (id: string) => asked(Subscription, client.subscriptions.find(id)),
    cancelSubscription: (id: string) => asked(Subscription, client.subscriptions.cancel(id)),
    pauseSubscription: (id: string) => asked(Subscription, client.subscriptions.pause(id, {})),
    resumeSubscription: (id: string) => asked(Subscription, client.subscriptions.resume(id, {})),
    /** A page of the subscriptions, and where the next page begins. */
    subscriptions: async (after?: string) => {
      const shape = z.object({ subscriptions: z.array(Subscription), meta })
      const page = await asked(shape, client.subscriptions.list({ limit: 200, ...(after && { after }) }))
      return { subscriptions: page.subscriptions, after: page.meta.cursors.after }
    },
    subscriptionsOf: async (mandate: string) =>
      (
        await asked(
          z.object({ subscriptions: z.array(Subscription) }),
          client.subscriptions.list({ mandate, limit: 500 }),
        )
      ).subscriptions,
  }
}

/** What the library's own object for requests is made of, as far as it is changed here. */
interface Requests {
  _baseUrl: string
  createRequestOptions(...given: unknown[]): object
}

/**
 * The library knows two addresses of its own and takes no other. It repeats reads by itself, which may end the process when
 * a connection breaks (got 11 throws in a timer: "The `onCancel` handler was attached after the promise settled"); and it
 * waits for ever. Jobs repeat what was not answered.
 */
function sendTo(client: library.GoCardlessClient, { url, patience }: Omit<Reached, 'accessToken'>): void {
  // Private to the library's types; providers.test.ts would see it change.
  const requests = Reflect.get(client, '_api') as Requests
  const original = requests.createRequestOptions.bind(requests)
  requests._baseUrl = url
  requests.createRequestOptions = (...given) => ({ ...original(...given), retry: 0, timeout: patience })
}

const provider = 'GoCardless'

/** https://developer.gocardless.com/api-reference/#overview-errors. The error itself holds the request, with its key. */
function problemOf(error: unknown): ProviderProblem {
  if (error instanceof ProviderProblem) return error
  if (error instanceof library.AuthenticationError || error instanceof library.PermissionsError)
    return wrongKey(provider)
  if (error instanceof library.RateLimitError) return troubled(provider, 429)
  if (error instanceof library.GoCardlessInternalError) return troubled(provider, 500)
  if (error instanceof library.ApiError) {
    const code = Number(error.code)
    if (code === 401 || code === 403) return wrongKey(provider)
    if (code === 429 || code >= 500) return troubled(provider, code)
    const [first] = error.errors ?? []
    const reason = first?.reason ?? first?.field ?? error.errorType ?? ''
    return refusal(provider, reason, first?.message ?? error.message, code === 404)
  }
  // As the client beneath names it (got 11).
  return error instanceof Error && error.name === 'TimeoutError' ? late(provider) : busy(provider)
}
