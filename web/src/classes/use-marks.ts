import { getClassList, getClassMembers } from '@honbu/contract/classes.ts'
import { getClubSchedule, getDashboard } from '@honbu/contract/clubs.ts'
import type { Endpoint, Input, Output } from '@honbu/contract/endpoint.ts'
import { saveAttendance } from '@honbu/contract/members.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { readKey, write } from '../app/api.ts'
import { showToast } from '../ui/toasts.ts'
import { createMarkQueue, type Mark } from './mark-queue.ts'
import { fullName, type RegisterRow } from './register-view.ts'

interface Options {
  classId: number
  classDate: string
  /** The query whose answer holds the rows. */
  query: Input<typeof getClassMembers>
}

export interface Marked {
  readonly memberId: number
  readonly firstName: string
  readonly lastName: string
  /** As the row has it; a member who is not on the register yet has none. */
  readonly attended?: Mark
}

type Page = Output<typeof getClassMembers>

/**
 * The marks of a register: shown at once, saved one by one, taken back with a message that names the member when refused.
 * `mark` stays the same function for ever.
 */
export function useMarks(options: Options) {
  const client = useQueryClient()
  const [last, setLast] = useState<{ member: Marked; mark: Mark; before: Mark } | null>(null)
  const latest = useRef(options)
  latest.current = options

  const marks = useMemo(() => {
    const members = new Map<number, Marked>()
    const listeners = new Set<() => void>()
    const queue = createMarkQueue({
      save: (id, attended) => {
        const { classId, classDate } = latest.current
        return write(saveAttendance, { id, classId, classDate, attended })
      },
      async saved(memberId, attended) {
        const key = readKey(getClassMembers, latest.current.query)
        // A poll that was answered before this mark was saved would take it off again for a moment.
        await client.cancelQueries({ queryKey: key })
        const page = client.getQueryData<Page>(key)
        if (page?.data.some(row => row.memberId === memberId))
          client.setQueryData<Page>(key, put(page, memberId, attended))
        else await client.invalidateQueries({ queryKey: key })
      },
      refused(memberId, attended, message) {
        const member = members.get(memberId)
        setLast(null)
        showToast({
          key: `mark ${memberId}`,
          tone: 'bad',
          message: `${member ? fullName(member) : 'A member'} could not be marked ${markWord(attended)}: ${message}`,
          action: { text: 'Try again', run: () => member && mark(member, attended) },
        })
      },
      changed: () => {
        for (const listener of listeners) listener()
      },
    })

    function mark(member: Marked, next: Mark) {
      const before = queue.inFlight().get(member.memberId) ?? member.attended ?? null
      members.set(member.memberId, member)
      setLast({ member, mark: next, before })
      void queue.mark(member.memberId, next)
    }

    return {
      mark,
      inFlight: queue.inFlight,
      subscribe(listener: () => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
  }, [client])

  // Dashboard and schedule count these marks.
  useEffect(
    () => () => {
      for (const read of [getDashboard, getClubSchedule, getClassList])
        void client.invalidateQueries({ queryKey: readKey<Endpoint<'read'>>(read) })
    },
    [client],
  )

  const inFlight = useSyncExternalStore(marks.subscribe, marks.inFlight)
  return {
    mark: marks.mark,
    markOf(row: RegisterRow): Mark {
      const mark = inFlight.get(row.memberId)
      return mark === undefined ? row.attended : mark
    },
    /** In words, e.g. 'Jane Smith present'; empty before the first mark. */
    lastDone: last ? `${fullName(last.member)} ${markWord(last.mark)}` : '',
    undo:
      last && last.before !== last.mark ? () => marks.mark({ ...last.member, attended: last.mark }, last.before) : null,
  }
}

const put = (page: Page, memberId: number, attended: Mark): Page => ({
  ...page,
  data: page.data.map(row => (row.memberId === memberId ? { ...row, attended } : row)),
})

function markWord(mark: Mark) {
  if (mark === null) return 'not marked'
  return mark ? 'present' : 'absent'
}
