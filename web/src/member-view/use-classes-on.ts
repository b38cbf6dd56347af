import { getClassList } from '@honbu/contract/class-list.ts'
import { getDisciplineClasses } from '@honbu/contract/class-view.ts'
import { useRead } from '../app/api.ts'

interface Wanted {
  readonly clubId: number
  /** Null: of any discipline. */
  readonly disciplineId: number | null
  /** Null: no day has been chosen, so nothing is read. */
  readonly day: string | null
}

/** The classes of a club that run on a day, by start time. */
export function useClassesOn({ clubId, disciplineId, day }: Wanted) {
  const classDate = day ?? ''
  const all = useRead(
    getClassList,
    { clubIds: [clubId], classDate },
    { enabled: day !== null && disciplineId === null },
  )
  const some = useRead(
    getDisciplineClasses,
    { clubId, disciplineId: disciplineId ?? 0, classDate },
    { enabled: day !== null && disciplineId !== null },
  )
  return disciplineId === null ? all : some
}
