import { readEmail } from '../cells/read-contact.ts'
import type { FileRecord } from '../file/records.ts'
import { fieldOf } from './headings.ts'

/** The place of the headings in a list that has none. */
export const noHeader = -1

/** @returns the place of the headings among the records */
export function guessHeader(records: readonly FileRecord[]): number {
  const first = records.slice(0, 30)
  const known = first.map(({ cells }) => knownColumns(cells))
  const most = Math.max(...known)
  if (most >= 2) return known.indexOf(most)
  const filled = first.map(({ cells }) => cells.filter(cell => cell !== '').length)
  const fullest = filled.indexOf(Math.max(...filled))
  return most === 0 && first[fullest]?.cells.some(isData) ? noHeader : fullest
}

export const knownColumns = (cells: readonly string[]): number =>
  Math.max(...(['members', 'gradings'] as const).map(kind => cells.filter(cell => fieldOf(cell, kind)).length))

/** No heading is an email address, a phone number or a date. */
export const isData = (cell: string): boolean =>
  readEmail(cell).value !== null || /^[+\d][\d\s()-]{8,}$/.test(cell) || /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}\b/.test(cell)

interface Headings {
  readonly headings: readonly string[]
  /** The places of the first and the last line of headings. */
  readonly first: number
  readonly last: number
}

/** The headings of a list. Two lines are read as one where that names more columns: 'Parent' above 'Email'. */
export function headingsAt(records: readonly FileRecord[], place: number): Headings {
  const own = records[place]?.cells ?? []
  if (place === noHeader) return { headings: own, first: 0, last: noHeader }
  const alone = { headings: own, first: place, last: place }
  const above = joined(records[place - 1], own, place - 1)
  const below = joinedBelow(own, records[place + 1], place)
  const known = new Set(own.map(fieldName)).size
  const best = [above, below].find(two => two && new Set(two.headings.map(fieldName)).size > known)
  return best ?? alone
}

const fieldName = (heading: string) => fieldOf(heading, 'members')

/** A heading of a group counts for the empty cells behind it, as merged cells are read. */
function joined(above: FileRecord | undefined, own: readonly string[], first: number): Headings | null {
  if (!above || above.cells.filter(cell => cell !== '').length < 2 || above.cells.some(isData)) return null
  let group = ''
  const headings = own.map((heading, index) => {
    group = above.cells[index] || group
    return withGroup(group, heading)
  })
  return { headings, first, last: first + 1 }
}

function joinedBelow(own: readonly string[], below: FileRecord | undefined, first: number): Headings | null {
  if (!below || below.cells.some(cell => isData(cell) || /\d/.test(cell))) return null
  const width = Math.max(own.length, below.cells.length)
  const headings = Array.from({ length: width }, (_, index) => withGroup(own[index] ?? '', below.cells[index] ?? ''))
  return { headings, first, last: first + 1 }
}

/** Without the group where only the heading itself is known. */
function withGroup(group: string, heading: string): string {
  const whole = `${group} ${heading}`.trim()
  if (fieldName(whole)) return whole
  return fieldName(heading) ? heading : whole
}
