import { noteCategory } from '@honbu/contract/note-category.ts'
import { smsLength } from '@honbu/contract/sms-segments.ts'
import { describe, expect, it } from 'vitest'
import {
  digestOf,
  givenLetter,
  givenText,
  isEmpty,
  linksAt,
  morningLetter,
  morningText,
  saidOf,
  type ToldTask,
} from './task-words.ts'

const links = linksAt('https://honbu.example')
const task = (taskId: number, fields: Partial<ToldTask> = {}): ToldTask => ({
  ...{ taskId, clubId: 1, clubName: 'Leeds', kind: 'todo', subject: `Task ${taskId}`, event: null, accountId: 7 },
  ...{ dueOn: '2026-05-12', when: 'today', memberName: null, firstName: null, noteCategoryId: null, ...fields },
})
const letter = { firstName: 'Ann', links }

describe('digestOf', () => {
  const tasks = [
    task(1, { when: 'overdue' }),
    task(2),
    task(3, { when: 'soon' }),
    task(4, { when: 'later' }),
    task(5, { accountId: null }),
    task(6, { accountId: null, when: 'soon' }),
  ]

  it('has each task once: what is due, what is new, and what is due and for anyone', () => {
    const digest = digestOf(tasks, new Set([1, 4]))
    const ids = Object.fromEntries(
      Object.entries(digest).map(([name, all]) => [name, all.map(({ taskId }: ToldTask) => taskId)]),
    )
    expect(ids).toEqual({ overdue: [1], today: [2], fresh: [4], unassigned: [5] })
  })

  it('is empty where nothing is due and nothing is new', () => {
    expect(isEmpty(digestOf([task(1, { when: 'soon' })], new Set()))).toBe(true)
    expect(isEmpty(digestOf([task(1, { when: 'soon' })], new Set([1])))).toBe(false)
  })
})

describe('saidOf', () => {
  it.each([
    ['message', 'Ben Fox: I can’t come, my asthma is back', null, 'Text message to read: Ben Fox'],
    ['collection', 'The account 12345678 was closed', null, 'Direct debit: Ben Fox'],
    ['address', 'ben@mail.example bounced', null, 'Address that does not work: Ben Fox'],
    ['note', 'Epilepsy', noteCategory.health, 'Look at a note: Ben Fox'],
    ['note', 'Owes a belt', noteCategory.payment, 'Look at a note: Ben Fox'],
    ['note', 'Ring the school', noteCategory.general, 'Ring the school: Ben Fox'],
    ['enquiry', 'Ben Fox asked about training', null, 'Ben Fox asked about training'],
  ])('of a %s that says “%s”', (kind, subject, noteCategoryId, said) => {
    expect(saidOf(task(1, { kind, subject, noteCategoryId, memberName: 'Ben Fox' }))).toBe(said)
  })
})

describe('morningLetter', () => {
  it('lists what is due with links, folded as the list is, and says how to change it', () => {
    const event = { kind: 'welcome', event: 'Juniors, Monday 11 May', when: 'overdue', dueOn: '2026-05-11' } as const
    const digest = digestOf([task(1, event), task(2, event), task(3, event), task(4)], new Set())
    const { subject, text, html } = morningLetter(digest, letter)
    expect(subject).toBe('Your tasks: 1 overdue, 1 due today')
    expect(text).toContain(
      '- Welcome 3 people who came for the first time: Juniors, Monday 11 May (due 11 May 2026)\n  https://honbu.example/tasks/member-task-list/0?type=welcome',
    )
    expect(text).toContain('https://honbu.example/tasks/member-task-list/0?task=4')
    expect(text).toContain('Choose how we tell you of your tasks: https://honbu.example/tasks/notifications')
    expect(html).toContain('href="https://honbu.example/tasks/notifications"')
  })

  it('escapes what people have written, and begins no other header', () => {
    const subject = `<img src=x onerror=alert(1)> "A" & B`
    const { html } = morningLetter(digestOf([task(1, { subject })], new Set()), letter)
    expect(html).not.toContain('<img')
    expect(givenLetter([task(1, { subject: 'One\r\nBcc: all@club.example' })], [], letter).subject).not.toMatch(
      /[\r\n]/,
    )
  })

  it('stops after twenty lines, and counts the rest', () => {
    const tasks = Array.from({ length: 25 }, (_, index) => task(index + 1))
    expect(morningLetter(digestOf(tasks, new Set()), letter).text).toContain('And 5 more tasks.')
  })
})

describe('a text', () => {
  it('costs one segment, and names no more than a first name', () => {
    const one = task(1, {
      kind: 'welcome',
      subject: 'Came to the first class',
      memberName: 'Ben Fox',
      firstName: 'Ben',
    })
    expect(givenText([one], links)).toBe(
      'Leeds: New task: Welcome call, Ben. https://honbu.example/tasks/member-task-list/0?task=1',
    )
    expect(givenText([one, task(2, { clubName: 'Harrogate' })], links)).toBe(
      'Honbu: You have 2 new tasks. https://honbu.example/tasks/member-task-list/0',
    )
    const digest = digestOf([task(1, { when: 'overdue' }), task(2)], new Set())
    expect(morningText(digest, links)).toBe(
      'Leeds: Your tasks: 1 overdue, 1 due today. https://honbu.example/tasks/member-task-list/0',
    )
  })

  it.each([
    { firstName: 'Łukasz' },
    { clubName: '道場 '.repeat(40) },
    { clubName: 'The Very Long Name of a Club '.repeat(6), firstName: 'A'.repeat(200) },
  ])('leaves out what would cost another one: %j', fields => {
    const text = givenText([task(1, { kind: 'welcome', ...fields })], links)
    expect([smsLength(text).segments, text]).toEqual([1, expect.stringContaining('?task=1')])
  })
})
