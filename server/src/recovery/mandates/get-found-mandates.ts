import { type MandateState, mandateStateNames } from '@honbu/contract/collections.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/recovery.ts'
import { sql } from 'kysely'
import type { User } from '../../platform/access.ts'
import type { Db } from '../../platform/database.ts'
import { folded } from '../../platform/grid-filter.ts'
import type { Read } from '../../platform/route.ts'
import { lookOf } from '../looks.ts'
import { goCardlessAccountOf } from './account-of.ts'
import { type Known, matchMandate, plain, sureMatch } from './match-mandate.ts'

const pageSize = 50
/** Suggestions for one mandate: brothers and sisters share an address. */
const most = 6

interface Found {
  foundMandateId: number
  reference: string
  state: string
  createdAt: Date
  name: string
  email: string
  marks: string[]
  isUnderWay: boolean
  problem: string
}

export async function getFoundMandates({ db, user, now }: Read, { clubId, page }: Input<typeof call.getFoundMandates>) {
  const account = await goCardlessAccountOf(db, clubId)
  const look = await lookOf(db, { accountIds: account ? [account.accountId] : [], what: 'mandates', now })
  // The names of another club's payers are for that club.
  if (account && account.clubId !== clubId)
    return { ownerName: account.clubName, look: { ...look, problem: '' }, total: 0, mandates: [] }
  const { rows } = await sql<Found & { total: number }>`
    select id as "foundMandateId", reference, state, created_at as "createdAt", name, email, marks,
      for_member_id is not null as "isUnderWay", problem, (count(*) over ())::integer as total
    from found_mandate where club_id = ${clubId} and provider_account_id = ${account?.accountId ?? 0}
    order by lower(name), id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const members = await membersLike(db, { user, clubId }, rows)
  const mandates = rows.map(({ total: _, state, createdAt, marks, ...found }) => {
    const matches = matchMandate({ ...found, marks }, members)
    return {
      ...found,
      stateName: mandateStateNames[state as MandateState] ?? state,
      createdAt: createdAt.toISOString(),
      sure: sureMatch(matches)?.memberId ?? null,
      suggestions: matches.slice(0, most).map(({ member, by }) => ({
        ...{
          memberId: member.memberId,
          memberName: member.memberName,
          clubId: member.clubId,
          clubName: member.clubName,
          by,
        },
      })),
    }
  })
  return { ownerName: null, look, total: rows[0]?.total ?? 0, mandates }
}

interface Near extends Known {
  readonly memberName: string
  readonly clubName: string
}

interface Where {
  readonly user: User
  readonly clubId: number
}

/** Members of the club and of those below it, in one membership each, who may be one of these payers. */
async function membersLike(db: Db, { user, clubId }: Where, payers: readonly Found[]): Promise<Near[]> {
  if (payers.length === 0) return []
  const own = [...user.clubs].filter(([, { isAdmin }]) => isAdmin).map(([id]) => id)
  const words = (name: ReturnType<typeof sql>) => sql`trim(regexp_replace(${folded(name)}, '[^[:alnum:]]+', ' ', 'g'))`
  const name = words(sql`person.first_name || ' ' || person.last_name`)
  const { rows } = await sql<Near>`
    with recursive below (id) as (
      select ${clubId}::bigint union all select club.id from club join below on club.parent_club_id = below.id
    ), someone as (
      select person.id from person
      where person.email = any(${payers.map(({ email }) => email).filter(Boolean)}::citext[])
        or ${name} = any(${payers.map(payer => plain(payer.name)).filter(Boolean)}::text[])
    ), near as (
      select member.id from member join someone on someone.id = member.person_id
      union
      select member_contact.member_id from member_contact join someone on someone.id = member_contact.person_id
        where member_contact.is_guardian
      union
      select member_id from imported_mandate where reference = any(${payers.flatMap(({ reference, marks }) => [reference, ...marks])}::text[])
      union
      select member.id from member where ${words(sql`member.code`)} = any(${payers.flatMap(({ marks }) => marks.map(plain)).filter(Boolean)}::text[])
    )
    select distinct on (member.id) member.id as "memberId", member.code, club.id as "clubId", club.name as "clubName",
      trim(own.first_name || ' ' || own.last_name) as "memberName",
      has_live_mandate(member.id, club.id) as "hasMandate",
      array(select reference from imported_mandate where member_id = member.id) as references,
      (select jsonb_agg(jsonb_build_object('name', trim(first_name || ' ' || last_name), 'email', email))
        from person where person.id = own.id
          or person.id in (select person_id from member_contact where member_id = member.id and is_guardian)) as people
    from near
    join member on member.id = near.id
    join person own on own.id = member.person_id
    join club_member membership on membership.member_id = member.id
    join below on below.id = membership.club_id
    join club on club.id = membership.club_id
    where club.id = any(${own})
    order by member.id, membership.member_status_id in (23, 46, 912), membership.id`.execute(db)
  return rows
}
