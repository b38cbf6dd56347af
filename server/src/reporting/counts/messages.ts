import { communication } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type { Subject } from '../subjects.ts'
import { countByDay, dayAt, type Facts, isIn, isInAt, these } from './by-bucket.ts'

/** Handed over to the carrier, by the clock of the club of the member: a row a recipient. */
export const sentFacts: Facts = of => {
  const at = sql`coalesce(recipient.sent_at, recipient.handed_at)`
  return sql`(
    select recipient.id, recipient.message_id, recipient.club_id, recipient.member_id, ${dayAt(at)} as day, recipient.state,
      recipient.to_name, recipient.failure, recipient.copy_id, recipient.segments,
      recipient.state in ('bounced', 'failed') as is_bounced
    from message_recipient recipient join club on club.id = recipient.club_id
    where recipient.club_id = ${these(of.clubIds)}
      and recipient.state in ('sent', 'delivered', 'bounced', 'complained', 'failed', 'uncertain') and ${isInAt(at, of)}
  )`
}

export const sent: Subject<'sent' | 'delivered' | 'bounced'> = {
  counts: ['sent', 'delivered', 'bounced'],
  count: (db, of) =>
    countByDay(db, of, sentFacts(of), {
      sent: sql`count(*)`,
      delivered: sql`count(*) filter (where not is_bounced)`,
      bounced: sql`count(*) filter (where is_bounced)`,
    }),
}

/**
 * Consents to e-mail or text messages that somebody had given and took back, a row each. Whose it is: the member's, or of a
 * guardian the first child's.
 */
export const unsubscribedFacts: Facts = of => {
  const day = sql`coalesce(consent.given_on, ${dayAt(sql`consent.recorded_at`)})`
  return sql`(
    select consent.id, consent.club_id, whose.member_id, ${day} as day, consent.flag, consent.how
    from consent join club on club.id = consent.club_id
    cross join lateral (
      select known.member_id from (
        select member.id as member_id, 0 as place from member
        where member.person_id = consent.person_id and member.root_club_id = club.root_club_id
        union all
        select contact.member_id, 1 from member_contact contact
        where contact.person_id = consent.person_id and contact.root_club_id = club.root_club_id
      ) known order by known.place, known.member_id limit 1
    ) whose
    where consent.club_id = ${these(of.clubIds)} and not consent.is_given
      and consent.flag in (${sql.lit(communication.sms)}, ${sql.lit(communication.email)}) and ${isIn(day, of)}
      and coalesce((
        select before.is_given from consent before
        where before.person_id = consent.person_id and before.club_id = consent.club_id and before.flag = consent.flag
          and before.id < consent.id
        order by before.id desc limit 1), false)
  )`
}

export const unsubscribed: Subject<'unsubscribed'> = {
  counts: ['unsubscribed'],
  count: (db, of) => countByDay(db, of, unsubscribedFacts(of), { unsubscribed: sql`count(*)` }),
}
