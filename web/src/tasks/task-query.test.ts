import { parseGrid } from '@honbu/contract/grid.ts'
import { taskColumns } from '@honbu/contract/tasks.ts'
import { describe, expect, it } from 'vitest'
import { isFiltered, readTaskQuery, taskGrid } from './task-query.ts'

const today = '2026-05-12'

describe('taskGrid', () => {
  it('asks for all open ones unless told otherwise', () => {
    const query = readTaskQuery({})
    expect(isFiltered(query)).toBe(false)
    expect(taskGrid(query, today)).toEqual({ page: 1, pageSize: 100, isDone: false, isFolded: true })
  })

  it('asks for what the address says, in a filter that the server reads', () => {
    const query = readTaskQuery({ type: 'absent', due: 'week', for: '7', club: '3', member: '9', done: '1', page: '2' })
    const asked = taskGrid(query, today)
    expect(isFiltered(query)).toBe(true)
    expect(asked).toMatchObject({ page: 2, isDone: true })
    expect(asked.filter).toBe(
      "(kind~eq~'absent'~and~dueOn~lte~datetime'2026-05-19T00-00-00'~and~accountId~eq~7~and~clubId~eq~3~and~memberId~eq~9)",
    )
    expect(() => parseGrid(asked, taskColumns)).not.toThrow()
  })

  it.each([
    ['overdue', "dueOn~lt~datetime'2026-05-12T00-00-00'"],
    ['today', "dueOn~lte~datetime'2026-05-12T00-00-00'"],
  ])('reads due=%s', (due, filter) => {
    expect(taskGrid(readTaskQuery({ due }), today).filter).toBe(filter)
  })

  it('reads nobody, and takes what is no choice as not said', () => {
    expect(taskGrid(readTaskQuery({ for: 'nobody' }), today).filter).toBe('accountId~isnull~undefined')
    const nonsense = readTaskQuery({ type: 'constructor', due: 'soon', for: 'x', club: '-1', member: 'y', page: '0' })
    expect(isFiltered(nonsense)).toBe(false)
    expect(nonsense.page).toBe(1)
  })
})
