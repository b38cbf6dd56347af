import * as z from 'zod/mini'
import { get, id, post } from './endpoint.ts'

export const getMyInvitations = get('/api/club/GetMyInvitations', {
  summary: "The open invitations to the signed-in user's e-mail address.",
  access: 'signedIn',
  output: z.array(
    z.object({
      id,
      clubName: z.string(),
      invitedBy: z.string(),
      isAdmin: z.boolean(),
      /** How many clubs below it are opened too. */
      clubsBelow: z.int(),
      /** Whether it also shows the reports of the clubs below that it doesn't open. */
      seesFigures: z.boolean(),
      roles: z.array(z.object({ id: z.int(), name: z.string() })),
      /** What it lets the reader do in these clubs, as sentences to them. */
      may: z.string(),
      expiresAt: z.iso.datetime(),
    }),
  ),
})

export const answerInvitation = post('/api/club/AnswerInvitation', {
  summary: "Accepts or declines an invitation to the signed-in user's e-mail address.",
  // No guard: an invitation belongs to an e-mail address, not to a club that its reader may touch yet.
  access: 'signedIn',
  input: { invitation: id, isAccepted: z.boolean() },
  output: z.object({ clubName: z.string() }),
})
