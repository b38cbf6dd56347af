import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { chargeAttendance, reverseMarks, type Session } from '../classes/index.ts'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { refreshTasks } from '../tasks/index.ts'
import { lockMembers } from './lock-members.ts'
import { type Mark, stands } from './mark-rules.ts'

export interface GivenMark {
  readonly memberId: number
  readonly attended: Mark
  /** Known from the device that made it; left out: a mark that cannot come twice. */
  readonly markId?: string | undefined
}

interface Marks {
  readonly session: Session
  readonly classDate: string
  readonly made: Date
  /** Each member once. */
  readonly marks: readonly GivenMark[]
  /** The input that is named when something is wrong with a member or a mark. */
  readonly fields: { readonly member: string; readonly mark: string }
}

/**
 * Puts marks into the register, each once: one that has come before changes nothing, and one that was made before the mark
 * that stands gives way to it. Answers what stands, in the order in which they were given.
 */
export async function storeMarks({ tx, user, now, audit }: Write, input: Marks) {
  const { session, classDate, made, marks, fields } = input
  const { classId, className, clubId, rootClubId } = session
  await lockMembers(tx, {
    memberIds: marks.map(({ memberId }) => memberId),
    rootClubId,
    className,
    field: fields.member,
  })
  const known = await knownMarks(tx, input)
  const before = await marksBefore(tx, input)
  const owner = { club_id: clubId, root_club_id: rootClubId, class_id: classId, class_date: classDate }

  const fresh = marks.filter(({ markId }) => markId === undefined || !known.has(markId))
  if (fresh.length > 0) {
    const sent = { ...owner, marked_at: made, received_at: now, account_id: user.accountId }
    const rows = fresh.map(({ memberId, attended, markId = randomUUID() }) => ({
      ...sent,
      mark_id: markId,
      member_id: memberId,
      attended,
    }))
    await refuseOn({ attendance_mark_pkey: [fields.mark, usedMark] }, () =>
      tx.insertInto('attendance_mark').values(rows).execute(),
    )
  }

  const standing = fresh.filter(({ memberId }) => stands(made, before.get(memberId)?.latest ?? null))
  const changed = standing.filter(({ memberId, attended }) => attended !== (before.get(memberId)?.attended ?? null))
  const charged = await takeBack(tx, changed, before)
  await reverseMarks(tx, charged, { classId, classDate, accountId: user.accountId })
  await write()
  const memberIds = changed.map(({ memberId }) => memberId)
  await chargeAttendance(tx, { classId, classDate, memberIds, accountId: user.accountId })
  const came = { clubId, memberIds, now }
  await refreshTasks(tx, { ...came, raise: ['welcome'], settle: ['welcome', 'absent'] })

  return marks.map(({ memberId, attended }) => {
    const was = before.get(memberId)
    const isStanding = standing.some(mark => mark.memberId === memberId)
    const now = isStanding ? attended : (was?.attended ?? null)
    // A mark that came too late, or again, has changed nothing; that it came is worth knowing all the same.
    const note = isStanding ? {} : { ignored: attended }
    audit({
      clubId,
      memberId,
      subject: 'attendance',
      subjectId: was?.id ?? null,
      before: { classId, classDate, attended: was?.attended ?? null },
      after: { classId, classDate, attended: now, ...note },
    })
    return { memberId, attended: now }
  })

  async function write() {
    const rows = changed.flatMap(({ memberId, attended }) =>
      attended === null
        ? []
        : [{ ...owner, member_id: memberId, attended, marked_by: user.accountId, marked_at: made }],
    )
    if (rows.length === 0) return
    await tx
      .insertInto('attendance')
      .values(rows)
      .onConflict(conflict =>
        conflict.constraint('attendance_once').doUpdateSet(({ ref }) => ({
          attended: ref('excluded.attended'),
          marked_by: ref('excluded.marked_by'),
          marked_at: ref('excluded.marked_at'),
        })),
      )
      .execute()
  }
}

const usedMark = 'This markId has been used for another mark.'

/** Those of the marks that have come before. @throws Refused 400 for the id of a mark of somebody else */
async function knownMarks(tx: Write['tx'], { session, classDate, marks, fields }: Marks): Promise<Set<string>> {
  const ids = marks.flatMap(({ markId }) => (markId === undefined ? [] : [markId]))
  if (new Set(ids).size < ids.length) throw new Refused(400, usedMark, { [fields.mark]: [usedMark] })
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('attendance_mark')
    .select(['mark_id as markId', 'class_id as classId', 'class_date as classDate', 'member_id as memberId'])
    .where('mark_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  for (const row of rows) {
    const given = marks.find(({ markId }) => markId?.toLowerCase() === row.markId)
    if (row.classId !== session.classId || row.classDate !== classDate || row.memberId !== given?.memberId)
      throw new Refused(400, usedMark, { [fields.mark]: [usedMark] })
  }
  return new Set(
    rows.flatMap(row => marks.flatMap(({ markId }) => (markId?.toLowerCase() === row.markId ? [markId] : []))),
  )
}

interface MarkBefore {
  memberId: number
  id: number | null
  attended: Mark
  /** When the latest mark was made, also one that took it back; null: there has not been any. */
  latest: Date | null
}

async function marksBefore(tx: Write['tx'], { session, classDate, marks }: Marks): Promise<Map<number, MarkBefore>> {
  const ids = marks.map(({ memberId }) => memberId)
  const { rows } = await sql<MarkBefore>`
    select given.member_id as "memberId", attendance.id, attendance.attended, greatest(attendance.marked_at, (
      select max(marked_at) from attendance_mark mark
      where mark.class_id = ${session.classId} and mark.class_date = ${classDate} and mark.member_id = given.member_id
    )) as latest
    from unnest(${ids}::bigint[]) given (member_id)
    left join attendance on attendance.class_id = ${session.classId} and attendance.class_date = ${classDate}
      and attendance.member_id = given.member_id`.execute(tx)
  return new Map(rows.map(row => [row.memberId, row]))
}

/** Answers the charges that the marks have made. */
async function takeBack(tx: Write['tx'], changed: readonly GivenMark[], before: ReadonlyMap<number, MarkBefore>) {
  const ids = changed.flatMap(({ memberId, attended }) => {
    const id = before.get(memberId)?.id ?? null
    return attended === null && id !== null ? [id] : []
  })
  if (ids.length === 0) return []
  const rows = await tx.deleteFrom('attendance').where('id', 'in', ids).returning('charge_id').execute()
  return rows.flatMap(({ charge_id }) => (charge_id === null ? [] : [charge_id]))
}
