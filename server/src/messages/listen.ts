import { sql, type Transaction } from 'kysely'
import type { CarrierListener, CarrierReply, CarrierReport, CarrierStop } from '../carriers/index.ts'
import type { Tables } from '../platform/tables.ts'
import { liftAddress, stopAddress } from '../reach/index.ts'
import { deliveryReport } from './delivery-report.ts'
import { readOwnName } from './own-name.ts'
import { raiseReplyTask } from './reply-task.ts'
import { keepTextOfMember, treesWith } from './texts-of-members.ts'

/** What this area does with what the carriers tell: for `openCarriers`. */
export const messageListener = (now: () => Date): CarrierListener => ({
  onReport: (tx, report) => onReport(tx, report, now()),
  onReply: (tx, reply) => onReply(tx, reply, now()),
  onStop: (tx, stop) => onStop(tx, stop, now()),
})

interface Found {
  readonly id: number
  readonly rootClubId: number
  readonly address: string
  readonly tries: number | null
}

async function onReport(tx: Transaction<Tables>, report: CarrierReport, now: Date): Promise<boolean> {
  const found = await find(tx, report)
  if (!found) return false
  const { state, at, detail, providerId, isAddressBad, channel } = report
  const tried = found.tries === null ? {} : { tries: found.tries }
  await deliveryReport(tx, { recipientId: found.id, state, at, detail, providerId, ...tried })
  const reason = state === 'complained' ? 'complained' : 'bounced'
  if (state === 'complained' || isAddressBad) {
    const { rootClubId, address } = found
    await stopAddress(tx, { rootClubId, channel, address: report.address || address, reason, detail, now })
  }
  return true
}

interface Answer {
  readonly id: number
  readonly clubId: number
  readonly memberId: number | null
  readonly name: string
}

/** By our own name of it, or the carrier's. */
async function find(tx: Transaction<Tables>, { messageId, providerId, channel }: CarrierReport | CarrierReply) {
  const own = messageId === null ? null : readOwnName(messageId)
  const { rows } = await sql<Found>`
    select recipient.id, recipient.root_club_id as "rootClubId", recipient.to_address as address,
      ${own?.tries ?? null}::integer as tries
    from message_recipient recipient join message on message.id = recipient.message_id and message.channel = ${channel}
    where ${own ? sql`recipient.id = ${own.recipientId}` : sql`recipient.provider_id = ${providerId}`}`.execute(tx)
  return rows[0]
}

/**
 * An e-mail says what it answers, and lies in the club's own inbox, too; a text message is taken to answer the last one that
 * its number was sent, and is kept with the member whose number it is where there is none. It is read nowhere else, so that
 * it makes a task.
 */
async function onReply(tx: Transaction<Tables>, reply: CarrierReply, now: Date): Promise<boolean> {
  const { rows } =
    reply.channel === 'email'
      ? { rows: reply.messageId === null ? [] : [await find(tx, { ...reply, providerId: null })] }
      : await sql<{ id: number }>`
          select recipient.id from message_recipient recipient
          join message on message.id = recipient.message_id and message.channel = 'sms'
          where lower(recipient.to_address) = lower(${reply.from}) and recipient.tries > 0 and recipient.handed_at <= ${reply.at}
          order by recipient.handed_at desc, recipient.id desc limit 1`.execute(tx)
  const [recipient] = rows
  if (!recipient) return reply.channel === 'sms' && (await keepTextOfMember(tx, reply, now))
  const { rows: answers } = await sql<Answer>`
    with answer as (
      insert into message_reply (recipient_id, at, subject, text)
      values (${recipient.id}, ${reply.at}, ${reply.subject.slice(0, 1000)}, ${reply.text.slice(0, 20_000)})
      returning id, recipient_id
    )
    select answer.id, recipient.club_id as "clubId", recipient.member_id as "memberId", recipient.to_name as name
    from answer join message_recipient recipient on recipient.id = answer.recipient_id`.execute(tx)
  const [answer] = answers
  if (answer && reply.channel === 'sms') {
    const { id, clubId, memberId, name } = answer
    await raiseReplyTask(tx, { clubId, memberId, name, cause: `reply:${id}`, text: reply.text, now })
  }
  return true
}

/**
 * Said to a number of ours that all clubs share: it counts for every tree of clubs that has written to this address, or
 * knows whose it is, such as after a note or a link to pay.
 */
async function onStop(tx: Transaction<Tables>, { channel, address, isStopped, detail }: CarrierStop, now: Date) {
  const { rows } = await sql<{ rootClubId: number }>`
    select distinct root_club_id as "rootClubId" from (
      select recipient.root_club_id from message_recipient recipient
      join message on message.id = recipient.message_id and message.channel = ${channel}
      where lower(recipient.to_address) = lower(${address})
      ${channel === 'sms' ? sql`union all ${treesWith(address)}` : sql``}
    ) tree order by 1`.execute(tx)
  for (const { rootClubId } of rows) {
    if (isStopped) await stopAddress(tx, { rootClubId, channel, address, reason: 'stop', detail, now })
    else await liftAddress(tx, { rootClubId, channel, address, accountId: null, now })
  }
  return rows.length > 0
}
