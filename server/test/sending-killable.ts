import { flushCompileCache } from 'node:module'
import type pg from 'pg'
import { findMessages, openLetters, workOnMessage } from '../src/messages/index.ts'
import { clubSenderOf } from '../src/platform/club-sender.ts'
import { connectTo } from '../src/platform/database.ts'
import { openMail } from '../src/platform/mail.ts'
import { secretBox } from '../src/platform/secret-box.ts'
import { takesTexts } from './carriers.ts'
import { plainConfig } from './plain-config.ts'
import { queueInMemory } from './queue-in-memory.ts'

/** What one of these processes is told to do. */
export interface Sending {
  readonly connection: pg.ClientConfig
  readonly smtpUrl: string
  readonly now: string
  /** At which query it dies: just before it is sent, or when it is and nobody has heard; null: it lives. */
  readonly dies: { readonly step: number; readonly how: 'before' | 'after' } | null
}

/** A process that sends what there is to send and, somewhere in it, is killed as a machine is when the power fails. */
process.once('message', (sending: Sending) => void live(sending))
flushCompileCache()
process.send?.('ready')
// Whatever becomes of the test, this does not stay.
process.once('disconnect', () => process.exit())

async function live({ connection, smtpUrl, dies, ...day }: Sending) {
  let steps = 0
  const step = (how: 'before' | 'after') => {
    if (dies?.how !== how) return
    steps += 1
    if (steps >= dies.step) process.kill(process.pid, 'SIGKILL')
  }
  const { db, pool, close } = connectTo(connection)
  pool.on('connect', client => {
    const query = client.query.bind(client)
    // pg's query has a dozen overloads; this passes on whatever comes.
    client.query = ((...args: unknown[]) => {
      step('before')
      const answer = (query as (...all: unknown[]) => unknown)(...args)
      step('after')
      return answer
    }) as typeof client.query
  })
  const now = () => new Date(day.now)
  const queue = queueInMemory()
  const mail = await openMail({
    smtpUrl,
    from: 'Honbu <honbu@club.example>',
    jobs: queue.jobs,
    clubSender: clubSenderOf(db),
  })
  const letters = openLetters({
    box: secretBox(Buffer.alloc(32, 7)),
    providers: { hasAccount: async () => false },
    config: plainConfig,
    clubLinks: () => ({}),
    db,
    now,
  })
  const perSecond = { email: 10_000, sms: 10_000 }
  const parts = { db, mail, sms: { send: takesTexts([]) }, now, letters, perSecond, jobs: queue.jobs }
  await queue.jobs.work<{ messageId: number }>('send-message', ({ messageId }) => workOnMessage(parts, messageId))
  await findMessages(parts)
  await queue.run()
  mail.close()
  await close()
  process.disconnect()
}
