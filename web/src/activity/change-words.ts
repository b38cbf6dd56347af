import { isDate } from '@honbu/contract/calendar.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'
import { moment } from '../ui/moments.ts'

/** `memberUntil` → Member until; `address.city` → Address: city; an id is named like what it points at. */
export function fieldName(field: string): string {
  const words = field
    .split('.')
    .map(part =>
      part
        .replace(/(?<=[a-z])(Ids|Id|Pence)$/, '')
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .toLowerCase(),
    )
    .join(': ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A value as a person reads it: pounds, dates, yes and no; a dash for nothing. */
export function valueText(field: string, value: string | number | boolean | null): string {
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') {
    if (/pence$/i.test(field)) return currency(value / 100)
    return /(amount|price|cost|fee)$/i.test(field) ? currency(value) : String(value)
  }
  if (isDate(value)) return mediumDate(value)
  const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) ? new Date(value) : null
  if (instant && !Number.isNaN(instant.getTime())) return moment(value)
  return value
}
