import { todayIn } from '@honbu/contract/calendar.ts'
import { communication } from '@honbu/contract/ids.ts'
import { recordConsent } from '../people/index.ts'
import type { Write } from '../platform/route.ts'

interface PhotoConsent {
  readonly memberId: number
  readonly document: {
    readonly documentId: number
    readonly title: string
    readonly number: number
    readonly text: string
  }
  readonly signer: { readonly personId: number } | null
  readonly how: 'screen' | 'link' | 'paper' | 'inPerson'
  readonly signedAt: Date
  readonly club: { readonly timeZone: string }
  readonly accountId: number | null
  readonly isGiven: boolean
  readonly now: Date
}

const consentWays = { screen: 'screen', link: 'email', paper: 'paper', inPerson: 'inPerson' } as const
/** As much of a text as the log of consents takes. */
const mostWording = 4000

/** Flag 8 at each of the member's clubs that ask for this document: the head office's is signed for all of them. */
export async function recordPhotoConsent(tx: Write['tx'], consent: PhotoConsent): Promise<void> {
  const { memberId, document, signer, how, club, accountId, isGiven, now, signedAt } = consent
  const memberships = await tx
    .selectFrom('club_member')
    .innerJoin('document_in_force', 'document_in_force.club_id', 'club_member.club_id')
    .innerJoin('member', 'member.id', 'club_member.member_id')
    .select(['club_member.club_id as clubId', 'member.person_id as personId'])
    .where('club_member.member_id', '=', memberId)
    .where('document_in_force.document_id', '=', document.documentId)
    .orderBy('club_member.club_id')
    .execute()
  const wording = `${document.title} (version ${document.number})\n\n${document.text}`
  for (const { clubId, personId } of memberships)
    await recordConsent(tx, {
      personId,
      clubId,
      choices: [{ flag: communication.photo, isGiven }],
      givenOn: todayIn(club.timeZone, signedAt),
      how: consentWays[how],
      wording: isGiven ? cut(wording) : '',
      givenByPersonId: signer?.personId ?? null,
      accountId,
      now,
    })
}

/** By characters as the database counts them. */
function cut(text: string): string {
  const characters = [...text]
  return characters.length <= mostWording ? text : `${characters.slice(0, mostWording - 1).join('')}…`
}
