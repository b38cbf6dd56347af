import * as automations from '@honbu/contract/automations.ts'
import { serve } from '../platform/route.ts'
import { activation } from './activation.ts'

export const serveAutomations = serve(automations, { activation })

export { workOnAutomations } from './work.ts'
