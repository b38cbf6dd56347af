import type { Input } from '@honbu/contract/endpoint.ts'
import type { getOrderChoices as call } from '@honbu/contract/orders.ts'
import { sql } from 'kysely'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import { sellingClub } from '../shop/index.ts'
import { familyOf } from './family.ts'
import { paidAtTheDesk } from './payment-methods.ts'

export async function getOrderChoices(context: Read, { id: memberId, clubId: wanted }: Input<typeof call>) {
  const { db, user } = context
  const { clubId, clubName } = await sellingClub(db, context, { memberId, clubId: wanted })
  const { rows: clubs } = await sql<{ clubId: number; clubName: string }>`
    select distinct club.id as "clubId", club.name as "clubName"
    from club_member join club on club.id = club_member.club_id
    where member_id = ${memberId} and club.id = any(${[...user.clubs.keys()]}::bigint[])
    order by club.name, club.id`.execute(db)
  const relationshipOf = await familyOf(context, memberId)
  const { rows: members } = await sql<Buyer>`
    select member.id as "memberId", trim(person.first_name || ' ' || person.last_name) as name, member.code,
      person.photo_url as "photoUrl",
      (coalesce((select sum(amount_pence) from payment where member_id = member.id and club_id = ${clubId}), 0)
        - coalesce((select sum(amount_pence) from charge where member_id = member.id and club_id = ${clubId}), 0)
      )::integer as "balancePence"
    from member join person on person.id = member.person_id
    where member.id = any(${[memberId, ...relationshipOf.keys()]}::bigint[])
      and exists (select from club_member where member_id = member.id and club_id = ${clubId})
    order by member.id <> ${memberId}, person.first_name, member.id`.execute(db)
  const { rows: recipients } = await sql<{ name: string; email: string }>`
    select name, email from (
      select distinct on (lower(email::text)) trim(first_name || ' ' || last_name) as name, email::text as email, rank
      from (
        select person.*, 0 as rank from member join person on person.id = member.person_id where member.id = ${memberId}
        union all
        select person.*, 1 from member_contact join person on person.id = member_contact.person_id
        where member_id = ${memberId} and is_guardian
      ) who where email is not null and email <> '' order by lower(email::text), rank
    ) found order by rank, name`.execute(db)
  return {
    clubId,
    clubName,
    clubs,
    members: members.map(({ balancePence, ...member }) => ({
      ...member,
      relationship: relationshipOf.get(member.memberId) ?? '',
      balance: pounds(balancePence),
    })),
    paymentMethods: await paidAtTheDesk(db),
    recipients,
  }
}

interface Buyer {
  memberId: number
  name: string
  code: string
  photoUrl: string | null
  balancePence: number
}
