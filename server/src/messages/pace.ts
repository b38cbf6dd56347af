import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

interface Asked {
  readonly carrier: 'email' | 'sms'
  readonly messages: number
  readonly perSecond: number
  readonly now: Date
}

/**
 * Takes time at a carrier for so many messages, after whatever any process has taken before.
 * @returns milliseconds to wait before the first of them
 */
export async function takeTime(db: Db, { carrier, messages, perSecond, now }: Asked): Promise<number> {
  const length = Math.ceil((messages * 1_000_000) / perSecond)
  const { rows } = await sql<{ start: Date }>`
    insert into send_pace as pace (carrier, free_at)
    values (${carrier}, ${now}::timestamptz + ${length} * interval '1 microsecond')
    on conflict (carrier) do update
    -- More than ten minutes ahead nobody is: it was a clock that went wrong.
    set free_at = least(greatest(pace.free_at, ${now}), ${now}::timestamptz + interval '10 minutes') + ${length} * interval '1 microsecond'
    returning free_at - ${length} * interval '1 microsecond' as start`.execute(db)
  return Math.max((rows[0]?.start.getTime() ?? 0) - now.getTime(), 0)
}
