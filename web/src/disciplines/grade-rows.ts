import type { Output } from '@honbu/contract/endpoint.ts'
import { GradeRow, type getGradeTable } from '@honbu/contract/grade-table.ts'
import * as z from 'zod/mini'
import { beltColours } from './belt-colours.ts'

export type Row = GradeRow
export type Grade = Output<typeof getGradeTable>['grades'][number]

/** A white belt that takes nothing. */
export const emptyRow: Row = {
  ...{ gradeId: 0, gradeName: '', categoryId: null, minAge: null, maxAge: null },
  ...{ colour: beltColours[0].colour, colourTwo: null, pattern: 'halves', stripe: null, bars: 0, barColour: null },
  ...{ minimumAttendance: 0, minimumMonths: 0 },
}

/** The key of a stored grade in the form. */
export const keyOf = ({ gradeId }: { gradeId: number }) => `grade${gradeId}`

/** Keys for rows that aren’t stored yet: the order may come from a draft, and have some already. */
export function newKeys(order: readonly string[], count: number): string[] {
  const last = Math.max(0, ...order.map(key => Number(/^new(\d+)$/.exec(key)?.[1] ?? 0)))
  return Array.from({ length: count }, (_, index) => `new${last + index + 1}`)
}

/** Its fields in one order, whichever call it comes from: rows that two people have are compared as text. */
export const rowOf = (grade: Grade): Row => ({
  gradeId: grade.gradeId,
  gradeName: grade.gradeName,
  colour: grade.colour,
  colourTwo: grade.colourTwo,
  pattern: grade.pattern,
  stripe: grade.stripe,
  bars: grade.bars,
  barColour: grade.barColour,
  categoryId: grade.categoryId,
  minAge: grade.minAge,
  maxAge: grade.maxAge,
  minimumAttendance: grade.minimumAttendance,
  minimumMonths: grade.minimumMonths,
})

/** The form: rows by their keys, and the order of the keys. */
export const RowsByKey = z
  .object({ order: z.array(z.string()), rows: z.record(z.string(), GradeRow), deletedIds: z.array(z.int()) })
  .check(context => {
    const { order, rows } = context.value
    const names = order.map(key => rows[key]?.gradeName)
    for (const [index, name] of names.entries()) {
      const other = names.indexOf(name)
      if (other === index) continue
      const path = ['rows', order[index] ?? '', 'gradeName']
      context.issues.push({ code: 'custom', input: name, path, message: `Row ${other + 1} has this name too` })
    }
  })

/** 1st, 2nd, 3rd, 4th … 11th … 21st */
function ordinal(number: number): string {
  const isTeen = number % 100 >= 11 && number % 100 <= 13
  return `${number}${(!isTeen && ['th', 'st', 'nd', 'rd'][number % 10]) || 'th'}`
}

/** The name of a copy: "1st Mon" becomes the next Mon that is free, another name "… (copy)". */
export function nameOfCopy(name: string, taken: ReadonlySet<string>): string {
  const counted = /^(\d+)(?:st|nd|rd|th)\b/i.exec(name)
  for (let step = 1; ; step++) {
    const copy = counted
      ? name.replace(counted[0], ordinal(Number(counted[1]) + step))
      : `${name} (copy${step === 1 ? '' : ` ${step}`})`
    if (!taken.has(copy)) return copy
  }
}

interface Several {
  readonly from: number
  readonly to: number
  /** "Kyu" */
  readonly word: string
  readonly colour: string
  /** The first has one bar, and each later one a bar more. */
  readonly hasBars: boolean
}

/** "1st to 9th kyu": counted up, or down when `from` is the larger. */
export function severalRows({ from, to, word, colour, hasBars }: Several): Row[] {
  const step = from <= to ? 1 : -1
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => ({
    ...emptyRow,
    gradeName: `${ordinal(from + step * index)} ${word}`.trim(),
    colour,
    bars: hasBars ? Math.min(index + 1, 10) : 0,
  }))
}

interface Rows {
  readonly order: readonly string[]
  readonly rows: Readonly<Record<string, Row>>
  readonly deletedIds: readonly number[]
}

/**
 * What is sent: when someone else has added or deleted grades meanwhile, their additions come last and what they deleted
 * is left out. `keys`: of the rows, in the order sent.
 */
export function sentRows({ order, rows, deletedIds }: Rows, stored: readonly Grade[]) {
  const known = new Set(stored.map(({ gradeId }) => gradeId))
  const mine = order.flatMap(key => {
    const row = rows[key]
    return row && (row.gradeId === 0 || known.has(row.gradeId)) ? [{ key, row }] : []
  })
  const ids = new Set([...mine.map(({ row }) => row.gradeId), ...deletedIds])
  const theirs = stored.filter(({ gradeId }) => !ids.has(gradeId))
  return {
    keys: [...mine.map(({ key }) => key), ...theirs.map(keyOf)],
    grades: [...mine.map(({ row }) => row), ...theirs.map(rowOf)],
    deletedIds: deletedIds.filter(id => known.has(id)),
  }
}
