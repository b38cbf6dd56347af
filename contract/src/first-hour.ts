import * as z from 'zod/mini'
import { get, id, idText, post } from './endpoint.ts'
import { admin, club } from './guards.ts'

/** The steps of setting up a club, in this order. An admin of the club takes them. */
export const firstSteps = [
  'location',
  'discipline',
  'class',
  'plan',
  'members',
  'register',
  'staff',
  'document',
  'logo',
  'email',
  'website',
  'directDebit',
  'card',
  'billing',
] as const
export type FirstStep = (typeof firstSteps)[number]

const said = {
  /** The steps that this club doesn't need. */
  skipped: z.array(z.enum(firstSteps)).check(z.maxLength(firstSteps.length)),
  /** This person has hidden the guide from their dashboard. */
  isPutAway: z.boolean(),
}

const FirstHour = z.object({
  clubId: id,
  clubName: z.string(),
  /** Answered from the club's data: no one ticks them. */
  done: z.array(z.enum(firstSteps)),
  ...said,
  /** Nothing is left to do. */
  isFinished: z.boolean(),
  /** The newest discipline of the club, where none that it may use has a grade yet. */
  disciplineWithoutGrades: z.nullable(z.object({ id, name: z.string() })),
  /** The class whose register can be taken first. */
  firstClass: z.nullable(z.object({ classId: id, classTypeId: z.int(), className: z.string() })),
})

export const getFirstHour = get('/api/club/GetFirstHour', {
  summary:
    'The new clubs of which the signed-in user is an admin, newest first, with the steps of setting them up that are done. ' +
    'Finished clubs are left out, and clubs at work for 60 days. With clubId: that club, however old or finished.',
  access: admin(club('clubId')),
  input: { clubId: z.optional(idText) },
  output: z.object({
    /** Whether there is a club at all that the user may touch. */
    hasClub: z.boolean(),
    clubs: z.array(FirstHour),
    /** The topmost club of the demo that the user is an admin of. */
    demoClubId: z.nullable(id),
  }),
})

export const saveFirstHour = post('/api/club/SaveFirstHour/:id', {
  summary:
    'Keeps, for the signed-in user and one club, which first steps are not needed and whether their list is put away.',
  access: admin(club('id')),
  input: said,
  output: z.object(said),
})
