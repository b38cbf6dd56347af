import { sql, type Transaction } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Tables } from '../platform/tables.ts'

/**
 * Browser, Node and database each have a list of time zones of their own; one that the database does not know would
 * break every question about the club's days.
 */
export async function demandTimeZone(tx: Transaction<Tables>, timeZone: string): Promise<void> {
  const { rows } = await sql`select from pg_timezone_names where lower(name) = lower(${timeZone})`.execute(tx)
  if (rows.length > 0) return
  const message = 'Choose a time zone such as Europe/London'
  throw new Refused(400, message, { timeZone: [message] })
}
