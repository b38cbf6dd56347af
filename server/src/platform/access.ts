import type { Access, Guard, Subject } from '@honbu/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { Refused } from './refused.ts'
import type { Tables } from './tables.ts'

/** The signed-in user, with what he may touch: his clubs and all clubs below them. */
export interface User {
  readonly accountId: number
  readonly personId: number
  readonly sub: string
  readonly name: string
  readonly email: string
  readonly clubs: ReadonlyMap<number, { readonly isAdmin: boolean }>
}

export type Authenticate = (request: FastifyRequest) => Promise<User | null>

/** Refuses, before the handler runs, who may not touch what the input points at: 404 for no such row, 403 otherwise. */
export async function allow(db: Kysely<Tables>, access: Access, user: User, input: Record<string, unknown>) {
  if (typeof access === 'string') return
  for (const guard of Array.isArray(access) ? access : [access as Guard]) await pass(db, guard, user, input[guard.id])
}

async function pass(db: Kysely<Tables>, { subject, id: name, admin }: Guard, user: User, value: unknown) {
  // An input that may be left out points at nothing then; that it may is the endpoint's declaration.
  if (value === undefined || value === null) return
  // The contract has checked that it is an id, or a list of them.
  const ids = [...new Set(Array.isArray(value) ? (value as number[]) : [value as number])]
  const rows = await clubsOf[subject](db, ids)
  for (const id of ids) {
    const clubIds = rows.filter(row => row.id === id).map(row => row.clubId)
    if (clubIds.length === 0) throw unknownRow(subject, name, id)
    if (!clubIds.some(clubId => mayTouch(user, clubId, admin))) throw new Refused(403, 'Not authorised!')
  }
}

export const mayTouch = (user: User, clubId: number, admin = false): boolean => {
  const rights = user.clubs.get(clubId)
  return rights !== undefined && (!admin || rights.isAdmin)
}

function unknownRow(subject: Subject, name: string, id: unknown) {
  const message = `There is no ${subject} ${id}.`
  return new Refused(404, message, { [name]: [message] })
}

/** The clubs that rows belong to, in one query however many they are; nothing for an id of no row. */
const clubsOf: Readonly<Record<Subject, (db: Kysely<Tables>, ids: readonly number[]) => Promise<RowClub[]>>> = {
  club: (db, ids) => db.selectFrom('club').select(['id', 'id as clubId']).where('id', 'in', ids).execute(),
  class: (db, ids) => db.selectFrom('class').select(['id', 'club_id as clubId']).where('id', 'in', ids).execute(),
  member: (db, ids) =>
    db
      .selectFrom('club_member')
      .select(['member_id as id', 'club_id as clubId'])
      .where('member_id', 'in', ids)
      .execute(),
  // Where he works: as a user of the club, or as its owner, admin or instructor.
  account: (db, ids) =>
    db
      .selectFrom('club_user')
      .select(['account_id as id', 'club_id as clubId'])
      .where('account_id', 'in', ids)
      .union(
        db
          .selectFrom('account')
          .innerJoin('club', join =>
            join.on(({ eb, ref }) =>
              eb(ref('account.person_id'), 'in', [
                ref('club.owner_id'),
                ref('club.admin_id'),
                ref('club.instructor_id'),
              ]),
            ),
          )
          .select(['account.id', 'club.id as clubId'])
          .where('account.id', 'in', ids),
      )
      .execute(),
}

interface RowClub {
  readonly id: number
  readonly clubId: number
}
