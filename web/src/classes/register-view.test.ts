import { memberStatus } from '@honbu/contract/ids.ts'
import { expect, test } from 'vitest'
import { arrange, count, fold, namesakes, type RegisterRow, rowStyle, type Show, type Sort } from './register-view.ts'
import { aRow } from './test-rows.ts'

const rows = [
  aRow({ memberId: 1, firstName: 'Zoë', lastName: "O'Brien", code: '1001', gradePosition: 2, attended: true }),
  aRow({ memberId: 2, firstName: 'Łukasz', lastName: 'Nowak', code: '1002', gradePosition: null, attended: null }),
  aRow({ memberId: 3, firstName: 'Amy', lastName: 'Nowak', code: '1003', gradePosition: 5, attended: false }),
  aRow({ memberId: 4, firstName: '太郎', lastName: '山田', code: '2004', gradePosition: 2, attended: null }),
]
const markThen = (row: RegisterRow) => row.attended
const ids = (view: { sort?: Sort; show?: Show; text?: string; markThen?: typeof markThen }) =>
  arrange(rows, { sort: 'name', show: 'all', text: '', markThen, ...view }).map(row => row.memberId)

test('sorts by last name, then first name', () => {
  expect(ids({})).toEqual([3, 2, 1, 4])
})

test('sorts by grade, the highest first and none last, then by name', () => {
  expect(ids({ sort: 'grade' })).toEqual([3, 1, 4, 2])
})

test('sorts the unmarked first, by the marks as they were', () => {
  expect(ids({ sort: 'unmarked' })).toEqual([2, 4, 3, 1])
  expect(ids({ sort: 'unmarked', markThen: row => (row.memberId === 4 ? true : row.attended) })).toEqual([2, 3, 1, 4])
})

test.each<[Show, number[]]>([
  ['unmarked', [2, 4]],
  ['present', [1]],
  ['absent', [3]],
])('shows the %s', (show, expected) => {
  expect(ids({ show })).toEqual(expected)
})

test.each([
  ['zoe', [1]],
  ['obrien', [1]],
  ["O'B", [1]],
  ['O’b', [1]],
  ['lukasz', [2]],
  ['nowak am', [3]],
  ['太郎', [4]],
  ['2004', [4]],
  ['  ', [3, 2, 1, 4]],
  ['nobody', []],
])('the search text %s finds %j', (text, expected) => {
  expect(ids({ text })).toEqual(expected)
})

test('sorts by who has not been for longest', () => {
  const away = [
    aRow({ memberId: 1, lastAttendance: '2026-05-05' }),
    aRow({ memberId: 2, lastAttendance: null }),
    aRow({ memberId: 3, lastAttendance: '2026-03-03' }),
  ]
  const shown = arrange(away, { sort: 'away', show: 'all', text: '', markThen })
  expect(shown.map(row => row.memberId)).toEqual([2, 3, 1])
})

test('knows members of one name, however it is written', () => {
  const same = [
    aRow({ memberId: 1, firstName: 'Zoë', lastName: 'Smith' }),
    aRow({ memberId: 2, firstName: 'zoe', lastName: 'SMITH' }),
    aRow({ memberId: 3, firstName: 'Zoe', lastName: 'Smythe' }),
  ]
  expect([...namesakes(same)]).toEqual([1, 2])
})

test('counts what is marked', () => {
  expect(count(rows, markThen)).toEqual({ total: 4, present: 1, absent: 1, unmarked: 2 })
})

test.each([
  [memberStatus.prospect, false, 'first-timer-and-prospect'],
  [memberStatus.prospect, true, 'prospect'],
  [memberStatus.active, false, 'first-timer'],
  [memberStatus.enquiry, false, 'first-timer'],
  [memberStatus.active, true, undefined],
])('status %i, attended before %s: %s', (memberStatusId, hasAttended, style) => {
  expect(rowStyle({ memberStatusId, hasAttended })).toBe(style)
})

test('folding keeps letters of other scripts', () => {
  expect(fold(' Ünal ØRSTED ')).toBe('unal orsted')
  expect(fold('ਸਿੰਘ')).not.toBe('')
})
