import { monthsBetween } from '@honbu/contract/calendar.ts'
import { gradingRequirement } from '@honbu/contract/ids.ts'

export interface GradingState {
  /** Counted classes of the discipline (class and date, each once) since the last grading. */
  readonly attended: number
  /** The last grading, or the start of study where there was none. */
  readonly since: string
  /** What it takes to reach the next grade; null at the highest. */
  readonly next: { readonly minimumAttendance: number; readonly minimumMonths: number } | null
}

export interface GradingReadiness {
  /** Bits: 1 experience met, 2 attendance met. So 1 needs attendance, 2 needs experience, 3 is ready, 0 is not ready. */
  readonly flags: number
  /** Why: "18 of 24 classes, 2 of 3 months"; empty where there is no next grade. */
  readonly progress: string
}

/** Is a member ready to be graded on `today`? The requirements belong to the grade to be reached, not to the present one. */
export function gradingReadiness({ attended, since, next }: GradingState, today: string): GradingReadiness {
  if (!next) return { flags: 0, progress: '' }
  const months = Math.max(0, monthsBetween(since, today))
  const experience = months >= next.minimumMonths ? gradingRequirement.experience : 0
  const attendance = attended >= next.minimumAttendance ? gradingRequirement.attendance : 0
  return {
    flags: experience | attendance,
    progress: `${attended} of ${count(next.minimumAttendance, 'class', 'classes')}, ${months} of ${count(next.minimumMonths, 'month', 'months')}`,
  }
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`
