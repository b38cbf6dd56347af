import * as formDrafts from '@honbu/contract/form-drafts.ts'
import { serve } from '../platform/route.ts'
import { discardFormDraft, getFormDraft, saveFormDraft } from './form-drafts.ts'

export const serveFormDrafts = serve(formDrafts, { getFormDraft, saveFormDraft, discardFormDraft })

export { forgetFormDrafts } from './forget-form-drafts.ts'
