import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/member-view.ts'
import { sql } from 'kysely'
import { isReadableNote, noteReader } from '../platform/readable-notes.ts'
import type { Read } from '../platform/route.ts'

interface Row {
  key: string
  kind: 'trial-reminder' | 'join-invitation' | 'note' | 'message' | 'automation' | 'received'
  subject: string
  clubName: string
  timeZone: string
  byEmail: boolean
  bySms: boolean
  at: Date
  state: string
  recipientId: number | null
  replies: number
}

/** The messages of a trial, notes that were sent, what went to many or by itself, and texts that came unasked. */
export async function getMessages({ db, user }: Read, { id }: Input<typeof call.getMessages>) {
  const clubIds = [...user.clubs.keys()]
  const { rows } = await sql<Row>`
    select message.key, message.kind, message.subject, club.name as "clubName", club.time_zone as "timeZone", message.by_email as "byEmail",
      message.by_sms as "bySms", message.at, message.state, message.recipient_id as "recipientId", message.replies
    from (
      select 'trial-' || run.id as key, automation.built_in as kind, class.class_name as subject, run.club_id,
        true as by_email, false as by_sms, coalesce(run.sent_at, run.due_at, run.ended_at) as at,
        case when run.sent_at is not null then 'sent' when run.state = 'waiting' then 'scheduled' else 'cancelled' end as state,
        null::bigint as recipient_id, 0::bigint as replies
      from automation_run run
      join automation on automation.id = run.automation_id and automation.built_in in ('trial-reminder', 'join-invitation')
      join booking on booking.id = run.booking_id
      join class on class.id = booking.class_id
      where run.member_id = ${id}
        -- What has left as a message stands below.
        and not exists (select from message_recipient sent where sent.member_id = run.member_id
          and sent.club_id = run.club_id and sent.cause like 'automation:' || run.id || ':%')
      union all
      select 'note-' || sent.id, 'note', note.subject, note.club_id, sent.channel = 'email', sent.channel = 'sms',
        coalesce(sent.sent_at, sent.created_at),
        case sent.state when 'sent' then 'sent' when 'failed' then 'failed' else 'scheduled' end, null, 0
      from note_message sent join member_note note on note.id = sent.note_id
      where note.member_id = ${id} and ${isReadableNote(noteReader(user), 'note')}
      union all
      select 'message-' || recipient.id, case when many.status = 'standing' then 'automation' else 'message' end,
        coalesce(nullif(copy.subject, ''), many.name), recipient.club_id, many.channel = 'email', many.channel = 'sms',
        coalesce(recipient.sent_at, recipient.handed_at, recipient.not_before),
        case when recipient.refusal = 'cancelled' then 'cancelled'
          when recipient.state in ('waiting', 'sending') then 'scheduled' else recipient.state end,
        recipient.id, (select count(*) from message_reply where recipient_id = recipient.id)
      from message_recipient recipient
      join message many on many.id = recipient.message_id
      left join message_copy copy on copy.id = recipient.copy_id
      where (recipient.member_id = ${id} or recipient.member_ids <> '{}' and recipient.member_ids @> array[${id}::bigint])
        and (recipient.state <> 'skipped' or recipient.refusal = 'cancelled')
      union all
      select 'text-' || id, 'received', text, club_id, false, true, at, 'received', null, 0
      from member_text where member_id = ${id}
    ) message
    join club on club.id = message.club_id
    where message.club_id = any(${clubIds})
    order by message.at desc, message.key
    limit 200`.execute(db)
  // The SQL makes no others.
  type State = Output<typeof call.getMessages>[number]['state']
  return rows.map(row => ({ ...row, state: row.state as State, at: row.at.toISOString() }))
}
