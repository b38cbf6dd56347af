import { describe, expect, it, test } from 'vitest'
import { looksOf } from './belt-spellings.ts'
import { matchBelt } from './match-belt.ts'

const discipline = (name: string, grades: readonly string[]) => ({
  id: 1,
  name,
  grades: grades.map((grade, index) => ({ id: index + 1, name: grade })),
})

/** The name of the grade that a cell is matched to, or why there is none. */
function match(cell: string, of: ReturnType<typeof discipline>) {
  const { value, problem } = matchBelt(cell, [of], of)
  return of.grades.find(({ id }) => id === value)?.name ?? problem
}

const kyus = discipline('Karate', [
  '10th Kyu',
  '9th Kyu',
  '8th Kyu',
  '7th Kyu',
  '1st Kyu',
  '1st Dan',
  '2nd Dan',
  '3rd Dan',
])

test.each([
  ['7 KYU', '7th Kyu'],
  ['8.Kyu', '8th Kyu'],
  ['8. kyu', '8th Kyu'],
  ['Kyu 8', '8th Kyu'],
  ['8k', '8th Kyu'],
  ['9', '9th Kyu'],
  ['9th', '9th Kyu'],
  ['Yellow belt (9th kyu)', '9th Kyu'],
  ['Hachikyu', '8th Kyu'],
  ['Ikkyu', '1st Kyu'],
  ['Shodan', '1st Dan'],
  ['1. Dan', '1st Dan'],
  ['Black Belt 2nd Dan', '2nd Dan'],
  ['Nidan', '2nd Dan'],
  ['3rd degree black', '3rd Dan'],
])('%s is %s', (cell, grade) => expect(match(cell, kyus)).toBe(grade))

const tips = discipline('Kickboxing', ['White', 'Blue', 'Blue/White tip', 'Blue with 2 tips', 'Black 1st degree'])

test.each([
  ['Blue/White tip', 'Blue/White tip'],
  ['blue, white tip', 'Blue/White tip'],
  ['BLUE WITH A WHITE STRIPE', 'Blue/White tip'],
  ['Blue 2 tips', 'Blue with 2 tips'],
  ['Blue ||', 'Blue with 2 tips'],
  ['Blue, 0 stripes', 'Blue'],
  ['Black 1st Dan', 'Black 1st degree'],
])('%s is %s', (cell, grade) => expect(match(cell, tips)).toBe(grade))

test.each(['4th Kyu', '11', 'Blue', 'White tip'])('%s is told, not guessed', cell =>
  expect(match(cell, kyus)).toBe(`"${cell}" is not a grade of Karate: no belt is set`),
)

test('a number that two kinds of rank have is told', () => {
  const judo = discipline('Judo', ['3rd Mon', '3rd Kyu'])
  expect(match('3', judo)).toBe('"3" could be 3rd Mon or 3rd Kyu: no belt is set')
})

describe('a colour', () => {
  const belts: readonly [name: string, colour: string, bars: number][] = [
    ['9th Kyu', '#f08c2e', 0],
    ['5th Kyu', '#7d4fa8', 0],
    ['4th Kyu', '#7d4fa8', 1],
    ['2nd Kyu', '#7a4a2b', 1],
    ['1st Kyu', '#7a4a2b', 2],
    ['1st Dan', '#1b1b1b', 1],
  ]
  const shotokan = {
    ...discipline('Karate', []),
    grades: belts.map(([name, colour, bars], index) => ({
      ...{ id: index + 1, name },
      looks: looksOf({ colour, colourTwo: null, bars, barColour: bars > 0 ? '#ffffff' : null }),
    })),
  }

  it.each([
    ['Orange', '9th Kyu'],
    ['Purple belt', '5th Kyu'],
    ['Purple/White stripe', '4th Kyu'],
    ['Brown 2 stripes', '1st Kyu'],
    ['Black', '"Black" is not a grade of Karate: no belt is set'],
  ])('%s is the grade with that belt: %s', (cell, grade) => expect(match(cell, shotokan)).toBe(grade))
})
