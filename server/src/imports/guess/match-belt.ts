import { quoted, type Reading, read, unusable } from '../cells/reading.ts'

export interface KnownGrade {
  readonly id: number
  readonly name: string
}

export interface KnownDiscipline {
  readonly id: number
  readonly name: string
  readonly grades: readonly KnownGrade[]
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
 * Finds the grade that a belt is called after, whatever the case, the spaces and the word "belt". "Karate > Green" names
 * its discipline, else it is one of `main`. A name that fits several grades, or none, is told and not guessed.
 */
export function matchBelt(
  cell: string,
  disciplines: readonly KnownDiscipline[],
  main: KnownDiscipline | undefined,
): Reading<number> {
  const named = disciplines.find(({ name }) => beltBehind(cell, name) !== null)
  const discipline = named ?? main
  if (!discipline) return unusable(`${quoted(cell)} names no discipline: no belt is set`)
  const wanted = plain((named && beltBehind(cell, named.name)) ?? cell)
  const found = discipline.grades.find(grade => plain(grade.name) === wanted)
  if (found) return read(found.id)
  const close = discipline.grades.filter(grade => plain(grade.name).startsWith(`${wanted} `))
  if (wanted !== '' && close.length > 1) return unusable(`${quoted(cell)} could be ${either(close)}: no belt is set`)
  return unusable(`${quoted(cell)} is not a grade of ${discipline.name}: no belt is set`)
}

function beltBehind(cell: string, discipline: string): string | null {
  const begin = cell.slice(0, discipline.length)
  const rest = cell.slice(discipline.length).trim()
  const belt = /^[>:/–-]/.test(rest) ? rest.slice(1).trim() : ''
  return begin.toLowerCase() === discipline.toLowerCase() && belt !== '' ? belt : null
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
