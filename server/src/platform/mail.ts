import type { Transaction } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Jobs } from './jobs.ts'
import type { Tables } from './tables.ts'

/** A message to one address. `text` is always there; `html` says the same. */
export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly attachments?: readonly Attachment[]
}

/** A file that goes with a message. */
export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly base64: string
}

export interface Mail {
  /** Hands a message to the mail server now: for jobs. @throws when the server does not take it */
  send(message: Message): Promise<void>
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
  readonly jobs: Jobs
}

/** Opens the way to the mail server. Nothing is connected until something is sent. */
export async function openMail({ smtpUrl, from, jobs }: MailOptions): Promise<Mail> {
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: 2 }, { from })
  const send = async ({ attachments = [], ...message }: Message) => {
    await transport.sendMail({
      ...message,
      attachments: attachments.map(({ base64, ...file }) => ({ ...file, content: base64, encoding: 'base64' })),
    })
  }
  await jobs.work<Message>('send-mail', send, { concurrency: 2 })
  return {
    send,
    post: (tx, message) => jobs.enqueue(tx, 'send-mail', message),
    close: () => transport.close(),
  }
}
