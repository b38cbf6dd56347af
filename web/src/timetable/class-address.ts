import { classType } from '@honbu/contract/ids.ts'

/** The tab of Club Admin that lists a club's classes. */
export const classesTabAddress = (clubId: number) => `/clubadmin/${clubId}/classes-and-events`

/** The view of a class. */
export const classAddress = (classId: number) => `/clubadmin/classes-and-events/view/${classId}`

/** The form: of a class, or without one of a new one. */
export const classFormAddress = (clubId: number, classId?: number) =>
  classId === undefined
    ? `/clubadmin/${clubId}/classes-and-events/create`
    : `/clubadmin/${clubId}/classes-and-events/edit/${classId}`

/** Where a week of classes is typed. */
export const typeWeekAddress = (clubId: number) => `${classesTabAddress(clubId)}/week`

/** The slots of a prebooked class. */
export const availabilityAddress = (clubId: number, classId: number) =>
  `/clubadmin/classes-and-events/${clubId}/class-availability/${classId}`

/** Where a class is held: the register, and for a grading the roster of its own. */
export const registerAddress = (classId: number, classTypeId: number) =>
  classTypeId === classType.grading
    ? `/clubadmin/classes-and-events/grading-class-roster/${classId}`
    : `/clubadmin/classes-and-events/class-roster/${classId}`
