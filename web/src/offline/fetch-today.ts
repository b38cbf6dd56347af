import { todayIn } from '@honbu/contract/calendar.ts'
import { getClassList } from '@honbu/contract/class-list.ts'
import { getClass, getClassDates, getClassMembers } from '@honbu/contract/classes.ts'
import type { Endpoint, Input, Output } from '@honbu/contract/endpoint.ts'
import { getGradingCandidates } from '@honbu/contract/gradings.ts'
import { classType } from '@honbu/contract/ids.ts'
import { getPinnedNotes } from '@honbu/contract/members.ts'
import { getSidebarConfig } from '@honbu/contract/my-clubs.ts'
import type { QueryClient } from '@tanstack/react-query'
import { readKey, readQuery } from '../app/api.ts'
import { registerQuery } from '../classes/register-query.ts'
import { rangeAround } from '../classes/session-dates.ts'
import { rememberZones } from './club-zones.ts'
import { keptSince, restoreAnswer } from './kept-answers.ts'

/** Nobody stands in this many halls in one day; who sees every club of a large franchise has the first of them. */
const mostClasses = 150

/**
 * Asks for the registers of all of today's classes of the user's clubs, one after the other, so that they are on the
 * device when the hall has no signal. What was asked for within `age` milliseconds is left as it is. Rejects when the
 * connection ends; then it is for another time.
 */
export async function fetchToday(queries: QueryClient, age: number): Promise<void> {
  const { clubs } = await queries.fetchQuery({ ...readQuery(getSidebarConfig, {}), staleTime: age })
  if (clubs.length === 0) return
  rememberZones(clubs)
  const now = new Date()
  const byDay = Map.groupBy(clubs.slice(0, 500), ({ timeZone }) => todayIn(timeZone ?? 'Europe/London', now))
  let left = mostClasses
  for (const [today, those] of byDay) {
    const clubIds = those.map(({ id }) => id)
    const classes = await queries.fetchQuery({
      ...readQuery(getClassList, { clubIds, classDate: today }),
      staleTime: age,
    })
    await fetchRegisters(queries, { today, age, classes: classes.slice(0, left) })
    left -= Math.min(left, classes.length)
  }
}

interface Registers {
  readonly today: string
  readonly age: number
  readonly classes: readonly { readonly classId: number; readonly classTypeId: number }[]
}

async function fetchRegisters(queries: QueryClient, { today, age, classes }: Registers): Promise<void> {
  for (const { classId, classTypeId } of classes) {
    if (classTypeId === classType.grading)
      await queries.fetchQuery({ ...readQuery(getGradingCandidates, { classId, classDate: today }), staleTime: age })
    await once(queries, getClass, { id: classId })
    await once(queries, getClassDates, { id: classId, ...rangeAround(today) })
    const register = registerQuery({ classId, classDate: today, includeEnquiries: false })
    if (Date.now() - (await keptSince(readKey(getClassMembers, register))) < age) continue
    const { data } = await queries.fetchQuery({ ...readQuery(getClassMembers, register), staleTime: age })
    // An inhaler is looked for in halls without signal too.
    for (const { memberId, pinnedNotes } of data) if (pinnedNotes > 0) await fetchNotes(queries, memberId, pinnedNotes)
  }
}

/** Notes that were pinned meanwhile are fetched as well: then there are more than the device has. */
async function fetchNotes(queries: QueryClient, id: number, count: number): Promise<void> {
  const query = readQuery(getPinnedNotes, { id })
  await restoreAnswer(queries, query.queryKey)
  const isComplete = queries.getQueryData<Output<typeof getPinnedNotes>>(query.queryKey)?.length === count
  await queries.fetchQuery({ ...query, staleTime: isComplete ? Number.POSITIVE_INFINITY : 0 })
}

/** What hardly changes is asked for once: it leaves the device at the end of the day. */
async function once<E extends Endpoint<'read'>>(queries: QueryClient, endpoint: E, input: Input<E>): Promise<void> {
  if ((await keptSince(readKey(endpoint, input))) > 0) return
  await queries.fetchQuery(readQuery(endpoint, input))
}
