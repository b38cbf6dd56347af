import type { FastifyInstance } from 'fastify'
import type { Db } from '../src/platform/database.ts'
import { testToday } from './app.ts'
import { createClass } from './factories/classes.ts'
import { createAccount, createClub, createMember } from './factories/people.ts'

/** A coach of a club with a class and a member, and how he reads a register and writes a note. */
export async function coachAtWork(db: Db, app: FastifyInstance) {
  const club = await createClub(db)
  const coach = await createAccount(db, { clubId: club.id })
  const klass = await createClass(db, { clubId: club.id })
  const member = await createMember(db, { clubId: club.id, firstName: 'Zebedee' })
  const headers = { authorization: `Bearer ${coach.sub}` }
  const ask = (url: string, payload: object, more: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url, headers: { ...headers, ...more }, payload })
  return {
    ...{ club, coach, klass, member, ask },
    read: () => ask(`/api/club/GetClassMembers/${klass.id}`, { classDate: testToday }),
    write: () =>
      ask(`/api/member/SaveNote/${member.id}`, {
        memberNoteId: 0,
        noteCategoryId: 1301,
        subject: 'Knee',
        note: 'No jumping.',
      }),
  }
}
