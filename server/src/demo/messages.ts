import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** Days ago (below zero: to come), time, name, subject, channel and words. */
const sent = [
  [
    2,
    '18:30',
    'Gradings in the hall',
    'Grading day: when to be there',
    'email',
    'Grading starts at 10:00. Please come half an hour early, with a clean gi and your licence.',
  ],
  [
    9,
    '10:00',
    'Heating is off',
    '',
    'sms',
    'The heating is off tonight. Bring a jumper for the warm-up; class runs as usual.',
  ],
  [
    16,
    '09:00',
    'Newsletter',
    'What happened at the club this month',
    'email',
    'Three new black belts, a silver team and a new mat. Thank you all for training with us.',
  ],
  [
    33,
    '17:45',
    'Summer course',
    'Summer course: places left',
    'email',
    'There are a few places left for the summer course. Book at the desk or answer this message.',
  ],
  [
    60,
    '12:00',
    'New timetable',
    'The new timetable from next month',
    'email',
    'Juniors begin at 17:30 from next month. All other classes stay as they are.',
  ],
  [
    -3,
    '08:00',
    'Closed on the holiday',
    'No classes on the bank holiday',
    'email',
    'The dojo is closed on the bank holiday. Classes go on the day after.',
  ],
] as const

/** How many of a club's members stand in each, so that the demo fills quickly. */
const mostRecipients = 60

/** Five messages of each club that were sent, with what became of them, and one that waits for its time. */
export async function addDemoMessages(tx: Kysely<Tables>, now: Date): Promise<void> {
  const today = todayIn('Europe/London', now)
  for (const [daysAgo, time, name, subject, channel, words] of sent) {
    const local = `${addDays(today, -daysAgo)}T${time}`
    const isSent = daysAgo > 0
    const body = channel === 'sms' ? words : `<p>Dear {{ recipient.firstName }},</p><p>${words}</p>`
    await sql`
      insert into message (club_id, root_club_id, name, channel, purpose, subject, body, club_ids, audience, one_per_address,
        send_local, send_at, status, account_id, created_at, started_at, finished_at)
      select id, root_club_id, ${name}::text, ${channel}::text, 'service', ${subject}::text, ${body}::text, array[id],
        '{"include":[{"parameterId":126,"values":[21]}],"exclude":[]}'::jsonb, false, ${local}::timestamp,
        ${local}::timestamp at time zone time_zone, ${isSent ? 'done' : 'scheduled'}::text,
        (select account_id from club_user where club_user.club_id = club.id order by club_user.id limit 1),
        case when ${isSent} then ${local}::timestamp at time zone time_zone else ${now} end,
        case when ${isSent} then ${local}::timestamp at time zone time_zone end,
        case when ${isSent} then ${local}::timestamp at time zone time_zone + interval '40 seconds' end
      from club order by id`.execute(tx)
  }
  await addRecipients(tx)
  await addCopies(tx)
}

/** Most are delivered; a few came back, one failed, one is uncertain, and some could not be reached. */
async function addRecipients(tx: Kysely<Tables>): Promise<void> {
  await sql`
    insert into message_recipient (message_id, root_club_id, club_id, member_id, person_id, to_name, to_address, state,
      refusal, failure, tries, not_before, handed_at, sent_at, delivered_at, segments)
    select message_id, root_club_id, club_id, member_id, person_id, name, address, state,
      case when state = 'skipped' then 'noAddress' end,
      case state when 'bounced' then 'The mailbox does not exist.' when 'failed' then 'The server said: try later.'
        when 'uncertain' then 'It is not known whether this was sent: the answer was lost.' else '' end,
      case when state = 'skipped' then 0 else 1 end, send_at, send_at,
      case when state in ('sent', 'delivered', 'bounced') then send_at + place * interval '0.4 seconds' end,
      case when state = 'delivered' then send_at + place * interval '0.4 seconds' + interval '6 seconds' end,
      case when channel = 'sms' then 1 else 0 end
    from (
      select message.id as message_id, message.root_club_id, message.club_id, message.channel, message.send_at, chosen.*,
        case when chosen.address = '' then 'skipped' when (chosen.place + message.id) % 41 = 7 then 'bounced'
          when (chosen.place + message.id) % 53 = 9 then 'failed' when (chosen.place + message.id) % 59 = 11 then 'uncertain'
          when (chosen.place + message.id) % 17 = 3 then 'sent' else 'delivered' end as state
      from message
      cross join lateral (
        select member.id as member_id, person.id as person_id, trim(person.first_name || ' ' || person.last_name) as name,
          coalesce(case when message.channel = 'email' then person.email::text else person.sms_number end, '') as address,
          row_number() over (order by member.id) as place
        from club_member join member on member.id = club_member.member_id join person on person.id = member.person_id
        where club_member.club_id = message.club_id and club_member.member_status_id = 21
          and person.dob <= message.send_at::date - interval '18 years'
        order by member.id limit ${mostRecipients}
      ) chosen
      where message.status = 'done'
    ) found`.execute(tx)
}

async function addCopies(tx: Kysely<Tables>): Promise<void> {
  await sql`
    with written as (
      insert into message_copy (message_id, digest, subject, html, text)
      select message.id, decode(md5(recipient.to_name), 'hex'), message.subject,
        case when message.channel = 'email' then
          '<!doctype html><html><body style="font-family:sans-serif">' ||
          replace(message.body, '{{ recipient.firstName }}', replace(replace(split_part(recipient.to_name, ' ', 1), '&', '&amp;'), '<', '&lt;')) ||
          '</body></html>' end,
        case when message.channel = 'email' then 'Dear ' || split_part(recipient.to_name, ' ', 1) || E',\n\n' ||
          regexp_replace(split_part(message.body, '</p><p>', 2), '<[^>]*>', '', 'g') else message.body end
      from message_recipient recipient join message on message.id = recipient.message_id
      where recipient.state <> 'skipped'
      on conflict on constraint message_copy_once do nothing
      returning id, message_id, digest
    )
    update message_recipient as recipient set copy_id = written.id
    from written where written.message_id = recipient.message_id and written.digest = decode(md5(recipient.to_name), 'hex')
      and recipient.state <> 'skipped'`.execute(tx)
  await sql`
    insert into message_reply (recipient_id, at, subject, text)
    select distinct on (recipient.club_id) recipient.id, recipient.sent_at + interval '2 hours', 'Re: ' || message.subject,
      'Thank you, we will be there.'
    from message_recipient recipient join message on message.id = recipient.message_id
    where recipient.state = 'delivered' and message.channel = 'email'
    order by recipient.club_id, message.send_at desc, recipient.id`.execute(tx)
}
