import { expect, test } from 'vitest'
import { axisOf, freeSlots, placed } from './room-times.ts'
import { anOccurrence } from './test-occurrences.ts'

const at = (startTime: string, finishTime: string, className = startTime) =>
  anOccurrence({ startTime, finishTime, className })

test('the axis runs over the whole hours of the classes', () => {
  expect(axisOf([at('17:30', '18:15'), at('20:30', '21:45')])).toEqual({ from: 17 * 60, to: 22 * 60 })
  expect(axisOf([at('23:45', '24:00')])).toEqual({ from: 23 * 60, to: 24 * 60 })
})

test('classes that overlap are side by side, others have the whole width', () => {
  const drawn = placed([
    at('18:00', '19:00', 'A'),
    at('18:30', '19:30', 'B'),
    at('19:00', '20:00', 'C'),
    at('20:00', '21:00', 'D'),
  ])
  expect(drawn.map(({ occurrence, lane, lanes }) => [occurrence.className, lane, lanes])).toEqual([
    ['A', 0, 2],
    ['B', 1, 2],
    ['C', 0, 2],
    ['D', 0, 1],
  ])
})

test('a class of a few minutes is drawn long enough to be read, beside the next', () => {
  const drawn = placed([at('18:00', '18:10'), at('18:10', '19:00')])
  expect(drawn.map(({ length, lane, lanes }) => [length, lane, lanes])).toEqual([
    [30, 0, 2],
    [50, 1, 2],
  ])
})

test('a class can begin in each half hour in which nothing is on', () => {
  const axis = { from: 17 * 60, to: 20 * 60 }
  expect(freeSlots(axis, [at('17:30', '18:45')])).toEqual([17 * 60, 19 * 60, 19.5 * 60])
  expect(freeSlots(axis, [])).toHaveLength(6)
})
