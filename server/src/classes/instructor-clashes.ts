import type { Db } from '../platform/database.ts'
import { type Taught, taughtBetween } from './taught-between.ts'

interface Session {
  readonly classId: number
  readonly classDate: string
  readonly instructorIds: readonly number[]
}

interface InstructorClash {
  readonly instructor: string
  readonly className: string
  /** Where it is in another club. */
  readonly clubName: string | null
}

interface Asked {
  /** The clubs that the caller may see. */
  readonly clubIds: Iterable<number>
  readonly from: string
  readonly to: string
}

/** Adds to each session what its instructors teach or cover elsewhere at the same time, in the clubs the caller may see. */
export async function withInstructorClashes<S extends Session>(
  db: Db,
  { clubIds, from, to }: Asked,
  sessions: readonly S[],
): Promise<(S & { instructorClashes: InstructorClash[] })[]> {
  const personIds = [...new Set(sessions.flatMap(({ instructorIds }) => instructorIds))]
  const taught = await taughtBetween(db, { clubIds: [...clubIds], personIds, from, to })
  const own = new Map(taught.map(each => [keyOf(each), each]))
  const byPerson = new Map(personIds.map(id => [id, taught.filter(({ instructorIds }) => instructorIds.includes(id))]))
  return sessions.map(session => {
    const self = own.get(keyOf(session))
    const instructorClashes = self
      ? session.instructorIds.flatMap(id =>
          (byPerson.get(id) ?? []).filter(other => isClash(self, other)).map(other => clashOf(self, other, id)),
        )
      : []
    return { ...session, instructorClashes }
  })
}

const keyOf = ({ classId, classDate }: Pick<Session, 'classId' | 'classDate'>) => `${classId} ${classDate}`

/** One that begins when another finishes does not clash. */
const isClash = (one: Taught, other: Taught) =>
  one.classId !== other.classId && one.startsAt < other.finishesAt && other.startsAt < one.finishesAt

const clashOf = (self: Taught, other: Taught, personId: number): InstructorClash => ({
  instructor: other.instructors[other.instructorIds.indexOf(personId)] ?? '',
  className: other.className,
  clubName: other.clubId === self.clubId ? null : other.clubName,
})
