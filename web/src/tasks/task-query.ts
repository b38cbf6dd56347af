import { addDays } from '@honbu/contract/calendar.ts'
import type { FieldOf } from '@honbu/contract/grid.ts'
import { type Filter, printGrid } from '@honbu/contract/grid.ts'
import { soonDays, type taskColumns, taskKinds } from '@honbu/contract/tasks.ts'
import { idOf, oneOf, type SearchValues } from '../ui/address.ts'

export const dueChoices = [
  { value: '', text: 'Any day' },
  { value: 'overdue', text: 'Overdue' },
  { value: 'today', text: 'Today or overdue' },
  { value: 'week', text: 'Within a week' },
] as const

/** What the address says of a list of tasks. */
export interface TaskQuery {
  readonly kind: string
  readonly due: (typeof dueChoices)[number]['value']
  /** An account's id; 'nobody'; '' for all. */
  readonly forWhom: string
  /** 0: all. */
  readonly clubId: number
  readonly memberId: number
  readonly isDone: boolean
  readonly page: number
}

export const taskPageSize = 100

export const readTaskQuery = (search: SearchValues): TaskQuery => ({
  kind: Object.keys(taskKinds).find(kind => kind === search.type) ?? '',
  due: oneOf(['', 'overdue', 'today', 'week'], search.due),
  forWhom: search.for === 'nobody' ? 'nobody' : String(idOf(search.for) || ''),
  clubId: idOf(search.club),
  memberId: idOf(search.member),
  isDone: search.done === '1',
  page: Math.max(1, idOf(search.page)),
})

/** Is only a part of the list asked for? */
export const isFiltered = ({ kind, due, forWhom, clubId, memberId }: TaskQuery) =>
  kind !== '' || due !== '' || forWhom !== '' || clubId !== 0 || memberId !== 0

type Field = FieldOf<typeof taskColumns>

/** The page of the grid that it asks for. `today`: of the person who looks. */
export function taskGrid(query: TaskQuery, today: string) {
  const { kind, due, forWhom, clubId, memberId, isDone, page } = query
  const filters: Filter<Field>[] = []
  if (kind) filters.push({ field: 'kind', operator: 'eq', value: kind })
  if (due === 'overdue') filters.push({ field: 'dueOn', operator: 'lt', value: { day: today } })
  if (due === 'today') filters.push({ field: 'dueOn', operator: 'lte', value: { day: today } })
  if (due === 'week') filters.push({ field: 'dueOn', operator: 'lte', value: { day: addDays(today, soonDays) } })
  if (forWhom === 'nobody') filters.push({ field: 'accountId', operator: 'isnull' })
  else if (forWhom) filters.push({ field: 'accountId', operator: 'eq', value: Number(forWhom) })
  if (clubId) filters.push({ field: 'clubId', operator: 'eq', value: clubId })
  if (memberId) filters.push({ field: 'memberId', operator: 'eq', value: memberId })
  const filter: Filter | null = filters.length > 0 ? { logic: 'and', filters } : null
  return { ...printGrid({ page, pageSize: taskPageSize, filter }), isDone, isFolded: true }
}
