import type { Output } from '@honbu/contract/endpoint.ts'
import type { getLadders } from '@honbu/contract/grade-table.ts'

export type Ladder = Output<typeof getLadders>[number]
export type LadderGrade = Ladder['grades'][number]

export const white = '#ffffff'
export const grey = '#8f959c'
export const yellow = '#f5d142'
export const orange = '#f08c2e'
export const red = '#c0392b'
/** Of narrow tags, which have to be seen on green, blue and brown. */
export const brightRed = '#ff5a45'
export const green = '#2e8b57'
export const blue = '#2f6fce'
export const navy = '#1f3a6e'
export const purple = '#7d4fa8'
export const brown = '#7a4a2b'
export const black = '#1b1b1b'
export const gold = '#d4af37'
export const silver = '#b9bec6'

type Extra = Partial<Omit<LadderGrade, 'gradeName' | 'colour' | 'minimumAttendance' | 'minimumMonths'>> & {
  readonly months?: number
  /** Left out: one class a week, and at most two years of them. */
  readonly classes?: number
}

/** What it takes to reach a grade is counted since the grading before it. */
export function grade(gradeName: string, colour: string, { months = 0, classes, ...extra }: Extra = {}): LadderGrade {
  return {
    gradeName,
    colour,
    ...{ colourTwo: null, pattern: 'halves', stripe: null, bars: 0, barColour: null, minAge: null, maxAge: null },
    ...extra,
    minimumAttendance: classes ?? Math.min(4 * months, 104),
    minimumMonths: months,
  }
}

/** "1st", "2nd", "3rd", "4th", … up to 20. */
export function ordinal(number: number): string {
  return `${number}${['th', 'st', 'nd', 'rd'][number] ?? 'th'}`
}

/** Black belts with a bar for each dan. `waits`: months before each, from the first. */
export const dans = (waits: readonly number[], of: (dan: number) => Extra = () => ({}), word = 'Dan') =>
  waits.map((months, index) =>
    grade(`${ordinal(index + 1)} ${word}`, black, { bars: index + 1, barColour: gold, months, ...of(index + 1) }),
  )

/** Said of ladders whose sources count months and no classes. */
export const oneAWeek = 'The classes are one a week: the syllabus counts none.'
