import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type CountFor, todaySql } from '../buckets.ts'
import type { CountRow, Subject } from '../subjects.ts'
import { bucketTable, countByDay, dayAt, type Facts, isInAt, these } from './by-bucket.ts'

/** Tasks that somebody completed; those that closed themselves, as their reason was gone, are nobody's work. */
export const doneFacts: Facts = of => {
  const day = dayAt(sql`task.completed_at`)
  return sql`(
    select task.id, task.club_id, task.subject, task.kind, task.completed_by, ${day} as day, ${day} > task.due_on as is_late
    from task join club on club.id = task.club_id
    where task.club_id = ${these(of.clubIds)} and task.completed_by is not null
      and ${isInAt(sql`task.completed_at`, of)}
  )`
}

export const tasksDone: Subject<'tasksDone' | 'tasksLate'> = {
  counts: ['tasksDone', 'tasksLate'],
  count: (db, of) =>
    countByDay(db, of, doneFacts(of), {
      tasksDone: sql`count(*)`,
      tasksLate: sql`count(*) filter (where is_late)`,
    }),
}

/**
 * Tasks that were open on the evening of each bucket's last day, and should have been done before it; of a bucket that is not
 * over by today, those of now. With the day on which they are due as it is now.
 */
export const overdueFacts: Facts = ({ clubIds, buckets, now }) => sql`(
  select given.bucket, task.id, task.club_id, task.subject, task.kind, task.account_id, task.due_on
  from ${bucketTable(buckets)} given
  cross join (select club.*, ${todaySql(now)} as today from club where club.id = ${these(clubIds)}) club
  join task on task.club_id = club.id and task.due_on < least(given.ends, club.today)
    and case when given.ends >= club.today then task.completed_at is null
      else ${dayAt(sql`task.created_at`)} <= given.ends
        and (task.completed_at is null or ${dayAt(sql`task.completed_at`)} > given.ends) end
)`

export const tasksOverdue: Subject<'tasksOverdue'> = { counts: ['tasksOverdue'], count: countOverdue }

async function countOverdue(db: Db, of: CountFor) {
  const { rows } = await sql<CountRow<'tasksOverdue'>>`
    select club_id as "clubId", bucket, count(*) as "tasksOverdue" from ${overdueFacts(of)} fact
    group by club_id, bucket`.execute(db)
  return rows
}
