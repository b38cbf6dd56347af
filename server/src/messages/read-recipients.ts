import type { Input, Output } from '@honbu/contract/endpoint.ts'
import {
  type getMessageCopy as copyCall,
  type getMessageFile as fileCall,
  type LeftOut,
  leftOut,
  type getMessageRecipients as listCall,
  recipientColumns,
} from '@honbu/contract/messages.ts'
import { type RawBuilder, sql } from 'kysely'
import { byteOrderMark, csvLine } from '../exports/index.ts'
import { mayTouch } from '../platform/access.ts'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'

type Row = Output<typeof listCall>['data'][number]
type Stored = Omit<Row, 'sentAt' | 'deliveredAt' | 'reason'> & {
  sentAt: Date | null
  deliveredAt: Date | null
  failure: string
  refusal: LeftOut | null
}

/** Of a message that another club has sent, a club sees what went to its own members. */
export async function getMessageRecipients(read: Read, { id, ...grid }: Input<typeof listCall>) {
  const which = sql`recipient.message_id = ${id} and ${await seen(read, id)}`
  const rows = sql<Stored>`(${recipientRows} where ${which})`
  const { data, total } = await gridQuery(
    read.db.selectFrom(rows.as('listed')).selectAll(),
    {
      columns: recipientColumns,
      expressions: {
        ...{ toName: 'toName', memberName: 'memberName', toAddress: 'toAddress', state: 'state' },
        ...{ clubName: 'clubName', sentAt: 'sentAt', replies: 'replies' },
      },
      id: 'id',
      sort: [{ field: 'toName', dir: 'asc' }],
    },
    grid,
  )
  return { total, data: data.map(shown) }
}

const mostLines = 100_000

export async function getMessageFile(read: Read, { id }: Input<typeof fileCall>) {
  const { rows } = await sql<Stored>`
    ${recipientRows} where recipient.message_id = ${id} and ${await seen(read, id)}
    order by "toName", recipient.id limit ${mostLines}`.execute(read.db)
  const head = ['To', 'Member', 'Club', 'Address', 'State', 'Reason', 'Sent', 'Delivered', 'Replies']
  const lines = rows
    .map(shown)
    .map(row => [
      ...[row.toName, row.memberName, row.clubName, row.toAddress, row.state, row.reason],
      ...[row.sentAt ?? '', row.deliveredAt ?? '', String(row.replies)],
    ])
  return { fileName: `message-${id}.csv`, csv: byteOrderMark + [head, ...lines].map(csvLine).join('') }
}

type Kept = Stored &
  Pick<Output<typeof copyCall>, 'messageId' | 'messageName' | 'channel' | 'timeZone'> & {
    copySubject: string | null
    copyHtml: string | null
    copyText: string | null
  }

export async function getMessageCopy({ db }: Read, { id }: Input<typeof copyCall>): Promise<Output<typeof copyCall>> {
  const { rows } = await sql<Kept>`
    select found.*, message.id as "messageId", message.name as "messageName", message.channel,
      club.time_zone as "timeZone", copy.subject as "copySubject", copy.html as "copyHtml", copy.text as "copyText"
    from (${recipientRows} where recipient.id = ${id}) found
    join message_recipient recipient on recipient.id = found.id
    join message on message.id = recipient.message_id
    join club on club.id = recipient.club_id
    left join message_copy copy on copy.id = recipient.copy_id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the guard has found the recipient')
  const answers = await db
    .selectFrom('message_reply')
    .select(['at', 'subject', 'text'])
    .where('recipient_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const { copySubject, copyHtml, copyText, ...rest } = row
  return {
    ...shown(rest),
    ...{ messageId: row.messageId, messageName: row.messageName, channel: row.channel, timeZone: row.timeZone },
    copy: copyText === null ? null : { subject: copySubject ?? '', html: copyHtml, text: copyText },
    answers: answers.map(answer => ({ ...answer, at: answer.at.toISOString() })),
  }
}

const recipientRows = sql`
  select recipient.id, recipient.member_id as "memberId", club.name as "clubName", recipient.to_name as "toName",
    recipient.to_address as "toAddress", recipient.state, recipient.failure, recipient.refusal,
    recipient.sent_at as "sentAt", recipient.delivered_at as "deliveredAt", recipient.copy_id is not null as "hasCopy",
    trim(coalesce(self.first_name || ' ' || self.last_name, '')) as "memberName",
    (select count(*) from message_reply where recipient_id = recipient.id) as replies
  from message_recipient recipient
  join club on club.id = recipient.club_id
  left join member on member.id = recipient.member_id
  left join person self on self.id = member.person_id`

/** All of them for who may touch the club that sent it. */
async function seen({ db, user }: Read, messageId: number): Promise<RawBuilder<unknown>> {
  const message = await db.selectFrom('message').select('club_id').where('id', '=', messageId).executeTakeFirstOrThrow()
  if (mayTouch(user, message.club_id)) return sql`true`
  return sql`recipient.club_id = any(${[...user.clubs.keys()]}::bigint[])`
}

const shown = ({ failure, refusal, sentAt, deliveredAt, ...row }: Stored): Row => ({
  ...row,
  reason: refusal === null || (refusal === 'gap' && failure !== '') ? failure : leftOut[refusal],
  sentAt: sentAt?.toISOString() ?? null,
  deliveredAt: deliveredAt?.toISOString() ?? null,
})
