import * as privacy from '@honbu/contract/privacy.ts'
import { serve } from '../platform/route.ts'
import { erasePersonalData } from './erase-personal-data.ts'
import { exportPersonalData, getPersonalData } from './export-personal-data.ts'
import { getMerges, mergeMembers, undoMerge } from './merge-members.ts'

export { eraseAgain } from './erase-again.ts'
export { forgetPerson } from './erase-personal-data.ts'
export { type Erased, erasedIn, writeDownErased } from './erased-list.ts'

export const servePrivacy = serve(privacy, {
  mergeMembers,
  undoMerge,
  getMerges,
  getPersonalData,
  exportPersonalData,
  erasePersonalData,
})
