import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { ClubSender } from './mail-wire.ts'

/** Reads in whose name a club writes: its own, and its address or that of the nearest club above which has one. */
export const clubSenderOf =
  (db: Db) =>
  async (clubId: number): Promise<ClubSender | undefined> => {
    const { rows } = await sql<ClubSender>`
      select name, coalesce((
        select above.email::text from club_and_above(club.id) ids join club above on above.id = ids.club_id
        where above.email <> '' order by ids.distance limit 1), '') as email
      from club where id = ${clubId}`.execute(db)
    const [club] = rows
    return club && { ...club, name: oneLine(club.name) }
  }

/** A name never begins another header. */
const oneLine = (name: string) => name.replaceAll(/\p{Cc}+/gu, ' ').trim()
