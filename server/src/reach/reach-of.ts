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
  // Who is asked for is found once, and only then parted by age. Names are looked up last: to count, nobody wants them.
  return sql`
    select found.member_id, found.club_id, found.person_id, ${nameOf('person')} as name, found.address, found.refusal
    from (
      with known as materialized (
        select asked.member_id, asked.club_id, member.root_club_id, person.id as person_id, ${addressOf(reach)} as address,
          ${isMinor(reach)} as is_minor, person.dob is not null as has_dob
        from (${asked}) asked
        join member on member.id = asked.member_id
        join person on person.id = member.person_id
      )
      select * from (${ofAdults(reach)}) adult
      union all
      select * from (${ofMinors(reach)}) minor
    ) found
    left join person on person.id = found.person_id`
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
function ofAdults(reach: Reach) {
  const address = sql.ref('known.address')
  return sql`
    select known.member_id, known.club_id, known.person_id, known.address, ${refusalOf(reach, address)} as refusal
    from known ${standing(reach, sql.ref('known.person_id'), address)}
    where not known.is_minor`
}

/** For a minor each guardian is looked at, and the best is taken; where there is none, there is still a row. */
function ofMinors(reach: Reach) {
  const address = addressOf(reach)
  const refusal = refusalOf(reach, address)
  return sql`
    select distinct on (known.member_id, known.club_id) known.member_id, known.club_id, person.id as person_id,
      ${address} as address, case when person.id is null then case when known.has_dob then 'noGuardian' else 'noAddress' end
        else ${refusal} end as refusal
    from known
    left join member_contact contact on contact.member_id = known.member_id and contact.is_guardian
    left join person on person.id = contact.person_id
    ${standing(reach, sql.ref('person.id'), address)}
    where known.is_minor
    order by known.member_id, known.club_id,
      case ${refusal} when 'noAddress' then 3 when 'undeliverable' then 2 when 'stopped' then 2 when 'noConsent' then 1
        when 'unsubscribed' then 1 else 0 end,
      coalesce(standing.given, 0) & ${flagOf[reach.channel]}::integer = 0, contact.position, contact.id`
}

const flagOf = { email: communication.email, sms: communication.sms } as const

const nameOf = (person: string) =>
  sql`trim(${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)})`

/** Who comes to a trial has often not said how old he is: without an address of his own he is taken for a child. */
const isMinor = ({ today, channel }: Reach) => {
  const day = typeof today === 'string' ? sql`${today}::date` : today
  return sql`coalesce(person.dob > (${day} - interval '18 years')::date, ${addressOf({ channel })} is null)`
}

const addressOf = ({ channel }: Pick<Reach, 'channel'>) =>
  channel === 'email' ? sql`nullif(person.email::text, '')` : sql`person.sms_number`

/** What the person has said to the club, and whether the address works. */
const standing = ({ channel }: Reach, personId: RawBuilder<unknown>, address: RawBuilder<unknown>) => sql`
  left join consent_standing standing on standing.person_id = ${personId} and standing.club_id = known.club_id
  left join undeliverable stopped on stopped.root_club_id = known.root_club_id and stopped.channel = ${channel}
    and stopped.address = (${address})::citext and stopped.lifted_at is null`

function refusalOf(reach: Reach, address: RawBuilder<unknown>) {
  const flag = sql`${flagOf[reach.channel]}::integer`
  const consent =
    reach.purpose === 'service'
      ? sql``
      : sql`when coalesce(standing.withdrawn, 0) & ${flag} > 0 then 'unsubscribed'
          when coalesce(standing.given, 0) & ${flag} = 0 then 'noConsent'`
  return sql`case when ${address} is null then 'noAddress' when stopped.reason = 'bounced' then 'undeliverable'
    when stopped.reason is not null then 'stopped' ${consent} end`
}
