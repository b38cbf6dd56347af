import { type Context, find, given, record, save, seconds } from './account.ts'
import { cardKind, numberNamed } from './cards.ts'
import type { Input } from './form.ts'
import { Refusal, wrongState } from './refusal.ts'
import { type Customer, newId, type PaymentMethod } from './rows.ts'

export function createCustomer(context: Context, input: Input): Customer {
  const customer = save(context, 'customers', {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: seconds(context.now()),
    currency: null,
    default_source: null,
    delinquent: false,
    description: input.text('description'),
    email: emailOf(input),
    invoice_settings: { default_payment_method: null },
    livemode: false,
    metadata: input.metadata(),
    name: input.text('name'),
    phone: input.text('phone'),
    shipping: null,
    tax_exempt: 'none',
    own: {},
  })
  record(context, 'customer.created', customer)
  const method = input.text('payment_method')
  if (method) attach(context, methodGiven(context, method, 'payment_method'), customer.id)
  return customer
}

export function updateCustomer(context: Context, customer: Customer, input: Input): Customer {
  const text = (name: 'description' | 'name' | 'phone') => (input.has(name) ? input.text(name) : customer[name])
  const settings = input.within('invoice_settings')
  const method = settings.text('default_payment_method')
  if (method) given(context, 'payment_methods', method, 'invoice_settings[default_payment_method]')
  const changed = save(context, 'customers', {
    ...customer,
    description: text('description'),
    name: text('name'),
    phone: text('phone'),
    email: input.has('email') ? emailOf(input) : customer.email,
    metadata: input.has('metadata') ? input.metadata(customer.metadata) : customer.metadata,
    invoice_settings: settings.has('default_payment_method')
      ? { default_payment_method: method }
      : customer.invoice_settings,
  })
  record(context, 'customer.updated', changed)
  return changed
}

function emailOf(input: Input): string | null {
  const email = input.text('email')
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new Refusal(400, 'invalid_request_error', `Invalid email address: ${email}`, {
      code: 'email_invalid',
      param: 'email',
    })
  return email
}

/** Takes a customer away, with the cards that were kept of him. */
export function deleteCustomer(context: Context, customer: Customer): object {
  save(context, 'customers', { ...customer, own: { isDeleted: true } })
  for (const method of context.account.rows.payment_methods.linkedTo(customer.id))
    if (method.customer === customer.id) save(context, 'payment_methods', { ...method, customer: null })
  record(context, 'customer.deleted', customer)
  return { id: customer.id, object: 'customer', deleted: true }
}

/** @throws Refusal 404 for one that has been deleted too */
export function liveCustomer(context: Context, id: string, param: string): Customer {
  const customer = given(context, 'customers', id, param)
  if (customer.own.isDeleted) given(context, 'customers', `${id} (deleted)`, param)
  return customer
}

/** A card, by its number, or by the name of a test card. Of the number the last four digits are kept. */
export function createMethod(context: Context, input: Input): PaymentMethod {
  const card = input.within('card')
  const token = card.text('token')
  const number = token ? numberNamed(token) : card.needed('number').replaceAll(/\D/g, '')
  const details = input.within('billing_details')
  return newMethod(context, {
    number: number ?? '',
    month: card.whole('exp_month', 1, 12) ?? 12,
    year: card.whole('exp_year', 2000, 2100) ?? context.now().getUTCFullYear() + 3,
    name: details.text('name'),
    email: details.text('email'),
    metadata: input.metadata(),
  })
}

interface NewMethod {
  readonly number: string
  readonly month: number
  readonly year: number
  readonly name: string | null
  readonly email: string | null
  readonly metadata?: PaymentMethod['metadata']
}

export function newMethod(context: Context, { number, month, year, name, email, metadata }: NewMethod): PaymentMethod {
  const kind = cardKind(number)
  if (!kind)
    throw new Refusal(402, 'card_error', 'Your card number is incorrect.', {
      code: 'incorrect_number',
      param: 'number',
    })
  const today = context.now()
  if (year * 12 + month < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1)
    throw new Refusal(402, 'card_error', "Your card's expiration year is invalid.", {
      code: 'invalid_expiry_year',
      param: 'exp_year',
    })
  return save(context, 'payment_methods', {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email,
      name,
      phone: null,
    },
    card: {
      brand: kind.brand,
      country: 'GB',
      display_brand: kind.brand,
      exp_month: month,
      exp_year: year,
      fingerprint: newId('fp', 16).slice(3),
      funding: 'credit',
      last4: number.slice(-4),
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: seconds(context.now()),
    customer: null,
    livemode: false,
    metadata: metadata ?? {},
    type: 'card',
    own: {
      onCharge: kind.onCharge,
      failsAtOnce: kind.failsAtOnce ?? false,
      asksOnce: kind.asksOnce ?? false,
    },
  })
}

/** The payment method that a field names; the names of test cards make a new one each time. */
export function methodGiven(context: Context, id: string, param: string): PaymentMethod {
  const number = numberNamed(id)
  if (!number) return given(context, 'payment_methods', id, param)
  return newMethod(context, { number, month: 12, year: context.now().getUTCFullYear() + 3, name: null, email: null })
}

export function attach(context: Context, method: PaymentMethod, customer: string): PaymentMethod {
  liveCustomer(context, customer, 'customer')
  if (method.customer === customer) return method
  if (method.customer)
    throw wrongState('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_already_attached',
    })
  const attached = save(context, 'payment_methods', { ...method, customer })
  record(context, 'payment_method.attached', attached)
  return attached
}

export function detach(context: Context, method: PaymentMethod): PaymentMethod {
  if (!method.customer)
    throw wrongState('The payment method you provided is not attached to a customer so detachment is impossible.', {})
  const detached = save(context, 'payment_methods', { ...method, customer: null })
  record(context, 'payment_method.detached', detached)
  const customer = find(context, 'customers', method.customer)
  if (customer.invoice_settings.default_payment_method === method.id)
    save(context, 'customers', { ...customer, invoice_settings: { default_payment_method: null } })
  return detached
}
