import { todayIn } from '@honbu/contract/calendar.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { raiseTask } from '../tasks/index.ts'

interface Told {
  readonly clubId: number
  /** Null: it came from somebody who is no member, such as one of the staff. */
  readonly memberId: number | null
  /** Who wrote, as the message before was addressed; null: the member, as far as can be told. */
  readonly name: string | null
  /** Names the text, so that it makes one task however often it is told: `reply:` or `text:`, and the row's id. */
  readonly cause: string
  readonly text: string
  readonly now: Date
}

/** A text message has come in, which nobody would see who does not look at the member: the club's people are told. */
export async function raiseReplyTask(tx: Transaction<Tables>, told: Told): Promise<void> {
  const { clubId, memberId, cause, text, now } = told
  const { rows } = await sql<{ timeZone: string; name: string }>`
    select time_zone as "timeZone", coalesce((
      select trim(first_name || ' ' || last_name) from member join person on person.id = member.person_id
      where member.id = ${memberId}::bigint), '') as name
    from club where id = ${clubId}`.execute(tx)
  const [club] = rows
  if (!club) throw new Error('the club of a message is there')
  await raiseTask(tx, {
    ...{ clubId, memberId, kind: 'message', cause },
    subject: subjectOf(told.name || club.name || 'Somebody', text),
    details: shortened(text, 4000),
    dueOn: todayIn(club.timeZone, now),
  })
}

function subjectOf(name: string, text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line === '' ? `${shortened(name, 100)} sent a text` : `${shortened(name, 100)} texted: ${shortened(line, 90)}`
}

/** No character is cut in two. */
const shortened = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
