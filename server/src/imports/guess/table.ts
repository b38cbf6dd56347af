import { importLimits } from '@honbu/contract/imports.ts'
import { letterOf } from '../file/column-letter.ts'
import type { FileRecord } from '../file/records.ts'
import { UnreadableFile } from '../file/unreadable-file.ts'
import { guessHeader, headingsAt, noHeader } from './header-lines.ts'
import { splitSections } from './sections.ts'

export interface TableColumn {
  readonly place: number
  readonly letter: string
  /** 'Column C' where the file says nothing. */
  readonly heading: string
}

/** A list: the line of its headings, what stands above, and the lines below. */
export interface Table {
  /** 0: the list has no headings. */
  readonly headerLine: number
  readonly columns: readonly TableColumn[]
  readonly above: readonly FileRecord[]
  readonly rows: readonly FileRecord[]
  /** Headings between the rows: 'MONDAY TINIES'. A column of its own repeats them for each row. */
  readonly sections: readonly FileRecord[]
  /** The column of section headings. */
  readonly sectionPlace: number | null
}

/** What the column is called that repeats the section headings. */
const sectionHeading = 'Section heading'

/**
 * Finds the headings: the line that is named, or that among the first 30 which names most columns that are known; in a list
 * of strange headings the fullest of the first lines. A list that begins with people has none.
 * @param named the line of the headings; 0: there are none
 * @throws UnreadableFile when there is no such line
 */
export function tableOf(records: readonly FileRecord[], named: number | null): Table {
  const place = placeOf(records, named)
  const { headings, first, last } = headingsAt(records, place)
  const below = records.slice(last + 1)
  const width = Math.min(importLimits.columns, Math.max(headings.length, ...widths(below)))
  const { rows, sections, labelled } = splitSections(below, width)
  const hasSections = labelled > 0 && width < importLimits.columns
  const columns = Array.from({ length: width + (hasSections ? 1 : 0) }, (_, index) => {
    const letter = letterOf(index)
    const heading = index === width ? sectionHeading : headings[index]
    return { place: index, letter, heading: heading || `Column ${letter}` }
  })
  return {
    headerLine: records[place]?.line ?? 0,
    columns,
    above: records.slice(0, first),
    rows,
    sections,
    sectionPlace: hasSections ? width : null,
  }
}

function placeOf(records: readonly FileRecord[], named: number | null): number {
  if (named === null) return guessHeader(records)
  if (named === 0) return noHeader
  const place = records.findIndex(({ line }) => line === named)
  if (place < 0) throw new UnreadableFile(`Line ${named} is empty: it cannot hold the headings.`)
  return place
}

/** Not more than fit into the arguments of a call. */
const widths = (rows: readonly FileRecord[]) => new Set(rows.map(({ cells }) => cells.length))

/** The cells of a row by the headings, for messages. */
export const headingAt = (table: Table, place: number): string => table.columns[place]?.heading ?? ''
