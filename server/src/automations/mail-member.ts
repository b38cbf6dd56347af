import { sql, type Transaction } from 'kysely'
import type { Mail } from '../platform/mail.ts'
import type { Tables } from '../platform/tables.ts'
import type { Deliver, Delivery } from './act.ts'
import { fillIn } from './fill-in.ts'
import { fullDay } from './full-day.ts'
import { reachedBy } from './reached.ts'
import { sessionOf } from './run-state.ts'

/** Messages by e-mail, as plain text: to the member, or to the guardian of a minor. */
export const mailMember =
  (mail: Pick<Mail, 'post'>): Deliver =>
  async (tx, delivery) => {
    const { clubId, memberId, message, now } = delivery
    const to = await reachedBy(tx, { memberId, clubId, now })
    if ('refused' in to) return to
    if (message.purpose === 'marketing' && !to.hasConsent)
      return { refused: 'There is no consent to marketing by e-mail.' }
    const values = await valuesOf(tx, delivery)
    await mail.post(tx, {
      to: to.address,
      subject: fillIn(message.subject, values).replaceAll(/\s+/g, ' '),
      text: fillIn(message.body, values),
    })
    return { sentTo: to.name }
  }

async function valuesOf(
  tx: Transaction<Tables>,
  { clubId, memberId, bookingId }: Delivery,
): Promise<Record<string, string>> {
  const { rows } = await sql<Row>`
    select person.first_name as "firstName", person.last_name as "lastName", club.name as "clubName",
      club.email::text as "clubEmail", club.phone as "clubPhone", class.id as "classId", class.class_name as "className",
      booking.booking_date as "bookingDate"
    from member
    join person on person.id = member.person_id
    join club on club.id = ${clubId}
    left join booking on booking.id = ${bookingId}::bigint
    left join class on class.id = booking.class_id
    where member.id = ${memberId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('there is no such member')
  const session = await sessionOf(tx, row.classId, row.bookingDate)
  return {
    'member.firstName': row.firstName,
    'member.lastName': row.lastName,
    'member.fullName': `${row.firstName} ${row.lastName}`.trim(),
    'club.name': row.clubName,
    'club.email': row.clubEmail ?? '',
    'club.phone': row.clubPhone ?? '',
    'booking.className': row.className ?? '',
    'booking.date': row.bookingDate ? fullDay(row.bookingDate) : '',
    'booking.time': session?.time ?? '',
  }
}

interface Row {
  firstName: string
  lastName: string
  clubName: string
  clubEmail: string | null
  clubPhone: string | null
  classId: number | null
  className: string | null
  bookingDate: string | null
}
