import * as classes from '@honbu/contract/classes.ts'
import { serve } from '../platform/route.ts'
import { getClassList } from './class-list.ts'
import { getClass } from './get-class.ts'
import { getClassDates } from './get-class-dates.ts'
import { getClassMembers } from './get-class-members.ts'
import { getPrebookedCapacity } from './get-prebooked-capacity.ts'

export const serveClasses = serve(classes, {
  getClassList,
  getClass,
  getClassDates,
  getPrebookedCapacity,
  getClassMembers,
})

export { classList } from './class-list.ts'
export { occurrencesBetween } from './occurrences-between.ts'
export { requireSession, type Session } from './session.ts'
