import { nothing, quoted, type Reading, read, unusable } from './reading.ts'

export interface KnownGrade {
  readonly id: number
  readonly name: string
}

/** Shorthand that instructors use for a colour. Never a guess at a grade: only another spelling of its name. */
const shorthand: Readonly<Record<string, string>> = {
  wht: 'white',
  wh: 'white',
  yel: 'yellow',
  ylw: 'yellow',
  org: 'orange',
  orng: 'orange',
  grn: 'green',
  blu: 'blue',
  pur: 'purple',
  purp: 'purple',
  brn: 'brown',
  bwn: 'brown',
  blk: 'black',
  first: '1st',
  second: '2nd',
  third: '3rd',
}

/**
 * Finds the grade that a belt is called after, whatever the case, the spaces and the word "belt". A name that fits
 * several grades, or none, is told and not guessed.
 */
export function readBelt(cell: string, grades: readonly KnownGrade[], discipline: string): Reading<number> {
  const wanted = plain(cell)
  if (wanted === '') return nothing
  const found = grades.find(grade => plain(grade.name) === wanted)
  if (found) return read(found.id)
  const close = grades.filter(grade => plain(grade.name).startsWith(`${wanted} `))
  if (close.length > 1) return unusable(`Belt ${quoted(cell)} could be ${either(close)}: no belt is set`)
  return unusable(`Belt ${quoted(cell)} is not a grade of ${discipline}: no belt is set`)
}

function plain(belt: string): string {
  const words = belt
    .toLowerCase()
    .replaceAll('/', ' / ')
    .split(/[\s,-]+/)
  return words
    .filter(word => word !== '' && word !== 'belt')
    .map(word => shorthand[word] ?? word)
    .join(' ')
}

function either(grades: readonly KnownGrade[]): string {
  const names = grades.map(grade => grade.name)
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
