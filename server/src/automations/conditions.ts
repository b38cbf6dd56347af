import type { AutomationCondition } from '@honbu/contract/automation-plan.ts'
import { ageOn } from '@honbu/contract/calendar.ts'

/** What conditions are asked of: the member, in the club where it happened, now. */
export interface MemberFacts {
  /** Null: no membership there. */
  readonly statusId: number | null
  readonly categoryId: number | null
  readonly tagIds: readonly number[]
  readonly dob: string | null
  /** Of the club. */
  readonly today: string
  /** For a day still to come, today included. */
  readonly hasBooking: boolean
  /** After the day on which it happened. */
  readonly hasAttendedSince: boolean
  /** At the class that was booked. */
  readonly isMarkedAbsent: boolean
}

/** Of an unknown age nobody is under or over anything. */
export function holds(condition: AutomationCondition, facts: MemberFacts): boolean {
  switch (condition.kind) {
    case 'status':
      return facts.statusId !== null && condition.statusIds.includes(facts.statusId)
    case 'category':
      return facts.categoryId !== null && condition.categoryIds.includes(facts.categoryId)
    case 'tag':
      return facts.tagIds.includes(condition.tagId) === condition.has
    case 'ageUnder':
      return facts.dob !== null && ageOn(facts.dob, facts.today) < condition.age
    case 'ageFrom':
      return facts.dob !== null && ageOn(facts.dob, facts.today) >= condition.age
    case 'booking':
      return facts.hasBooking === condition.has
    case 'attendedSince':
      return facts.hasAttendedSince === condition.has
    case 'notMarkedAbsent':
      return !facts.isMarkedAbsent
  }
}

/** Why the automation stopped, where a condition does not hold. */
export function unmet(condition: AutomationCondition): string {
  switch (condition.kind) {
    case 'status':
      return 'Has another status'
    case 'category':
      return 'Is in another category'
    case 'tag':
      return condition.has ? 'Does not have the tag' : 'Has the tag'
    case 'ageUnder':
      return `Is not under ${condition.age}`
    case 'ageFrom':
      return `Is not ${condition.age} yet`
    case 'booking':
      return condition.has ? 'Has nothing booked' : 'Has booked'
    case 'attendedSince':
      return condition.has ? 'Has not come since' : 'Has come since'
    case 'notMarkedAbsent':
      return 'Was marked absent'
  }
}
