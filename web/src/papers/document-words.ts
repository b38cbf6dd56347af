import { todayIn } from '@honbu/contract/calendar.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { dateTime, longDate } from '@honbu/contract/format.ts'
import type { getMemberDocuments } from '@honbu/contract/papers.ts'
import { zone } from '../ui/moments.ts'

export type MemberDocuments = Output<typeof getMemberDocuments>
export type MemberDocument = MemberDocuments['documents'][number]
export type Signer = MemberDocuments['signers'][number]
export type KeptSignature = MemberDocuments['signatures'][number]

export const instantText = (instant: string, timeZone = zone) => dateTime(new Date(instant), timeZone)
/** '3 May 2026', by this device's clock. */
export const dayText = (instant: string) => longDate(todayIn(zone, new Date(instant)))

/** 'Ann Moss (Mother)' */
export const signerText = ({ signerName, relationship }: Pick<KeptSignature, 'signerName' | 'relationship'>) =>
  relationship ? `${signerName} (${relationship})` : signerName

const ways = { screen: 'on screen', link: 'by e-mail link', paper: 'on paper', carried: 'before texts were kept here' }

/** 'Signed by Ann Moss (Mother) on 3 May 2026, by e-mail link' */
export function signatureText(signature: KeptSignature): string {
  const what = signature.answer === 'signed' ? 'Signed' : 'Declined'
  return `${what} by ${signerText(signature)} on ${dayText(signature.signedAt)}, ${ways[signature.how]}`
}
