import { describe, expect, it } from 'vitest'
import type { Task, TaskLine } from './task.ts'
import { rowsOf, tasksOf } from './task-rows.ts'

const task = (taskId: number): Task => ({
  ...{
    taskId,
    version: 1,
    clubId: 2,
    clubName: 'Leeds',
    kind: 'welcome',
    kindName: 'Welcome call',
    subject: `Came ${taskId}`,
  },
  ...{ details: '', dueOn: '2026-05-12', when: 'today', memberId: taskId, memberName: 'Ann Lee', firstName: 'Ann' },
  ...{ lastName: 'Lee', memberCode: 'A', photoUrl: null, memberStatusId: null, phone: null, accountId: null },
  ...{ assigneeName: null, noteId: null, completedAt: null, completedBy: null, closedBecause: '', dateAdded: '' },
})
const folded = (ids: readonly number[]): TaskLine => ({
  ...task(ids[0] ?? 0),
  fold: { event: 'Juniors, Tuesday 12 May', subject: `Welcome ${ids.length} people`, tasks: ids.map(task) },
})
const lines = [{ ...task(1), fold: null }, folded([2, 3, 4])]

describe('rowsOf', () => {
  it('shows a line as one row, and its tasks below it once it is open', () => {
    const closed = rowsOf(lines, () => false)
    expect(closed.map(({ subject }) => subject)).toEqual(['Came 1', 'Welcome 3 people'])
    const open = rowsOf(lines, () => true)
    expect(open.map(({ subject, isInFold }) => [subject, isInFold])).toEqual([
      ['Came 1', false],
      ['Welcome 3 people', false],
      ['Came 2', true],
      ['Came 3', true],
      ['Came 4', true],
    ])
    expect(new Set(open.map(({ key }) => key)).size).toBe(5)
  })

  it('knows a line again once its first task is done', () => {
    const [before] = rowsOf([folded([2, 3, 4, 5])], () => false)
    const [after] = rowsOf([folded([3, 4, 5])], () => false)
    expect(after?.key).toBe(before?.key)
  })
})

it('counts each task of a line', () => {
  expect(tasksOf(lines).map(({ taskId }) => taskId)).toEqual([1, 2, 3, 4])
})
