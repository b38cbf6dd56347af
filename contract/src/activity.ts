import * as z from 'zod/mini'
import { activityTabs } from './activity-tabs.ts'
import { date } from './calendar.ts'
import { ask, get, id } from './endpoint.ts'
import { account, club, member } from './guards.ts'

const value = z.nullable(z.union([z.string(), z.number(), z.boolean()]))

/** What an entry says has changed: a field of the row, by its name in the audit, before and after. */
export const ActivityChange = z.object({ field: z.string(), before: value, after: value })
export type ActivityChange = z.infer<typeof ActivityChange>

export const ActivityEntry = z.object({
  activityId: id,
  at: z.string(),
  /** The call, or what the system does by itself. */
  action: z.string(),
  subject: z.string(),
  subjectId: z.nullable(id),
  /** What the row is called, where it has a name: "Juniors". */
  title: z.string(),
  /** Whether the row was there before and after; null where the entry says neither. */
  wasThere: z.nullable(z.boolean()),
  isThere: z.nullable(z.boolean()),
  /** Who has done it; null for the system. */
  accountId: z.nullable(id),
  by: z.string(),
  clubId: z.nullable(id),
  clubName: z.string(),
  memberId: z.nullable(id),
  memberName: z.string(),
  changes: z.array(ActivityChange),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

export const getActivity = ask('/api/activity/GetActivity', {
  summary:
    'What was done in the clubs of the caller, the latest first, 50 at a time: who, what, which member, and what changed. ' +
    'Of what belongs to no club a user sees his own, and an admin that of those who work in his clubs.',
  access: [club('clubId'), member('memberId'), account('accountId')],
  input: {
    tab: z.enum(activityTabs),
    clubId: z.optional(id),
    memberId: z.optional(id),
    accountId: z.optional(id),
    /** The first and the last day, in London. */
    from: z.optional(date),
    to: z.optional(date),
    /** The last entry of the page before this one. */
    before: z.optional(id),
  },
  output: z.object({
    entries: z.array(ActivityEntry),
    /** Pass it as `before` for the next page; null at the end. */
    before: z.nullable(id),
  }),
})

export const getActivityAuthors = get('/api/activity/GetActivityAuthors', {
  summary: 'Those who work, or worked, in the clubs of the caller, by name: whose activity can be asked for.',
  access: 'signedIn',
  output: z.object({ authors: z.array(z.object({ accountId: id, name: z.string() })) }),
})

/** Server-sent events: `activity` whenever something was done in a club of the caller. No contract call: a stream. */
export const activityStream = '/api/activity/GetActivityStream'
