import { type KpiName, kpis } from '@honbu/contract/kpis.ts'
import { type Channel, channelNames } from '@honbu/contract/reach.ts'
import { sql } from 'kysely'
import type { Read } from '../../platform/route.ts'
import { countsOf } from '../count.ts'
import { sentFacts, unsubscribedFacts } from '../counts/messages.ts'
import { groupOf } from '../lists/by-group.ts'
import { column, monthByMonth, type Report, type Section, sideBySide, textColumn } from '../sections.ts'
import type { Tab } from '../tab.ts'

const byMonth: readonly KpiName[] = ['sent', 'bounceRate', 'unsubscribed']

export const messages: Tab = {
  needs: countsOf(byMonth),
  needsByMonth: countsOf(byMonth),
  sections: async (read, report) => [
    ...(await Promise.all([byChannel(read, report), byMessage(read, report)])),
    monthByMonth(report, { names: byMonth, drawn: ['sent'], draw: 'bar' }),
    ...sideBySide(report, byMonth),
  ],
}

const rate = (bounced: number, sent: number) => (sent > 0 ? (100 * bounced) / sent : null)

async function byChannel({ db }: Read, { scope }: Report): Promise<Section> {
  const of = { clubIds: scope.clubIds, buckets: [scope.period], now: scope.now }
  interface Row extends Record<'sent' | 'bounced' | 'segments' | 'unsubscribed', number> {
    channel: Channel
  }
  const { rows } = await sql<Row>`
    select channel, sum(sent)::integer as sent, sum(bounced)::integer as bounced, sum(segments)::integer as segments,
      sum(unsubscribed)::integer as unsubscribed
    from (
      select message.channel, count(*) as sent, count(*) filter (where is_bounced) as bounced,
        sum(segments) as segments, 0 as unsubscribed
      from ${sentFacts(of)} fact join message on message.id = message_id group by message.channel
      union all
      select case flag when 1 then 'sms' else 'email' end, 0, 0, 0, count(*)
      from ${unsubscribedFacts(of)} fact group by 1
    ) counted
    group by channel order by channel`.execute(db)
  return {
    ...{ key: 'channels', title: 'By channel', draw: 'bar' },
    words: `Sent: ${kpis.sent.words.toLowerCase()}. Parts: what text messages are charged by.`,
    columns: [
      textColumn('channel', 'Channel', 'things'),
      column('sent', 'Sent', 'count', { isDrawn: true, list: 'sent' }),
      column('delivered', 'Delivered', 'count'),
      column('bounced', 'Bounced', 'count', { list: 'bounced' }),
      column('rate', 'Bounce rate', 'percent'),
      column('segments', 'Parts', 'count'),
      column('unsubscribed', 'Unsubscribed', 'count', { list: 'unsubscribed' }),
    ],
    rows: rows.map(({ channel, sent, bounced, segments, unsubscribed }) => ({
      cells: [channelNames[channel], sent, sent - bounced, bounced, rate(bounced, sent), segments, unsubscribed],
      where: { group: groupOf('channel', channel) },
    })),
    total: null,
  }
}

const most = 50

async function byMessage({ db }: Read, { scope }: Report): Promise<Section> {
  const of = { clubIds: scope.clubIds, buckets: [scope.period], now: scope.now }
  interface Row extends Record<'id' | 'sent' | 'bounced' | 'answers', number> {
    name: string
    clubName: string
    channel: Channel
    last: string
  }
  const { rows } = await sql<Row>`
    select message.id, message.name, club.name as "clubName", message.channel, sent, bounced, last, (
        select count(*) from message_recipient answered join message_reply on recipient_id = answered.id
        where answered.message_id = message.id and answered.club_id = any(${[...scope.clubIds]})
      ) as answers
    from (
      select message_id, count(*) as sent, count(*) filter (where is_bounced) as bounced, max(day) as last
      from ${sentFacts(of)} fact group by message_id order by sent desc, message_id limit ${most}
    ) counted
    join message on message.id = message_id join club on club.id = message.club_id
    order by sent desc, message.name, message.id`.execute(db)
  const isOfSeveral = scope.clubIds.length > 1
  return {
    ...{ key: 'messages', title: 'By message', draw: null },
    words: `The ${most} that went to most people. Whether a message was opened is not measured.`,
    columns: [
      textColumn('message', 'Message', 'people'),
      ...(isOfSeveral ? [textColumn('club', 'Sent by', 'things')] : []),
      textColumn('channel', 'Channel', 'things'),
      column('last', 'Last sent', 'date'),
      column('sent', 'Sent', 'count', { list: 'sent' }),
      column('delivered', 'Delivered', 'count'),
      column('bounced', 'Bounced', 'count', { list: 'bounced' }),
      column('rate', 'Bounce rate', 'percent'),
      column('answers', 'Answers', 'count'),
    ],
    rows: rows.map(({ id, name, clubName, channel, last, sent, bounced, answers }) => ({
      cells: [
        name,
        ...(isOfSeveral ? [clubName] : []),
        ...[channelNames[channel], last, sent, sent - bounced, bounced],
        ...[rate(bounced, sent), answers],
      ],
      where: { group: groupOf('message', id) },
    })),
    total: null,
  }
}
