import { type Context, record, save, seconds } from './account.ts'
import { createCustomer, liveCustomer } from './customers.ts'
import { type Input, inputOf } from './form.ts'
import { newPaymentIntent, pay } from './payment-intents.ts'
import { invalid, missing, wrongState } from './refusal.ts'
import { type LineItem, newId, type PaymentIntent, type PaymentMethod, type Session, type SetupIntent } from './rows.ts'
import { newSetupIntent, setUp } from './setup-intents.ts'

const day = 24 * 3600

export function createSession(context: Context, input: Input): Session {
  input.needed('mode')
  const mode = input.oneOf('mode', ['payment', 'setup'])
  if (!mode) throw missing('mode')
  const success_url = input.needed('success_url')
  const cancel_url = input.text('cancel_url')
  for (const [param, address] of [['success_url', success_url] as const, ['cancel_url', cancel_url] as const])
    if (address !== null && !/^https?:\/\//.test(address)) throw invalid('Not a valid URL', param, 'url_invalid')
  const customer = input.text('customer')
  if (customer) liveCustomer(context, customer, 'customer')
  const items = mode === 'payment' ? itemsOf(input) : []
  const now = seconds(context.now())
  const total = items.reduce((sum, item) => sum + item.amount_total, 0)
  const intent = input.within(mode === 'payment' ? 'payment_intent_data' : 'setup_intent_data')
  const metadata = intent.metadata()
  const setupIntent =
    mode === 'setup'
      ? newSetupIntent(context, { customer, description: intent.text('description'), metadata, usage: 'off_session' })
      : undefined
  const id = newId('cs_test', 58)
  return save(context, 'sessions', {
    id,
    object: 'checkout.session',
    amount_subtotal: mode === 'payment' ? total : null,
    amount_total: mode === 'payment' ? total : null,
    cancel_url,
    client_reference_id: input.text('client_reference_id'),
    created: now,
    currency: mode === 'payment' ? 'gbp' : input.text('currency'),
    customer,
    customer_creation: customer ? null : (input.oneOf('customer_creation', ['always', 'if_required']) ?? 'if_required'),
    customer_details: null,
    customer_email: input.text('customer_email'),
    expires_at: input.whole('expires_at', now + 1800, now + day) ?? now + day,
    livemode: false,
    metadata: input.metadata(),
    mode,
    payment_intent: null,
    payment_method_types: ['card'],
    payment_status: mode === 'payment' ? 'unpaid' : 'no_payment_required',
    setup_intent: setupIntent?.id ?? null,
    status: 'open',
    success_url,
    ui_mode: 'hosted',
    url: `${context.pages()}/pay/${id}`,
    own: {
      items,
      intent: {
        description: intent.text('description'),
        metadata,
        setup_future_usage: intent.oneOf('setup_future_usage', ['off_session', 'on_session']),
        receipt_email: intent.text('receipt_email'),
      },
    },
  })
}

function itemsOf(input: Input): LineItem[] {
  const items = input.list('line_items').map(item => {
    const price = item.within('price_data')
    const currency = price.needed('currency').toLowerCase()
    if (currency !== 'gbp') throw invalid(`Invalid currency: ${currency}. The sandbox takes gbp.`, 'currency')
    price.needed('unit_amount')
    const unit = price.whole('unit_amount', 0, 99_999_999) ?? 0
    const quantity = item.whole('quantity', 1, 999_999) ?? 1
    const amount = unit * quantity
    const description = price.within('product_data').needed('name')
    const sums = { amount_subtotal: amount, amount_total: amount, currency, description, quantity }
    return { id: newId('li'), object: 'item', ...sums } as const
  })
  if (items.length === 0) throw missing('line_items')
  if (items.reduce((sum, item) => sum + item.amount_total, 0) < 30)
    throw invalid('The Checkout Session’s total amount must be at least £0.30.', 'line_items', 'amount_too_small')
  return items
}

export const isOpen = (context: Context, session: Session) =>
  session.status === 'open' && session.expires_at > seconds(context.now())

export function expireSession(context: Context, session: Session): Session {
  if (session.status !== 'open')
    throw wrongState(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      {},
    )
  const expired = save(context, 'sessions', { ...session, status: 'expired', url: null })
  record(context, 'checkout.session.expired', expired)
  return expired
}

/** Pays or saves with the card that the payer has entered. @throws Refusal where it is declined */
export function payWith(
  context: Context,
  session: Session,
  method: PaymentMethod,
  isAuthenticated: boolean,
): PaymentIntent | SetupIntent {
  const returnUrl = `${context.pages()}/pay/${session.id}`
  if (session.setup_intent) {
    const intent = context.account.rows.setup_intents.get(session.setup_intent)
    if (!intent) throw new Error('a session in this mode has one')
    return setUp(context, intent, method, { returnUrl, isAuthenticated })
  }
  const existing = context.account.rows.payment_intents.get(session.payment_intent ?? '')
  const intent =
    existing ??
    newPaymentIntent(context, {
      amount: session.amount_total ?? 0,
      customer: customerOf(context, session, method),
      payment_method: null,
      ...session.own.intent,
    })
  if (!existing) save(context, 'sessions', { ...session, payment_intent: intent.id })
  return pay(context, intent, method, { returnUrl, isOffSession: false, isAuthenticated })
}

/** A guest is made a customer where that was asked for, or a card is to be kept. */
function customerOf(context: Context, session: Session, method: PaymentMethod): string | null {
  const isWanted = session.customer_creation === 'always' || session.own.intent.setup_future_usage !== null
  if (session.customer || !isWanted) return session.customer
  const { email, name } = method.billing_details
  return createCustomer(context, inputOf({ ...(email && { email }), ...(name && { name }) })).id
}

export function complete(context: Context, session: Session, method: PaymentMethod): Session {
  const current = context.account.rows.sessions.get(session.id) ?? session
  const intent = context.account.rows.payment_intents.get(current.payment_intent ?? '')
  const { email, name, phone, address } = method.billing_details
  const done = save(context, 'sessions', {
    ...current,
    customer: current.customer ?? intent?.customer ?? null,
    customer_details: { address, email, name, phone, tax_exempt: 'none', tax_ids: [] },
    payment_status: current.mode === 'payment' ? 'paid' : 'no_payment_required',
    status: 'complete',
    url: null,
  })
  record(context, 'checkout.session.completed', done)
  return done
}
