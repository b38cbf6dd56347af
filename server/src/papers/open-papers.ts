import type { FastifyInstance } from 'fastify'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import { warnOfExpiryEverywhere } from './expiry.ts'
import { type MailParts, requestMailJob, requestMailsJob, sendRequestMail } from './request-mail.ts'
import { serveSignPages } from './sign-pages.ts'

interface PapersParts extends Omit<MailParts, 'mail'> {
  readonly jobs: Pick<Jobs, 'work' | 'schedule' | 'enqueue'>
  readonly mail: Pick<Mail, 'post' | 'send'>
}

/** Papers beside the calls: the mails with a link, the pages behind it, and the nightly look at what expires. */
export async function openPapers(parts: PapersParts) {
  const { jobs, db, now } = parts
  await jobs.work<{ requestId: number }>(requestMailJob, ({ requestId }) => sendRequestMail(parts, requestId), {
    concurrency: 2,
  })
  await jobs.work<{ requestIds: number[] }>(requestMailsJob, ({ requestIds }) =>
    db.transaction().execute(async tx => {
      for (const requestId of requestIds) await jobs.enqueue(tx, requestMailJob, { requestId })
    }),
  )
  await jobs.schedule('warn-of-expiry', '40 4 * * *', () => warnOfExpiryEverywhere(db, now()))
  return { register: (app: FastifyInstance) => serveSignPages(app, parts) }
}
