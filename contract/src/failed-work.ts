import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { admin, club } from './guards.ts'

/** A job for a club that has failed for good: an email, a collection, a report. */
export const FailedWork = z.object({
  job: z.uuid(),
  /** What kind of work it is: `queueWords` says it. */
  queue: z.string(),
  /** Of a letter: its subject. */
  heading: z.nullable(z.string()),
  /** Of a letter: the address. */
  to: z.nullable(z.string()),
  /** As the queue has it: `reasonWords` says it. */
  reason: z.nullable(z.string()),
  tries: z.int(),
  /** ISO 8601, UTC. */
  failedAt: z.iso.datetime(),
})
export type FailedWork = z.infer<typeof FailedWork>

/** At most so many are listed and handled at once. */
export const mostFailedWork = 500

const jobs = z.array(z.uuid()).check(z.minLength(1, { error: 'Choose at least one' }), z.maxLength(mostFailedWork))

export const getFailedWork = get('/api/club/GetFailedWork/:id', {
  summary: 'What couldn’t be sent or done for a club and waits for an admin, the latest first.',
  // Said at each call: the build of the web reads it there.
  access: admin(club('id')),
  output: z.object({
    total: z.int(),
    /** The latest 500. */
    work: z.array(FailedWork),
  }),
})

export const retryFailedWork = post('/api/club/RetryFailedWork/:id', {
  summary: 'Tries again what couldn’t be sent or done for a club.',
  access: admin(club('id')),
  input: { jobs },
  output: z.object({ count: z.int() }),
})

export const dropFailedWork = post('/api/club/DropFailedWork/:id', {
  summary: 'Drops what couldn’t be sent or done for a club: it’s never sent or done.',
  access: admin(club('id')),
  input: { jobs },
  output: z.object({ count: z.int() }),
})
