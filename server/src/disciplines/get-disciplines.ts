import type { Belt } from '@honbu/contract/belt.ts'
import type { getDisciplines as getAll, getDiscipline as getOne } from '@honbu/contract/disciplines.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { type Kysely, sql } from 'kysely'
import { mayTouch, type User } from '../platform/access.ts'
import { beltPairs } from '../platform/belt-sql.ts'
import type { Read } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'

interface Listed {
  disciplineId: number
  version: number
  clubId: number
  clubName: string
  name: string
  colour: string
  grades: (Belt & { gradeId: number })[]
  classCount: number
  memberCount: number
}

/**
 * The club's own first, then those of the clubs above and below it, and what a sister club teaches of which this one has
 * members or classes.
 */
export async function getDisciplines({ db, user, now }: Read, { clubId }: Input<typeof getAll>) {
  const { rows } = await sql<Listed>`
    select discipline.id as "disciplineId", discipline.version, owner.id as "clubId", owner.name as "clubName",
      discipline.name, discipline.colour,
      coalesce((
        select json_agg(json_build_object('gradeId', grade.id, ${beltPairs('grade')}) order by grade.position)
        from grade where grade.discipline_id = discipline.id
      ), '[]') as grades,
      (
        select count(*) from class
        where class.club_id = club.id
          and (class.end_date is null or class.end_date >= (${now}::timestamptz at time zone club.time_zone)::date)
          and (class.primary_discipline_id = discipline.id or exists (
            select from class_discipline taught where taught.class_id = class.id and taught.discipline_id = discipline.id))
      ) as "classCount",
      (
        select count(*) from member_discipline studied
        join club_member on club_member.member_id = studied.member_id and club_member.club_id = club.id
        where studied.discipline_id = discipline.id
      ) as "memberCount"
    from club
    join discipline on discipline.root_club_id = club.root_club_id
    join club owner on owner.id = discipline.club_id
    where club.id = ${clubId} and (
      owner.id in (select club_id from club_and_above(club.id) union select club_id from club_and_below(club.id))
      or exists (
        select from class where class.club_id = club.id and class.primary_discipline_id = discipline.id)
      or exists (
        select from class_discipline taught join class on class.id = taught.class_id
        where class.club_id = club.id and taught.discipline_id = discipline.id)
      or exists (
        select from member_discipline studied
        join club_member on club_member.member_id = studied.member_id and club_member.club_id = club.id
        where studied.discipline_id = discipline.id))
    order by owner.id <> club.id, owner.name, discipline.name, discipline.id`.execute(db)
  return rows.map(row => ({ ...row, canEdit: mayTouch(user, row.clubId, true) }))
}

export const getDiscipline = ({ db, user }: Read, { id }: Input<typeof getOne>) => readDiscipline(db, user, id)

export async function readDiscipline(db: Kysely<Tables>, user: User, id: number) {
  const discipline = await db
    .selectFrom('discipline')
    .innerJoin('club', 'club.id', 'discipline.club_id')
    .select(['discipline.id as disciplineId', 'discipline.version', 'club.id as clubId', 'club.name as clubName'])
    .select(['discipline.name', 'discipline.colour'])
    .where('discipline.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...discipline, canEdit: mayTouch(user, discipline.clubId, true) }
}
