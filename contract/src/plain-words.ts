import type * as z from 'zod/mini'

/** What is wrong with a value, in words for a person; a rule with words of its own in the contract has those. */
export function plainWords(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'Is missing.' : shouldBe(issue.expected)
  if (issue.code === 'too_small') return tooSmall(issue.origin, issue.minimum, issue.inclusive === true)
  if (issue.code === 'too_big') return tooBig(issue.origin, issue.maximum, issue.inclusive === true)
  if (issue.code === 'invalid_value') return `Should be one of: ${issue.values.map(String).join(', ')}.`
  if (issue.code === 'invalid_format') return formats[issue.format] ?? 'Is not written as it should be.'
  if (issue.code === 'not_multiple_of') return `Should be a multiple of ${issue.divisor}.`
  return 'Is not right.'
}

const shouldBe = (expected: string) => `Should be ${types[expected] ?? expected}.`

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'left out',
}

const formats: Readonly<Record<string, string>> = {
  email: 'Should be an e-mail address, such as jo@example.org.',
  url: 'Should be a web address, such as https://example.org.',
  uuid: 'Should be a UUID.',
}

type Bound = number | bigint

function tooSmall(origin: string, minimum: Bound, isInclusive: boolean): string {
  if (origin === 'string')
    return Number(minimum) === 1 ? 'Should not be empty.' : `Should have at least ${minimum} letters.`
  if (origin === 'array') return Number(minimum) === 1 ? 'Choose at least one.' : `Should have at least ${minimum}.`
  return `Should be ${isInclusive ? 'at least' : 'more than'} ${minimum}.`
}

function tooBig(origin: string, maximum: Bound, isInclusive: boolean): string {
  if (origin === 'string') return `Should have at most ${maximum} letters.`
  if (origin === 'array') return `Should have at most ${maximum}.`
  return `Should be ${isInclusive ? 'at most' : 'less than'} ${maximum}.`
}
