import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Mark, MarkedMember, RegisterOf } from '../offline/mark-queue.ts'
import { markQueue, onMarks } from '../offline/marks.ts'
import { fullName, markWord, type RegisterRow } from './register-view.ts'

/** More than anyone presses one by one. */
const mostSteps = 200

/** Somebody to be marked; who is not on the register yet has no mark. */
export interface Marked {
  readonly memberId: number
  readonly firstName: string
  readonly lastName: string
  readonly attended?: Mark
}

/** Something that was done, and the marks that were there before. */
interface Step {
  readonly words: string
  readonly before: readonly MarkedMember[]
}

/**
 * The marks of a register: shown at once, kept on the device until the server has them, undone step by step. `mark` stays
 * the same function for ever, so that a row is drawn again only when it has changed.
 */
export function useMarks(register: RegisterOf) {
  const client = useQueryClient()
  const [steps, setSteps] = useState<readonly Step[]>([])
  const { classId, classDate } = register
  const [isReady, setReady] = useState(false)
  // An earlier page may have left marks on the device: they belong to the first picture.
  useEffect(() => void markQueue.look().finally(() => setReady(true)), [])
  const entries = useSyncExternalStore(onMarks, markQueue.entries)
  const isHeld = useSyncExternalStore(onMarks, markQueue.isHeld)
  const ours = useMemo(
    () => entries.filter(entry => entry.classId === classId && entry.classDate === classDate),
    [entries, classId, classDate],
  )
  const pending = useMemo(() => {
    const waiting = ours.filter(({ refusal }) => refusal === null)
    return new Map(waiting.flatMap(({ marks }) => marks.map(({ memberId, attended }) => [memberId, attended] as const)))
  }, [ours])
  const refused = useMemo(() => ours.filter(({ refusal }) => refusal !== null), [ours])

  const now = useRef({ register, pending })
  now.current = { register, pending }

  const set = useCallback((members: readonly Marked[], next: (member: Marked) => Mark, words?: string) => {
    const { register, pending } = now.current
    const to = (member: Marked, attended: Mark) => ({ memberId: member.memberId, name: fullName(member), attended })
    const changing = members.filter(member => next(member) !== wasMarked(member, pending))
    const [first] = changing
    if (!first) return
    const single = `${fullName(first)} ${markWord(next(first))}`
    const step = { words: words ?? single, before: changing.map(member => to(member, wasMarked(member, pending))) }
    setSteps(done => [...done, step].slice(-mostSteps))
    void markQueue.mark(
      register,
      changing.map(member => to(member, next(member))),
    )
  }, [])
  const mark = useCallback((member: Marked, next: Mark) => set([member], () => next), [set])

  // Dashboard and schedule count these marks.
  useEffect(() => () => void client.invalidateQueries({ queryKey: ['club'] }), [client])

  const last = steps.at(-1)
  const isLastRefused = last?.before.some(({ memberId }) =>
    refused.some(({ marks }) => marks.some(mark => mark.memberId === memberId)),
  )
  return {
    /** The marks that wait on the device are known. */
    isReady,
    mark,
    /** The same mark for many, saved together and undone together. */
    markAll: (members: readonly RegisterRow[], next: Mark) =>
      set(members, () => next, `${members.length} marked ${markWord(next)}`),
    markOf(row: RegisterRow): Mark {
      const waiting = pending.get(row.memberId)
      return waiting === undefined ? row.attended : waiting
    },
    /** Whose mark waits for a connection. */
    isWaiting: (memberId: number) => isHeld && pending.has(memberId),
    waiting: isHeld ? pending.size : 0,
    /** What the server would not have, with the reason. */
    refused,
    /** In words, e.g. 'Jane Smith present'; empty before the first mark. */
    lastDone: last && !isLastRefused ? last.words : '',
    undo:
      last && !isLastRefused
        ? () => {
            setSteps(steps.slice(0, -1))
            void markQueue.mark(now.current.register, last.before)
          }
        : null,
  }
}

const wasMarked = (member: Marked, pending: ReadonlyMap<number, Mark>): Mark => {
  const waiting = pending.get(member.memberId)
  return waiting === undefined ? (member.attended ?? null) : waiting
}
