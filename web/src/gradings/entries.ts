import { reasonAsked } from '@honbu/contract/gradings.ts'
import { type Candidate, isReady, keyOf } from './candidates.ts'

/** A result that is entered and not saved yet. */
export interface Entry {
  readonly passed: boolean
  readonly gradeId: number
  readonly reason: string
  readonly note: string
}

/** By the key of the row. */
export type Entries = Readonly<Record<string, Entry>>

export type Outcome = 'pass' | 'fail' | 'double'

/** Null where there is no such grade to go to: above the highest. */
export function entryFor(row: Candidate, outcome: Outcome, before?: Entry): Entry | null {
  const gradeId = row.gradeIdsAbove[outcome === 'double' ? 1 : 0]
  if (gradeId === undefined) return null
  return { passed: outcome !== 'fail', gradeId, reason: before?.reason ?? '', note: before?.note ?? '' }
}

/** Null for a grade that none of the buttons stands for. */
export function outcomeOf({ gradeIdsAbove }: Candidate, { passed, gradeId }: Entry): Outcome | null {
  if (!passed) return 'fail'
  if (gradeId === gradeIdsAbove[0]) return 'pass'
  return gradeId === gradeIdsAbove[1] ? 'double' : null
}

export const asksReason = (row: Candidate, entry: Entry | undefined) =>
  entry !== undefined && reasonAsked(row, entry) !== null

export const lacksReason = (row: Candidate, entry: Entry | undefined) =>
  asksReason(row, entry) && entry?.reason.trim() === ''

/** Fills in what was left open: nothing that was entered is changed by it. */
export function fillIn(entries: Entries, rows: readonly Candidate[], outcome: Outcome): Entries {
  const filled: Record<string, Entry> = { ...entries }
  for (const row of rows) {
    const entry = entryFor(row, outcome)
    if (entry && !row.result && !filled[keyOf(row)]) filled[keyOf(row)] = entry
  }
  return filled
}

export const passReady = (entries: Entries, rows: readonly Candidate[]) => fillIn(entries, rows.filter(isReady), 'pass')

export function clear(entries: Entries, rows: readonly Candidate[]): Entries {
  const keys = new Set(rows.map(keyOf))
  return Object.fromEntries(Object.entries(entries).filter(([key]) => !keys.has(key)))
}

/** The same reason for everyone who lacks one. */
export function giveReason(entries: Entries, rows: readonly Candidate[], reason: string): Entries {
  const given: Record<string, Entry> = { ...entries }
  for (const row of rows) {
    const entry = given[keyOf(row)]
    if (entry && lacksReason(row, entry)) given[keyOf(row)] = { ...entry, reason }
  }
  return given
}

/** The rows whose entries can be saved: who has a result by now, from another device, is past that. */
export const entered = (entries: Entries, rows: readonly Candidate[]) =>
  rows.flatMap(row => {
    const entry = entries[keyOf(row)]
    return entry && !row.result ? [{ row, entry }] : []
  })

/** A draft in two parts: results, which are ids and grades, and the words beside them; null if there are none. */
export function splitWords(entries: Entries): { results: Entries; words: Record<string, Words> | null } {
  const pairs = Object.entries(entries)
  const worded = pairs.filter(([, { reason, note }]) => reason !== '' || note !== '')
  return {
    results: Object.fromEntries(pairs.map(([key, entry]) => [key, { ...entry, reason: '', note: '' }])),
    words:
      worded.length === 0 ? null : Object.fromEntries(worded.map(([key, { reason, note }]) => [key, { reason, note }])),
  }
}

type Words = Pick<Entry, 'reason' | 'note'>

/** Puts words that were kept into the results they belong to, where nothing has been written since. */
export function withWords(entries: Entries, words: unknown): Entries {
  const kept = new Map<string, unknown>(Object.entries(words ?? {}))
  return Object.fromEntries(
    Object.entries(entries).map(([key, entry]) => {
      const merged: unknown = { ...entry, ...(kept.get(key) as object | undefined) }
      return [key, entry.reason === '' && entry.note === '' && isEntry(merged) ? merged : entry]
    }),
  )
}

/** A draft as it was kept in the browser; whatever is not one is nothing. */
export function readEntries(text: string | null): Entries {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter((pair): pair is [string, Entry] => isEntry(pair[1])))
  } catch {
    return {}
  }
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  'passed' in value &&
  typeof value.passed === 'boolean' &&
  'gradeId' in value &&
  typeof value.gradeId === 'number' &&
  'reason' in value &&
  typeof value.reason === 'string' &&
  'note' in value &&
  typeof value.note === 'string'
