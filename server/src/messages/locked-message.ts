import type { Audience } from '@honbu/contract/audience.ts'
import type { Gap } from '@honbu/contract/messages.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { getMessage } from './read-message.ts'

/** A message that waits for its time, as it was read. */
export async function lockedForChange({ tx, user }: Write, { id, version }: { id: number; version: number }) {
  const message = await locked(tx, id)
  const current = () => getMessage({ db: tx, user }, { id })
  await checkVersion(tx, { ...{ subject: 'message', subjectId: id, is: message.version, given: version, current } })
  if (message.status === 'cancelled') refuse('sendLocal', 'It was cancelled.', 409)
  if (message.status !== 'scheduled') refuse('sendLocal', 'It is being sent already.', 409)
  return message
}

interface Locked {
  readonly clubId: number
  readonly clubIds: number[]
  readonly status: string
  readonly sendLocal: string | null
  readonly version: number
  readonly name: string
  readonly channel: 'email' | 'sms'
  readonly purpose: 'marketing' | 'service'
  readonly subject: string
  readonly body: string
  readonly layoutId: number | null
  readonly gaps: Gap[]
  readonly audience: Audience
  readonly onePerAddress: boolean
  /** Null: nobody is on its list yet. */
  readonly startedAt: Date | null
}

/** A message that nobody else changes meanwhile. */
export async function locked(tx: Write['tx'], id: number): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select club_id as "clubId", club_ids as "clubIds", status, to_char(send_local, 'YYYY-MM-DD"T"HH24:MI') as "sendLocal",
      version, name, channel, purpose, subject, body, layout_id as "layoutId", gaps, audience,
      one_per_address as "onePerAddress", started_at as "startedAt"
    from message where id = ${id} for update`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the guard has found the message')
  return row
}

export function refuse(field: string, message: string, status: 400 | 409 = 400): never {
  throw new Refused(status, message, { [field]: [message] })
}
