import { type ImportReading, importDelimiters, importLimits } from '@honbu/contract/imports.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { letterOf } from './column-letter.ts'
import { cleanCell, type FileRecord, longestCell } from './records.ts'
import { UnreadableFile } from './unreadable-file.ts'

export type Delimiter = NonNullable<ImportReading['delimiter']>

export interface CsvRecords {
  readonly delimiter: Delimiter
  readonly records: readonly FileRecord[]
}

/**
 * Reads a list with separators: any line ends, quoted cells with line breaks, `sep=;` in front as Excel writes it.
 * @throws UnreadableFile with the line, and the column where it is known
 */
export function readCsv(whole: string, given: Delimiter | null): CsvRecords {
  const named = /^sep=(.)\r?\n/i.exec(whole)
  // The parser counts a line break of two characters in a quoted cell twice.
  const text = (named ? whole.slice(named[0].length) : whole).replaceAll(/\r\n?/g, '\n')
  const before = named ? 1 : 0
  const named1 = importDelimiters.find(delimiter => delimiter === named?.[1])
  const delimiter = given ?? named1 ?? guessDelimiter(text)
  return { delimiter, records: recordsOf(text, delimiter).map(record => ({ ...record, line: record.line + before })) }
}

/** What splits the first lines into the same number of cells, as many as possible. */
function guessDelimiter(text: string): Delimiter {
  const begin = text.slice(0, 200_000)
  const scores = importDelimiters.map(delimiter => {
    const lengths = firstLengths(begin, delimiter).filter(length => length > 1)
    const byLength = Map.groupBy(lengths, length => length)
    return Math.max(0, ...[...byLength].map(([length, same]) => same.length * Math.min(length, 30)))
  })
  return importDelimiters[scores.indexOf(Math.max(...scores))] ?? ','
}

function firstLengths(text: string, delimiter: Delimiter): number[] {
  const lengths: number[] = []
  try {
    // What was read before a fault counts.
    parse(text, { ...options(delimiter), to: 40, onRecord: (record: string[]) => void lengths.push(record.length) })
  } catch {
    // A quotation mark that means nothing with this delimiter.
  }
  return lengths
}

const options = (delimiter: Delimiter) =>
  // `relaxQuotes`: a belt of 6" is no quotation.
  ({ delimiter, relaxColumnCount: true, relaxQuotes: true, trim: delimiter !== '\t', bom: true }) as const

function recordsOf(text: string, delimiter: Delimiter): FileRecord[] {
  const records: FileRecord[] = []
  let next = 1
  const keep = (cells: string[], { lines }: { lines: number }) => {
    records.push({ line: next, cells: checked(cells.map(cleanCell), next) })
    next = lines + 1
    return null
  }
  try {
    parse(text, { ...options(delimiter), onRecord: keep, to: importLimits.lines + 200 })
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    // The parser's own words quote what people wrote about themselves.
    const why =
      error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? `a quotation mark that begins in line ${next} is never closed`
        : `line ${next} cannot be read`
    throw new UnreadableFile(`The file is not a list with separators: ${why}.`)
  }
  return records
}

function checked(cells: string[], line: number): string[] {
  if (cells.length > importLimits.columns)
    throw new UnreadableFile(`Line ${line} has ${cells.length} columns; at most ${importLimits.columns} can be read.`)
  const long = cells.findIndex(cell => cell.length > longestCell)
  if (long < 0) return cells
  throw new UnreadableFile(
    `Line ${line}, column ${letterOf(long)} holds more than ${longestCell} characters. Is a quotation mark missing there?`,
  )
}
