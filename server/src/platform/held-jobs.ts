import { sql, type Transaction } from 'kysely'
import type { Db } from './database.ts'
import type { HoldsJobs, Jobs } from './jobs.ts'
import { type ClubOf, queues } from './queues.ts'
import type { Tables } from './tables.ts'

export const holdJobs = (db: Db, now: () => Date): HoldsJobs => ({
  demandKnown(queue) {
    if (queues[queue] === undefined) throw new Error(`Add the queue ${queue} to queues.ts.`)
  },
  async hold(queue, data) {
    const ids = idsIn(queues[queue], data)
    if (!ids) return false
    const { rows } = await sql<{ isHeld: boolean }>`
      with held as (
        select stopped_club.club_id from stopped_club
        where kind = 'suspended' and club_id in (
          select job_of.club_id from ${ids.of.rows} job_of where id = any(${ids.given}::bigint[]))
        limit 1
      ), kept as (
        insert into held_job (club_id, queue, data, held_at)
        select club_id, ${queue}, ${JSON.stringify(data)}::jsonb, ${now()} from held
        on conflict do nothing
      )
      select exists (select from held) as "isHeld"`.execute(db)
    return rows[0]?.isHeld === true
  },
})

function idsIn(of: ClubOf | null | undefined, data: object): { of: ClubOf; given: number[] } | null {
  // A queue that runs by the clock brings no data.
  const given: unknown = of?.waits ? Reflect.get(data, of.field) : undefined
  if (!of || given === undefined || given === null) return null
  // The calls that enqueue have put ids there.
  return { of, given: [given].flat() as number[] }
}

/** Puts the jobs back into their queues whose clubs aren't suspended any longer. @returns how many */
export async function releaseJobs(tx: Transaction<Tables>, enqueue: Jobs['enqueue']): Promise<number> {
  const { rows } = await sql<{ queue: string; data: object }>`
    with free as (
      delete from held_job where not exists (
        select from stopped_club where stopped_club.club_id = held_job.club_id and kind = 'suspended')
      returning id, queue, data
    )
    select queue, data from free order by id`.execute(tx)
  for (const { queue, data } of rows) await enqueue(tx, queue, data)
  return rows.length
}
