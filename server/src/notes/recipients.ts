import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { communication } from '@honbu/contract/ids.ts'
import type { getNoteRecipients as call } from '@honbu/contract/notes.ts'
import { type Kysely, sql } from 'kysely'
import { mobileNumber } from '../platform/mobile-number.ts'
import type { Read } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'

export type Recipients = Output<typeof call>
type Recipient = Recipients['email']

export const getNoteRecipients = ({ db, now }: Read, { id, clubId }: Input<typeof call>) =>
  recipientsOf(db, { memberId: id, clubId, now })

interface Asked {
  readonly memberId: number
  readonly clubId: number
  readonly now: Date
}

/** The member, or of a minor the first guardian who can be reached; over each channel by itself. */
export async function recipientsOf(db: Kysely<Tables>, { memberId, clubId, now }: Asked): Promise<Recipients> {
  const club = await db.selectFrom('club').select('time_zone').where('id', '=', clubId).executeTakeFirstOrThrow()
  const { rows: people } = await sql<Person>`
    select trim(first_name || ' ' || last_name) as name, email::text as email, phone_mob as phone, "isGuardian",
      communication_flags(person.id, ${clubId}) as flags,
      coalesce(dob > ${todayIn(club.time_zone, now)}::date - interval '18 years', false) as "isMinor"
    from (
      select person_id, false as "isGuardian", 0 as position, 0::bigint as id from member where id = ${memberId}
      union all
      select person_id, true, position, id from member_contact where member_id = ${memberId} and is_guardian
    ) someone join person on person.id = someone.person_id
    order by "isGuardian", position, someone.id`.execute(db)
  const [member, ...guardians] = people
  if (!member) throw new Error('the guard has found the member')
  const asked = member.isMinor ? guardians : [member]
  return {
    email: reached(member, asked, {
      address: person => person.email || null,
      flag: communication.email,
      what: 'e-mail address',
    }),
    sms: reached(member, asked, {
      address: person => mobileNumber(person.phone),
      flag: communication.sms,
      what: 'mobile number',
    }),
  }
}

interface Person {
  name: string
  email: string | null
  phone: string | null
  flags: number
  isGuardian: boolean
  isMinor: boolean
}

interface Channel {
  readonly address: (person: Person) => string | null
  readonly flag: number
  readonly what: string
}

function reached(member: Person, asked: readonly Person[], { address, flag, what }: Channel): Recipient {
  const known = asked.flatMap(person => {
    const found = address(person)
    return found === null ? [] : [{ person, address: found, hasConsent: (person.flags & flag) !== 0 }]
  })
  // Of two parents rather the one who has agreed.
  const first = known.find(({ hasConsent }) => hasConsent) ?? known[0]
  if (!first) return { to: null, refused: whyNobody(member, asked, what), hasConsent: false }
  const { person, hasConsent } = first
  return {
    to: { name: person.name, address: first.address, isGuardian: person.isGuardian },
    refused: null,
    hasConsent,
  }
}

function whyNobody(member: Person, asked: readonly Person[], what: string): string {
  if (!member.isMinor) return `${member.name} has no ${what}.`
  if (asked.length === 0) return `${member.name} is under 18 and has no guardian among the contacts.`
  return `No guardian of ${member.name} has an ${what}.`.replace('an mobile', 'a mobile')
}
