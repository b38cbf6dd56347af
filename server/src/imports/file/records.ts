/** A line of a file, or a row of a sheet. */
export interface FileRecord {
  /** Where it begins, the first being 1. A cell may hold line breaks. */
  readonly line: number
  /** Without space around them, and without characters that are not text. */
  readonly cells: readonly string[]
}

/** No cell that a person has written is longer: it is a quotation mark that was not closed. */
export const longestCell = 5000

/** What a cell says, in characters that a database takes: no control characters but line breaks, no halves of emoji. */
export function cleanCell(cell: string): string {
  return cell
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
    .normalize('NFC')
}
