import { todayIn } from '@honbu/contract/calendar.ts'
import type * as call from '@honbu/contract/consents.ts'
import { consentKinds } from '@honbu/contract/consents.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { shortDate } from '@honbu/contract/format.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { peopleOf } from './consents.ts'
import { isUnder18 } from './place.ts'
import { communicationFlags, recordConsent } from './record-consent.ts'
import { lockMembers } from './update-person.ts'

type Given = Input<typeof call.saveConsent>

export async function saveConsent({ tx, user, now, audit }: Write, input: Given) {
  const { id: memberId, personId, clubId, choices, givenOn, how, wording } = input
  await lockMembers(tx, null, memberId)
  const { today } = await membershipAt(tx, { memberId, clubId, now })
  if (givenOn > today) throw refused('givenOn', 'Not a day that is still to come')
  const givenByPersonId = await giverOf(tx, input, today)
  if (wording === '' && choices.some(({ isGiven }) => isGiven))
    throw refused('wording', 'Write down the text that was agreed to')
  await refuseOutdated(tx, input)
  const before = { communicationFlags: await communicationFlags(tx, personId, clubId) }
  const account = { accountId: user.accountId, now }
  const flags = await recordConsent(tx, {
    ...{ personId, clubId, choices, givenOn, how, wording, givenByPersonId },
    ...account,
  })
  const after = { communicationFlags: flags, choices, givenOn, how, givenByPersonId }
  audit({ clubId, memberId, subject: 'consent', subjectId: personId, before, after })
  return { personId, clubId, communicationFlags: flags }
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })

async function membershipAt(
  tx: Write['tx'],
  { memberId, clubId, now }: { memberId: number; clubId: number; now: Date },
) {
  const club = await tx
    .selectFrom('club_member')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .select('club.time_zone')
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .executeTakeFirst()
  if (!club) throw refused('clubId', 'This member has no membership in that club.')
  return { today: todayIn(club.time_zone, now) }
}

/** Who gave it: the person himself, unless somebody else is named. For a child only a guardian can agree; anybody can say no. */
async function giverOf(tx: Write['tx'], { id, personId, givenByPersonId, choices }: Given, today: string) {
  const people = await peopleOf(tx, id)
  const person = people.find(each => each.personId === personId)
  if (!person) throw refused('personId', 'Neither the member nor one of his or her contacts.')
  const giver = people.find(each => each.personId === (givenByPersonId ?? personId))
  if (!giver) throw refused('givenByPersonId', 'Choose the member or one of the contacts')
  const agrees = choices.some(({ isGiven }) => isGiven)
  if (agrees && person.isMember && isUnder18(person.dob, today) && !giver.isGuardian)
    throw refused('givenByPersonId', `${person.name} is under 18: a guardian gives consent`)
  return giver.personId
}

/** What was said later stands: a form from last month does not undo this week's call. */
async function refuseOutdated(tx: Write['tx'], { personId, clubId, choices, givenOn }: Given) {
  const later = await tx
    .selectFrom('current_consent')
    .select(['flag', 'is_given as isGiven', 'given_on as givenOn'])
    .where('person_id', '=', personId)
    .where('club_id', '=', clubId)
    .where('given_on', '>', givenOn)
    .where(
      'flag',
      'in',
      choices.map(({ flag }) => flag),
    )
    .orderBy('given_on', 'desc')
    .executeTakeFirst()
  if (!later?.givenOn) return
  const name = consentKinds.find(({ flag }) => flag === later.flag)?.name ?? ''
  const what = later.isGiven ? 'was agreed to' : 'was withdrawn'
  throw refused('givenOn', `${name} ${what} on ${shortDate(later.givenOn)}: what was said before that does not count`)
}
