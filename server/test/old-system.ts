import type { openBankSandbox } from '@honbu/sandbox/gocardless/open.ts'

type Bank = Awaited<ReturnType<typeof openBankSandbox>>

/** A payer as another system has made them at GoCardless. */
export interface OldPayer {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** Of each subscription: pence a month, from this day on. */
  readonly subscriptions: readonly { readonly pence: number; readonly from: string; readonly dayOfMonth: number }[]
}

/** An account at GoCardless as another system uses it, over its real API. */
export function oldSystem(bank: Bank, token: string) {
  async function ask(method: 'GET' | 'POST', path: string, body?: object) {
    const answer = await fetch(`${bank.url}/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'gocardless-version': '2015-07-06',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
    const told = (await answer.json()) as any
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(told)}`)
    return told
  }
  const make = async (kind: string, row: object): Promise<string> =>
    (await ask('POST', kind, { [kind]: row }))[kind].id as string

  async function addPayer({ firstName, lastName, email, subscriptions }: OldPayer) {
    const customer = await make('customers', {
      ...{ given_name: firstName, family_name: lastName, email },
      ...{ address_line1: '1 High Street', city: 'London', postal_code: 'N1 1AA', country_code: 'GB' },
    })
    const bankAccount = await make('customer_bank_accounts', {
      ...{ account_number: '55779911', branch_code: '200000', country_code: 'GB' },
      account_holder_name: `${firstName} ${lastName}`,
      links: { customer },
    })
    const mandate = await make('mandates', { scheme: 'bacs', links: { customer_bank_account: bankAccount } })
    const made: string[] = []
    for (const { pence, from, dayOfMonth } of subscriptions)
      made.push(
        await make('subscriptions', {
          ...{ amount: pence, currency: 'GBP', interval_unit: 'monthly', day_of_month: dayOfMonth },
          ...{ name: 'Membership', start_date: from, links: { mandate } },
        }),
      )
    return { customer, mandate, subscriptions: made }
  }

  /** Payments that were taken, or are on their way, by customer's mandate, in the order of their days. */
  async function taken(mandate: string, from: string, until: string): Promise<Taken[]> {
    const { payments } = await ask('GET', `payments?mandate=${mandate}&limit=500`)
    return (payments as (Taken & { status: string })[])
      .filter(({ status, charge_date }) => !lost.has(status) && charge_date >= from && charge_date <= until)
      .map(({ charge_date, amount, links }) => ({ charge_date, amount, links }))
      .sort((a, b) => a.charge_date.localeCompare(b.charge_date))
  }

  const act = (kind: string, id: string, action: string) => ask('POST', `${kind}/${id}/actions/${action}`, { data: {} })
  return { ask, addPayer, taken, act }
}

interface Taken {
  readonly charge_date: string
  readonly amount: number
  readonly links: { readonly subscription?: string }
}

const lost = new Set(['failed', 'cancelled', 'customer_approval_denied', 'charged_back'])
