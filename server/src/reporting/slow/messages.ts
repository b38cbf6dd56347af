import { communication } from '@honbu/contract/ids.ts'
import type { Db } from '../../platform/database.ts'
import { dayIn, isWithin, type SlowOf, zoneOf } from './tables.ts'

export async function slowMessages(db: Db, scope: SlowOf) {
  const day = dayIn(await zoneOf(db, scope.clubId))
  const sent = (await db.selectFrom('message_recipient').selectAll().execute()).filter(each => {
    const at = each.sent_at ?? each.handed_at
    if (each.club_id !== scope.clubId || at === null) return false
    return !['waiting', 'sending', 'skipped'].includes(each.state) && isWithin(day(at), scope)
  })
  const bounced = sent.filter(({ state }) => state === 'bounced' || state === 'failed')
  const consents = await db.selectFrom('consent').selectAll().orderBy('id').execute()
  const members = await db.selectFrom('member').selectAll().execute()
  const contacts = await db.selectFrom('member_contact').selectAll().execute()
  const withdrawn = consents.filter((each, place) => {
    if (each.club_id !== scope.clubId || each.is_given) return false
    if (each.flag !== communication.sms && each.flag !== communication.email) return false
    if (!isWithin(each.given_on ?? day(each.recorded_at), scope)) return false
    const isKnown =
      members.some(({ person_id }) => person_id === each.person_id) ||
      contacts.some(({ person_id }) => person_id === each.person_id)
    const before = consents
      .slice(0, place)
      .findLast(
        other => other.person_id === each.person_id && other.club_id === each.club_id && other.flag === each.flag,
      )
    return isKnown && before?.is_given === true
  })
  return {
    sent: sent.length,
    delivered: sent.length - bounced.length,
    bounced: bounced.length,
    unsubscribed: withdrawn.length,
  }
}
