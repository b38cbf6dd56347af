import * as z from 'zod/mini'
import { get, id, post } from './endpoint.ts'
import { admin, club } from './guards.ts'

const added = z.array(id).check(z.maxLength(100))

export const getDemo = get('/api/club/GetDemo/:id', {
  summary: 'What goes when the demo is discarded, for an admin of a topmost demo club. Other clubs get a 404.',
  access: admin(club('id')),
  output: z.object({
    clubs: z.array(
      z.object({
        clubId: id,
        clubName: z.string(),
        /** Someone has added it to the demo's clubs. */
        isAdded: z.boolean(),
      }),
    ),
    members: z.int(),
    payments: z.int(),
    /** The user's account stays, since it isn't one of the demo's or has a club of its own. */
    keepsAccount: z.boolean(),
    /** It has been asked for and isn't done yet. */
    isUnderWay: z.boolean(),
    /** Why the last attempt failed. */
    failure: z.nullable(z.string()),
  }),
})

export const discardDemo = post('/api/club/DiscardDemo/:id', {
  summary:
    'Deletes every demo club with everything in it, and the demo’s accounts, in a job. Other clubs keep everything. ' +
    'Clubs that someone has added below a demo club go too, if `added` names each of them, and otherwise nothing does.',
  access: admin(club('id')),
  input: { added },
  output: z.object({}),
})
