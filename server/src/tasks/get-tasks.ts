import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { type Filter, isGroup } from '@honbu/contract/grid/filter.ts'
import type { FieldOf, GridInput } from '@honbu/contract/grid.ts'
import {
  type getTasks as getAll,
  type getTask as getOne,
  soonDays,
  type TaskWhen,
  taskColumns,
  taskKindText,
} from '@honbu/contract/tasks.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { gridQuery, readGrid } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { foldedSubject, foldTasks, isFirstOfLine, isFoldedWith } from './fold.ts'
import { isMine } from './mine.ts'

export async function getTasks({ db, user, now }: Read, { id, isDone, isFolded, ...grid }: Input<typeof getAll>) {
  const whose = id === 0 ? isMine(user, now) : sql<SqlBool>`task.club_id = ${id}`
  const listed = sql<SqlBool>`${whose} and (task.completed_at is not null) = ${isDone}`
  const folds = isFolded && keepsLinesWhole(grid)
  const rows = taskRows(db, now).where(listed)
  const { data, total } = await gridQuery(
    rows.$if(folds, query => query.where(isFirstOfLine(listed))),
    {
      columns: taskColumns,
      expressions: {
        subject: 'task.subject',
        kind: 'task.kind',
        dueOn: 'task.due_on',
        memberId: 'task.member_id',
        memberName: memberName,
        clubId: 'task.club_id',
        clubName: 'club.name',
        accountId: 'task.account_id',
        assigneeName: assigneeName,
        completedAt: 'task.completed_at',
      },
      id: 'task.id',
      sort: [isDone ? { field: 'completedAt', dir: 'desc' } : { field: 'dueOn', dir: 'asc' }],
    },
    grid,
  )
  if (!folds) return { data: data.map(row => ({ ...task(row, now), fold: null })), total }
  const first = data.filter(({ event }) => event !== null).map(({ taskId }) => taskId)
  const others = first.length > 0 ? await rows.where(isFoldedWith(first)).orderBy(byName).execute() : []
  const lines = foldTasks(others)
  return { data: data.map(row => lineOf(row, lines.find(line => includes(line, row)) ?? [row], now)), total }
}

const includes = (line: readonly Row[], { taskId }: Row) => line.some(row => row.taskId === taskId)

function lineOf(first: Row, line: readonly Row[], now: Date): Output<typeof getAll>['data'][number] {
  const { event, kind } = first
  if (event === null || line.length === 1) return { ...task(first, now), fold: null }
  const subject = foldedSubject(kind, line.length, event)
  return { ...task(first, now), fold: { event, subject, tasks: line.map(row => task(row, now)) } }
}

/** All tasks of a line have these alike: a filter by others would tear it apart. */
const inCommon: readonly FieldOf<typeof taskColumns>[] = [
  'kind',
  'dueOn',
  'clubId',
  'clubName',
  'accountId',
  'assigneeName',
]

function keepsLinesWhole(grid: GridInput): boolean {
  const { filter } = readGrid(grid, taskColumns)
  const isWhole = (part: Filter<FieldOf<typeof taskColumns>>): boolean =>
    isGroup(part) ? part.filters.every(isWhole) : inCommon.includes(part.field)
  return filter === null || isWhole(filter)
}

export const getTask = ({ db, now }: Read, { id }: Input<typeof getOne>) => readTask(db, id, now)

export async function readTask(db: Kysely<Tables>, id: number, now: Date): Promise<Output<typeof getOne>> {
  return task(await taskRows(db, now).where('task.id', '=', id).executeTakeFirstOrThrow(), now)
}

const memberName = sql<string | null>`trim(person.first_name || ' ' || person.last_name)`
const byName = sql`lower(person.last_name), lower(person.first_name), task.id`
const assigneeName = sql<string | null>`trim(doer.first_name || ' ' || doer.last_name)`

/** Whom to ring: the member, or the first guardian of a minor who has a number. */
const phone = (now: Date) => sql<string | null>`(
  select number from (
    select coalesce(person.phone_mob, person.phone_day, person.phone_eve) as number,
      case when person.dob > (${now}::timestamptz at time zone club.time_zone)::date - interval '18 years' then 2 else 0 end
        as place, 0::bigint as id, 0 as position
    union all
    select coalesce(phone_mob, phone_day, phone_eve), 1, member_contact.id, member_contact.position
    from member_contact join person guardian on guardian.id = member_contact.person_id
    where member_contact.member_id = task.member_id and is_guardian
  ) known where number <> '' order by place, position, id limit 1
)`

type Rows = ReturnType<typeof taskRows>
type Row = Rows extends { executeTakeFirstOrThrow(): Promise<infer R> } ? R : never

const taskRows = (db: Kysely<Tables>, now: Date) =>
  db
    .selectFrom('task')
    .innerJoin('club', 'club.id', 'task.club_id')
    .leftJoin('member', 'member.id', 'task.member_id')
    .leftJoin('person', 'person.id', 'member.person_id')
    .leftJoin('club_member', join =>
      join.onRef('club_member.member_id', '=', 'task.member_id').onRef('club_member.club_id', '=', 'task.club_id'),
    )
    .leftJoin('account as doer_account', 'doer_account.id', 'task.account_id')
    .leftJoin('person as doer', 'doer.id', 'doer_account.person_id')
    .leftJoin('account as done_account', 'done_account.id', 'task.completed_by')
    .leftJoin('person as done', 'done.id', 'done_account.person_id')
    .select([
      'task.id as taskId',
      'task.version',
      'task.club_id as clubId',
      'club.name as clubName',
      'task.kind',
      'task.event',
    ])
    .select(['task.subject', 'task.details', 'task.due_on as dueOn', 'task.member_id as memberId'])
    .select([memberName.as('memberName'), 'person.first_name as firstName', 'person.last_name as lastName'])
    .select(['member.code as memberCode', 'person.photo_url as photoUrl'])
    .select(['club_member.member_status_id as memberStatusId', phone(now).as('phone')])
    .select(['task.account_id as accountId', assigneeName.as('assigneeName'), 'task.note_id as noteId'])
    .select(['task.completed_at as completed', 'task.created_at as created', 'club.time_zone as timeZone'])
    .select(sql<string | null>`trim(done.first_name || ' ' || done.last_name)`.as('completedBy'))
    .select('task.closed_because as closedBecause')

function task({ completed, created, timeZone, event: _, ...row }: Row, now: Date) {
  return {
    ...row,
    kindName: taskKindText(row.kind),
    when: whenDue(row.dueOn, todayIn(timeZone, now)),
    completedAt: completed?.toISOString() ?? null,
    dateAdded: created.toISOString(),
  }
}

export function whenDue(dueOn: string, today: string): TaskWhen {
  if (dueOn < today) return 'overdue'
  if (dueOn === today) return 'today'
  return dueOn <= addDays(today, soonDays) ? 'soon' : 'later'
}
