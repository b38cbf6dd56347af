import { mergeField } from '@honbu/contract/merge-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import { type Compiled, emptyFields } from '../templates/index.ts'
import type { Letters } from './parts.ts'

/** Fields that say the same to all whom a club writes to. */
const isOfClub = (field: string) =>
  field.startsWith('club.') || ['links.pay', 'links.book', 'links.enquiry', 'links.refer'].includes(field)

interface Asked {
  readonly clubIds: readonly number[]
  readonly channel: 'email' | 'sms'
  readonly compiled: Compiled
  /** Fields of which it is said what becomes of those for whom they are empty. */
  readonly settled: readonly string[]
  readonly now: Date
}

/**
 * What would leave a hole in every message of a club, such as the page for reviews that nobody has entered.
 * @throws Refused 400 under `body`, with the field and the first club for which it is empty
 */
export async function demandNoHoles(letters: Letters, db: Db, { clubIds, channel, compiled, settled, now }: Asked) {
  const fields = compiled.needed.filter(field => isOfClub(field) && !settled.includes(field))
  if (fields.length === 0) return
  for (const clubId of clubIds) {
    const recipients = [{ memberId: 0, personId: 0, bookingId: null }]
    const [values = {}] = await letters.values(db, { clubId, channel, now, fields, recipients, isLook: true })
    const [hole] = emptyFields(fields, values)
    if (hole === undefined) continue
    const { rows } = await sql<{ name: string }>`select name from club where id = ${clubId}`.execute(db)
    const message =
      `“${mergeField(hole)?.title ?? hole}” is empty for ${rows[0]?.name}: ` +
      'enter it, or say what stands in its place where it is empty.'
    throw new Refused(400, message, { body: [message] })
  }
}
