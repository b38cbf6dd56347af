import { counted, mediumDate } from '@honbu/contract/format.ts'
import { noteAudience } from '@honbu/contract/note-category.ts'
import { smsLength } from '@honbu/contract/sms-segments.ts'
import { type TaskWhen, taskKindText } from '@honbu/contract/tasks.ts'
import { html } from '../platform/html.ts'
import type { Contents } from '../platform/mail-message.ts'
import { foldedSubject, foldTasks } from './fold.ts'

/** A task as a message lists it. */
export interface ToldTask {
  readonly taskId: number
  readonly clubId: number
  readonly clubName: string
  readonly kind: string
  readonly subject: string
  readonly event: string | null
  readonly accountId: number | null
  readonly dueOn: string
  readonly when: TaskWhen
  readonly memberName: string | null
  /** The member's. */
  readonly firstName: string | null
  /** Of the note that it is about. */
  readonly noteCategoryId: number | null
}

/** What is said in one message: each task once. */
export interface Digest {
  readonly overdue: readonly ToldTask[]
  readonly today: readonly ToldTask[]
  /** Newly given, and due later. */
  readonly fresh: readonly ToldTask[]
  /** For no one in particular, and due. */
  readonly unassigned: readonly ToldTask[]
}

/** @param tasks those that are open and that the reader may be told of */
export function digestOf(tasks: readonly ToldTask[], freshIds: ReadonlySet<number>): Digest {
  const own = tasks.filter(({ accountId }) => accountId !== null)
  const isDue = ({ when }: ToldTask) => when === 'overdue' || when === 'today'
  return {
    overdue: own.filter(({ when }) => when === 'overdue'),
    today: own.filter(({ when }) => when === 'today'),
    fresh: own.filter(task => !isDue(task) && freshIds.has(task.taskId)),
    unassigned: tasks.filter(task => task.accountId === null && isDue(task)),
  }
}

export const isEmpty = (digest: Digest): boolean => Object.values(digest).every(tasks => tasks.length === 0)

export interface Links {
  readonly list: string
  readonly notices: string
  readonly task: (taskId: number) => string
  readonly kind: (kind: string) => string
}

/** @param address the public one of the product, without a slash at its end */
export const linksAt = (address: string): Links => ({
  list: `${address}/tasks/member-task-list/0`,
  notices: `${address}/tasks/notifications`,
  task: taskId => `${address}/tasks/member-task-list/0?task=${taskId}`,
  kind: kind => `${address}/tasks/member-task-list/0?type=${kind}`,
})

/** Their subjects may quote what a member has written, an address or a bank: a message says the type alone. */
const unquoted = new Set(['message', 'address', 'collection'])

const isOpenNote = ({ noteCategoryId }: ToldTask) => noteCategoryId === null || noteAudience(noteCategoryId) === 'staff'

/** What a message says of a task: nothing about health or money that is not everyone's to know in the club. */
export function saidOf(task: ToldTask): string {
  const { kind, subject, memberName } = task
  const words = unquoted.has(kind) ? taskKindText(kind) : isOpenNote(task) ? subject : 'Look at a note'
  return memberName && !words.includes(memberName) ? `${words}: ${memberName}` : words
}

interface Line {
  readonly text: string
  readonly dueOn: string
  readonly link: string
}

const linesOf = (tasks: readonly ToldTask[], links: Links): Line[] =>
  foldTasks(tasks).flatMap(line => {
    const [first] = line
    if (!first) return []
    const { kind, event, dueOn } = first
    return line.length === 1 || event === null
      ? [{ text: saidOf(first), dueOn, link: links.task(first.taskId) }]
      : [{ text: foldedSubject(kind, line.length, event), dueOn, link: links.kind(kind) }]
  })

/** More lines than this are read in the list. */
const linesMost = 20

interface Letter {
  readonly firstName: string
  readonly links: Links
}

/** Sections with a title and the lines below it. */
function written(
  subject: string,
  sections: readonly (readonly [title: string, tasks: readonly ToldTask[]])[],
  { firstName, links }: Letter,
): Required<Pick<Contents, 'subject' | 'text' | 'html'>> {
  const filled = sections.flatMap(([title, tasks]) => {
    const lines = linesOf(tasks, links)
    const more = lines.length - linesMost
    return lines.length > 0 ? [{ title, lines: lines.slice(0, linesMost), more }] : []
  })
  const hello = firstName ? `Hi ${firstName},` : 'Hello,'
  const moreText = (more: number) => `And ${counted(more, 'more task')}.`
  const text = [
    hello,
    ...filled.map(({ title, lines, more }) =>
      [
        `${title}:`,
        ...lines.map(line => `- ${line.text} (due ${mediumDate(line.dueOn)})\n  ${line.link}`),
        ...(more > 0 ? [moreText(more)] : []),
      ].join('\n'),
    ),
    `All your tasks: ${links.list}`,
    `Choose how we tell you of your tasks: ${links.notices}`,
    'Honbu',
  ].join('\n\n')
  const page = html`<p>${hello}</p>${filled.map(
    ({ title, lines, more }) =>
      html`<h2>${title}</h2><ul>${lines.map(
        line => html`<li><a href="${line.link}">${line.text}</a> (due ${mediumDate(line.dueOn)})</li>`,
      )}</ul>${more > 0 && html`<p>${moreText(more)}</p>`}`,
  )}<p><a href="${links.list}">All your tasks</a></p><p><a href="${links.notices}">Choose how we tell you of your tasks</a></p><p>Honbu</p>`
  return { subject, text: `${text}\n`, html: page.markup }
}

/** The morning's email. */
export function morningLetter(digest: Digest, letter: Letter) {
  const { overdue, today, fresh, unassigned } = digest
  const sections = [
    ['Overdue', overdue],
    ['Due today', today],
    ['New', fresh],
    ['For anyone', unassigned],
  ] as const
  return written(`Your tasks: ${counts(digest, letter.links)}`, sections, letter)
}

/** "2 overdue, 3 due today", by lines. */
function counts({ overdue, today, fresh, unassigned }: Digest, links: Links): string {
  const parts = [
    [overdue, 'overdue'],
    [today, 'due today'],
    [fresh, 'new'],
    [unassigned, 'for anyone'],
  ] as const
  return parts
    .map(([tasks, words]) => [linesOf(tasks, links).length, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ')
}

/** The email about tasks that have just been given. @param by the names of those who gave them, none for the system */
export function givenLetter(tasks: readonly ToldTask[], by: readonly string[], letter: Letter) {
  const lines = linesOf(tasks, letter.links)
  const [only] = lines
  const subject = lines.length === 1 && only ? `New task: ${only.text}` : `${lines.length} new tasks`
  const title = by.length === 0 ? 'New for you' : `New for you, from ${by.join(' and ')}`
  return written(oneLine(subject).slice(0, 200), [[title, tasks]], letter)
}

/** A subject begins no header of its own. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ')

/** The morning's text. */
export const morningText = (digest: Digest, links: Links): string =>
  shortest(clubOf(Object.values(digest).flat()), [`Your tasks: ${counts(digest, links)}`], links.list)

/** The text about tasks that have just been given: of one, its type and the member's first name. */
export function givenText(tasks: readonly ToldTask[], links: Links): string {
  const lines = linesOf(tasks, links)
  const [first] = tasks
  if (tasks.length > 1 || !first)
    return shortest(clubOf(tasks), [`You have ${counted(lines.length, 'new task')}`], links.list)
  const what = `New task: ${taskKindText(first.kind)}`
  const named = first.firstName ? [`${what}, ${first.firstName}`] : []
  return shortest(clubOf(tasks), [...named, what], links.task(first.taskId))
}

/** The one club that they are in, or the product. */
function clubOf(tasks: readonly ToldTask[]): string {
  const [name, other] = new Set(tasks.map(({ clubName }) => clubName))
  return name === undefined || other !== undefined ? 'Honbu' : name
}

/** The first of some wordings that costs one segment; else the last of them. */
function shortest(club: string, wordings: readonly string[], link: string): string {
  const texts = [...wordings.map(words => `${club}: ${words}. ${link}`), ...wordings.map(words => `${words}. ${link}`)]
  return texts.find(text => smsLength(text).segments === 1) ?? texts.at(-1) ?? link
}

/** In place of a text that could not be sent. @param why a sentence */
export function noTextLetter(why: string, { firstName, links }: Letter) {
  const hello = firstName ? `Hi ${firstName},` : 'Hello,'
  const said = `We couldn’t text you about your tasks. ${why}`
  const text = [hello, said, `Your tasks: ${links.list}`, `Check your number: ${links.notices}`, 'Honbu'].join('\n\n')
  const page = html`<p>${hello}</p><p>${said}</p><p><a href="${links.list}">Your tasks</a></p><p><a href="${links.notices}">Check your number</a></p><p>Honbu</p>`
  return { subject: 'We couldn’t text you about your tasks', text: `${text}\n`, html: page.markup }
}
