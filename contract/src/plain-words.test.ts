import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { plainWords } from './plain-words.ts'

beforeAll(() => void z.config({ localeError: plainWords }))
afterAll(() => void z.config({ localeError: undefined }))

test.each([
  [z.string(), undefined, 'Is missing.'],
  [z.string(), 5, 'Should be text.'],
  [z.int(), 'x', 'Should be a number.'],
  [z.int(), 1.5, 'Should be a whole number.'],
  [z.int().check(z.minimum(1)), 0, 'Should be at least 1.'],
  [z.number().check(z.lt(10)), 10, 'Should be less than 10.'],
  [z.string().check(z.minLength(1)), '', 'Should not be empty.'],
  [z.string().check(z.maxLength(3)), 'four', 'Should have at most 3 letters.'],
  [z.array(z.int()).check(z.minLength(1)), [], 'Choose at least one.'],
  [z.enum(['a', 'b']), 'c', 'Should be one of: a, b.'],
  [z.email(), 'jo', 'Should be an e-mail address, such as jo@example.org.'],
  [z.string().check(z.minLength(1, 'Give it a name.')), '', 'Give it a name.'],
  [z.nullable(z.int()), 1.5, 'Should be a whole number.'],
])('%# %s', (schema: z.ZodMiniType, value, words) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(words)
})
