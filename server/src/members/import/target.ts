import { memberStatus } from '@honbu/contract/ids.ts'
import { sql, type Transaction } from 'kysely'
import { CannotStart } from '../../platform/cannot-start.ts'
import type { Tables } from '../../platform/tables.ts'
import type { KnownGrade } from './read-belt.ts'
import type { Identity } from './same-person.ts'

type Tx = Transaction<Tables>

export interface TargetClub {
  readonly id: number
  readonly rootClubId: number
  readonly name: string
  readonly timeZone: string
}

export interface MainDiscipline {
  readonly id: number
  readonly name: string
  readonly grades: readonly KnownGrade[]
}

/** Where the list goes. */
export interface Target {
  readonly club: TargetClub
  readonly discipline: MainDiscipline | null
  readonly today: string
}

export async function requireClub(tx: Tx, id: number): Promise<TargetClub> {
  const club = await tx
    .selectFrom('club')
    .select(['id', 'root_club_id as rootClubId', 'name', 'time_zone as timeZone'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (club) return club
  const others = await tx.selectFrom('club').select(['id', 'name']).orderBy('id').limit(20).execute()
  const choice = others.map(other => `${other.id} ${other.name}`).join(', ')
  throw new CannotStart(
    `There is no club ${id}. ${choice ? `The clubs are: ${choice}.` : 'There is none yet: start the product first.'}`,
  )
}

/** Two imports into one tree at a time could both add the same person, and give one code twice. */
export async function lockTree(tx: Tx, rootClubId: number): Promise<void> {
  await tx.selectFrom('club').select('id').where('id', '=', rootClubId).forNoKeyUpdate().execute()
}

/**
 * The discipline that most of the club's present classes teach; in a club without classes, the first of its tree. Belts
 * on the list are its grades.
 */
export async function mainDiscipline(tx: Tx, club: TargetClub): Promise<MainDiscipline | null> {
  const discipline = await tx
    .selectFrom('discipline')
    .select(['id', 'name'])
    .where('root_club_id', '=', club.rootClubId)
    .orderBy(
      eb =>
        eb
          .selectFrom('class')
          .select(eb.fn.countAll<number>().as('classes'))
          .whereRef('class.primary_discipline_id', '=', 'discipline.id')
          .where('class.club_id', '=', club.id)
          .where('class.end_date', 'is', null),
      'desc',
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!discipline) return null
  const grades = await tx
    .selectFrom('grade')
    .select(['id', 'name'])
    .where('discipline_id', '=', discipline.id)
    .orderBy('position')
    .execute()
  return { ...discipline, grades }
}

export interface KnownMember extends Identity {
  readonly memberId: number
  readonly code: string
  readonly clubNames: readonly string[]
  /** The clubs in which he is an active member. */
  readonly activeIn: readonly number[]
}

/** Everybody the tree of clubs looks after. */
export async function knownMembers(tx: Tx, rootClubId: number): Promise<KnownMember[]> {
  const { rows } = await sql<Omit<KnownMember, 'reachedBy'> & { reachedBy: (string | null)[] }>`
    select m.id as "memberId", m.code, p.first_name as "firstName", p.last_name as "lastName", p.dob,
      array[p.email::text, p.phone_mob, p.address_line] as "reachedBy",
      coalesce(array_agg(c.name order by c.id) filter (where c.id is not null), '{}') as "clubNames",
      coalesce(array_agg(c.id) filter (where cm.member_status_id = ${memberStatus.active}), '{}') as "activeIn"
    from member m
    join person p on p.id = m.person_id
    left join club_member cm on cm.member_id = m.id
    left join club c on c.id = cm.club_id
    where m.root_club_id = ${rootClubId}
    group by m.id, p.id
  `.execute(tx)
  return rows.map(row => ({ ...row, reachedBy: row.reachedBy.filter(way => way !== null) }))
}

/** Codes count on from the highest that is a number; the first is 1001. */
export async function nextCode(tx: Tx, rootClubId: number): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(code::bigint), 1000) + 1 as next from member
    where root_club_id = ${rootClubId} and code ~ '^[0-9]{1,15}$'
  `.execute(tx)
  return rows[0]?.next ?? 1001
}
