import { type ImportReading, importLimits } from '@honbu/contract/imports.ts'
import { listScore } from '../guess/list-score.ts'
import { type DecodedText, decodeText, startsWith } from './decode-text.ts'
import { type Delimiter, readCsv } from './read-csv.ts'
import { readWorkbook, tooManyLines, type WorkbookRecords } from './read-workbook.ts'
import type { FileRecord } from './records.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** What stands in a file, and how it was read. */
export interface FileContent {
  readonly isWorkbook: boolean
  /** None where it is no workbook. */
  readonly sheets: WorkbookRecords['sheets']
  readonly sheet: string | null
  readonly encoding: DecodedText['encoding'] | null
  readonly delimiter: Delimiter | null
  /** The lines that are not empty. */
  readonly records: readonly FileRecord[]
}

export type HowToRead = Pick<ImportReading, 'sheet' | 'encoding' | 'delimiter'>

/**
 * Reads a CSV file or an Excel workbook, whatever its name says; what is null is found out.
 * @throws UnreadableFile, and nothing else whatever the bytes are
 */
export function readFileContent(bytes: Uint8Array, { sheet, encoding, delimiter }: HowToRead): FileContent {
  if (bytes.length > importLimits.bytes) throw new UnreadableFile('The file has more than 10 MB. Split the list.')
  // OLE: Excel before 2007, and any workbook with a password.
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new UnreadableFile('This is an old Excel file, or one with a password. Save it as .xlsx without a password.')
  if (
    startsWith(
      bytes,
      [...'%PDF'].map(letter => letter.charCodeAt(0)),
    )
  )
    throw new UnreadableFile('This is a PDF, not a list. Save the list as CSV or as an Excel workbook (.xlsx).')
  // PK: a ZIP, as every workbook is.
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]))
    return { isWorkbook: true, encoding: null, delimiter: null, ...filled(readWorkbook(bytes, sheet, listScore)) }
  const text = decodeText(bytes, encoding)
  const csv = readCsv(text.text, delimiter)
  return { isWorkbook: false, sheets: [], sheet: null, encoding: text.encoding, ...filled(csv) }
}

function filled<T extends { readonly records: readonly FileRecord[] }>(content: T): T {
  const records = content.records.filter(({ cells }) => cells.some(cell => cell !== ''))
  if (records.length === 0) throw new UnreadableFile('The file is empty: there is no line in it.')
  // The headings, and what may stand above them, do not count.
  if (records.length > importLimits.lines + 30) throw tooManyLines()
  return { ...content, records }
}
