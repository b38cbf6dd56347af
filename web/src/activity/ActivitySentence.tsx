import type { ActivityEntry } from '@honbu/contract/activity.ts'
import { type MemberTab, memberTabAddress } from '../member-view/member-tabs.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { actionWords } from './action-words.ts'

/** "Anna Ito changed the membership: Zoe Ito", with what it speaks of as links. */
export function ActivitySentence({ entry }: { entry: ActivityEntry }) {
  const { by, accountId, memberId, memberName } = entry
  const words = actionWords(entry)
  const place = placeOf(entry)
  return (
    <>
      {by || (accountId === null ? 'The system' : 'Somebody')} {place ? <AppLink to={place}>{words}</AppLink> : words}
      {memberId !== null && memberName && (
        <>
          {': '}
          <AppLink to={memberTabAddress(memberId, memberTab[entry.subject] ?? 'summary')}>{memberName}</AppLink>
        </>
      )}
    </>
  )
}

/** Where in the member's view a subject is shown. */
const memberTab: Readonly<Record<string, MemberTab>> = {
  attendance: 'classes',
  booking: 'bookings',
  charge: 'money',
  class_member: 'classes',
  club_member: 'membership',
  consent: 'contacts',
  document_request: 'documents',
  document_signature: 'documents',
  external_payment: 'money',
  external_refund: 'money',
  grading_result: 'grades',
  mandate: 'money',
  member_certificate: 'documents',
  member_contact: 'contacts',
  member_discipline: 'grades',
  member_link: 'linked',
  member_note: 'notes',
  member_order: 'money',
  member_tag: 'tags',
  membership_freeze: 'membership',
  pay_link: 'money',
  payment: 'money',
  person: 'summary',
  plan_change: 'membership',
  saved_card: 'money',
}

/** The screen of what was changed, while it is there. */
function placeOf({ subject, subjectId, clubId, isThere }: ActivityEntry): string | undefined {
  if (subjectId === null || isThere === false) return undefined
  return places[subject]?.(subjectId, clubId ?? 0)
}

const places: Readonly<Record<string, (id: number, clubId: number) => string>> = {
  automation: (_id, clubId) => `/messaging/automations/${clubId}`,
  class: id => `/clubadmin/classes-and-events/view/${id}`,
  club: id => `/clubadmin/${id}/details`,
  club_user: (_id, clubId) => `/clubadmin/${clubId}/users`,
  discipline: (id, clubId) => `/clubadmin/${clubId}/disciplines/edit/${id}`,
  location: (id, clubId) => `/clubadmin/${clubId}/locations/view/${id}`,
  message: (_id, clubId) => `/messaging/sent-items/${clubId}`,
  message_layout: (_id, clubId) => `/messaging/layouts/${clubId}`,
  message_template: (_id, clubId) => `/messaging/templates/${clubId}`,
}
