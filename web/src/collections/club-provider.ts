import type { Output } from '@honbu/contract/endpoint.ts'
import type { getPaymentProviders } from '@honbu/contract/providers.ts'

/** A provider, with the account that a club uses there. */
export type ClubProvider = Output<typeof getPaymentProviders>[number]
