import type { Access, Guard, Subject } from '@honbu/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
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
  for (const guard of Array.isArray(access) ? access : [access as Guard]) await pass(db, guard, user, input)
}

async function pass(db: Kysely<Tables>, guard: Guard, user: User, input: Record<string, unknown>) {
  const { subject, id: name, admin } = guard
  const ids = idsAt(guard, input)
  if (ids.length === 0) return
  const rows = await clubsOf[subject](db, ids)
  for (const id of ids) {
    const clubIds = rows.filter(row => row.id === id).map(row => row.clubId)
    if (clubIds.length === 0) throw unknownRow(subject, name, id)
    if (!clubIds.some(clubId => mayTouch(user, clubId, admin))) throw new Refused(403, 'Not authorised!')
  }
}

/** An input that may be left out points at nothing then; that it may is the endpoint's declaration. */
function idsAt({ id: name, orNew }: Guard, input: Record<string, unknown>): number[] {
  const [field = '', inside] = name.split('.')
  const value = input[field]
  const list = (Array.isArray(value) ? value : [value]) as unknown[]
  const given = inside === undefined ? list : list.map(each => (each as Record<string, unknown> | null)?.[inside])
  // The contract has checked that they are ids.
  const ids = given.filter(id => id !== undefined && id !== null && !(orNew && id === 0)) as number[]
  return [...new Set(ids)]
}

export const mayTouch = (user: User, clubId: number, admin = false): boolean => {
  const rights = user.clubs.get(clubId)
  return rights !== undefined && (!admin || rights.isAdmin)
}

function unknownRow(subject: Subject, name: string, id: unknown) {
  const message = `There is no ${subjectNames[subject] ?? subject} ${id}.`
  return new Refused(404, message, { [name.split('.')[0] ?? name]: [message] })
}

const subjectNames: { readonly [S in Subject]?: string } = {
  treeDiscipline: 'discipline',
  treeGrade: 'grade',
  treeCategory: 'category',
  treePlan: 'training plan',
  notInterestedReason: 'reason',
  slot: 'slot',
  clubUser: 'club user',
  treeClub: 'club',
  staff: 'user with the person',
  gradingResult: 'grading result',
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
  location: ownRows('location'),
  slot: ownRows('class_availability'),
  booking: ownRows('booking'),
  enrolment: ownRows('class_member'),
  clubUser: ownRows('club_user'),
  invitation: ownRows('club_invitation'),
  treeClub: treeRows('club'),
  gradingResult: ownRows('grading_result'),
  discipline: ownRows('discipline'),
  category: ownRows('member_category'),
  grade: (db, ids) =>
    db
      .selectFrom('grade')
      .innerJoin('discipline', 'discipline.id', 'grade.discipline_id')
      .select(['grade.id', 'discipline.club_id as clubId'])
      .where('grade.id', 'in', ids)
      .execute(),
  treeDiscipline: treeRows('discipline'),
  treeGrade: treeRows('grade'),
  treeCategory: treeRows('member_category'),
  treePlan: treeRows('training_plan'),
  notInterestedReason: ownRows('not_interested_reason'),
  staff: async (db, ids) => {
    const { rows } = await sql<RowClub>`
      select account.person_id as id, club_user.club_id as "clubId"
      from club_user join account on account.id = club_user.account_id where account.person_id = any(${[...ids]})
      union
      select person.id, club.id from person
      join club on person.id in (club.owner_id, club.admin_id, club.instructor_id)
      where person.id = any(${[...ids]})`.execute(db)
    return rows
  },
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

/** Rows that one club owns. */
function ownRows(
  table:
    | 'location'
    | 'class_availability'
    | 'booking'
    | 'class_member'
    | 'club_user'
    | 'club_invitation'
    | 'grading_result'
    | 'not_interested_reason'
    | 'discipline'
    | 'member_category',
) {
  return async (db: Kysely<Tables>, ids: readonly number[]): Promise<RowClub[]> => {
    const { rows } = await sql<RowClub>`
      select id, club_id as "clubId" from ${sql.table(table)} where id = any(${[...ids]})`.execute(db)
    return rows
  }
}

/** Rows that every club of a tree may use. */
function treeRows(table: 'club' | 'discipline' | 'grade' | 'member_category' | 'training_plan') {
  return async (db: Kysely<Tables>, ids: readonly number[]): Promise<RowClub[]> => {
    const { rows } = await sql<RowClub>`
      select used.id, club.id as "clubId" from ${sql.table(table)} used
      join club on club.root_club_id = used.root_club_id where used.id = any(${[...ids]})`.execute(db)
    return rows
  }
}

interface RowClub {
  readonly id: number
  readonly clubId: number
}
