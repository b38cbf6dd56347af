import { sql } from 'kysely'
import { type ClubOf, queues } from '../platform/queues.ts'

/** Of several rows the first: the jobs of a queue are for one club. */
function clubIdOf({ field, rows }: ClubOf) {
  const id = field.endsWith('Ids')
    ? sql`failed.data -> ${sql.lit(field)} ->> 0`
    : sql`failed.data ->> ${sql.lit(field)}`
  return sql`(select job_of.club_id from ${rows} job_of where id = (${id})::bigint)`
}

/** The club for which a failed job was; null where it was for none. Those are the operator’s alone. */
export const clubOf = sql<number | null>`case failed.queue ${sql.join(
  Object.entries(queues).flatMap(([queue, of]) => (of ? [sql`when ${sql.lit(queue)} then ${clubIdOf(of)}`] : [])),
  sql` `,
)} end`
