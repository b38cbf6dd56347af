import { communication } from '@honbu/contract/ids.ts'
import type { Channel, Purpose, Refusal } from '@honbu/contract/reach.ts'
import { type RawBuilder, sql } from 'kysely'

export interface Reach {
  readonly channel: Channel
  readonly purpose: Purpose
  /** The day by which somebody is under 18: YYYY-MM-DD, or SQL that gives it. */
  readonly today: string | RawBuilder<unknown>
}

/** A row of what `reachOf` gives. */
export interface Reached {
  /** Null for somebody who works in the club. */
  member_id: number | null
  club_id: number
  /** Who is written to; null where there is nobody. */
  person_id: number | null
  name: string | null
  /** As it is sent to: an e-mail address, or a number in E.164. */
  address: string | null
  refusal: Exclude<Refusal, 'duplicate'> | null
}

/**
 * Who is written to for each member, and whether that may be: the member, or of a minor the first guardian who can be
 * reached, rather one who has agreed. Consent counts at the club that writes; for a service message it is not asked.
 * What does not work, or was told to stop, counts for all clubs of the tree and for every message.
 *
 * @param asked SQL that gives (member_id, club_id), or (member_id, club_id, person_id): a person_id is somebody who works
 * in the club, for whom consent is not asked either
 * @returns SQL that gives a `Reached` for each of them
 */
export function reachOf(asked: RawBuilder<unknown>, reach: Reach): RawBuilder<Reached> {
  return sql`
    select member_id, club_id, person_id, name, address, refusal from (${ofAdults(asked, reach)}) adult
    union all
    select member_id, club_id, person_id, name, address, refusal from (${ofMinors(asked, reach)}) minor`
}

/** The same of people who work in a club: SQL that gives (club_id, person_id). Colleagues are written to as such. */
export function reachOfStaff(asked: RawBuilder<unknown>, { channel }: Reach): RawBuilder<Reached> {
  const address = channel === 'email' ? sql`coalesce(person.email::text, account.email::text)` : sql`person.sms_number`
  return sql`
    select null::bigint as member_id, asked.club_id, person.id as person_id, ${nameOf('person')} as name,
      nullif(${address}, '') as address,
      case when nullif(${address}, '') is null then 'noAddress' when stopped.reason = 'bounced' then 'undeliverable'
        when stopped.reason is not null then 'stopped' end as refusal
    from (${asked}) asked
    join club on club.id = asked.club_id
    join person on person.id = asked.person_id
    left join account on account.person_id = person.id
    left join undeliverable stopped on stopped.root_club_id = club.root_club_id and stopped.channel = ${channel}
      and stopped.address = (${address})::citext and stopped.lifted_at is null`
}

/** Who is no minor speaks for himself. */
function ofAdults(asked: RawBuilder<unknown>, reach: Reach) {
  return sql`
    select asked.member_id, asked.club_id, person.id as person_id, ${nameOf('person')} as name,
      ${addressOf(reach)} as address, ${refusalOf(reach)} as refusal
    from (${asked}) asked
    join member on member.id = asked.member_id
    join person on person.id = member.person_id
    ${standing(reach)}
    where not ${isMinor(reach, sql`person`)}`
}

/** For a minor each guardian is looked at, and the best is taken; where there is none, there is still a row. */
function ofMinors(asked: RawBuilder<unknown>, reach: Reach) {
  const refusal = refusalOf(reach)
  return sql`
    select distinct on (asked.member_id, asked.club_id) asked.member_id, asked.club_id, person.id as person_id,
      case when person.id is not null then ${nameOf('person')} end as name, ${addressOf(reach)} as address,
      case when person.id is null then 'noGuardian' else ${refusal} end as refusal
    from (${asked}) asked
    join member on member.id = asked.member_id
    join person child on child.id = member.person_id
    left join member_contact contact on contact.member_id = member.id and contact.is_guardian
    left join person on person.id = contact.person_id
    ${standing(reach)}
    where ${isMinor(reach, sql`child`)}
    order by asked.member_id, asked.club_id,
      case ${refusal} when 'noAddress' then 3 when 'undeliverable' then 2 when 'stopped' then 2 when 'noConsent' then 1
        when 'unsubscribed' then 1 else 0 end,
      coalesce(standing.given, 0) & ${flagOf[reach.channel]}::integer = 0, contact.position, contact.id`
}

const flagOf = { email: communication.email, sms: communication.sms } as const

const nameOf = (person: string) =>
  sql`trim(${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)})`

const isMinor = ({ today }: Reach, person: RawBuilder<unknown>) => {
  const day = typeof today === 'string' ? sql`${today}::date` : today
  return sql`coalesce(${person}.dob > (${day} - interval '18 years')::date, false)`
}

const addressOf = ({ channel }: Pick<Reach, 'channel'>) =>
  channel === 'email' ? sql`nullif(person.email::text, '')` : sql`person.sms_number`

/** What the person has said to the club, and whether the address works. */
const standing = (reach: Reach) => sql`
  left join consent_standing standing on standing.person_id = person.id and standing.club_id = asked.club_id
  left join undeliverable stopped on stopped.root_club_id = member.root_club_id and stopped.channel = ${reach.channel}
    and stopped.address = (${addressOf(reach)})::citext and stopped.lifted_at is null`

function refusalOf(reach: Reach) {
  const flag = sql`${flagOf[reach.channel]}::integer`
  const consent =
    reach.purpose === 'service'
      ? sql``
      : sql`when coalesce(standing.withdrawn, 0) & ${flag} > 0 then 'unsubscribed'
          when coalesce(standing.given, 0) & ${flag} = 0 then 'noConsent'`
  return sql`case when ${addressOf(reach)} is null then 'noAddress' when stopped.reason = 'bounced' then 'undeliverable'
    when stopped.reason is not null then 'stopped' ${consent} end`
}
