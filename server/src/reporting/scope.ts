import { addDays, addMonths, todayIn } from '@honbu/contract/calendar.ts'
import { mayTouch } from '../platform/access.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import type { Bucket } from './buckets.ts'
import { mayKeepTogether } from './kept/together.ts'

interface Asked {
  readonly clubIds?: readonly number[] | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
}

export interface Scope {
  readonly clubs: readonly { readonly id: number; readonly name: string }[]
  readonly clubIds: readonly number[]
  /** Clubs of the same trees that are not looked at. */
  readonly otherIds: readonly number[]
  /** What the clubs have together may be kept: they are all that the user has, not some that he has picked. */
  readonly keepsTogether: boolean
  readonly period: Bucket
  /** By the clock of the topmost club. */
  readonly today: string
  readonly now: Date
}

/**
 * Which clubs and days a report is about. Without clubs, all of the user's; without days, this month.
 * @param isMoney of the clubs' money: only those whose admin the user is
 * @throws Refused 403 where the user may not see the money of a club, or of none
 */
export async function scopeOf(
  { db, user, now }: Read,
  { clubIds, from, until }: Asked,
  isMoney = false,
): Promise<Scope> {
  const may = [...user.clubs.keys()].filter(id => !isMoney || mayTouch(user, id, true))
  const asked = new Set(clubIds ?? may)
  if (isMoney && (asked.size === 0 || [...asked].some(id => !mayTouch(user, id, true))))
    throw new Refused(403, 'Only an admin of a club sees its money.')
  const all = await db
    .selectFrom('club')
    .select(['id', 'name', 'time_zone as timeZone', 'parent_club_id as parentClubId'])
    .where('root_club_id', 'in', ofClubs =>
      ofClubs
        .selectFrom('club')
        .select('root_club_id')
        .where('id', 'in', [0, ...asked]),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
  const clubs = all.filter(({ id }) => asked.has(id))
  const top = clubs.find(({ parentClubId }) => parentClubId === null || !asked.has(parentClubId))
  const today = todayIn(top?.timeZone ?? 'Europe/London', now)
  return {
    clubs: clubs.map(({ id, name }) => ({ id, name })),
    clubIds: clubs.map(({ id }) => id),
    otherIds: all.filter(({ id }) => !asked.has(id)).map(({ id }) => id),
    keepsTogether: asked.size === may.length && mayKeepTogether(clubs, now),
    period: periodOf(today, from, until),
    today,
    now,
  }
}

function periodOf(today: string, from: string | undefined, until: string | undefined): Bucket {
  const begins = from ?? `${(until ?? today).slice(0, 7)}-01`
  const ends = until ?? addDays(addMonths(`${begins.slice(0, 7)}-01`, 1), -1)
  if (ends >= begins) return { from: begins, until: ends }
  const message = 'Should not be before the first day'
  throw new Refused(400, message, { until: [message] })
}
