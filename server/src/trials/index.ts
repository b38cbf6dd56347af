import * as trials from '@honbu/contract/trials.ts'
import { serve } from '../platform/route.ts'
import { activation } from './activation.ts'
import { getNotInterestedReasons } from './not-interested-reasons.ts'
import { saveTrialAction } from './save-trial-action.ts'
import { getTrialPlans } from './trial-plans.ts'

export const serveTrials = serve(trials, { getNotInterestedReasons, getTrialPlans, saveTrialAction, activation })

export { sendTrialNotifications } from './send-notifications.ts'
