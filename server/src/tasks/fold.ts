import { type TaskKind, taskKindText } from '@honbu/contract/tasks.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** As many tasks of one kind, club, event, person and day are one line; fewer are listed each on its own. */
export const foldsFrom = 3

interface Foldable {
  readonly taskId: number
  readonly clubId: number
  readonly kind: string
  readonly event: string | null
  readonly accountId: number | null
  readonly dueOn: string
}

/** Puts tasks into lines, in the order of the first of each. */
export function foldTasks<T extends Foldable>(tasks: readonly T[]): T[][] {
  const together = Map.groupBy(tasks, ({ taskId, clubId, kind, event, accountId, dueOn }) =>
    event === null ? String(taskId) : JSON.stringify([clubId, kind, event, accountId, dueOn]),
  )
  return [...together.values()].flatMap(line => (line.length < foldsFrom ? line.map(task => [task]) : [line]))
}

/** The columns of `foldTasks`, for the same rule in SQL. */
const foldColumns = sql`task.club_id, task.kind, task.event, task.account_id, task.due_on`

/**
 * Says whether a `task` is the first of its line.
 * @param listed the tasks of the list, as a condition on `task`
 */
export const isFirstOfLine = (listed: RawBuilder<SqlBool>): RawBuilder<SqlBool> => sql<SqlBool>`task.id in (
  select id from (
    select task.id, task.event, count(*) over (partition by ${foldColumns}) as size, row_number() over (
      partition by ${foldColumns} order by task.completed_at desc nulls first, task.id) as place
    from task where ${listed}
  ) placed where event is null or size < ${foldsFrom} or place = 1
)`

/** The tasks that have what a line has in common with one of some others. */
export const isFoldedWith = (taskIds: readonly number[]): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from task first where first.id = any(${[...taskIds]}::bigint[]) and first.event = task.event
    and first.club_id = task.club_id and first.kind = task.kind and first.due_on = task.due_on
    and first.account_id is not distinct from task.account_id
)`

/** Lines of a list, counted without reading it: all, and those due before a day. */
export const lineCounts = (listed: RawBuilder<SqlBool>, today: string) => sql<{ lines: number; overdue: number }>`
  select coalesce(sum(lines), 0)::integer as lines,
    coalesce(sum(lines) filter (where due_on < ${today}), 0)::integer as overdue
  from (
    select due_on, case when event is null or count(*) < ${foldsFrom} then count(*) else 1 end as lines
    from task where ${listed} group by ${foldColumns}
  ) line`

type Words = (count: number, event: string) => string

const words: Partial<Record<TaskKind, Words>> = {
  welcome: (count, event) => `Welcome ${count} people who came for the first time: ${event}`,
  absent: (count, event) => `Call ${count} people not seen since ${event}`,
  payment: (count, event) => `${count} people have owed a payment since ${event}`,
  grading: (count, event) => `${count} people are ready to grade in ${event}`,
  birthday: (count, event) => `${count} people have their birthday on ${event}`,
  membership: (count, event) => `${count} memberships end on ${event}`,
  licence: (count, event) => `${count} licences or insurances expire on ${event}`,
  staffPaper: (count, event) => `${count} papers of staff expire on ${event}`,
  failure: (count, event) => `${event}: ${count} weren’t sent or done`,
}

/** Says in one sentence what several tasks of a kind are about. */
export const foldedSubject = (kind: string, count: number, event: string): string =>
  words[kind as TaskKind]?.(count, event) ?? `${taskKindText(kind)}: ${count} people, ${event}`
