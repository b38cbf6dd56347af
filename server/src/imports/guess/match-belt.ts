import { quoted, type Reading, read, unusable } from '../cells/reading.ts'
import { type Spelling, spellingOf } from './belt-spellings.ts'

export interface KnownGrade {
  readonly id: number
  readonly name: string
  /** How its belt looks, in words. */
  readonly looks?: readonly string[]
}

export interface KnownDiscipline {
  readonly id: number
  readonly name: string
  readonly grades: readonly KnownGrade[]
}

/**
 * Finds the grade that a belt is another spelling of. "Karate > Green" names its discipline, else it is one of `main`. What
 * fits several grades, or none, is told and not guessed.
 */
export function matchBelt(
  cell: string,
  disciplines: readonly KnownDiscipline[],
  main: KnownDiscipline | undefined,
): Reading<number> {
  const named = disciplines.find(({ name }) => beltBehind(cell, name) !== null)
  const discipline = named ?? main
  if (!discipline) return unusable(`${quoted(cell)} names no discipline: no belt is set`)
  const belt = (named && beltBehind(cell, named.name)) ?? cell
  const fitting = gradesCalled(belt, discipline)
  const [only] = fitting
  if (only && fitting.length === 1) return read(only.id)
  if (fitting.length > 1) return unusable(`${quoted(cell)} could be ${either(fitting)}: no belt is set`)
  const wanted = spellingOf(belt).whole
  const close = discipline.grades.filter(grade => spellingOf(grade.name).whole.startsWith(`${wanted} `))
  if (wanted !== '' && close.length > 1) return unusable(`${quoted(cell)} could be ${either(close)}: no belt is set`)
  return unusable(`${quoted(cell)} is not a grade of ${discipline.name}: no belt is set`)
}

/** The grades of the closest spelling: of the whole belt, of its rank, of a number alone, of its colour. */
function gradesCalled(belt: string, { grades }: KnownDiscipline): readonly KnownGrade[] {
  const brackets = /^([^()]+)\(([^()]+)\)\s*$/.exec(belt)
  const spellings = [belt, ...(brackets ? [brackets[1] ?? '', brackets[2] ?? ''] : [])].map(spellingOf)
  const known = grades.map(grade => ({ grade, ...spellingOf(grade.name) }))
  const where = (fits: (grade: Spelling) => boolean) => known.filter(fits).map(({ grade }) => grade)
  for (const { whole } of spellings) {
    const found = where(grade => whole !== '' && grade.whole === whole)
    if (found.length > 0) return found
  }
  for (const { rank } of spellings) {
    const found = where(grade => rank !== '' && grade.rank === rank)
    if (found.length > 0) return found
  }
  const [{ whole = '' } = {}] = spellings
  if (/^\d+$/.test(whole)) return where(({ rank }) => rank.endsWith(` ${whole}`) && !rank.startsWith('dan'))
  const looking = grades.filter(({ looks }) => looks?.includes(whole))
  if (looking.length > 0) return looking
  // 'Yellow 8th kyu' where grades are colours, and only one grade has this colour.
  const { rank, colour } = spellings[0] ?? {}
  if (!rank || !colour) return []
  const coloured = where(grade => grade.colour.split(' ')[0] === colour.split(' ')[0])
  return coloured.length === 1 ? where(grade => grade.whole === colour) : []
}

function beltBehind(cell: string, discipline: string): string | null {
  const begin = cell.slice(0, discipline.length)
  const rest = cell.slice(discipline.length).trim()
  const belt = /^[>:/–-]/.test(rest) ? rest.slice(1).trim() : ''
  return begin.toLowerCase() === discipline.toLowerCase() && belt !== '' ? belt : null
}

function either(grades: readonly KnownGrade[]): string {
  const names = grades.map(grade => grade.name)
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
