import { memberStatus, names } from '@honbu/contract/ids.ts'
import { quoted, type Reading, read } from './reading.ts'

const words: Readonly<Record<string, number>> = {
  active: memberStatus.active,
  current: memberStatus.active,
  trial: memberStatus.prospect,
  prospect: memberStatus.prospect,
  lapsed: memberStatus.lapsed,
  left: memberStatus.lapsed,
  enquiry: memberStatus.enquiry,
  issue: memberStatus.issue,
}

/**
 * Reads a status. What the product has no status for (a frozen membership, a question mark, nothing) becomes Issue:
 * still a member, and marked as one that somebody has to look at. It is told, because it is not what the list says.
 */
export function readStatus(cell: string): Reading<number> & { readonly value: number } {
  const known = words[cell.toLowerCase()]
  if (known) return { value: known, problem: null }
  const what = cell === '' ? 'No status' : `Status ${quoted(cell)}`
  return {
    ...read(memberStatus.issue, `${what}: imported as ${names[memberStatus.issue]}, for somebody to look at`),
    value: memberStatus.issue,
  }
}

/** Reads an answer. No answer is no. */
export function readYesNo(cell: string, name: string): Reading<boolean> & { readonly value: boolean } {
  if (/^(y|yes|ok|true)$/i.test(cell)) return { value: true, problem: null }
  if (cell === '' || /^(n|no|false)$/i.test(cell)) return { value: false, problem: null }
  return { value: false, problem: `${name} ${quoted(cell)} is neither yes nor no: taken as no` }
}
