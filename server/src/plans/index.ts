import * as familyPrices from '@honbu/contract/family-prices.ts'
import * as plans from '@honbu/contract/plans.ts'
import * as priceChanges from '@honbu/contract/price-changes.ts'
import { serve } from '../platform/route.ts'
import { getFamilyPrices, previewFamilyPrices, saveFamilyPrices } from './family-prices.ts'
import { getPlanChoices, getPlanMembers, getTrainingPlan, getTrainingPlans } from './get-plans.ts'
import { getPriceChanges } from './get-price-changes.ts'
import { cancelPriceChange, getPriceChangePreview, savePriceChange } from './price-change.ts'
import { archiveTrainingPlan, deleteTrainingPlan, saveTrainingPlan } from './save-plan.ts'

export const servePlans = serve(plans, {
  getTrainingPlans,
  getTrainingPlan,
  getPlanChoices,
  getPlanMembers,
  saveTrainingPlan,
  archiveTrainingPlan,
  deleteTrainingPlan,
})

export const serveFamilyPrices = serve(familyPrices, { getFamilyPrices, previewFamilyPrices, saveFamilyPrices })

export const servePriceChanges = serve(priceChanges, {
  getPriceChangePreview,
  savePriceChange,
  getPriceChanges,
  cancelPriceChange,
})

export { familyPrice, firstDue, priceOfPlan } from '@honbu/contract/plan-price.ts'
export { chargeTrial } from './charge-trial.ts'
export { isChargedAhead } from './charged-ahead.ts'
export { type Bound, boundOf, termEnd } from './minimum-term.ts'
export { earliestPayment, isWorkingDay, workingDaysAfter } from './notice.ts'
export { birthdayOf, planPrices, requirePlanPrice, requireTrialPlan } from './plan-prices.ts'
export { type PlanTerms, planTermsOf, usualTrialDays, type WantedPlan, wantedTermsOf } from './plan-terms.ts'
export { recordException } from './record-exception.ts'
export { recallPriceChange, tellPriceChanges } from './tell-price-change.ts'
