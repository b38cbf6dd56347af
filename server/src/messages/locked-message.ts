import type { Audience } from '@honbu/contract/audience.ts'
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
  readonly channel: string
  readonly purpose: string
  readonly subject: string
  readonly audience: Audience
}

/** A message that nobody else changes meanwhile. */
export async function locked(tx: Write['tx'], id: number): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select club_id as "clubId", club_ids as "clubIds", status, to_char(send_local, 'YYYY-MM-DD"T"HH24:MI') as "sendLocal",
      version, name, channel, purpose, subject, audience
    from message where id = ${id} for update`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the guard has found the message')
  return row
}

export function refuse(field: string, message: string, status: 400 | 409 = 400): never {
  throw new Refused(status, message, { [field]: [message] })
}
