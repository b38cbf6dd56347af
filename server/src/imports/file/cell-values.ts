import { addDays } from '@honbu/contract/calendar.ts'

/** Formats of Excel that show a day, by their numbers (ECMA-376, 18.8.30; those from 27 on are East Asian). */
const builtIn = (id: number) => (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** Does a number in this format show as a day (or a month)? */
export function showsDate(formatId: number, code: string | undefined): boolean {
  if (code === undefined) return builtIn(formatId)
  // Without texts, colours, currencies and single characters that stand for themselves.
  const letters = code.replaceAll(/"[^"]{0,255}"|\[[^\]]{0,255}\]|\\.|_.|\*./g, '').toLowerCase()
  return /[dy]|mmm/.test(letters) && !letters.includes('general')
}

/**
 * The day that a number means: days since the end of 1899, or of 1903 in old workbooks of the Macintosh. A fraction is a
 * time of day, and dropped. Excel counts 29 February 1900, which there never was: what lies before it is a day later.
 */
export function dayOf(serial: number, is1904: boolean): string | null {
  const days = Math.floor(serial)
  if (!(days >= 1 && days <= 2_958_465)) return null
  if (is1904) return addDays('1904-01-01', days)
  return addDays('1899-12-30', days < 60 ? days + 1 : days)
}

/** A number as it would be typed: to 15 digits, as Excel keeps it, and a phone number without an exponent. */
export function plainNumber(value: string): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  const rounded = Number(number.toPrecision(15))
  return Number.isInteger(rounded) && Math.abs(rounded) < 1e21 ? BigInt(rounded).toString() : String(rounded)
}
