import * as automations from '@honbu/contract/automations.ts'
import { serve } from '../platform/route.ts'
import { activation } from './activation.ts'
import { getAutomation, getAutomationRuns, getAutomations } from './read-automations.ts'
import { saveAutomation, switchAutomation } from './save-automation.ts'

export const serveAutomations = serve(automations, {
  activation,
  getAutomations,
  getAutomation,
  getAutomationRuns,
  saveAutomation,
  switchAutomation,
})

export { activation } from './activation.ts'
export { workOnAutomations } from './work.ts'
