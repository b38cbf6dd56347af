/** Excel takes UTF-8 for granted only with this in front. */
export const byteOrderMark = '\uFEFF'

/** One line of a CSV (RFC 4180). */
export const csvLine = (cells: readonly string[]) => `${cells.map(csvCell).join(',')}\r\n`

/**
 * A spreadsheet runs what begins like a formula, in wide letters too, whoever has typed it into a name (OWASP: CSV
 * injection): such a text gets an apostrophe in front. A number does no harm, nor does a phone number with its plus.
 */
export function csvCell(text: string): string {
  const isFormula = /^[=+\-@＝＋－＠\t\r\n]/.test(text) && !/^[+-]?[\d\s().,]+$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
