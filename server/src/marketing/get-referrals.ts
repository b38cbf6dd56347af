import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/marketing.ts'
import { referralColumns } from '@honbu/contract/marketing.ts'
import { sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'
import { scopeOf } from './scope.ts'

/** A code is of one tree, and typed by people: as the product writes it, but in any case. */
export async function getReferrals(read: Read, { id, from, months, ...grid }: Input<typeof call.getReferrals>) {
  const scope = await scopeOf(read, { id, from, months })
  const clubIds = [...scope.clubIds]
  const cameOn = sql<string>`(enquiry.created_at at time zone club.time_zone)::date`
  const referrer = sql<string>`trim(sender_person.first_name || ' ' || sender_person.last_name)`
  const name = sql<string>`coalesce(trim(person.first_name || ' ' || person.last_name), '')`
  const query = read.db
    .selectFrom('enquiry')
    .innerJoin('club', 'club.id', 'enquiry.club_id')
    .innerJoin('member as sender', join =>
      join
        .onRef('sender.root_club_id', '=', 'enquiry.root_club_id')
        .on(sql<boolean>`lower(sender.code) = lower(enquiry.referral)`),
    )
    .innerJoin('person as sender_person', 'sender_person.id', 'sender.person_id')
    .leftJoin('member', 'member.id', 'enquiry.member_id')
    .leftJoin('person', 'person.id', 'member.person_id')
    .leftJoin('club_member as own', join =>
      join.onRef('own.member_id', '=', 'enquiry.member_id').onRef('own.club_id', '=', 'enquiry.club_id'),
    )
    .where('enquiry.club_id', '=', sql<number>`any(${clubIds}::bigint[])`)
    .where('enquiry.referral', '<>', '')
    .where(sql<boolean>`${cameOn} >= ${scope.from}::date and ${cameOn} < ${scope.until}::date`)
    // Of a member of a club that the user does not see, only that there was one would be told: that is no use to anybody.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('club_member as seen')
          .select('seen.id')
          .whereRef('seen.member_id', '=', 'sender.id')
          .where('seen.club_id', '=', sql<number>`any(${[...read.user.clubs.keys()]}::bigint[])`),
      ),
    )
    .select(['enquiry.id as enquiryId', 'sender.id as referrerId', 'sender.code as referrerCode'])
    .select(['enquiry.member_id as memberId', 'club.name as clubName', 'enquiry.was_known as wasKnown'])
    .select('own.member_status_id as memberStatusId')
    .select([cameOn.as('cameOn'), referrer.as('referrer'), name.as('name')])
  return await gridQuery(
    query,
    {
      columns: referralColumns,
      expressions: {
        referrer,
        referrerCode: 'sender.code',
        name,
        cameOn,
        memberStatusId: 'own.member_status_id',
        wasKnown: 'enquiry.was_known',
        clubName: 'club.name',
      },
      id: 'enquiry.id',
      sort: [{ field: 'cameOn', dir: 'desc' }],
    },
    grid,
  )
}
