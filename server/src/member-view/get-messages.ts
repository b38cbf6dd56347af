import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/member-view.ts'
import { sql } from 'kysely'
import type { Read } from '../platform/route.ts'

interface Row {
  key: string
  kind: 'trial-reminder' | 'join-invitation' | 'note'
  subject: string
  clubName: string
  timeZone: string
  byEmail: boolean
  bySms: boolean
  at: Date
  state: 'sent' | 'scheduled' | 'cancelled' | 'failed'
}

/** The messages of a trial, and notes that were sent. */
export async function getMessages({ db, user }: Read, { id }: Input<typeof call.getMessages>) {
  const clubIds = [...user.clubs.keys()]
  const { rows } = await sql<Row>`
    select message.key, message.kind, message.subject, club.name as "clubName", club.time_zone as "timeZone", message.by_email as "byEmail",
      message.by_sms as "bySms", message.at, message.state
    from (
      select 'trial-' || notification.id as key, notification.kind, class.class_name as subject, notification.club_id,
        true as by_email, false as by_sms, coalesce(notification.sent_at, notification.due_at) as at,
        case when notification.sent_at is not null then 'sent'
          when notification.cancelled_at is not null then 'cancelled' else 'scheduled' end as state
      from scheduled_notification notification
      join booking on booking.id = notification.booking_id
      join class on class.id = booking.class_id
      where notification.member_id = ${id}
      union all
      select 'note-' || sent.id, 'note', note.subject, note.club_id, sent.channel = 'email', sent.channel = 'sms',
        coalesce(sent.sent_at, sent.created_at),
        case sent.state when 'sent' then 'sent' when 'failed' then 'failed' else 'scheduled' end
      from note_message sent join member_note note on note.id = sent.note_id
      where note.member_id = ${id}
    ) message
    join club on club.id = message.club_id
    where message.club_id = any(${clubIds})
    order by message.at desc, message.key
    limit 200`.execute(db)
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}
