import { addDays, daysBetween, weekday } from './calendar.ts'
import { classType } from './ids.ts'

export type ClassTypeId = (typeof classType)[keyof typeof classType]

/** What a type of class changes: one table for the form, the list and the server (decision 14). */
export interface ClassTypeRules {
  /** One line for who chooses it. */
  readonly about: string
  /** On which days it runs: by its week until further notice, by its week between two dates, or in dated slots. */
  readonly runs: 'weekly' | 'dated' | 'slots'
  /** What the cost is for; null: nothing is charged for it. */
  readonly costs: 'visit' | 'event' | null
  /** Do cost and dates stand first on the form? */
  readonly costFirst: boolean
  /** 'never': no mark of it counts towards a grading; otherwise what a new class begins with. */
  readonly countsForGrading: boolean | 'never'
  /** What a new class begins with. */
  readonly chargeOnAttendance: boolean
  readonly webBookable: boolean
  /** Can people book a place through the web? */
  readonly canBeBooked: boolean
  /** Is it run in front of a register, with a capacity and room for prospects? */
  readonly hasPlaces: boolean
  /** Is it a group that prospects try out? */
  readonly takesProspects: boolean
}

const weekly: ClassTypeRules = {
  about: 'Runs every week. Members are enrolled and marked in the register.',
  runs: 'weekly',
  costs: null,
  costFirst: false,
  countsForGrading: true,
  chargeOnAttendance: false,
  webBookable: false,
  canBeBooked: true,
  hasPlaces: true,
  takesProspects: true,
}

const event: ClassTypeRules = {
  ...weekly,
  runs: 'dated',
  costs: 'event',
  costFirst: true,
  webBookable: true,
  takesProspects: false,
}

export const classTypeRules: Readonly<Record<ClassTypeId, ClassTypeRules>> = {
  [classType.class]: weekly,
  [classType.chargeable]: {
    ...weekly,
    about: 'Runs every week and is paid for each time, on top of the plan.',
    costs: 'visit',
    costFirst: true,
    chargeOnAttendance: true,
  },
  [classType.prebooked]: {
    ...weekly,
    about: 'Runs only in dated slots with places to book. It has no weekly timetable.',
    runs: 'slots',
    costs: 'visit',
    webBookable: true,
  },
  [classType.course]: {
    ...event,
    about: 'Some weeks with a first and a last day, paid for as a whole.',
    takesProspects: true,
  },
  [classType.seminar]: { ...event, about: 'A day or a few with a guest or a theme, paid for once.' },
  [classType.workshop]: { ...event, about: 'A working session on one subject, paid for once.' },
  [classType.competition]: {
    ...event,
    about: 'A tournament. Being there is no training, unless you say so.',
    countsForGrading: false,
  },
  [classType.grading]: {
    ...event,
    about: 'Members are examined. It has a roster of its own, and being there is not training.',
    countsForGrading: 'never',
    webBookable: false,
    canBeBooked: false,
  },
  [classType.nonAttendance]: {
    ...weekly,
    about: 'A group that nobody attends, such as remote members. Its marks count for nothing.',
    countsForGrading: 'never',
    canBeBooked: false,
    hasPlaces: false,
    takesProspects: false,
  },
}

/** The rules of a type; those of a class for an id that is none. */
export const rulesOf = (classTypeId: number): ClassTypeRules =>
  // The id is looked up, and found or not.
  classTypeRules[classTypeId as ClassTypeId] ?? weekly

/** The types of classes that a visitor can try. */
export const trialTypeIds: readonly ClassTypeId[] = Object.values(classType).filter(
  type => classTypeRules[type].takesProspects,
)

/** Whether a visitor can book a class as a free trial: one that takes prospects and costs nothing. */
export const isTrialClass = ({ classTypeId, cost, trialPrice }: TrialOf): boolean =>
  rulesOf(classTypeId).takesProspects && (cost === 0 || trialPrice !== null)

interface TrialOf {
  readonly classTypeId: number
  /** Pounds. */
  readonly cost: number
  /** Pounds; null: none of its own. */
  readonly trialPrice: number | null
}

/** The order in which the types are offered. */
export const classTypeIds: readonly ClassTypeId[] = [
  classType.class,
  classType.chargeable,
  classType.prebooked,
  classType.course,
  classType.seminar,
  classType.workshop,
  classType.grading,
  classType.competition,
  classType.nonAttendance,
]

/** 1 Monday … 7 Sunday: the weekdays that fall between two dates, both included; all of them without a last date. */
export function weekdaysBetween(from: string, to: string | null): number[] {
  const days = to === null ? 7 : Math.min(7, daysBetween(from, to) + 1)
  const found = Array.from({ length: Math.max(0, days) }, (_, index) => weekday(addDays(from, index)))
  return found.sort((a, b) => a - b)
}

/**
 * How many more prospects a class takes; null: as many as like (no limit). Never below 0.
 * @param prospects those enrolled or booked
 */
export const prospectPlaces = (propsectLimit: number | null, prospects: number): number | null =>
  propsectLimit === null ? null : Math.max(0, propsectLimit - prospects)
