import { createHash } from 'node:crypto'
import type { Gap } from '@honbu/contract/messages.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Compiled, MergeValues, Rendered } from '../templates/index.ts'
import { filled, gapWords, holesOf } from './gaps.ts'
import type { Letters } from './parts.ts'

export interface Whom {
  readonly id: number
  readonly clubId: number
  /** Null: somebody who works in the club. */
  readonly memberId: number | null
  /** All whom it is about, where they are several. */
  readonly memberIds: readonly number[]
  readonly personId: number | null
  readonly bookingId: number | null
}

/** As many as merge values are asked for at once. */
const most = 500

interface Asked {
  readonly channel: 'email' | 'sms'
  readonly fields: readonly string[]
  readonly people: readonly Whom[]
  readonly now: Date
  /** Nothing is made for a look, such as a link to pay. */
  readonly isLook?: boolean
}

/** What stands in a message for each of these people, by their ids. The number of queries depends on their clubs alone. */
export async function valuesOf(
  letters: Pick<Letters, 'values'>,
  db: Db,
  { channel, fields, people, now, isLook = false }: Asked,
): Promise<Map<number, MergeValues>> {
  const found = new Map<number, MergeValues>()
  for (const [clubId, ofClub] of Map.groupBy(people, person => person.clubId)) {
    const asked = ofClub.flatMap(({ id, memberId, memberIds, personId, bookingId }) =>
      [memberId ?? 0, ...memberIds.filter(other => other !== memberId)].map(each => ({
        id,
        recipient: { memberId: each, personId: personId ?? 0, bookingId },
      })),
    )
    for (let from = 0; from < asked.length; from += most) {
      const some = asked.slice(from, from + most)
      const recipients = some.map(({ recipient }) => recipient)
      const values = await letters.values(db, { clubId, channel, now, fields, recipients, isLook })
      for (const [index, { id }] of some.entries()) {
        const own = values[index] ?? {}
        const before = found.get(id)
        found.set(id, before ? withNameOf(before, own) : own)
      }
    }
  }
  return found
}

/** One message for a family names all whom it is about: "Mia and Leo", "Mia, Leo and Ava". */
function withNameOf(values: MergeValues, other: MergeValues): MergeValues {
  const joined = (name: string) => {
    const names = [...new Set([...(values[name] ?? '').split(/, | and /), other[name] ?? ''])].filter(
      each => each !== '',
    )
    const last = names.pop() ?? ''
    return names.length > 0 ? `${names.join(', ')} and ${last}` : last
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, aboutNames.has(name) ? joined(name) : value]),
  )
}

const aboutNames = new Set(['member.firstName', 'member.lastName', 'member.fullName'])

interface Batch extends Omit<Asked, 'fields' | 'isLook'> {
  readonly compiled: Compiled
  readonly gaps: readonly Gap[]
}

/** A message as each of these people gets it, and who gets none because a field would leave a hole, with why. */
export async function renderBatch(
  letters: Pick<Letters, 'values'>,
  db: Db,
  { compiled, gaps, ...asked }: Batch,
): Promise<{ written: Map<number, Rendered>; leftOut: Map<number, string> }> {
  const values = await valuesOf(letters, db, { fields: compiled.fields, ...asked })
  const written = new Map<number, Rendered>()
  const leftOut = new Map<number, string>()
  for (const [id, each] of values) {
    const own = filled(each, compiled, gaps)
    const holes = holesOf(own, compiled)
    if (holes.length === 0) written.set(id, compiled.render(own))
    else leftOut.set(id, gapWords(holes))
  }
  return { written, leftOut }
}

/** Keeps what each is about to be sent; the same text is kept once. */
export async function keepCopies(db: Db, messageId: number, copies: ReadonlyMap<number, Rendered>): Promise<void> {
  if (copies.size === 0) return
  const rows = [...copies].map(([id, { subject, html, text }]) => ({
    ...{ id, subject, html, text },
    digest: createHash('sha256')
      .update(JSON.stringify([subject, html, text]))
      .digest('hex'),
  }))
  const unique = [...new Map(rows.map(row => [row.digest, row])).values()]
  await sql`
    insert into message_copy (message_id, digest, subject, html, text)
    select ${messageId}::bigint, decode(digest, 'hex'), subject, html, text
    from json_to_recordset(${JSON.stringify(unique)}::json) as given (digest text, subject text, html text, text text)
    on conflict on constraint message_copy_once do nothing`.execute(db)
  const links = rows.map(({ id, digest }) => ({ id, digest }))
  await sql`
    update message_recipient as recipient set copy_id = copy.id
    from json_to_recordset(${JSON.stringify(links)}::json) as given (id bigint, digest text)
    join message_copy copy on copy.message_id = ${messageId} and copy.digest = decode(given.digest, 'hex')
    where recipient.id = given.id`.execute(db)
}
