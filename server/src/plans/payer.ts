import { sql } from 'kysely'

/**
 * Who is written to about what a member pays, as a row (name, first_name, email) or none: the member, or of a minor the
 * first guardian who has an address. Of the rows `member`, `person` and `club`. A notice of a payment is no marketing and
 * asks for no consent.
 */
export const payerSql = (now: Date) => sql<{ name: string; first_name: string; email: string }>`(
  select trim(someone.first_name || ' ' || someone.last_name) as name, someone.first_name, someone.email::text as email
  from (
    select member.person_id, false as is_guardian, 0 as position, 0::bigint as id
    union all
    select person_id, true, position, id from member_contact where member_id = member.id and is_guardian
  ) known
  join person someone on someone.id = known.person_id
  where someone.email <> '' and known.is_guardian = coalesce(
    person.dob > (${now}::timestamptz at time zone club.time_zone)::date - interval '18 years', false)
  order by known.position, known.id limit 1
)`
