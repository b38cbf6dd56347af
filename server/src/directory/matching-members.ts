import { todayIn } from '@honbu/contract/calendar.ts'
import { directoryColumns } from '@honbu/contract/directory.ts'
import { type Filter, GridError, parseFilter } from '@honbu/contract/grid.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import type { Bool } from '../platform/grid-filter.ts'
import { Refused } from '../platform/refused.ts'
import type { Tables } from '../platform/tables.ts'
import { conditionOf } from './condition.ts'
import type { DirectoryField } from './fields.ts'

export interface Matching {
  /** Some of the user's clubs, which the endpoint has guarded; left out: all of them. */
  readonly clubIds?: readonly number[] | undefined
  /** In the grammar of grid queries; '' or left out: everybody. */
  readonly filter?: string | undefined
  /** The day in the clubs: `todayOf` tells. */
  readonly today: string
}

export type MatchingMembers = SelectQueryBuilder<Tables, 'directory_entry', object>

/**
 * All memberships that match, to select from, count or join: nothing is selected yet, and there is no order.
 *
 *     matchingMembers(db, user, { clubIds, filter, today })
 *       .select(['directory_entry.club_member_id', 'directory_entry.member_id', 'directory_entry.club_id'])
 *
 * @throws Refused 400 for a filter that cannot be read
 */
export function matchingMembers(db: Db, user: User, { clubIds, filter, today }: Matching): MatchingMembers {
  return db.selectFrom('directory_entry').where(matching({ clubIds: clubIds ?? [...user.clubs.keys()], filter, today }))
}

/**
 * The same as a condition on `directory_entry`.
 * @throws Refused 400 for a filter that cannot be read
 */
export const matching = ({ clubIds, filter, today }: Matching & { readonly clubIds: readonly number[] }): Bool =>
  conditionOf({ clubIds, today }, readFilter(filter))

export function readFilter(text = ''): Filter<DirectoryField> | null {
  try {
    return parseFilter(text, directoryColumns)
  } catch (error) {
    if (!(error instanceof GridError)) throw error
    throw new Refused(400, error.message, { [error.field]: [error.message] })
  }
}

/** The day that it is in these clubs; where they lie in several time zones, in London. */
export async function todayOf(db: Db, clubIds: readonly number[], now: Date): Promise<string> {
  const zones = await db
    .selectFrom('club')
    .select('time_zone as zone')
    .distinct()
    .where('id', '=', sql<number>`any(${[...clubIds]}::bigint[])`)
    .limit(2)
    .execute()
  const [only] = zones
  return todayIn(only && zones.length === 1 ? only.zone : 'Europe/London', now)
}
