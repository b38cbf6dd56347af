import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMailSandbox } from '@honbu/sandbox/mail.ts'
import { findMessages, openLetters, workOnMessage } from '@honbu/server/messages/index.ts'
import { clubSenderOf } from '@honbu/server/platform/club-sender.ts'
import type { Db } from '@honbu/server/platform/database.ts'
import type { Jobs } from '@honbu/server/platform/jobs.ts'
import { openMail } from '@honbu/server/platform/mail.ts'
import { secretBox } from '@honbu/server/platform/secret-box.ts'
import { sql } from 'kysely'

/** Of those who are meant, so many are sent a message by SMTP: the sandbox keeps a file for each. */
const bySmtp = 2000
const megabytes = () => Math.round(process.memoryUsage().rss / 1_048_576)

/**
 * A message to all members of these clubs: written down, written for each, kept, and handed over, first to nobody (which
 * leaves what the product itself needs), then to a real SMTP server on this machine.
 */
export async function measureSending(db: Db, clubIds: readonly number[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'honbu-bench-mail-'))
  const inbox = await openMailSandbox({ folder, sendsWebhooks: false })
  const jobs: { messageId: number }[] = []
  const queue: Pick<Jobs, 'work' | 'enqueue'> = {
    work: async () => {},
    // The job's data is what this area puts in.
    enqueue: async (_tx, _name, data) => void jobs.push(data as { messageId: number }),
  }
  const mail = await openMail({
    smtpUrl: inbox.smtpUrl,
    from: 'Honbu <honbu@club.example>',
    jobs: queue,
    clubSender: clubSenderOf(db),
  })
  const now = () => new Date()
  const config = { baseUrl: 'http://localhost', basePath: '', smsFrom: 'Honbu' }
  const letters = openLetters({
    db,
    now,
    config,
    box: secretBox(Buffer.alloc(32)),
    providers: { hasAccount: async () => false },
    clubLinks: () => ({}),
  })
  const perSecond = { email: 10_000, sms: 10_000 }
  const sms = { send: async () => ({ providerId: '', segments: 1 }) }

  async function send(name: string, hand: typeof mail.send, most: number | null) {
    const messageId = await aMessage(db, clubIds)
    const parts = { db, mail: { send: hand }, sms, now, letters, perSecond, jobs: queue }
    const began = performance.now()
    let mostMemory = 0
    const watch = setInterval(() => {
      mostMemory = Math.max(mostMemory, megabytes())
    }, 500)
    if (most !== null) await writeDown(db, messageId, clubIds, most)
    await findMessages(parts)
    for (let job = jobs.shift(); job; job = jobs.shift()) await workOnMessage(parts, job.messageId)
    clearInterval(watch)
    const seconds = (performance.now() - began) / 1000
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*) from message_recipient where message_id = ${messageId} group by state`.execute(db)
    const sent = rows.find(({ state }) => state === 'sent')?.count ?? 0
    console.log(
      `${name}: ${sent.toLocaleString('en-GB')} in ${seconds.toFixed(1)} s, ${Math.round(sent / seconds)} a second, ` +
        `at most ${mostMemory} MB; ${JSON.stringify(Object.fromEntries(rows.map(row => [row.state, row.count])))}`,
    )
  }

  try {
    console.log(`memory before: ${megabytes()} MB`)
    await send('taken by nobody', async () => ({ messageId: '', said: '' }), null)
    await send('taken by SMTP', mail.send, bySmtp)
  } finally {
    mail.close()
    await inbox.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function aMessage(db: Db, clubIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into message (club_id, root_club_id, name, channel, purpose, subject, body, club_ids, audience, send_local, send_at,
      status, created_at)
    select id, root_club_id, 'Newsletter', 'email', 'service', 'News for {{ member.firstName }}',
      '<h1>Hello {{ recipient.firstName }}</h1><p>Your class is {{ class.name | default: "on" }} as usual.</p>',
      ${[...clubIds]}::bigint[], '{"include":[],"exclude":[]}'::jsonb, now() at time zone 'UTC', now(), 'preparing', now()
    from club where id = ${clubIds[0] ?? 0} returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Only some of those who are meant. */
async function writeDown(db: Db, messageId: number, clubIds: readonly number[], most: number): Promise<void> {
  await sql`
    insert into message_recipient (message_id, root_club_id, club_id, member_id, person_id, to_name, to_address, state, not_before)
    select message.id, club_member.root_club_id, club_member.club_id, member.id, member.person_id, 'Somebody',
      'm' || member.id || '@mail.example', 'waiting', now()
    from message, club_member join member on member.id = club_member.member_id
    where message.id = ${messageId} and club_member.club_id = any(${[...clubIds]}::bigint[])
    order by member.id limit ${most} on conflict do nothing`.execute(db)
  await sql`update message set status = 'sending' where id = ${messageId}`.execute(db)
}
