import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Why a club doesn't work. `suspended`: only its owner reads it, nothing is written, and its jobs wait. `closed`: everyone
 * who works there reads it, nothing is written, and nothing new begins.
 */
export type Stop = 'suspended' | 'closed'

/** Says, in SQL, that neither a club nor one above it is stopped. Jobs begin nothing for others. */
export const isWorking = (clubId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`not exists (select from stopped_club where stopped_club.club_id = ${clubId})`

/** The same of clubs that are closed: there, what has begun goes on to its end. */
export const isNotSuspended = (clubId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`not exists (select from stopped_club where stopped_club.club_id = ${clubId} and kind = 'suspended')`

/** A page for anyone belongs to a club that is stopped. */
export class ClubUnavailable extends Error {
  readonly statusCode: number
  readonly clubName: string
  readonly stop: Stop

  constructor(clubName: string, stop: Stop) {
    super(`${clubName} is ${stop}.`)
    this.statusCode = stop === 'closed' ? 410 : 503
    this.clubName = clubName
    this.stop = stop
  }
}

/** @throws ClubUnavailable which is answered with a page that says so */
export async function demandWorking(db: Db, clubId: number): Promise<void> {
  const { rows } = await sql<{ name: string; kind: Stop }>`
    select name, kind from stopped_club join club on club.id = stopped_club.club_id
    where stopped_club.club_id = ${clubId} order by kind desc limit 1`.execute(db)
  if (rows[0]) throw new ClubUnavailable(rows[0].name, rows[0].kind)
}
