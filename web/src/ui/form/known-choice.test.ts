import { expect, test } from 'vitest'
import { fallbackFor } from './known-choice.ts'

const options = [{ value: null }, { value: 1, disabled: true }, { value: 2 }]

test('an id that is not among the options becomes the first that can be chosen', () => {
  expect(fallbackFor(9, options)).toEqual({ value: null })
  expect(fallbackFor(9, options.slice(1))).toEqual({ value: 2 })
  expect(fallbackFor(9, [])).toEqual({ value: null })
})

test.each([1, 2, null, undefined, '', 0])('%s stays as it is', value => {
  expect(fallbackFor(value, options)).toBe(undefined)
})
