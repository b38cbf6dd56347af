import type { Audience } from '@honbu/contract/audience.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import {
  type getMessage as call,
  type Gap,
  type getSentMessages as list,
  messageColumns,
} from '@honbu/contract/messages.ts'
import { type RawBuilder, sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'

type Row = Output<typeof list>['data'][number]
type Stored = Omit<Row, 'sendAt' | 'counts'> & { sendAt: Date }

/** What was sent, is being sent or was cancelled; a standing message from the first that it was sent to. */
export const getSentMessages = (read: Read, input: Input<typeof list>) =>
  listed(read, input, sql`message.status <> 'scheduled'`, 'desc')

/** What waits for its time. */
export const getScheduledMessages = (read: Read, input: Input<typeof list>) =>
  listed(read, input, sql`message.status = 'scheduled'`, 'asc')

async function listed(
  { db }: Pick<Read, 'db'>,
  { clubIds, ...grid }: Input<typeof list>,
  which: RawBuilder<unknown>,
  dir: 'asc' | 'desc',
) {
  const rows = sql<Stored>`(
    ${messageRows} where message.club_id = any(${[...clubIds]}::bigint[]) and ${which})`
  const { data, total } = await gridQuery(
    db.selectFrom(rows.as('listed')).selectAll(),
    {
      columns: messageColumns,
      expressions: {
        name: 'name',
        clubName: 'clubName',
        channel: 'channel',
        sendAt: 'sendAt',
        status: 'status',
        sentBy: 'sentBy',
      },
      id: 'id',
      newestFirst: dir === 'desc',
      sort: [{ field: 'sendAt', dir }],
    },
    grid,
  )
  const counts = await countsOf(
    db,
    data.map(({ id }) => id),
  )
  return { total, data: data.map(row => ({ ...row, sendAt: row.sendAt.toISOString(), counts: counts(row.id) })) }
}

/** The last time of a standing message is when it was last sent to somebody. */
const messageRows = sql`
  select message.id, message.club_id as "clubId", club.name as "clubName", club.time_zone as "timeZone", message.name,
    message.channel, message.purpose, message.status, message.status = 'standing' as "isAutomation",
    coalesce(message.send_at, (select max(sent_at) from message_recipient where message_id = message.id and message.status = 'standing'),
      message.created_at) as "sendAt",
    to_char(message.send_local, 'YYYY-MM-DD"T"HH24:MI') as "sendLocal", message.per_club_zone as "perClubZone",
    cardinality(message.club_ids) as "clubCount", trim(coalesce(person.first_name || ' ' || person.last_name, '')) as "sentBy", message.version
  from message
  join club on club.id = message.club_id
  left join account on account.id = message.account_id
  left join person on person.id = account.person_id`

const noCounts = {
  ...{ waiting: 0, sending: 0, sent: 0, delivered: 0, bounced: 0 },
  ...{ complained: 0, failed: 0, uncertain: 0, skipped: 0 },
}

async function countsOf(db: Read['db'], ids: readonly number[]) {
  const { rows } = await sql<{ id: number; state: keyof typeof noCounts; count: number }>`
    select message_id as id, state, count(*) from message_recipient where message_id = any(${[...ids]}::bigint[])
    group by message_id, state`.execute(db)
  const byMessage = Map.groupBy(rows, row => row.id)
  return (id: number): Row['counts'] => ({
    ...noCounts,
    ...Object.fromEntries((byMessage.get(id) ?? []).map(({ state, count }) => [state, count])),
  })
}

interface Details extends Stored {
  clubIds: number[]
  audience: Audience
  onePerAddress: boolean
  gaps: Gap[]
  subject: string
  body: string
  layoutId: number | null
  templateId: number | null
  trouble: string
  finishedAt: Date | null
  clubNames: string[]
  replies: number
}

export async function getMessage(
  { db, user }: Pick<Read, 'db' | 'user'>,
  { id }: Input<typeof call>,
): Promise<Output<typeof call>> {
  const { rows } = await sql<Details>`
    select found.*, message.club_ids as "clubIds", message.audience, message.one_per_address as "onePerAddress",
      message.gaps,
      message.subject, message.body, message.layout_id as "layoutId", message.template_id as "templateId", message.trouble,
      message.finished_at as "finishedAt",
      -- The names of clubs that the reader does not work in are not told.
      array(select name from club where club.id = any(message.club_ids) and club.id = any(${[...user.clubs.keys()]}::bigint[])
        order by name) as "clubNames",
      (select count(*) from message_reply join message_recipient recipient on recipient.id = message_reply.recipient_id
        where recipient.message_id = message.id) as replies
    from (${messageRows} where message.id = ${id}) found join message on message.id = found.id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the guard has found the message')
  const counts = await countsOf(db, [id])
  const refused = await sql<{ reason: string; count: number }>`
    select refusal as reason, count(*) from message_recipient where message_id = ${id} and state = 'skipped'
    group by refusal order by count(*) desc, refusal`.execute(db)
  return {
    ...row,
    sendAt: row.sendAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    counts: counts(id),
    refused: refused.rows,
  }
}
