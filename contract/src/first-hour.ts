import * as z from 'zod/mini'
import { get, id, post } from './endpoint.ts'
import { admin, club } from './guards.ts'

/** What a new club does first, in this order. */
export const firstSteps = ['location', 'discipline', 'class', 'members', 'register'] as const
export type FirstStep = (typeof firstSteps)[number]

const said = {
  /** The steps that this club does not need. */
  skipped: z.array(z.enum(firstSteps)).check(z.maxLength(firstSteps.length)),
  /** Whether the list is not to be shown any more, by this person's wish. */
  isPutAway: z.boolean(),
}

const FirstHour = z.object({
  clubId: id,
  clubName: z.string(),
  /** Seen from what there is: nobody ticks them. */
  done: z.array(z.enum(firstSteps)),
  ...said,
  /** The newest discipline of the club, where none that it may use has a grade yet. */
  disciplineWithoutGrades: z.nullable(z.object({ id, name: z.string() })),
  /** The class whose register can be taken first. */
  firstClass: z.nullable(z.object({ classId: id, classTypeId: z.int(), className: z.string() })),
})

export const getFirstHour = get('/api/club/GetFirstHour', {
  summary:
    'The new clubs of which the signed-in user is an admin, newest first, with how far each is: a room, a discipline with grades, a class with a time, members, a mark in a register. A club that has all of it is not among them, nor one that has been at work for 60 days.',
  access: 'signedIn',
  output: z.object({
    /** Whether there is a club at all that the user may touch. */
    hasClub: z.boolean(),
    clubs: z.array(FirstHour),
  }),
})

export const saveFirstHour = post('/api/club/SaveFirstHour/:id', {
  summary:
    'Keeps, for the signed-in user and one club, which first steps are not needed and whether their list is put away.',
  access: admin(club('id')),
  input: said,
  output: z.object(said),
})
