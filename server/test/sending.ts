import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openMailSandbox } from '@honbu/sandbox/mail.ts'
import { afterAll } from 'vitest'
import { enquiryLinks } from '../src/enquiries/index.ts'
import { findMessages, openLetters, workOnMessage } from '../src/messages/index.ts'
import { clubSenderOf } from '../src/platform/club-sender.ts'
import type { Database } from '../src/platform/database.ts'
import { openMail } from '../src/platform/mail.ts'
import type { TextMessage } from '../src/platform/sms.ts'
import { testNow, testPayments } from './app.ts'
import { takesTexts } from './carriers.ts'
import { plainConfig } from './plain-config.ts'
import { queueInMemory } from './queue-in-memory.ts'

/** Sending on a mail server that delivers nothing, with a clock that is moved by hand. */
export async function openSending({ db }: Pick<Database, 'db'>) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-sending-'))
  const inbox = await openMailSandbox({ folder, sendsWebhooks: false })
  const queue = queueInMemory()
  const mail = await openMail({
    smtpUrl: inbox.smtpUrl,
    from: 'Honbu <honbu@club.example>',
    jobs: queue.jobs,
    clubSender: clubSenderOf(db),
  })
  afterAll(async () => {
    mail.close()
    await inbox.close()
    rmSync(folder, { recursive: true, force: true })
  })
  let clock = testNow
  const now = () => clock
  const texts: TextMessage[] = []
  const config = plainConfig
  const letters = openLetters({ ...testPayments(db), config, db, now, clubLinks: enquiryLinks(config) })
  const perSecond = { email: 10_000, sms: 10_000 }
  const parts = { db, mail, sms: { send: takesTexts(texts) }, now, letters, perSecond, jobs: queue.jobs }
  await queue.jobs.work<{ messageId: number }>('send-message', ({ messageId }) => workOnMessage(parts, messageId))
  return {
    inbox,
    texts,
    parts,
    queue,
    now,
    /** What the job of the minute does, and all that it leaves to others. */
    async work() {
      await findMessages(parts)
      await queue.run()
    },
    later: (minutes: number) => {
      clock = new Date(clock.getTime() + minutes * 60_000)
    },
    at: (moment: string) => {
      clock = new Date(moment)
    },
  }
}
