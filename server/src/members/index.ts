import * as members from '@honbu/contract/members.ts'
import { serve } from '../platform/route.ts'
import { addClass, removeClass } from './enrolment.ts'
import { getPinnedNotes } from './pinned-notes.ts'
import { saveAttendance, saveAttendances } from './save-attendance.ts'
import { basicSearch, classSearch } from './search.ts'

export const serveMembers = serve(members, {
  saveAttendance,
  saveAttendances,
  addClass,
  removeClass,
  getPinnedNotes,
  basicSearch,
  classSearch,
})

export { changeStatus } from './change-status.ts'
export { type Duplicate, findLikelyDuplicates, type NewPerson, type SameBy } from './duplicates.ts'
export { addClass, enrolInClass, leaveClasses, removeClass } from './enrolment.ts'
export { forgetMarks } from './forget-marks.ts'
export { lockTree, nextCode } from './next-code.ts'
export { requireLookup } from './require-lookup.ts'
export { saveAttendance } from './save-attendance.ts'
