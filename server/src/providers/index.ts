import * as contract from '@honbu/contract/providers.ts'
import { serve } from '../platform/route.ts'
import {
  deletePaymentProvider,
  getPaymentProviders,
  type ProviderParts,
  savePaymentProvider,
  testPaymentProvider,
} from './payment-providers.ts'

export const serveProviders = (parts: ProviderParts) =>
  serve(contract, {
    getPaymentProviders: getPaymentProviders(parts),
    savePaymentProvider: savePaymentProvider(parts),
    deletePaymentProvider,
    testPaymentProvider: testPaymentProvider(parts),
  })

export type { ProviderAddresses, WebhookSecret } from './accounts.ts'
export {
  type GoCardless,
  mandateStates,
  type ProviderMandate,
  type ProviderPayment,
  type ProviderSubscription,
  paymentStates,
} from './gocardless.ts'
export { type At, openProviders, type Providers } from './open-providers.ts'
export { newKeyJob, type ProviderParts } from './payment-providers.ts'
export { type ProblemKind, ProviderProblem, plain, triedAgain } from './provider-problem.ts'
export { resealProviders } from './reseal.ts'
export type { StripeClient } from './stripe.ts'
