import { quoted } from '../cells/reading.ts'

/**
 * Says whether the amounts of a column have a decimal comma, as on the continent: '12,50' can only be that, and no cell has
 * a decimal point. Null where nothing shows it.
 * @returns why, with the cell that shows it
 */
export function decimalCommaIn(cells: Iterable<string>): string | null {
  let comma = ''
  for (const cell of cells) {
    if (/\.\d{1,2}(?![\d.,])/.test(cell)) return null
    if (/\d,\d{1,2}(?![\d.,])/.test(cell)) comma ||= cell
  }
  return comma === '' ? null : `${quoted(comma)} has a decimal comma, so we read the whole column that way`
}
