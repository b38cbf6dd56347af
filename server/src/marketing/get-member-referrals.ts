import type { Input } from '@honbu/contract/endpoint.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import type * as call from '@honbu/contract/referrals.ts'
import { sql } from 'kysely'
import { enquireAddress } from '../enquiries/index.ts'
import type { Read } from '../platform/route.ts'
import { referral, referralRows } from './referral-rows.ts'

/** More than anybody reads; the list of the club has them all. */
const mostShown = 100

export async function getMemberReferrals({ db, user }: Read, { id }: Input<typeof call.getMemberReferrals>) {
  const ours = sql<number>`any(${[...user.clubs.keys()]}::bigint[])`
  const [forms, brought, broughtBy] = await Promise.all([
    db
      .selectFrom('club_member')
      .innerJoin('enquiry_form', 'enquiry_form.club_id', 'club_member.club_id')
      .innerJoin('club', 'club.id', 'club_member.club_id')
      .innerJoin('member', 'member.id', 'club_member.member_id')
      .select(['club.id as clubId', 'club.name as clubName', 'enquiry_form.key', 'member.code'])
      .where('club_member.member_id', '=', id)
      .where('club_member.club_id', '=', ours)
      .where('club_member.member_status_id', 'in', [memberStatus.active, memberStatus.issue])
      .where('enquiry_form.is_on', '=', true)
      .orderBy('club.name')
      .orderBy('club.id')
      .execute(),
    referralRows(db)
      .where('enquiry.referrer_id', '=', id)
      .where('enquiry.club_id', '=', ours)
      .orderBy('enquiry.created_at', 'desc')
      .orderBy('enquiry.id', 'desc')
      .limit(mostShown)
      .execute(),
    referralRows(db)
      .innerJoin('member as sender', 'sender.id', 'enquiry.referrer_id')
      .innerJoin('person as sender_person', 'sender_person.id', 'sender.person_id')
      .where('enquiry.member_id', '=', id)
      .where('enquiry.club_id', '=', ours)
      .where(
        sql<boolean>`exists (select from club_member seen where seen.member_id = sender.id and seen.club_id = ${ours})`,
      )
      .select(sql<number>`sender.id`.as('senderId'))
      .select(sql<string>`trim(sender_person.first_name || ' ' || sender_person.last_name)`.as('sender'))
      .orderBy('enquiry.created_at')
      .orderBy('enquiry.id')
      .limit(mostShown)
      .execute(),
  ])
  return {
    links: forms.map(({ clubId, clubName, key, code }) => ({
      ...{ clubId, clubName },
      address: `${enquireAddress(key)}?ref=${encodeURIComponent(code)}`,
    })),
    brought: brought.map(referral),
    broughtBy: broughtBy.map(({ enquiryId, cameOn, senderId, sender }) => ({
      ...{ enquiryId, cameOn, memberId: senderId, name: sender },
    })),
  }
}
