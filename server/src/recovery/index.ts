import * as contract from '@honbu/contract/recovery.ts'
import { serve } from '../platform/route.ts'
import type { ProviderParts } from '../providers/index.ts'
import { getRecoveries } from './get-recoveries.ts'
import { getFoundMandates } from './mandates/get-found-mandates.ts'
import { lookForMandates, takeOverMandates } from './mandates/take-over.ts'
import { fetchPayouts, getPayoutState } from './payouts/fetch-payouts.ts'
import { getPayoutFile } from './payouts/payout-file.ts'
import { getPayout, getPayouts } from './payouts/read-payouts.ts'
import { getRecoveryPlan, saveRecoveryPlan } from './recovery-plan.ts'

export const serveRecovery = ({ providers }: Pick<ProviderParts, 'providers'>) =>
  serve(contract, {
    getRecoveryPlan,
    saveRecoveryPlan,
    getRecoveries,
    getPayouts,
    getPayout,
    getPayoutState,
    fetchPayouts,
    getPayoutFile,
    lookForMandates: lookForMandates(providers),
    getFoundMandates,
    takeOverMandates,
  })

export { openRecovery } from './open-recovery.ts'
export { watchPayments } from './watch.ts'
