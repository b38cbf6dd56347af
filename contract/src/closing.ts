import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, post } from './endpoint.ts'
import { admin, club } from './guards.ts'
import { written, writtenLines } from './written.ts'

const count = z.int().check(z.gte(0))

export const ClosingLetter = z.object({
  subject: written(200).check(z.minLength(1, 'Give it a subject.')),
  body: writtenLines(5000).check(z.minLength(1, 'Write something.')),
})

export const getClosing = get('/api/club/GetClosing/:id', {
  summary: 'What closing a club ends, with all clubs below it, and when it closes or has closed. For its admins.',
  access: admin(club('id')),
  output: z.object({
    /** Only its owner closes a club. */
    mayClose: z.boolean(),
    clubName: z.string(),
    /** Of the club. */
    today: date,
    /** With those below it. */
    clubs: count,
    members: count,
    memberships: count,
    mandates: count,
    /** Subscriptions that a provider collects without being asked each time. */
    subscriptions: count,
    /** In pounds. */
    owed: z.number(),
    /** Members who owe it. */
    debtors: count,
    /** People besides the caller who can't change anything afterwards. */
    staff: count,
    closing: z.nullable(
      z.object({
        closesOn: date,
        /** Nothing can be changed any more. */
        isClosed: z.boolean(),
        /** Memberships and mandates are being ended. */
        isUnderWay: z.boolean(),
        /** The day on which it’s deleted, unless it’s reopened. */
        deletesOn: date,
        /** What is deleted then: ‘139 members’. */
        deletes: z.array(z.string()),
        /** Why we couldn’t delete it; empty if we can. */
        trouble: z.string(),
      }),
    ),
  }),
})

export const closeClub = post('/api/club/CloseClub/:id', {
  summary:
    'Closes a club with all below it: from a day on nothing can be changed, memberships end, and mandates and subscriptions are cancelled at the bank. Members get the letter now, if there is one. For its owner.',
  access: admin(club('id')),
  input: { closesOn: date, letter: z.nullable(ClosingLetter) },
  output: z.object({}),
})

export const reopenClub = post('/api/club/ReopenClub/:id', {
  summary:
    'Reopens a club that is closed, or is about to be, until it’s deleted 30 days later. What has ended stays ended. For its owner.',
  access: admin(club('id')),
  whileClosed: true,
  output: z.object({}),
})
