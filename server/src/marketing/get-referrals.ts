import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/referrals.ts'
import { referralColumns } from '@honbu/contract/referrals.ts'
import { sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'
import { cameOn, friend, isRewarded, referral, referralRows } from './referral-rows.ts'
import { scopeOf } from './scope.ts'

export async function getReferrals(read: Read, { id, from, months, ...grid }: Input<typeof call.getReferrals>) {
  const scope = await scopeOf(read, { id, from, months })
  const clubIds = [...scope.clubIds]
  const referrer = sql<string>`trim(sender_person.first_name || ' ' || sender_person.last_name)`
  const canCredit = sql<boolean>`exists (select from club_member where member_id = sender.id and club_id = enquiry.club_id)`
  const query = referralRows(read.db)
    .innerJoin('member as sender', 'sender.id', 'enquiry.referrer_id')
    .innerJoin('person as sender_person', 'sender_person.id', 'sender.person_id')
    .where('enquiry.club_id', '=', sql<number>`any(${clubIds}::bigint[])`)
    // A day to either side, for the index: the clocks of the clubs decide.
    .where(sql<boolean>`enquiry.created_at >= ${scope.from}::date - interval '1 day'
      and enquiry.created_at < ${scope.until}::date + interval '1 day'`)
    .where(sql<boolean>`${cameOn} >= ${scope.from}::date and ${cameOn} < ${scope.until}::date`)
    // Of a member of a club that the user does not see, only that there was one would be told: that is no use to anybody.
    .where(isSeen([...read.user.clubs.keys()]))
    // Beside outer joins the types think that these may be null.
    .select([sql<number>`sender.id`.as('referrerId'), sql<string>`sender.code`.as('referrerCode')])
    .select([referrer.as('referrer'), canCredit.as('canCredit')])
  const { data, total } = await gridQuery(
    query,
    {
      columns: referralColumns,
      expressions: {
        referrer,
        referrerCode: 'sender.code',
        name: friend,
        cameOn,
        memberStatusId: 'own.member_status_id',
        wasKnown: 'enquiry.was_known',
        clubName: 'club.name',
        isRewarded,
      },
      id: 'enquiry.id',
      sort: [{ field: 'cameOn', dir: 'desc' }],
    },
    grid,
  )
  return {
    data: data.map(({ referrerId, referrerCode, referrer: sender, canCredit: can, ...row }) => ({
      ...referral(row),
      ...{ referrerId, referrerCode, referrer: sender, canCredit: can },
    })),
    total,
  }
}

/** The referrer of an enquiry is in the books of one of these clubs. */
export const isSeen = (clubIds: readonly number[]) => sql<boolean>`exists (
  select from club_member seen where seen.member_id = enquiry.referrer_id and seen.club_id = any(${[...clubIds]}::bigint[]))`
