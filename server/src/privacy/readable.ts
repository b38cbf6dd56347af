import { consentKinds } from '@honbu/contract/consents.ts'
import { currency, dateTime, mediumDate } from '@honbu/contract/format.ts'
import type { Column } from './columns.ts'
import { isNamed, type Names } from './names.ts'

/** One fact: as people read it, and typed as programs do. */
export interface DataField {
  readonly field: string
  readonly text: string
  readonly value: unknown
}

/** Everything needed to turn rows into words. */
export interface Reading {
  readonly names: Names
  /** How the parts are called, by table. */
  readonly titles: ReadonlyMap<string, string>
  /** The ids that some row refers to, by table. */
  readonly referredTo: ReadonlyMap<string, ReadonlySet<number>>
  readonly targets: ReadonlyMap<string, string>
  readonly timeZone: string
}

type RawRow = Readonly<Record<string, unknown>>

const labels: Readonly<Record<string, string>> = {
  account_id: 'By',
  address_line: 'Address',
  at: 'When',
  communication_flags: 'Agreed to',
  dob: 'Date of birth',
  flag: 'About',
  phone_day: 'Phone by day',
  phone_eve: 'Phone in the evening',
  phone_mob: 'Mobile',
  sub_frequency_id: 'Paid every',
  sub_price_pence: 'Price',
}

/** Reads one column of a row: none if there is nothing in it. */
export function readField(table: string, column: Column, row: RawRow, reading: Reading): DataField[] {
  const raw = row[column.name]
  if (raw === null || raw === undefined || raw === '' || raw === '-') return []
  const field = labels[column.name] ?? words(column.name.replace(/_(id|pence)$/, ''))
  if (column.name === 'id') {
    const number = Number(raw)
    // A number is of use only where another row refers to it.
    return reading.referredTo.get(table)?.has(number) && !isNamed(table)
      ? [{ field: 'Number', text: String(number), value: number }]
      : []
  }
  if (column.target !== null) {
    const name = nameOf(column.target, Number(raw), reading)
    return name === null ? [] : [{ field, text: name, value: name }]
  }
  const value = typedValue(column, raw, reading)
  const text = textOf(column, value, reading)
  return text === '' ? [] : [{ field, text, value }]
}

/** The ids in some rows, with their tables: in columns of their own and within JSON. */
export function* targetsIn(
  rows: readonly RawRow[],
  columns: readonly Column[],
  targets: ReadonlyMap<string, string>,
): Generator<readonly [table: string, id: number]> {
  for (const row of rows)
    for (const { name, target, type } of columns) {
      const raw = row[name]
      if (target !== null && raw !== null && raw !== undefined) yield [target, Number(raw)]
      if (type === 'jsonb') yield* targetsWithin(raw, targets)
    }
}

function* targetsWithin(value: unknown, targets: Reading['targets']): Generator<readonly [string, number]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const target = targets.get(snake(key))
    if (target && typeof inner === 'number') yield [target, inner]
    else yield* targetsWithin(inner, targets)
  }
}

function nameOf(target: string, id: number, { names, titles }: Reading): string | null {
  const name = names.get(`${target} ${id}`)
  if (name !== undefined) return name
  const title = titles.get(target)
  return title === undefined ? null : `${title}, number ${id}`
}

function typedValue({ name, type }: Column, raw: unknown, reading: Reading): unknown {
  if (name.endsWith('_pence')) return Number(raw) / 100
  if (name === 'flag' || name === 'communication_flags')
    return consentKinds.filter(({ flag }) => (Number(raw) & flag) !== 0).map(kind => kind.name)
  if (type === 'jsonb') return withNames(raw, reading)
  return raw
}

/** JSON with names in place of the ids whose table is known by their name alone. */
function withNames(value: unknown, reading: Reading): unknown {
  if (Array.isArray(value)) return value.map(inner => withNames(inner, reading))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      const target = reading.targets.get(snake(key))
      if (!target || typeof inner !== 'number') return [[words(snake(key)), withNames(inner, reading)]]
      const name = nameOf(target, inner, reading)
      return name === null ? [] : [[words(snake(key).replace(/_id$/, '')), name]]
    }),
  )
}

function textOf({ name, type }: Column, value: unknown, { timeZone }: Reading): string {
  if (name.endsWith('_pence')) return currency(Number(value))
  if (type === 'date') return mediumDate(String(value))
  if (type === 'timestamp with time zone') return dateTime(new Date(String(value)), timeZone)
  return flat(value)
}

/** One line for any value. */
function flat(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'object') return String(value)
  const inner = Array.isArray(value)
    ? value.map(flat)
    : Object.entries(value).map(([key, entry]) => (flat(entry) === '' ? '' : `${key}: ${flat(entry)}`))
  return inner.filter(text => text !== '').join(', ')
}

const snake = (key: string) => key.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

const words = (column: string) => {
  const text = column.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
