import { importLimits } from '@honbu/contract/imports.ts'
import { letterOf } from '../file/column-letter.ts'
import type { FileRecord } from '../file/records.ts'
import { UnreadableFile } from '../file/unreadable-file.ts'
import { fieldOf } from './headings.ts'

export interface TableColumn {
  readonly place: number
  readonly letter: string
  /** 'Column C' where the file says nothing. */
  readonly heading: string
}

/** A list: the line of its headings, what stands above, and the lines below. */
export interface Table {
  readonly headerLine: number
  readonly columns: readonly TableColumn[]
  readonly above: readonly FileRecord[]
  readonly rows: readonly FileRecord[]
}

/**
 * Finds the headings: the line that is named, or that among the first 30 which names most columns that are known; in a list
 * of strange headings the fullest of the first lines.
 * @throws UnreadableFile when there is no such line
 */
export function tableOf(records: readonly FileRecord[], named: number | null): Table {
  const place = named === null ? guessHeader(records) : records.findIndex(({ line }) => line === named)
  const header = records[place]
  if (!header) throw new UnreadableFile(`Line ${named} is empty: it cannot hold the headings.`)
  const rows = records.slice(place + 1)
  const width = Math.min(importLimits.columns, Math.max(header.cells.length, ...widths(rows)))
  const columns = Array.from({ length: width }, (_, index) => {
    const letter = letterOf(index)
    return { place: index, letter, heading: header.cells[index] || `Column ${letter}` }
  })
  return { headerLine: header.line, columns, above: records.slice(0, place), rows }
}

/** Not more than fit into the arguments of a call. */
const widths = (rows: readonly FileRecord[]) => new Set(rows.map(({ cells }) => cells.length))

function guessHeader(records: readonly FileRecord[]): number {
  const first = records.slice(0, 30)
  const known = first.map(({ cells }) =>
    Math.max(...(['members', 'gradings'] as const).map(kind => cells.filter(cell => fieldOf(cell, kind)).length)),
  )
  const most = Math.max(...known)
  if (most >= 2) return known.indexOf(most)
  const filled = first.map(({ cells }) => cells.filter(cell => cell !== '').length)
  return filled.indexOf(Math.max(...filled))
}

/** The cells of a row by the headings, for messages. */
export const headingAt = (table: Table, place: number): string => table.columns[place]?.heading ?? ''
