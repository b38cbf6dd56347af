import { todayIn } from '@honbu/contract/calendar.ts'
import { demandWorking } from '../platform/club-stops.ts'
import type { Db } from '../platform/database.ts'

/** A club as its public pages show it, with how its form is set. */
export type PublicClub = NonNullable<Awaited<ReturnType<typeof publicClub>>>

/** By the key in an address; null for a key that no club has, and so for one that has both pages off. */
export async function publicClub(db: Db, key: string, now: Date) {
  if (!/^[a-z0-9-]{3,60}$/.test(key)) return null
  const club = await db
    .selectFrom('enquiry_form as form')
    .innerJoin('club', 'club.id', 'form.club_id')
    .select(['club.id as clubId', 'club.root_club_id as rootClubId', 'club.name', 'club.time_zone as timeZone'])
    .select(['club.email', 'club.phone', 'club.address_line as addressLine', 'club.town', 'club.postcode'])
    .select(['club.latitude', 'club.longitude', 'club.logo_url as logoUrl'])
    .select(['form.key', 'form.is_on as isOn', 'form.has_timetable as hasTimetable'])
    .select(['form.offers_trials as offersTrials', 'form.trial_days as trialDays', 'form.phone as phoneUse'])
    .select(['form.asks_source as asksSource', 'form.asks_message as asksMessage'])
    .select(['form.intro', 'form.thanks', 'form.privacy_url as privacyUrl'])
    .where('form.key', '=', key)
    .executeTakeFirst()
  if (club) await demandWorking(db, club.clubId)
  return club ? { ...club, today: todayIn(club.timeZone, now) } : null
}
