import { type Context, creditorOf, save } from './account.ts'
import { type Input, inputOf } from './input.ts'
import { invalid } from './refusal.ts'
import { type BankAccount, type Customer, newId } from './rows.ts'

const texts = [
  'email',
  'given_name',
  'family_name',
  'company_name',
  'address_line1',
  'address_line2',
  'address_line3',
  'city',
  'region',
  'postal_code',
  'country_code',
  'language',
  'phone_number',
] as const

export function createCustomer(context: Context, body: unknown): Customer {
  const input = inputOf('customers', body)
  const customer = { ...blankCustomer(context), ...textsOf(input), metadata: input.metadata() }
  if (!customer.company_name && !customer.given_name) input.wrong('given_name', "can't be blank")
  if (!customer.company_name && !customer.family_name) input.wrong('family_name', "can't be blank")
  if (customer.email !== null && !/^[^\s@]+@[^\s@]+$/.test(customer.email)) input.wrong('email', 'is invalid')
  input.check()
  return save(context, 'customers', customer)
}

export function updateCustomer(context: Context, customer: Customer, body: unknown): Customer {
  const input = inputOf('customers', body)
  const changed = {
    ...customer,
    ...textsOf(input),
    metadata: input.has('metadata') ? input.metadata() : customer.metadata,
  }
  input.check()
  return save(context, 'customers', changed)
}

/** What the input says of the customer, without what it leaves out. */
export function textsOf(input: Input): Partial<Record<(typeof texts)[number], string | null>> {
  return Object.fromEntries(texts.filter(name => input.has(name)).map(name => [name, input.text(name)]))
}

export function blankCustomer(context: Context): Customer {
  return {
    id: newId('CU'),
    created_at: context.now().toISOString(),
    email: null,
    given_name: null,
    family_name: null,
    company_name: null,
    address_line1: null,
    address_line2: null,
    address_line3: null,
    city: null,
    region: null,
    postal_code: null,
    country_code: 'GB',
    language: 'en',
    phone_number: null,
    metadata: {},
    own: {},
  }
}

export function createBankAccount(context: Context, body: unknown): BankAccount {
  const input = inputOf('customer_bank_accounts', body)
  const customer = input.within('links').text('customer')
  if (!customer || !context.account.rows.customers.get(customer)) input.within('links').wrong('customer', 'not found')
  return bankAccountOf(context, input, customer ?? '')
}

/** Reads sort code and account number from the input, and keeps no more of them than their ends. */
export function bankAccountOf(context: Context, input: Input, customer: string): BankAccount {
  const branch = (input.text('branch_code') ?? '').replaceAll(/[\s-]/g, '')
  const number = (input.text('account_number') ?? '').replaceAll(/\s/g, '')
  const holder = input.text('account_holder_name', 100)
  if (!/^\d{6}$/.test(branch)) input.wrong('branch_code', branch ? 'is invalid' : "can't be blank")
  if (!/^\d{6,8}$/.test(number)) input.wrong('account_number', number ? 'is invalid' : "can't be blank")
  if (!holder) input.wrong('account_holder_name', "can't be blank")
  const metadata = input.metadata()
  input.check()
  return save(context, 'customer_bank_accounts', {
    id: newId('BA'),
    created_at: context.now().toISOString(),
    account_holder_name: (holder ?? '').toUpperCase(),
    account_number_ending: number.slice(-2),
    account_type: null,
    bank_name: 'BARCLAYS BANK PLC',
    country_code: 'GB',
    currency: 'GBP',
    enabled: true,
    metadata,
    links: { customer },
    own: {},
  })
}

export function disableBankAccount(context: Context, account: BankAccount): BankAccount {
  return save(context, 'customer_bank_accounts', { ...account, enabled: false })
}

export function updateCreditor(context: Context, body: unknown) {
  const input = inputOf('creditors', body)
  const creditor = creditorOf(context)
  const name = input.text('name')
  if (input.has('name') && !name) throw invalid('creditors', { name: "can't be blank" })
  input.check()
  return save(context, 'creditors', { ...creditor, name: name ?? creditor.name })
}
