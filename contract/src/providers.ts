import * as z from 'zod/mini'
import { ask, get, id, post } from './endpoint.ts'
import { admin, club } from './guards.ts'

/** Who moves money: GoCardless direct debits (186) and instant bank payments (926), Stripe cards (946). */
export const providerNames = { gocardless: 'GoCardless', stripe: 'Stripe' } as const
export type Provider = keyof typeof providerNames

const provider = z.enum(['gocardless', 'stripe'])

/** The account of a club at a provider. Of its secrets no more than the last four characters are ever shown. */
export const ProviderAccount = z.object({
  providerAccountId: id,
  /** Whose it is: the club's own, or of the nearest club above that has one. */
  clubId: id,
  clubName: z.string(),
  isOwn: z.boolean(),
  version: z.int(),
  accessTokenEnd: z.string(),
  /** Empty: there is none, and the provider cannot tell what becomes of a payment. */
  webhookSecretEnd: z.string(),
  /** The local sandbox's: no money moves. */
  isSandbox: z.boolean(),
  /** What is wrong with it, to be read by a person; empty: nothing that is known. */
  problem: z.string(),
})

export const ClubProvider = z.object({
  provider,
  account: z.nullable(ProviderAccount),
  /** The local sandbox runs, and gives an account to a club that has none. */
  hasSandbox: z.boolean(),
})

export const getPaymentProviders = get('/api/club/GetPaymentProviders/:id', {
  summary: 'Where a club takes money: at each provider its own account, or that of the nearest club above; none: null.',
  access: admin(club('id')),
  output: z.array(ClubProvider),
})

/** As providers print them: no spaces, nothing that a keyboard cannot write. */
const secret = z
  .string({ error: 'Paste it as the provider shows it' })
  .check(
    z.trim(),
    z.regex(/^[\x21-\x7e]{8,255}$/, { error: 'Paste it whole, as the provider shows it: 8 to 255 characters' }),
  )

/** What a person enters; on a saved account an empty one stays as it is. */
export const ProviderFields = z.object({
  accessToken: z.nullable(secret),
  webhookSecret: z.nullable(secret),
})

export const savePaymentProvider = post('/api/club/SavePaymentProvider/:id', {
  summary:
    "Saves a club's own account at a provider. A secret that is left out or null stays as it is; it is kept encrypted and " +
    'never answered.',
  access: admin(club('id')),
  input: {
    provider,
    version: z.optional(z.int()),
    accessToken: z.optional(z.nullable(secret)),
    webhookSecret: z.optional(z.nullable(secret)),
  },
  output: z.object({ id, provider, providerAccountId: id, version: z.int() }),
})

export const deletePaymentProvider = post('/api/club/DeletePaymentProvider/:id', {
  summary: "Removes a club's own account at a provider, as long as nothing was ever collected by it.",
  access: admin(club('id')),
  input: { provider },
  output: z.object({ id, provider }),
})

export const testPaymentProvider = ask('/api/club/TestPaymentProvider/:id', {
  summary: 'Asks the provider for something harmless with the key that the club uses, and says what came of it.',
  access: admin(club('id')),
  input: { provider },
  output: z.object({
    isWorking: z.boolean(),
    /** Whose account it is, as the provider knows it; or what is wrong. */
    message: z.string(),
  }),
})
