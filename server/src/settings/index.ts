import * as settings from '@honbu/contract/settings.ts'
import { serve } from '../platform/route.ts'
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
})

export { clubIdsAbove } from './above.ts'
export { moveNotInterestedReasons } from './move-reasons.ts'
