import type { SearchValues } from '../ui/address.ts'
import type { Occurrence } from './week.ts'

/** What the schedule can be narrowed by; each is a parameter of the address with the name that was chosen. */
export const filterNames = ['discipline', 'instructor', 'room'] as const
export type FilterName = (typeof filterNames)[number]

/** Classes without one have their own choice, which no name can be. */
export const without = '-'

const valuesOf: Readonly<Record<FilterName, (occurrence: Occurrence) => readonly string[]>> = {
  discipline: ({ disciplineName }) => [disciplineName || without],
  instructor: ({ instructors }) => (instructors.length > 0 ? instructors : [without]),
  room: ({ location }) => [location || without],
}

export function narrowed(occurrences: readonly Occurrence[], search: SearchValues): Occurrence[] {
  return occurrences.filter(occurrence =>
    filterNames.every(name => !search[name] || valuesOf[name](occurrence).includes(search[name] ?? '')),
  )
}

/** The names there are, in order, and the chosen one even where nothing has it now. */
export function choicesFor(name: FilterName, occurrences: readonly Occurrence[], chosen: string | undefined): string[] {
  const names = new Set(occurrences.flatMap(valuesOf[name]))
  if (chosen) names.add(chosen)
  return [...names].sort((a, b) => Number(a === without) - Number(b === without) || a.localeCompare(b))
}
