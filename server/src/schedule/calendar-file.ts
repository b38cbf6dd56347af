import { createHash } from 'node:crypto'
import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import type { FastifyInstance } from 'fastify'
import { type Expression, type Kysely, sql } from 'kysely'
import { cancelledSessions, classesTaughtSql, occurrencesOf } from '../classes/index.ts'
import { demandWorking, isWorking } from '../platform/club-stops.ts'
import { Refused } from '../platform/refused.ts'
import type { Platform } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { calendarText } from './calendar-text.ts'

/** Weeks that a calendar shows before and after today. */
const weeks = { before: 4, after: 26 }

/**
 * Serves calendars by their secret addresses: the programs that fetch them send no token. They hold what stands on the
 * notice board, classes, rooms and who teaches, and nothing of members.
 */
export function serveCalendars(app: FastifyInstance, { db, now }: Platform): void {
  app.get<{ Params: { file: string } }>('/calendar/:file', { config: { access: 'anyone' } }, async (request, reply) => {
    const token = /^([\w-]{32})\.ics$/.exec(request.params.file)?.[1]
    const feed = token && (await readFeed(db, token, now()))
    if (!feed) throw new Refused(404, 'There is no such calendar.')
    const etag = `"${createHash('sha256').update(feed).digest('base64url').slice(0, 27)}"`
    reply.headers({ etag, 'cache-control': 'private, max-age=300', 'x-robots-tag': 'noindex' })
    // Proxies that compress weaken the tag, and some programs send a list.
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply.type('text/calendar; charset=utf-8').send(feed)
  })
}

async function readFeed(db: Kysely<Tables>, token: string, now: Date): Promise<string | null> {
  const feed = await db
    .selectFrom('calendar_feed')
    .leftJoin('club', 'club.id', 'calendar_feed.club_id')
    .leftJoin('account', 'account.id', 'calendar_feed.account_id')
    .leftJoin('person', 'person.id', 'account.person_id')
    .select(['calendar_feed.club_id as clubId', 'club.name as clubName', 'club.time_zone as timeZone'])
    .select(['account.id as accountId', 'person.id as personId', 'person.first_name as firstName'])
    .where('calendar_feed.token', '=', token)
    .executeTakeFirst()
  if (!feed) return null
  if (feed.clubId !== null) await demandWorking(db, feed.clubId)
  const timeZone = feed.timeZone ?? 'Europe/London'
  const today = todayIn(timeZone, now)
  const classes =
    feed.clubId !== null
      ? sql`class.club_id = ${feed.clubId}`
      : taughtBy(feed.personId ?? 0, feed.accountId ?? 0, today)
  const [from, to] = [addDays(today, -7 * weeks.before), addDays(today, 7 * weeks.after)]
  const [sessions, cancelled] = await Promise.all([
    occurrencesOf(db, classes, from, to),
    cancelledSessions(db, classes, from, to),
  ])
  const zones = await zonesOf(
    db,
    [...sessions, ...cancelled].map(session => session.clubId),
  )
  const inZone = <Session extends { readonly clubId: number }>(session: Session) => ({
    ...session,
    timeZone: zones.get(session.clubId) ?? timeZone,
  })
  return calendarText({
    name: feed.clubName ?? `${feed.firstName ?? ''}’s classes`,
    sessions: sessions
      .filter(session => feed.personId === null || session.instructorIds.includes(feed.personId))
      .map(inZone),
    cancelled: cancelled.map(inZone),
  })
}

/** Classes that someone teaches or covers, in clubs of a tree in which they still work. */
const taughtBy = (personId: number, accountId: number, today: string): Expression<unknown> => sql`(
  class.id in ${classesTaughtSql([personId])} and ${isWorking(sql`class.club_id`)}
  and class.root_club_id in (
    select club.root_club_id from club_user join club on club.id = club_user.club_id
    where account_id = ${accountId} and user_since <= ${today} and (user_until is null or user_until >= ${today})
    union select root_club_id from club where ${personId} in (owner_id, admin_id, instructor_id)))`

async function zonesOf(db: Kysely<Tables>, clubIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const clubs = await db
    .selectFrom('club')
    .select(['id', 'time_zone'])
    .where('id', 'in', [0, ...new Set(clubIds)])
    .execute()
  return new Map(clubs.map(club => [club.id, club.time_zone]))
}
