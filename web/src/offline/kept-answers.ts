import { getClass, getClassDates, getClassMembers } from '@honbu/contract/classes.ts'
import { getDashboard } from '@honbu/contract/dashboard.ts'
import type { Endpoint } from '@honbu/contract/endpoint.ts'
import { getGradingCandidates } from '@honbu/contract/gradings.ts'
import { getPinnedNotes } from '@honbu/contract/members.ts'
import { getSidebarConfig } from '@honbu/contract/my-clubs.ts'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { readKey } from '../app/api.ts'
import { sessionNow } from '../app/sign-in/session.ts'
import { clubZones } from './club-zones.ts'
import { deviceDatabase } from './database.ts'
import { forgetKey, seal, unseal } from './device-key.ts'
import { dayOfUse, idOf, isUnderstood, otherQuestion, todaysIn } from './kept-rules.ts'

/** What a class day needs when there is no connection. */
const kept: readonly (Endpoint<'read'> & { isKept: true })[] = [
  getSidebarConfig,
  getDashboard,
  getClass,
  getClassDates,
  getClassMembers,
  getGradingCandidates,
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
    const day = dayToKeep(queryKey, state.data, storedAt)
    if (day === null) return
    written.set(queryHash, { answer: state.data, at: storedAt })
    put({ account: account(), day, storedAt }, queryKey, state.data).catch(() => {})
  }
  for (const query of queries.getQueryCache().getAll()) if (query.state.status === 'success') keep(query)
  queries.getQueryCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query)
  })
}

async function put(rest: { account: string; day: string; storedAt: number }, key: QueryKey, answer: unknown) {
  const sealed = await seal(rest.account, answer)
  // The session may have ended meanwhile, and its answers with it.
  if (rest.account !== account()) return
  await (await deviceDatabase()).put('answers', { id: idOf(rest.account, key), ...rest, sealed })
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
  const answer = found && (await unseal(found.account, found.sealed))
  if (found && isUnderstood(endpoint, answer) && queries.getQueryData(key) === undefined)
    queries.setQueryData(key, answer, { updatedAt: found.storedAt })
  return queries.getQueryData(key) !== undefined
}

/** Takes days that are over off the device, and all that is another account's. */
export async function forgetOld(): Promise<void> {
  const database = await deviceDatabase()
  const change = database.transaction(['answers', 'words', 'keys'], 'readwrite')
  const [earliest = ''] = todaysOf(Date.now())
  for await (const cursor of change.objectStore('answers')) {
    const { day, account: whose } = cursor.value
    if (day < earliest || whose !== account()) await cursor.delete()
  }
  for (const whose of await change.objectStore('keys').getAllKeys())
    if (whose !== account()) await change.objectStore('keys').delete(whose)
  for (const id of await change.objectStore('words').getAllKeys())
    if (!id.startsWith(`${account()} `)) await change.objectStore('words').delete(id)
  await change.done
}

/**
 * Takes all registers off the device, and the key of the session: somebody signs out. Marks that have not been sent stay,
 * without names, for who made them.
 */
export async function forgetAnswers(): Promise<void> {
  forgetKey()
  const change = (await deviceDatabase()).transaction(['answers', 'words', 'keys'], 'readwrite')
  for (const store of ['answers', 'words', 'keys'] as const) await change.objectStore(store).clear()
  await change.done
}

/** The last day on which an answer is of use; null if it isn't kept at all. */
function dayToKeep(key: QueryKey, answer: unknown, storedAt: number): string | null {
  if (answer === undefined || account() === '' || !keptEndpoint(key)) return null
  return dayOfUse(key, todaysOf(storedAt))
}

function account(): string {
  const session = sessionNow()
  return session.status === 'signedIn' ? session.user.sub : ''
}

const todaysOf = (instant: number) => todaysIn(clubZones(), new Date(instant))
