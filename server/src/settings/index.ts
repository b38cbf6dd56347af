import * as settings from '@honbu/contract/settings.ts'
import { serve } from '../platform/route.ts'
import { deleteMarketingSource, getMarketingSources, saveMarketingSource } from './marketing-sources.ts'
import {
  deleteMemberCategory,
  getMemberCategories,
  moveMemberCategory,
  saveMemberCategory,
} from './member-categories.ts'
import {
  deleteNotInterestedReason,
  getNotInterestedReasons,
  moveNotInterestedReason,
  saveNotInterestedReason,
} from './not-interested-reasons.ts'

export const serveSettings = serve(settings, {
  getMemberCategories,
  saveMemberCategory,
  deleteMemberCategory,
  moveMemberCategory,
  getNotInterestedReasons,
  saveNotInterestedReason,
  deleteNotInterestedReason,
  moveNotInterestedReason,
  getMarketingSources,
  saveMarketingSource,
  deleteMarketingSource,
})

export { clubIdsAbove } from './above.ts'
export { moveNotInterestedReasons } from './move-reasons.ts'
export { moveMarketingSources } from './move-sources.ts'
export { requireSource, usableSources } from './usable-sources.ts'
