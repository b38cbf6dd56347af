import { saveNote } from '../notes/index.ts'
import { insertPerson } from '../people/index.ts'
import { chargeTrial, recordException } from '../plans/index.ts'
import { begin } from './first-class.ts'
import type { JoinedClub } from './joined-club.ts'
import type { Created, Joiner } from './joiner.ts'
import type { JoiningWrite } from './joining-write.ts'
import { readTerms } from './membership-terms.ts'
import { recordConsents } from './record-consents.ts'
import { addContact, type ContactOf } from './second-contact.ts'
import { addGrade } from './starting-grade.ts'
import { within } from './within.ts'

export interface Joined {
  readonly memberId: number
  readonly code: string
  readonly memberStatusId: number
  readonly bookingId: number | null
}

interface About {
  readonly club: JoinedClub
  readonly contact: ContactOf | null
  readonly consentHow: Created['consentHow']
  readonly code: string
}

/** Person, member, membership with its first status; then whatever else was given. */
export async function addJoiner(write: JoiningWrite, joiner: Joiner, { club, contact, consentHow, code }: About) {
  const { tx, user, now, audit } = write
  const { clubId, rootClubId } = club
  const inTree = { root_club_id: rootClubId }
  const { personId } = await within('person.', () => insertPerson(tx, joiner.person, club))
  const { id: memberId } = await tx
    .insertInto('member')
    .values({ ...inTree, person_id: personId, code, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { columns: terms, exception } = await within('membership.', () => readTerms(write, club, joiner))
  const { id: clubMemberId } = await tx
    .insertInto('club_member')
    .values({ ...inTree, ...terms, member_id: memberId, club_id: clubId, date_added: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('member_status_change')
    .values({
      club_member_id: clubMemberId,
      club_id: clubId,
      to_status_id: terms.member_status_id,
      changed_on: club.today,
      account_id: user?.accountId ?? null,
      created_at: now,
    })
    .execute()
  if (exception) await recordException(write, { clubMemberId, today: club.today, reason: exception })
  await chargeTrial(write, { clubMemberId, today: club.today })
  const { person, membership, gradeId, classId, bookingDate, communicationFlags } = joiner
  const given = { ...membership, clubId, gradeId, classId, bookingDate, communicationFlags }
  audit({
    clubId,
    memberId,
    subject: 'member',
    subjectId: memberId,
    before: null,
    after: { code, ...person, ...given },
  })

  if (contact) await addContact(write, contact, { memberId, clubId })
  await recordConsents(write, { personId, club, contact, joiner, how: consentHow })
  const from = membership.memberSince ?? membership.trialStart ?? club.today
  if (gradeId !== null) await addGrade(tx, { memberId, rootClubId, gradeId, from: earlier(from, club.today) })
  const bookingId = await begin(write, { memberId, club, joiner, from: later(from, club.today) })
  for (const note of joiner.notes) await saveNote(write, { ...note, ...plainNote, id: memberId, clubId })

  const { memberStatusId } = await tx
    .selectFrom('club_member')
    .select('member_status_id as memberStatusId')
    .where('id', '=', clubMemberId)
    .executeTakeFirstOrThrow()
  return { memberId, code, memberStatusId, bookingId }
}

const plainNote = {
  memberNoteId: 0,
  reminder: null,
  completed: false,
  sendSms: false,
  sendEmail: false,
  evenWithoutConsent: false,
}

const earlier = (one: string, other: string) => (one < other ? one : other)
const later = (one: string, other: string) => (one > other ? one : other)
