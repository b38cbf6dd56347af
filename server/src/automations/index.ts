import * as automations from '@honbu/contract/automations.ts'
import type { Letters } from '../messages/index.ts'
import { serve } from '../platform/route.ts'
import { activation } from './activation.ts'
import { deleteAutomation } from './delete-automation.ts'
import { getAutomationCatch } from './get-automation-catch.ts'
import { getAutomation, getAutomationRuns, getAutomations } from './read-automations.ts'
import { saveAutomation, switchAutomation } from './save-automation.ts'

export const serveAutomations = (letters: Letters) =>
  serve(automations, {
    activation,
    getAutomations,
    getAutomation,
    getAutomationRuns,
    saveAutomation: saveAutomation(letters),
    switchAutomation,
    deleteAutomation,
    getAutomationCatch,
  })

export { activation } from './activation.ts'
export { runAutomations, workOnAutomations } from './work.ts'
