import type { Jobs } from '../platform/jobs.ts'
import type { Files } from '../platform/storage.ts'

/** Writes down that a member was erased: `enqueue(erasedJob, { memberId, at })`. */
export const erasedJob = 'write-down-erased'

/** Who was erased, and when (ISO 8601, UTC). */
export interface Erased {
  readonly memberId: number
  readonly at: string
}

/** One file each, beside the uploaded files. It holds an id and nothing else. */
const keyOf = ({ memberId, at }: Erased) => `erased/${at.replaceAll(/[-:.]/g, '')}-${memberId}.txt`

const key = /^(?:erased\/)?(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-(\d{1,15})\.txt$/

export const writeDownErased = (jobs: Jobs, files: Files) =>
  jobs.work<Erased>(erasedJob, erased => files.put(keyOf(erased), Buffer.from(''), 'text/plain'))

/** Reads who was erased from the names of those files; other names are left out. */
export function erasedIn(names: readonly string[]): Erased[] {
  return names.flatMap(name => {
    const [, year, month, day, hour, minute, second, ms, memberId] = key.exec(name) ?? []
    if (memberId === undefined) return []
    return [{ memberId: Number(memberId), at: `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z` }]
  })
}
