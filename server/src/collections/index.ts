import * as contract from '@honbu/contract/collections.ts'
import { serve } from '../platform/route.ts'
import type { Providers } from '../providers/index.ts'
import { cancelExternalPayment, getExternalPayments } from './external-payments.ts'
import { sendDDInvites, sendFamilyDDInvite } from './invite-all.ts'
import { newCustomer, sendDDInvite } from './mandate-requests.ts'
import { cancelMandate, getMandates } from './mandates.ts'
import { getCollectionHolds, releaseHold } from './serve-holds.ts'
import { cancelSubscription, endSubscriptions, getSubscriptions } from './subscriptions.ts'

interface Parts {
  readonly providers: Providers
  readonly config: { readonly baseUrl: string; readonly basePath: string }
}

export const serveCollections = ({ providers, config }: Parts) =>
  serve(contract, {
    getMandates: getMandates(providers),
    sendDDInvite: sendDDInvite(providers),
    sendDDInvites: sendDDInvites(providers),
    sendFamilyDDInvite: sendFamilyDDInvite(providers),
    newCustomer: newCustomer(providers, config),
    cancelMandate,
    getSubscriptions,
    cancelSubscription,
    endSubscriptions,
    getExternalPayments,
    cancelExternalPayment,
    getCollectionHolds,
    releaseHold,
  })

export { oldDebtDays } from './collect-charges.ts'
export { disputeCauses, endHoldsOf, holdCollections, isOver, isUndisputed } from './holds.ts'
export { inFlight } from './in-flight.ts'
export { inviteOne, sendInvitations } from './invite-all.ts'
export { inviteLinkOf } from './invite-link.ts'
export { raiseIssue, settleIssues } from './issue-status.ts'
export { raiseKeyTask, settleKeyTask } from './key-task.ts'
export { collectionMetrics } from './metrics.ts'
export { openCollections } from './open-collections.ts'
export { job as collectionJob } from './parts.ts'
export { taskOfClaim } from './payment-tasks.ts'
export { addParts, chargesOfPayment, leastByCard, type PlacedPayment, placePayments } from './place-payments.ts'
export { stopCollecting, stopCollectingIn } from './stop-collecting.ts'
export { syncMandate } from './sync-mandate.ts'
export { syncPayment, syncPaymentsOnTheirWay, syncSubscription } from './sync-payment.ts'
export { noteTakenTwice, openBefore } from './taken-twice.ts'
export { type Outcome, workOffEvents } from './work-events.ts'
