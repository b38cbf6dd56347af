import { describe, expect, test } from 'vitest'
import { type Slot, slotToShow, stateInWords, takenOf } from './slot-state.ts'

const slot: Slot = {
  slotId: 1,
  version: 1,
  classDate: '2026-05-20',
  startTime: '18:00',
  finishTime: '19:00',
  capacity: 10,
  booked: 7,
  offered: 0,
  waiting: 0,
  available: 3,
  taken: 7,
  closure: null,
  hasBegun: false,
  isOver: false,
}

test.each([
  ['3 free', {}],
  ['Full', { available: 0 }],
  ['Over', { isOver: true, available: 0 }],
  ['Closed', { closure: 'Holiday' }],
  ['No limit', { capacity: null, available: null }],
])('is %s', (words, rest) => expect(stateInWords({ ...slot, ...rest })).toBe(words))

test('counts an offer as not taken yet', () => {
  expect(takenOf({ ...slot, booked: 8, taken: 10, offered: 2 })).toBe('8 of 10')
  expect(takenOf({ ...slot, capacity: null })).toBe('7')
})

describe('slotToShow', () => {
  const on = (classDate: string, isOver: boolean) => ({ ...slot, classDate, isOver })
  test('is the first that is not over, else the last', () => {
    const past = [on('2026-05-01', true), on('2026-05-08', true)]
    expect(slotToShow([...past, on('2026-05-15', false), on('2026-05-22', false)])?.classDate).toBe('2026-05-15')
    expect(slotToShow(past)?.classDate).toBe('2026-05-08')
    expect(slotToShow([])).toBeUndefined()
  })
})
