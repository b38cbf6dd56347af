import { timeIn, todayIn } from '@honbu/contract/calendar.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { communication } from '@honbu/contract/ids.ts'
import type { getNoteRecipients as call } from '@honbu/contract/notes.ts'
import { waitsUntil } from '@honbu/contract/quiet-hours.ts'
import type { Channel } from '@honbu/contract/reach.ts'
import { type Kysely, sql } from 'kysely'
import type { Read } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { type Reached, reachOf } from '../reach/index.ts'

export type Recipients = Output<typeof call>
type Recipient = Recipients['email']

export const getNoteRecipients = ({ db, now }: Read, { id, clubId }: Input<typeof call>) =>
  recipientsOf(db, { memberId: id, clubId, now })

interface Asked {
  readonly memberId: number
  readonly clubId: number
  readonly now: Date
}

/**
 * The member, or of a minor the first guardian who can be reached; over each channel by itself. What does not work, or was
 * told to stop, is not written to, whatever it is about.
 */
export async function recipientsOf(db: Kysely<Tables>, asked: Asked): Promise<Recipients> {
  return { email: await recipientOf(db, asked, 'email'), sms: await recipientOf(db, asked, 'sms') }
}

interface Found extends Reached {
  isGuardian: boolean
  flags: number
  /** The member's own. */
  ownName: string
  isMinor: boolean
}

async function recipientOf(db: Kysely<Tables>, { memberId, clubId, now }: Asked, channel: Channel): Promise<Recipient> {
  const club = await db.selectFrom('club').select('time_zone').where('id', '=', clubId).executeTakeFirstOrThrow()
  const today = todayIn(club.time_zone, now)
  const asked = sql`select ${memberId}::bigint as member_id, ${clubId}::bigint as club_id`
  const { rows } = await sql<Found>`
    select reached.name, reached.address, reached.refusal, reached.person_id <> member.person_id as "isGuardian",
      coalesce(communication_flags(reached.person_id, ${clubId}), 0) as flags,
      trim(own.first_name || ' ' || own.last_name) as "ownName",
      coalesce(own.dob > (${today}::date - interval '18 years')::date, false) as "isMinor"
    from (${reachOf(asked, { channel, purpose: 'service', today })}) reached
    join member on member.id = reached.member_id
    join person own on own.id = member.person_id`.execute(db)
  const [found] = rows
  if (!found) throw new Error('the guard has found the member')
  const { name, address, refusal, isGuardian, flags } = found
  if (refusal !== null || address === null)
    return { to: null, refused: whyNobody(found, ofChannel[channel].what), hasConsent: false, waitsUntil: null }
  return {
    to: { name: name ?? '', address, isGuardian },
    refused: null,
    hasConsent: (flags & ofChannel[channel].flag) !== 0,
    waitsUntil: waitsUntil({ channel, purpose: 'service' }, timeIn(club.time_zone, now)),
  }
}

const ofChannel = {
  email: { flag: communication.email, what: 'an e-mail address' },
  sms: { flag: communication.sms, what: 'a mobile number' },
} as const

function whyNobody({ refusal, name, address, ownName, isMinor }: Found, what: string): string {
  if (refusal === 'undeliverable') return `What was sent to ${address} of ${name} came back.`
  if (refusal === 'stopped') return `${name} has asked that nothing more is sent to ${address}.`
  if (refusal === 'noGuardian') return `${ownName} is under 18 and has no guardian among the contacts.`
  if (isMinor) return `No guardian of ${ownName} has ${what}.`
  return `${ownName} has no ${what.replace(/^an? /, '')}.`
}
