import * as templates from '@honbu/contract/templates.ts'
import { serve } from '../platform/route.ts'
import { copyLayout, deleteLayout, getLayout, getLayouts, saveLayout } from './layouts.ts'
import { getMessageSettings, getTemplateChoices, saveMessageSettings } from './message-settings.ts'
import { type Place, previewMessage, sendTestMessage } from './preview.ts'
import { copyTemplate, deleteTemplate, getTemplate, getTemplates, saveTemplate } from './templates.ts'
import { uploadMessageImage } from './upload-image.ts'

export const serveTemplates = (place: Place) =>
  serve(templates, {
    getTemplates,
    getTemplate,
    saveTemplate,
    deleteTemplate,
    copyTemplate,
    getLayouts,
    getLayout,
    saveLayout,
    deleteLayout,
    copyLayout,
    getTemplateChoices: getTemplateChoices(place),
    previewMessage: previewMessage(place),
    sendTestMessage: sendTestMessage(place),
    uploadMessageImage,
    getMessageSettings,
    saveMessageSettings,
  })

export {
  type Compiled,
  type CompileOptions,
  type Content,
  compileContent,
  type Rendered,
} from './compile-content.ts'
export { contentOfTemplate } from './content-of-template.ts'
export type { MergeRecipient } from './merge-scope.ts'
export {
  emptyFields,
  type LinkMaker,
  type Links,
  type MergeValues,
  mergeValuesOf,
} from './merge-values.ts'
export { sendingLimits } from './message-settings.ts'
export { payLinkMaker } from './pay-link-maker.ts'
export { examplesIn } from './preview.ts'
export { sendTestSmsJobs } from './test-sms.ts'
