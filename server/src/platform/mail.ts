import type { Transaction } from 'kysely'
import { createTransport } from 'nodemailer'
import type { DkimKey } from './dkim.ts'
import type { Jobs } from './jobs.ts'
import type { Message } from './mail-message.ts'
import { type ClubSender, senderOf, toWire } from './mail-wire.ts'
import { refusalOf } from './smtp-refusal.ts'
import type { Tables } from './tables.ts'

export type { Message } from './mail-message.ts'

/** What the mail server said when it took a message over. */
export interface Handed {
  /** The header, without the angle brackets. */
  readonly messageId: string
  /** Such as `250 2.0.0 Ok: queued as 12345`. */
  readonly said: string
}

export interface Mail {
  /**
   * Hands a message to the mail server now: for jobs.
   * @throws NotSent when it has certainly not been sent; anything else leaves that open
   */
  send(message: Message): Promise<Handed>
  /**
   * Sends a message if and only if the transaction commits. It lies in the queue in clear text until it is sent, so
   * what holds a secret (a link that signs in) is written by a job that makes the secret when it runs.
   */
  post(tx: Transaction<Tables>, message: Message): Promise<void>
  close(): void
}

export interface MailOptions {
  /** smtp://user:password@host:port or smtps://… */
  readonly smtpUrl: string
  /** `Name <address>` */
  readonly from: string
  readonly jobs: Pick<Jobs, 'work' | 'enqueue'>
  /** In whose name the letters of a club leave. */
  readonly clubSender: (clubId: number) => Promise<ClubSender | undefined>
  /** Signs what leaves. */
  readonly dkim?: DkimKey | undefined
}

/** Milliseconds to wait for a connection, for its greeting, and for each answer. */
const patience = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/** Opens the way to the mail server. Nothing is connected until something is sent. */
export async function openMail({ smtpUrl, from, jobs, clubSender, dkim }: MailOptions): Promise<Mail> {
  const sender = senderOf(from)
  const { host } = new URL(smtpUrl)
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    ...patience,
    ...(dkim && { dkim }),
    // A message brings its files with it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Which has been read to its end has been written to the server, up to the dot that makes it theirs.
  transport.use('stream', (mail, done) => {
    const open = mail.message.createReadStream.bind(mail.message)
    mail.message.createReadStream = options => {
      const stream = open(options)
      stream.once('end', () => watchedBy(mail.data)?.())
      return stream
    }
    done()
  })

  async function send(message: Message): Promise<Handed> {
    // A message that was queued by an earlier version has no club.
    const club = 'clubId' in message ? await clubSender(message.clubId) : undefined
    const wire = toWire(message, sender, club)
    let isWhole = false
    const whole = () => {
      isWhole = true
    }
    try {
      const watched = { ...wire, [watch]: whole }
      const { response } = await transport.sendMail(watched)
      return { messageId: wire.messageId.slice(1, -1), said: response.slice(0, 500) }
    } catch (error) {
      throw refusalOf(error, isWhole, host) ?? error
    }
  }

  await jobs.work<Message>(mailJob, async message => void (await send(message)), { concurrency: 2, isPatient: true })
  return {
    send,
    ...postsBy(jobs),
    close: () => transport.close(),
  }
}

const mailJob = 'send-mail'

/** Puts messages into the queue of a server that sends them. */
export const postsBy = (jobs: Pick<Jobs, 'enqueue'>): Pick<Mail, 'post'> => ({
  post: (tx, message) => jobs.enqueue(tx, mailJob, message),
})

/** Nodemailer hands a message's own fields on to its plugins. */
const watch = 'onWhole'

function watchedBy(data: object): (() => void) | undefined {
  // Put there by `send`.
  return (data as { [watch]?: () => void })[watch]
}
