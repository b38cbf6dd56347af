import * as contract from '@honbu/contract/paying.ts'
import { serve } from '../platform/route.ts'
import type { Providers } from '../providers/index.ts'
import { closePayPage } from './close-pay-page.ts'
import { getPayWays } from './get-pay-ways.ts'
import type { Address } from './parts.ts'
import { endPayLink, sendPayLink } from './pay-links.ts'
import { removeSavedCard } from './saved-cards.ts'
import { takePayment } from './take-payment.ts'

interface Parts {
  readonly providers: Providers
  readonly config: Address
}

export const servePaying = ({ providers, config }: Parts) =>
  serve(contract, {
    takePayment,
    getPayWays: getPayWays(providers),
    sendPayLink: sendPayLink({ providers, config }),
    endPayLink,
    closePayPage,
    removeSavedCard,
  })

export { reasonOfCard } from './card-reasons.ts'
export { cardDay } from './charge-due-cards.ts'
export { forgetCards } from './forget-cards.ts'
export { openPaying } from './open-paying.ts'
export { job as payingJob } from './parts.ts'
export { payAddress } from './pay-addresses.ts'
export { hashOf, newSecret } from './pay-links.ts'
export { placeCardPayments } from './place-card-payments.ts'
