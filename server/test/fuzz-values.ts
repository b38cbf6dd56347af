import fc, { type Arbitrary } from 'fast-check'

/** As `z.toJSONSchema` writes it, as far as inputs of the contract go. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly format?: string
}

/** What a schema allows, with its edges more often than chance would have them. */
export function rightValue(schema: Schema, depth = 0): Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(choice => rightValue(choice, depth)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (types.length > 1) return fc.oneof(...types.map(type => rightValue({ ...schema, type }, depth)))
  switch (types[0]) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return wholeNumber(schema)
    case 'number':
      return wholeNumber({ minimum: 100 * (schema.minimum ?? 0), maximum: 100 * (schema.maximum ?? 1e6) }).map(
        hundredths => hundredths / 100,
      )
    case 'string':
      return rightText(schema)
    case 'array':
      return fc.array(depth > 3 ? fc.constant(null) : rightValue(schema.items ?? {}, depth + 1), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      })
    case 'object':
      return rightObject(schema, depth)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function rightObject({ properties = {}, required = [] }: Schema, depth: number): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([field, schema]): [string, Arbitrary<unknown>] => [
    field,
    depth > 4 ? fc.constant(null) : rightValue(schema, depth + 1),
  ])
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] })
}

function wholeNumber({ minimum, maximum }: Schema): Arbitrary<number> {
  const min = Math.ceil(minimum ?? Number.MIN_SAFE_INTEGER)
  const max = Math.floor(maximum ?? Number.MAX_SAFE_INTEGER)
  const edges = [min, max, 0, 1, 2, 12, 100, 2 ** 31 - 1, 2 ** 31].filter(value => value >= min && value <= max)
  return fc.oneof(fc.constantFrom(...edges), fc.integer({ min, max }))
}

const edgeDates = [
  ...['2026-05-11', '2026-05-12', '2026-05-13', '2026-03-29', '2026-10-25', '2024-02-29', '2026-12-31', '2027-01-01'],
  ...['0001-01-01', '0000-01-01', '1752-09-02', '1799-12-31', '1800-01-01', '2999-12-31', '3000-01-01', '9999-12-31'],
]
const someDate = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))

function rightText({ format, pattern, minLength = 0, maxLength = 200 }: Schema): Arbitrary<unknown> {
  if (format === 'date') return fc.oneof(fc.constantFrom(...edgeDates), someDate)
  if (format === 'date-time') return someDate.map(date => `${date}T12:00:00Z`)
  if (pattern) return fc.stringMatching(new RegExp(pattern), { maxLength: 60 })
  const longest = Math.min(maxLength, 800)
  return fc.oneof(
    nastyText.map(text => text.slice(0, longest).padEnd(minLength, 'x')),
    fc.constantFrom('x'.repeat(minLength), 'ü'.repeat(longest), '本'.repeat(longest), '🥋'.repeat(longest / 2)),
    fc.string({ unit: anyUnit, minLength, maxLength: Math.max(minLength, Math.min(longest, 30)) }),
  )
}

/** Of all that there are, and more often of those that people write. The library's own builds maps of all of them, each time. */
const anyUnit = fc
  .oneof(fc.integer({ min: 32, max: 0x17f }), fc.integer({ min: 0, max: 0x10_ffff }))
  .map(code => String.fromCodePoint(code))

/** Texts that have broken such servers before, beside arbitrary ones. */
export const nastyText: Arbitrary<string> = fc.oneof(
  fc.string({ unit: anyUnit, maxLength: 40 }),
  fc.constantFrom('', ' ', '\0', 'an\0n', '%', '％', '\\', "'", "''", '--', '_', '{}', '{{', '{% for %}', '$1'),
  fc.constantFrom('\u202E', '\u200B', '\uFEFF', '\uD800', 'a\uDC00b', 'עברית', 'a\u0301'.repeat(50), 'ﷺ', 'İ', 'ß'),
  fc.constantFrom("'; drop table member; --", "' or 1=1 --", '1); select pg_sleep(9); --', "\\'; commit; --"),
  fc.constantFrom('<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg/onload=1>', '&lt;', ']]>'),
  fc.constantFrom('=1+1', '+1', '-1', '@SUM(A1)', "=cmd|' /C calc'!A0", '\t=1', '\r\nX-Injected: 1', 'a\r\nBcc: b@c.d'),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'NaN', 'Infinity', 'null', 'undefined'),
  fc.constantFrom('../../etc/passwd', '..\\..\\', '/', 'file:///etc/passwd', 'http://127.0.0.1:1/', '%2e%2e%2f', '%00'),
  fc.constantFrom('0', '-1', '1e308', '9223372036854775807', '9223372036854775808', '0x10', '１', '1,5', '1e3', ' 1'),
  fc.constantFrom(...edgeDates, '2026-02-30', '2026-13-01', '10000-01-01', '-000001-01-01', '24:00', '25:00', '24:01'),
  fc.constantFrom("firstName~eq~'\0'", "firstName~contains~'％\\'", 'memberId~eq~1e308', 'memberId-desc', '((((', '~~'),
  fc.constantFrom("memberSince~gt~datetime'9999-12-31T00-00-00'", 'balance~gte~1e999', "a~eq~'x'~and~".repeat(40)),
)

/** Values that are of no form, or of another than was asked for. */
export const anyValue: Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.jsonValue(),
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { toString: null }, { length: 1 }),
  fc.constantFrom(0, -0, -1, 1.5, 0.1 + 0.2, 1e-7, 2 ** 31, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308, 987_654_321),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

/** Just outside of what a schema allows. */
export function beyond({ minimum = 0, maximum = 500, maxLength = 200, minLength = 1, maxItems = 500 }: Schema) {
  return fc.constantFrom<unknown>(
    ...[minimum - 1, maximum + 1, minimum + 0.5, maximum + 0.001],
    ...(maxLength <= 800 ? ['x'.repeat(maxLength + 1)] : []),
    ' '.repeat(Math.max(0, minLength)),
    ...(maxItems <= 500 ? [Array(maxItems + 1).fill(1)] : []),
  )
}
