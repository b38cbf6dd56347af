import type { Output } from '@honbu/contract/endpoint.ts'
import type { getDisciplinesToCopy, getLadders } from '@honbu/contract/grade-table.ts'
import { disciplineColours } from './belt-colours.ts'

export type Ladder = Output<typeof getLadders>[number]
type ToCopy = Output<typeof getDisciplinesToCopy>[number]

/** What a new discipline can start from. */
export interface Start {
  readonly key: string
  readonly group: 'Ready-made' | 'Your disciplines' | 'Other clubs' | 'Empty'
  readonly title: string
  readonly detail: string
  /** What the new discipline is called, unless it's given another name. */
  readonly name: string
  readonly colour: string
  readonly gradeCount: number
  readonly ladder: Ladder | null
  readonly copiedId: number | null
}

export const emptyStart: Start = {
  ...{ key: 'empty', group: 'Empty', title: 'Start empty', detail: 'Add the grades yourself', name: '' },
  ...{ colour: disciplineColours[0].colour, gradeCount: 0, ladder: null, copiedId: null },
}

export const startsOf = (ladders: readonly Ladder[], toCopy: readonly ToCopy[]): Start[] => [
  emptyStart,
  ...ladders.map(ladder => ({
    ...{ key: ladder.ladderId, group: 'Ready-made' as const, title: ladder.name, detail: ladder.variant },
    ...{ name: ladder.name, colour: ladder.colour, gradeCount: ladder.grades.length, ladder, copiedId: null },
  })),
  ...toCopy.map(({ disciplineId, name, colour, clubName, isOwn, gradeCount }) => ({
    ...{ key: `copy ${disciplineId}`, group: isOwn ? ('Your disciplines' as const) : ('Other clubs' as const) },
    ...{ title: name, detail: clubName, name: isOwn ? `${name} (copy)` : name, colour, gradeCount },
    ...{ ladder: null, copiedId: disciplineId },
  })),
]

/** Letters and digits without accents: "Wadō", "tae kwon do" and "jiu-jitsu" are found however they are written. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('taekwondo', 'taekwon-do')
    .replace(/[^a-z0-9]/g, '')

/** Those that have every word of the search. */
export function found(starts: readonly Start[], search: string): Start[] {
  const words = search.split(/\s+/).map(plain).filter(Boolean)
  return starts.filter(({ title, detail, ladder }) => {
    const text = plain(`${title} ${detail} ${ladder?.ladderId ?? ''} ${ladder?.source.title ?? ''}`)
    return words.every(word => text.includes(word))
  })
}
