import { consentKinds, consentWording } from '@honbu/contract/consents.ts'
import { isUnder18, recordConsent } from '../people/index.ts'
import type { JoinedClub } from './joined-club.ts'
import type { Created, Joiner } from './joiner.ts'
import type { JoiningWrite } from './joining-write.ts'
import type { ContactOf } from './second-contact.ts'

interface Asked {
  readonly personId: number
  readonly club: JoinedClub
  readonly contact: ContactOf | null
  readonly joiner: Pick<Joiner, 'communicationFlags'> & { readonly person: Pick<Joiner['person'], 'dob'> }
  readonly how: Created['consentHow']
}

/** What was agreed to, each with the text that the wizard shows for it. For a child the guardian has agreed. */
export async function recordConsents({ tx, user, now }: JoiningWrite, { personId, club, contact, joiner, how }: Asked) {
  const givenByPersonId = isUnder18(joiner.person.dob, club.today) ? (contact?.personId ?? null) : personId
  for (const { flag, wording } of consentKinds) {
    if ((joiner.communicationFlags & flag) === 0) continue
    await recordConsent(tx, {
      ...{
        personId,
        clubId: club.clubId,
        choices: [{ flag, isGiven: true }],
        givenOn: club.today,
        how,
        givenByPersonId,
      },
      wording: consentWording(wording, club.name),
      ...{ accountId: user?.accountId ?? null, now },
    })
  }
}
