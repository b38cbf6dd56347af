import { todayIn } from '@honbu/contract/calendar.ts'
import { getClass, getClassDates, getClassMembers } from '@honbu/contract/classes.ts'
import { getSidebarConfig } from '@honbu/contract/clubs.ts'
import { getDashboard } from '@honbu/contract/dashboard.ts'
import type { Endpoint } from '@honbu/contract/endpoint.ts'
import { getPinnedNotes } from '@honbu/contract/members.ts'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { readKey } from '../app/api.ts'
import { sessionNow } from '../app/sign-in/session.ts'
import { deviceDatabase, type KeptAnswer } from './database.ts'
import { dayOfUse, idOf, isUnderstood, otherQuestion } from './kept-rules.ts'

/** What a class day needs when there is no connection. */
const kept: readonly (Endpoint<'read'> & { isKept: true })[] = [
  getSidebarConfig,
  getDashboard,
  getClass,
  getClassDates,
  getClassMembers,
  getPinnedNotes,
]
const keptByName = new Map(kept.map(endpoint => [readKey(endpoint).join(' '), endpoint]))
const keptEndpoint = (key: QueryKey) => keptByName.get(key.slice(0, 2).join(' '))

/** An answer that has not changed is written again after this many milliseconds, for its age. */
const writeAgain = 60_000

/** Keeps the answers of a class day on the device: those that are there, and others as they come. */
export function keepAnswers(queries: QueryClient): void {
  const written = new Map<string, { answer: unknown; at: number }>()
  const keep = ({ queryKey, queryHash, state }: Query) => {
    const before = written.get(queryHash)
    const storedAt = state.dataUpdatedAt
    if (before && before.answer === state.data && storedAt - before.at < writeAgain) return
    const answer = keptAnswer(queryKey, state.data, storedAt)
    if (!answer) return
    written.set(queryHash, { answer: state.data, at: storedAt })
    deviceDatabase()
      .then(database => database.put('answers', answer))
      .catch(() => {})
  }
  for (const query of queries.getQueryCache().getAll()) if (query.state.status === 'success') keep(query)
  queries.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query)
  })
}

/** When the answer to this question was put on the device, milliseconds since 1970; 0 when it is not there. */
export async function keptSince(key: QueryKey): Promise<number> {
  const database = await deviceDatabase()
  const found = await database.get('answers', idOf(account(), key))
  return found?.storedAt ?? 0
}

/** Puts an answer that cannot be asked for into the cache, as old as it is. @returns whether there is one now */
export async function restoreAnswer(queries: QueryClient, key: QueryKey): Promise<boolean> {
  const endpoint = keptEndpoint(key)
  if (!endpoint) return false
  const database = await deviceDatabase()
  const other = otherQuestion(key)
  const found =
    (await database.get('answers', idOf(account(), key))) ??
    (other && (await database.get('answers', idOf(account(), other))))
  if (found && isUnderstood(endpoint, found.answer) && queries.getQueryData(key) === undefined)
    queries.setQueryData(key, found.answer, { updatedAt: found.storedAt })
  return queries.getQueryData(key) !== undefined
}

/** Takes days that are over off the device, and all that is another account's. */
export async function forgetOld(): Promise<void> {
  const database = await deviceDatabase()
  const change = database.transaction('answers', 'readwrite')
  const today = todayOf(Date.now())
  for await (const cursor of change.store) {
    const { day, account: whose } = cursor.value
    if (day < today || whose !== account()) await cursor.delete()
  }
  await change.done
}

/** Takes all registers off the device: somebody signs out. Marks that have not been sent stay, for who made them. */
export async function forgetAnswers(): Promise<void> {
  const database = await deviceDatabase()
  await database.clear('answers')
}

function keptAnswer(key: QueryKey, answer: unknown, storedAt: number): KeptAnswer | null {
  if (answer === undefined || account() === '' || !keptEndpoint(key)) return null
  const day = dayOfUse(key, todayOf(storedAt))
  return day === null ? null : { id: idOf(account(), key), account: account(), day, storedAt, key, answer }
}

function account(): string {
  const session = sessionNow()
  return session.status === 'signedIn' ? session.user.sub : ''
}

const todayOf = (instant: number) => todayIn('Europe/London', new Date(instant))
