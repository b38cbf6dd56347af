import { sql } from 'kysely'
import { areaGauges, byState } from '../platform/area-gauges.ts'
import type { Db } from '../platform/database.ts'
import { deadLetters } from '../platform/jobs.ts'

interface Sent {
  readonly channel: 'email' | 'sms'
  readonly sent: number
  readonly refused: number
  readonly waiting: number
  readonly last: number
}

/** The queues that send one email or text message each. What a report or receipt writes counts as its own queue. */
const emailJobs = ['send-mail']
const textJobs = ['send-note-sms', 'send-task-text']

/** Emails and text messages of the last day: those of messages, and those that the product sends itself. */
export const messageMetrics = (db: Db, now: () => Date) =>
  areaGauges(
    'messages',
    () => readSent(db, now()),
    (
      [
        ['letters', 'Emails', 'email'],
        ['texts', 'Text messages', 'sms'],
      ] as const
    ).flatMap(([name, what, channel]) => [
      {
        name,
        labels: ['state'],
        help: `${what} that were sent in the last day, that were refused in it, and that are due now`,
        value: (state: Sent[]) => {
          const { sent = 0, refused = 0, waiting = 0 } = state.find(each => each.channel === channel) ?? {}
          return byState({ sent, refused, waiting })
        },
      },
      {
        name: `${name}_last_sent_timestamp_seconds`,
        help: `When the last of them was sent; 0 if none was in the last day`,
        value: (state: Sent[]) => state.find(each => each.channel === channel)?.last ?? 0,
      },
    ]),
  )

async function readSent(db: Db, now: Date): Promise<Sent[]> {
  const jobs = [...emailJobs, ...textJobs]
  const channelOf = (name: string) => sql`case when ${sql.ref(name)} = any(${emailJobs}) then 'email' else 'sms' end`
  // Added up by club, so that the planner takes the index of what a club sent however large the table is. The states are
  // the index's condition.
  const { rows } = await sql<Sent>`
    with handed as (
      select message_id, sum(sent) as sent, sum(refused) as refused, max(at) as at
      from club
      cross join lateral (
        select message_id, count(*) filter (where state not in ('bounced', 'failed')) as sent,
          count(*) filter (where state in ('bounced', 'failed')) as refused,
          max(coalesce(sent_at, handed_at)) filter (where state not in ('bounced', 'failed')) as at
        from message_recipient
        where club_id = club.id and coalesce(sent_at, handed_at) > ${now}::timestamptz - interval '1 day'
          and state in ('sent', 'delivered', 'bounced', 'complained', 'failed', 'uncertain')
        group by message_id) recipient
      group by message_id
    )
    select channel, sum(sent)::int as sent, sum(refused)::int as refused, sum(waiting)::int as waiting,
      coalesce(extract(epoch from max(at)), 0)::float8 as last
    from (
      select channel, sent, refused, 0 as waiting, at from handed join message on message.id = message_id
      union all
      select channel, 0, 0, count(*), null
      from message
      join message_recipient recipient on recipient.message_id = message.id and recipient.state = 'waiting'
      where message.status in ('sending', 'standing') and recipient.not_before <= ${now}
      group by channel
      union all
      select ${channelOf('name')}, count(*) filter (where state = 'completed'), 0,
        count(*) filter (where state <> 'completed'), max(completed_on)
      from pgboss.job
      where name = any(${jobs}) and (state in ('created', 'retry', 'active')
        or (state = 'completed' and completed_on > now() - interval '1 day'))
      group by name
      union all
      select ${channelOf('source_name')}, 0, count(*), 0, null
      from pgboss.job
      where name = ${deadLetters} and source_name = any(${jobs}) and created_on > now() - interval '1 day'
      group by source_name
    ) each group by channel`.execute(db)
  return rows
}
