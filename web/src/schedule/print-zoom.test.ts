import { expect, test } from 'vitest'
import { printZoom } from './print-zoom.ts'
import { anOccurrence } from './test-occurrences.ts'
import { daysFrom } from './week.ts'

const from = '2026-11-16'
const weekOf = (perDay: number) =>
  daysFrom(from).flatMap(classDate =>
    Array.from({ length: perDay }, (_, index) =>
      anOccurrence({ classId: index, classDate, startTime: `${String(9 + (index % 12)).padStart(2, '0')}:00` }),
    ),
  )

test('the fewer classes a week has, the larger it is printed', () => {
  const zooms = [1, 4, 8, 12].map(perDay => printZoom({ from, occurrences: weekOf(perDay) }))
  expect(zooms).toEqual([...zooms].sort((a, b) => b - a))
  expect(zooms[0]).toBe(1.5)
  expect(zooms.at(-1)).toBeLessThan(1)
})

test('a week that no sheet holds stays readable', () => {
  expect(printZoom({ from, occurrences: weekOf(60) })).toBe(0.72)
})
