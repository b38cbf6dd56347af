import { mediumDate, wholeNumber } from '@honbu/contract/format.ts'
import type { Column } from '@honbu/contract/grid/columns.ts'
import { moment } from '../moments.ts'

/** A value as text: dates and instants in en-GB, yes and no, and a dash for nothing. */
export function plainCell({ type, choices }: Column, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  const chosen = choices?.find(choice => choice.value === value)
  if (chosen) return chosen.text
  if (type === 'date') return mediumDate(String(value))
  if (type === 'instant') return moment(String(value))
  if (type === 'boolean') return value === true ? 'Yes' : 'No'
  return typeof value === 'number' ? wholeNumber(value) : String(value)
}
