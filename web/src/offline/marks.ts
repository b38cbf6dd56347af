import { getClassMembers } from '@honbu/contract/classes.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { saveAttendance, saveAttendances } from '@honbu/contract/members.ts'
import { isRefusal, type Refusal, readKey, write } from '../app/api.ts'
import { setConnection } from '../app/connection.ts'
import { newId } from '../app/new-id.ts'
import { queries } from '../app/queries.ts'
import { sessionNow } from '../app/sign-in/session.ts'
import { createMarkQueue, type Mark, type QueuedMarks, type Sent } from './mark-queue.ts'
import { markStore } from './mark-store.ts'

/* The queue of marks of this page. There is one, so it is kept in the module. */

const listeners = new Set<() => void>()
const otherTabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('honbu.marks') : undefined
let retryTimer: ReturnType<typeof setTimeout> | undefined
/** By the order of an entry: how often the server has failed over it. */
const troubles = new Map<number, number>()

export const markQueue = createMarkQueue({
  store: markStore(),
  account,
  now: () => new Date(),
  newId,
  send,
  saved: put,
  alone,
  later(again, failures) {
    clearTimeout(retryTimer)
    retryTimer = setTimeout(again, Math.min(30_000, 1_500 * 2 ** Math.min(failures, 5)))
  },
  changed() {
    tell()
    if (!isRefreshing) otherTabs?.postMessage('changed')
  },
})

/** Tries again whenever there may be a connection, and listens to other tabs. Called once. */
export function beginMarks(): void {
  const resume = () => void markQueue.resume()
  window.addEventListener('online', resume)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resume())
  otherTabs?.addEventListener('message', () => void refresh())
}

export function onMarks(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Who is here now: another account's marks are nobody's business. */
function account(): string {
  const session = sessionNow()
  return session.status === 'signedIn' ? session.user.sub : ''
}

/** Another tab has sent, or added, something. It is not told in turn, or they would never end. */
let isRefreshing = false
async function refresh() {
  if (isRefreshing) return
  isRefreshing = true
  await markQueue.look()
  tell()
  isRefreshing = false
}

function tell() {
  const entries = markQueue.entries()
  const count = (isRefused: boolean) =>
    entries.filter(({ refusal }) => (refusal !== null) === isRefused).reduce((sum, { marks }) => sum + marks.length, 0)
  const first = entries.find(({ refusal }) => refusal !== null) ?? entries[0]
  setConnection({
    // What is only on its way is not worth a word.
    waiting: markQueue.isHeld() ? count(false) : 0,
    refused: count(true),
    register: first ? { classId: first.classId, classDate: first.classDate } : null,
  })
  for (const listener of listeners) listener()
}

async function send(entry: QueuedMarks): Promise<Sent> {
  if (!navigator.onLine || sessionNow().status !== 'signedIn') return { status: 'unanswered' }
  const { classId, classDate, markedAt, marks } = entry
  const when = { classId, classDate, markedAt, sentAt: new Date().toISOString() }
  const [first, ...others] = marks
  if (!first) return { status: 'saved', marks }
  if (others.length > 0) {
    const each = marks.map(({ memberId, attended, markId }) => ({ memberId, attended, markId }))
    const result = await write(saveAttendances, { ...when, marks: each }, soon())
    return isRefusal(result) ? refusedOrNot(entry, result) : { status: 'saved', marks: result.marks }
  }
  const { memberId, attended, markId } = first
  const result = await write(saveAttendance, { ...when, id: memberId, attended, markId }, soon())
  return isRefusal(result) ? refusedOrNot(entry, result) : { status: 'saved', marks: [result] }
}

/** A connection that takes longer than this is none. */
const soon = () => ({ signal: AbortSignal.timeout(20_000) })

/** A refusal is about the mark. Anything else may pass; but what the server fails over again and again, it always will. */
function refusedOrNot({ order }: QueuedMarks, { status, message, fields = {} }: Refusal): Sent {
  const isOfOne = Object.keys(fields).some(field => field.startsWith('marks'))
  if (status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status))
    return { status: 'refused', message, isOfOne }
  if (status !== 500) return { status: 'unanswered' }
  const failed = (troubles.get(order) ?? 0) + 1
  troubles.set(order, failed)
  return failed < 3 ? { status: 'unanswered' } : { status: 'refused', message }
}

type Page = Output<typeof getClassMembers>

/** Into every answer that holds this register, so that it shows what stands before it is read again. */
async function put({ classId, classDate }: QueuedMarks, marks: readonly { memberId: number; attended: Mark }[]) {
  const standing = new Map(marks.map(({ memberId, attended }) => [memberId, attended]))
  for (const [key, page] of queries.getQueriesData<Page>({ queryKey: readKey(getClassMembers) })) {
    const asked = key[2] as Input<typeof getClassMembers> | undefined
    if (asked?.classId !== classId || asked.classDate !== classDate) continue
    // A read that was asked before these marks were saved would take them off again.
    await queries.cancelQueries({ queryKey: key })
    if (!page) {
      await queries.invalidateQueries({ queryKey: key })
      continue
    }
    queries.setQueryData<Page>(key, now => now && { ...now, data: now.data.map(row => marked(row, standing)) })
    const shown = new Set(page.data.map(({ memberId }) => memberId))
    if (marks.some(({ memberId }) => !shown.has(memberId))) await queries.invalidateQueries({ queryKey: key })
  }
}

function marked(row: Page['data'][number], standing: ReadonlyMap<number, Mark>) {
  const attended = standing.get(row.memberId)
  return attended === undefined || attended === row.attended ? row : { ...row, attended }
}

/** Two tabs share the store; the browser's lock is there wherever signing in works (a secure context). */
async function alone(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('honbu.marks', work)
  else await work()
}
