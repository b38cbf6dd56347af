import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/joining.ts'
import { sql } from 'kysely'
import { isUnder18 } from '../people/index.ts'
import type { Read } from '../platform/route.ts'

interface Known {
  personId: number
  firstName: string
  lastName: string
  dob: string | null
  email: string | null
  phoneMob: string | null
  memberId: number | null
  contactOf: { memberId: number; name: string; relationship: string; isGuardian: boolean }[]
  hasSameName: boolean
  hasSameEmail: boolean
  hasSamePhone: boolean
}

/** Those whom the caller may see, in the tree of the club: whoever fits in most ways first. */
export async function findKnownContacts(
  { db, user, now }: Read,
  { clubId, contact }: Input<typeof call.findKnownContacts>,
) {
  const { rootClubId, timeZone } = await db
    .selectFrom('club')
    .select(['root_club_id as rootClubId', 'time_zone as timeZone'])
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const { firstName, lastName, email, phoneMob, phoneDay, phoneEve } = contact
  const phones = [phoneMob, phoneDay, phoneEve].filter(phone => phone !== null).join(' ; ')
  const ours = [...user.clubs.keys()]
  const { rows } = await sql<Known>`
    with given as materialized (
      select nullif(${email ?? ''}, '')::citext as email, phone_keys(${phones}) as keys,
        -- One name alone is that of many.
        case when ${firstName} <> '' and ${lastName} <> '' then search_text(${`${firstName} ${lastName}`}) end as search
    ), found as (
      -- One after the other, each by its index. The digest alone: beside the text the trigrams would be read as well.
      select person.id from given join person on md5(person.search) = md5(given.search)
      union
      select person.id from given join person on person.email = given.email
      union
      select person.id from given join person on cardinality(given.keys) > 0
        and person_phone_keys(phone_mob, phone_day, phone_eve) && given.keys
    ), alike as (
      select person.*, coalesce(person.search = given.search, false) as has_name,
        coalesce(person.email = given.email, false) as has_email,
        person_phone_keys(phone_mob, phone_day, phone_eve) && given.keys as has_phone
      from given, found cross join lateral (select * from person where person.id = found.id limit 1) person
    )
    select person.id as "personId", person.first_name as "firstName", person.last_name as "lastName", person.dob,
      person.email, person.phone_mob as "phoneMob", self.id as "memberId", has_name as "hasSameName",
      has_email as "hasSameEmail", has_phone as "hasSamePhone",
      coalesce((
        select json_agg(json_build_object('memberId', member.id, 'relationship', relationship, 'isGuardian', is_guardian,
          'name', trim(named.first_name || ' ' || named.last_name)) order by member.id)
        from member_contact
        join member on member.id = member_contact.member_id
        join person named on named.id = member.person_id
        where member_contact.person_id = person.id and exists (
          select from club_member where club_member.member_id = member.id and club_member.club_id = any(${ours})
        )
      ), '[]') as "contactOf"
    from alike person
    left join member self on self.person_id = person.id and self.merged_into_id is null and exists (
      select from club_member where club_member.member_id = self.id and club_member.club_id = any(${ours})
    )
    where exists (
      select from (
        select id, root_club_id from member where person_id = person.id and merged_into_id is null
        union all select member_id, root_club_id from member_contact where person_id = person.id
      ) as of_member
      join club_member on club_member.member_id = of_member.id
      where of_member.root_club_id = ${rootClubId} and club_member.club_id = any(${ours})
    )
    order by has_name::integer + has_email::integer + has_phone::integer desc, has_name desc, person.id
    limit 12`.execute(db)
  const today = todayIn(timeZone, now)
  return rows
    .filter(({ dob }) => !isUnder18(dob, today))
    .slice(0, 6)
    .map(({ dob: _, hasSameName, hasSameEmail, hasSamePhone, ...person }) => ({
      ...person,
      sameBy: [
        ...(hasSameName ? (['name'] as const) : []),
        ...(hasSameEmail ? (['email'] as const) : []),
        ...(hasSamePhone ? (['phone'] as const) : []),
      ],
    }))
}
