import * as charging from '@honbu/contract/charging.ts'
import { serve } from '../platform/route.ts'
import { getFirstBill } from './first-bill.ts'
import { getFirstRun } from './first-run.ts'
import { endFreeze, getFreezes, previewFreeze, saveFreeze } from './freezes.ts'
import { getGaps } from './gaps.ts'
import { getNextCharges } from './next-charges.ts'
import { getCharging, previewCharging } from './preview.ts'
import { getChargingRun, getChargingRuns, getRunCharges, startChargingRun } from './runs.ts'
import { saveChargingSettings } from './settings.ts'
import { settleGaps } from './settle-gaps.ts'
import { startBilling } from './start-billing.ts'

export const serveCharging = serve(charging, {
  getCharging,
  saveChargingSettings,
  previewCharging,
  getFirstRun,
  startBilling,
  startChargingRun,
  getChargingRun,
  getChargingRuns,
  getRunCharges,
  getFreezes,
  previewFreeze,
  saveFreeze,
  endFreeze,
  getNextCharges,
  getFirstBill,
  getGaps,
  settleGaps,
})

export { beginNights, workOnCharging } from './charge-at-night.ts'
export { compareCharges } from './charges-ahead.ts'
export { firstBill } from './first-bill.ts'
export { lacksMandate, startersOf } from './first-run.ts'
export { freezesOfMembership, saveFreeze } from './freezes.ts'
export {
  chargeFromGivenBack,
  giveBackUnused,
  keepUnchargedDays,
  settleTerm,
  skipDaysAway,
  termAtLeaving,
  unchargedDays,
  unusedDays,
} from './leaving.ts'
export { chargingMetrics } from './metrics.ts'
export { type NextCharge, nextCharges } from './next-charges.ts'
export {
  chargedUntil,
  closeOldTerms,
  creditPaidDays,
  type PlanChange,
  previewPlanChange,
  restoreOldTerms,
} from './plan-change.ts'
export { workOnRun } from './run-charging.ts'
export { chargeForTerm, settleTermOfChange, type TermOfChange, termOfChange } from './term-of-change.ts'
