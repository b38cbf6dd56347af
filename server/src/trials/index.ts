import * as trials from '@honbu/contract/trials.ts'
import { serve } from '../platform/route.ts'
import { previewTrialAction, saveTrialAction } from './save-trial-action.ts'
import { getTrialPlans } from './trial-plans.ts'

export const serveTrials = serve(trials, { getTrialPlans, saveTrialAction, previewTrialAction })
