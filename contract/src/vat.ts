import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, post } from './endpoint.ts'
import { currency } from './format.ts'
import { admin, club } from './guards.ts'
import { transactionCategory, vatCode } from './ids.ts'
import { readVatNumber } from './vat-number.ts'
import { written } from './written.ts'

/** The id of a VAT rate. */
export const vatCodeId = z.literal(Object.values(vatCode), { error: 'Choose a VAT rate' })
export type VatCode = z.infer<typeof vatCodeId>

/** The codes whose rate a law can change. */
export const ratedCodes = [vatCode.standard, vatCode.reduced] as const

/** Kinds of charges, by the names of `transactionCategory`. A product has a rate of its own. */
export const vatCategories = ['membership', 'joiningFee', 'trial', 'class', 'event', 'other'] as const
export type VatCategory = (typeof vatCategories)[number]

/** The id of a category. */
export const idOfCategory = (category: VatCategory): number => transactionCategory[category]

/** A percentage with at most two decimals. */
const percent = z.number({ error: 'Give a percentage, like 20' }).check(
  z.gte(0, { error: 'Not below zero' }),
  z.lt(100, { error: 'Less than 100' }),
  z.refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, { error: 'At most two decimals' }),
)

/** A rate from a day on. */
const VatRate = z.object({ vatCodeId: z.literal(ratedCodes, { error: 'Choose a VAT rate' }), from: date, percent })

const settingsFields = {
  /** The first and the last day of being registered for VAT; without a first day the club isn't. */
  registeredFrom: z.nullable(date),
  registeredUntil: z.nullable(date),
  number: written(30),
  /** Staff type prices without VAT. What is stored, shown to members and charged is with VAT. */
  hasNetPrices: z.boolean(),
  /** The rate of each kind of charge, unless the plan, class or product says otherwise. */
  codes: z.object({
    ...{ membership: vatCodeId, joiningFee: vatCodeId, trial: vatCodeId },
    ...{ class: vatCodeId, event: vatCodeId, other: vatCodeId },
  }),
  /** Changes of a rate that this club knows of; those of the clubs above count as well. */
  rates: z.array(VatRate).check(z.maxLength(50, { error: 'At most 50' })),
}

/** The edited part of a club's VAT. */
export const VatSettings = z.object(settingsFields).check(context => {
  const say = (path: (string | number)[], message: string) =>
    context.issues.push({ code: 'custom', input: context.value, path, message })
  const { registeredFrom, registeredUntil, number, rates } = context.value
  if (number !== '' && readVatNumber(number) === undefined)
    say(['number'], 'Check the number: 9 or 12 digits, like GB 123 4567 82')
  if (registeredFrom !== null && number === '') say(['number'], 'Give the VAT number')
  if (registeredUntil !== null && registeredFrom === null) say(['registeredFrom'], 'Give the first day')
  if (registeredFrom !== null && registeredUntil !== null && registeredUntil < registeredFrom)
    say(['registeredUntil'], 'Should not be before the first day')
  for (const [index, rate] of rates.entries())
    if (rates.findIndex(other => other.vatCodeId === rate.vatCodeId && other.from === rate.from) < index)
      say(['rates', index, 'from'], 'This rate changes twice on that day')
})

export const getVat = get('/api/billing/GetVat/:clubId', {
  summary: 'Whether a club is registered for VAT, and which rate each kind of charge has.',
  access: club('clubId'),
  output: z.object({
    version: z.int(),
    ...settingsFields,
    /** Today in the club. */
    today: date,
    /** The rates to choose from, as they are today. */
    rateChoices: z.array(z.object({ vatCodeId, name: z.string(), percent: z.number() })),
  }),
})

export const saveVat = post('/api/billing/SaveVat/:clubId', {
  summary:
    'Saves a club’s VAT. Charges that are dated while the club is registered, in open books, and have no VAT yet get ' +
    'theirs. Charges with VAT keep it.',
  access: admin(club('clubId')),
  input: { version: z.int(), ...settingsFields },
  output: z.object({ version: z.int(), taxed: z.int() }),
})

export const getUntaxed = get('/api/billing/GetUntaxed/:clubId', {
  summary: 'How many charges would get VAT, and how many would keep it, if a club were registered on these days.',
  access: admin(club('clubId')),
  input: { registeredFrom: date, registeredUntil: z.optional(date) },
  output: z.object({ untaxed: z.int(), kept: z.int() }),
})

/** The VAT in an amount at one rate, in pounds. */
export const VatSum = z.object({ name: z.string(), percent: z.number(), amount: z.number(), vat: z.number() })
export type VatSum = z.infer<typeof VatSum>

/** 'Standard rate, 20%'; codes without a rate have only their name. */
export const vatWords = ({ name, percent }: { readonly name: string; readonly percent: number }): string =>
  percent > 0 ? `${name}, ${percent}%` : name

/** '20% VAT', on the line of a receipt; codes without a rate have only their name. */
export const vatRateWords = ({ name, percent }: { readonly name: string; readonly percent: number }): string =>
  percent > 0 ? `${percent}% VAT` : name

/** Rows for the foot of a receipt: 'Includes 20% VAT on £25.00' with the VAT, and 'Zero-rated' with the amount. */
export const vatRows = (sums: readonly VatSum[]): [string, string][] =>
  sums.map(({ name, percent, amount, vat }) =>
    percent > 0 ? [`Includes ${percent}% VAT on ${currency(amount - vat)}`, currency(vat)] : [name, currency(amount)],
  )

interface Registration {
  readonly registeredFrom: string | null
  readonly registeredUntil: string | null
  readonly today: string
}

/** Whether a club is registered for VAT now or soon. */
export const usesVat = ({ registeredFrom, registeredUntil, today }: Registration): boolean =>
  registeredFrom !== null && (registeredUntil === null || registeredUntil >= today)

/** Pounds with VAT, from pounds without. The reverse of `withoutVat`: a price that was typed is shown as it was typed. */
export const withVat = (net: number, percent: number): number => Math.round(net * (100 + percent) + 1e-6) / 100

/** Pounds without VAT, from pounds with it. */
export const withoutVat = (gross: number, percent: number): number =>
  Math.round((gross * 10_000) / (100 + percent) + 1e-6) / 100
