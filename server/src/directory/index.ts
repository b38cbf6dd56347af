import * as directory from '@honbu/contract/directory.ts'
import { serve } from '../platform/route.ts'
import { getDirectoryChoices } from './choices.ts'
import { getMissingDetails } from './missing.ts'
import { search } from './search.ts'
import { deleteDirectoryView, getDirectoryViews, saveDirectoryView } from './views.ts'

export const serveDirectory = serve(directory, {
  search,
  getDirectoryChoices,
  getMissingDetails,
  getDirectoryViews,
  saveDirectoryView,
  deleteDirectoryView,
})

export { type AllMembers, allMembers } from './all-members.ts'
export { beginDirectoryDays, keepDirectoryDays } from './directory-days.ts'
export {
  type Matching,
  type MatchingMembers,
  matching,
  matchingMembers,
  readFilter,
  todayOf,
} from './matching-members.ts'
export { directoryRows } from './rows.ts'
export { readSort } from './sorting.ts'
