import { type ImportMapping, noTerms } from '@honbu/contract/imports.ts'
import { expect, test } from 'vitest'
import { leftOut, textsToMatch, toSend, undecided, withField, withMeaning } from './mapping-draft.ts'

const mapping: ImportMapping = {
  kind: 'members',
  columns: (['fullName', 'grade', null] as const).map((field, place) => ({
    place,
    field,
    dateOrder: 'dmy',
    isLeftOut: false,
  })),
  nameOrder: 'firstLast',
  disciplineId: 1,
  values: [{ of: 'grade', text: 'wht', means: 11 }],
  defaultStatusId: 21,
  sameNames: 'two',
  otherNames: [],
  balances: 'note',
  existing: 'skip',
  linkFamilies: true,
  adultsAreGuardians: true,
  enrolClassId: null,
  terms: noTerms,
}
const file = {
  texts: [
    { place: 0, texts: [] },
    {
      place: 1,
      texts: [
        { text: 'wht', lines: 3 },
        { text: 'Black', lines: 1 },
      ],
    },
    { place: 2, texts: [{ text: 'Active', lines: 4 }] },
  ],
  choices: { grade: [{ id: 11, name: 'White' }], status: [{ id: 21, name: 'Active' }] },
}

test('a meaning moves from the column that had it', () => {
  const fields = withField(mapping, 2, 'fullName').columns.map(({ field }) => field)
  expect(fields).toEqual([null, 'grade', 'fullName'])
  expect(withField(withField(mapping, 0, 'note'), 2, 'note').columns.map(({ field }) => field)).toEqual([
    ...['note', 'grade', 'note'],
  ])
})

test('texts are matched as long as their column has that meaning', () => {
  expect(textsToMatch(mapping, file)).toEqual([
    {
      of: 'grade',
      isTooMany: false,
      texts: [
        { text: 'wht', lines: 3, means: 11 },
        { text: 'Black', lines: 1, means: null },
      ],
    },
  ])
  const more = withField(withMeaning(mapping, 'grade', 'Black', 11), 2, 'status')
  expect(toSend(more, file).values).toEqual([
    { of: 'grade', text: 'wht', means: 11 },
    { of: 'grade', text: 'Black', means: 11 },
    { of: 'status', text: 'Active', means: 21 },
  ])
  expect(toSend(withField(more, 1, null), file).values).toEqual([{ of: 'status', text: 'Active', means: 21 }])
})

test('a column with values is undecided until someone gives it a field or leaves it out', () => {
  const columns = [0, 1, 2].map(place => ({ place, filled: 5 }))
  const placesOf = (of: ImportMapping) => undecided(of, columns).map(({ place }) => place)
  expect(placesOf(mapping)).toEqual([2])
  expect(placesOf(leftOut(mapping, 2))).toEqual([])
  expect(placesOf(withField(mapping, 2, 'note'))).toEqual([])
  expect(undecided(mapping, [{ place: 2, filled: 0 }])).toEqual([])
})
