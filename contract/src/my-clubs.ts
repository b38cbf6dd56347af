import * as z from 'zod/mini'
import { get, id } from './endpoint.ts'
import { rights } from './rights.ts'

// Read before any screen is shown, so apart from all else that can be asked about clubs.

const ClubName = z.object({ id, name: z.string() })

export const getSidebarConfig = get('/api/club/GetSidebarConfig', {
  summary: 'What the sidebar shows: the logo, the clubs of the signed-in user, and how many tasks are open.',
  access: 'signedIn',
  isKept: true,
  output: z.object({
    /** Empty: the default logo. */
    clubLogo: z.string(),
    /** The time zone says which day it is in a club, so that its registers are kept for it. */
    clubs: z.array(z.extend(ClubName, { timeZone: z.optional(z.string()) })),
    taskListCount: z.int(),
    /** Those that ask their admins for two-factor sign-in, which this one has not used; left out where there are none. */
    closedClubs: z.optional(z.array(ClubName)),
  }),
})

export const getClubList = get('/api/club/GetClubList', {
  summary: 'The clubs the signed-in user may touch, by name.',
  access: 'signedIn',
  output: z.array(
    z.object({
      id,
      code: z.string(),
      name: z.string(),
      clubTypeId: z.int(),
      parentClubId: z.nullable(id),
      isAdmin: z.boolean(),
      /** What the caller's roles allow there; an admin may do all of it. */
      may: z.array(z.enum([...rights, 'closeBooks'])),
      /** The most that one credit or refund of theirs may be, in pounds; null: no limit. */
      creditLimit: z.nullable(z.number()),
    }),
  ),
})
