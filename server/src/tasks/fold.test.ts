import { describe, expect, it } from 'vitest'
import { foldedSubject, foldTasks } from './fold.ts'

const task = { clubId: 1, kind: 'welcome', event: 'Juniors, Monday 4 May', accountId: null, dueOn: '2026-05-04' }
const tasks = (count: number, others: object = {}, from = 1) =>
  Array.from({ length: count }, (_, index) => ({ ...task, ...others, taskId: from + index }))
const sizes = (all: Parameters<typeof foldTasks>[0]) => foldTasks(all).map(line => line.length)

describe('foldTasks', () => {
  it('makes one line of three or more', () => {
    expect(sizes(tasks(2))).toEqual([1, 1])
    expect(sizes(tasks(3))).toEqual([3])
    expect(sizes(tasks(18))).toEqual([18])
  })

  it.each([
    ['club', { clubId: 2 }],
    ['kind', { kind: 'absent' }],
    ['event', { event: 'Adults, Monday 4 May' }],
    ['person', { accountId: 7 }],
    ['day', { dueOn: '2026-05-05' }],
  ])('keeps those apart that have another %s', (_what, other) => {
    expect(sizes([...tasks(3), ...tasks(3, other, 4)])).toEqual([3, 3])
    expect(sizes([...tasks(2), ...tasks(1, other, 4)])).toEqual([1, 1, 1])
  })

  it('leaves alone what has no event', () => {
    expect(sizes(tasks(4, { event: null }))).toEqual([1, 1, 1, 1])
  })
})

it('says what they are about', () => {
  expect(foldedSubject('welcome', 18, task.event)).toBe(
    'Welcome 18 people who came for the first time: Juniors, Monday 4 May',
  )
  expect(foldedSubject('unknown', 3, '4 May')).toBe('Other: 3 people, 4 May')
})
