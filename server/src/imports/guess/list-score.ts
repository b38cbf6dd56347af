import type { FileRecord } from '../file/records.ts'
import { knownColumns } from './header-lines.ts'
import { fieldOf } from './headings.ts'

/** How much a sheet looks like a list of people: its lines by the headings that are known, one of which is a name. */
export function listScore(records: readonly FileRecord[]): number {
  const scores = records.slice(0, 30).map(({ cells }) => {
    const hasName = cells.some(cell => ['fullName', 'firstName', 'lastName'].includes(fieldOf(cell, 'members') ?? ''))
    return hasName ? knownColumns(cells) : 0
  })
  const most = Math.max(0, ...scores)
  return most < 2 ? 0 : most * (records.length - scores.indexOf(most) - 1)
}
