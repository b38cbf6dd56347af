import { isDate } from '@honbu/contract/calendar.ts'
import { invalid } from './refusal.ts'
import type { Metadata } from './rows.ts'

/** The fields of a request; `read` collects what is wrong with them, `check` refuses it. */
export interface Input {
  has(name: string): boolean
  /** Null when it is not given. */
  text(name: string, most?: number): string | null
  /** Whole and above zero, up to the API's own limit. */
  amount(name: string): number
  whole(name: string, from: number, to: number): number | null
  flag(name: string, standard: boolean): boolean
  date(name: string): string | null
  oneOf<const Value extends string>(name: string, values: readonly Value[]): Value | null
  metadata(): Metadata
  /** The fields of an object in this field; empty when it is not there. */
  within(name: string): Input
  wrong(name: string, message: string): void
  /** Throws what has been collected. */
  check(): void
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function inputOf(resource: string, value: unknown, path = '', problems: Record<string, string> = {}): Input {
  const fields = isObject(value) ? value : {}
  const given = (name: string) => fields[name] ?? null
  const wrong = (name: string, message: string) => {
    problems[path + name] ??= message
  }

  const input: Input = {
    has: name => given(name) !== null,
    wrong,
    text(name, most = 255) {
      const text = given(name)
      if (text === null) return null
      if (typeof text !== 'string') wrong(name, 'must be a string')
      else if (text.length > most) wrong(name, `is too long (maximum is ${most} characters)`)
      else return text
      return null
    },
    amount(name) {
      // The API takes digits in quotes too.
      const amount = Number(given(name) ?? Number.NaN)
      if (given(name) === null) wrong(name, "can't be blank")
      else if (!Number.isInteger(amount)) wrong(name, 'must be a whole number')
      else if (amount <= 0) wrong(name, 'must be greater than 0')
      else if (amount > 1_000_000_000) wrong(name, 'is too large')
      else return amount
      return 0
    },
    whole(name, from, to) {
      const number = given(name)
      if (number === null) return null
      const whole = Number(number)
      if (Number.isInteger(whole) && whole >= from && whole <= to) return whole
      wrong(name, `must be between ${from} and ${to}`)
      return null
    },
    flag: (name, standard) => (given(name) === null ? standard : given(name) === true || given(name) === 'true'),
    date(name) {
      const date = given(name)
      if (date === null) return null
      if (isDate(date)) return date
      wrong(name, 'must be a valid ISO 8601 date')
      return null
    },
    oneOf(name, values) {
      const text = given(name)
      const value = values.find(one => one === text)
      if (text !== null && value === undefined) wrong(name, 'is not included in the list')
      return value ?? null
    },
    metadata() {
      const metadata = given('metadata')
      if (metadata === null) return {}
      if (!isObject(metadata)) {
        wrong('metadata', 'must be an object')
        return {}
      }
      const pairs = Object.entries(metadata)
      if (pairs.length > 3) wrong('metadata', 'is limited to three keys')
      for (const [key, text] of pairs) {
        if (typeof text !== 'string') wrong('metadata', 'must have string values')
        else if (key.length > 50 || text.length > 500) wrong('metadata', 'has a key or a value that is too long')
      }
      return Object.fromEntries(pairs.map(([key, text]) => [key, String(text)]))
    },
    within: name => inputOf(resource, given(name), `${path}${name}/`, problems),
    check() {
      if (Object.keys(problems).length > 0) throw invalid(resource, problems)
    },
  }
  return input
}
