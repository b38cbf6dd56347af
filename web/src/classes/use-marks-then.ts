import { useRef } from 'react'
import type { Mark } from '../offline/mark-queue.ts'
import type { RegisterRow } from './register-view.ts'

/**
 * The marks as they were when the rows were last put in order (when `key` last changed), so that rows stay where they are
 * while they are marked. A row that comes later counts from when it was first seen.
 */
export function useMarksThen(key: string, markOf: (row: RegisterRow) => Mark) {
  const snapshot = useRef({ key, marks: new Map<number, Mark>() })
  if (snapshot.current.key !== key) snapshot.current = { key, marks: new Map() }
  const { marks } = snapshot.current
  return (row: RegisterRow): Mark => {
    const then = marks.get(row.memberId)
    if (then !== undefined) return then
    const now = markOf(row)
    marks.set(row.memberId, now)
    return now
  }
}
