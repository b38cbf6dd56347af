import { type Letters, postToMember } from '../messages/index.ts'
import type { Db } from '../platform/database.ts'
import { html } from '../platform/html.ts'
import type { Jobs } from '../platform/jobs.ts'
import { type Notice, tellSessionsJob } from './notices.ts'
import { letterLines } from './session.text.ts'

interface Parts {
  readonly db: Db
  readonly now: () => Date
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly letters: Letters
}

/** Sends what members are told of changed sessions, in the background: there may be hundreds. */
export async function tellChangedSessions(parts: Parts & { jobs: Pick<Jobs, 'work' | 'enqueue'> }): Promise<void> {
  await parts.jobs.work<Notice>(tellSessionsJob, notice => tellSessions(parts, notice))
}

/** Each in a transaction of its own, once, even if the job runs twice. They appear among the club's sent items. */
export async function tellSessions(
  { db, now, jobs, letters }: Parts,
  { id, clubId, isUrgent = false, words }: Notice,
): Promise<void> {
  for (const { memberId, subject, lines, channels } of words)
    for (const channel of channels)
      await db.transaction().execute(async tx => {
        const content =
          channel === 'email'
            ? {
                channel,
                subject,
                body: letterLines(lines)
                  .map(line => html`<p>${line}</p>`.markup)
                  .join(''),
                layoutId: null,
              }
            : { channel, subject: '', body: `${lines.join(' ')} {{ club.name }}`, layoutId: null }
        await postToMember(tx, {
          ...{ clubId, memberId, content, purpose: 'service', name: 'Changes to classes', isUrgent },
          cause: `${id} ${memberId} ${channel}`,
          enqueue: (name, data) => jobs.enqueue(tx, name, data),
          letters,
          now: now(),
        })
      })
}
