import { dateTime, mediumDate } from '@honbu/contract/format.ts'
import type { Column } from '@honbu/contract/grid/columns.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A value as text: dates and instants in en-GB, yes and no, and a dash for nothing. */
export function plainCell({ type, choices }: Column, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  const chosen = choices?.find(choice => choice.value === value)
  if (chosen) return chosen.text
  if (type === 'date') return mediumDate(String(value))
  if (type === 'instant') return dateTime(new Date(String(value)), zone)
  if (type === 'boolean') return value === true ? 'Yes' : 'No'
  return typeof value === 'number' ? value.toLocaleString('en-GB') : String(value)
}
