import { consentKinds, consentMethodNames, consentWording, type getConsents } from '@honbu/contract/consents.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { shortDate } from '@honbu/contract/format.ts'

export type Consents = Output<typeof getConsents>
export type ConsentEntry = Consents['entries'][number]
export type ConsentPerson = Consents['people'][number]

/** The text that is usually shown for what somebody says yes or no to, a line each. */
export function usualWording(choices: readonly { flag: number }[], clubName: string): string {
  const asked = consentKinds.filter(({ flag }) => choices.some(choice => choice.flag === flag))
  return asked.map(({ wording }) => consentWording(wording, clubName)).join('\n')
}

/** 'paper form, 01/05/2026' */
export const howAndWhen = ({ how, givenOn }: Pick<ConsentEntry, 'how' | 'givenOn'>): string =>
  givenOn === null ? 'when is not known' : `${consentMethodNames[how].toLowerCase()}, ${shortDate(givenOn)}`

/** 'by Mia Smith, written down by Anna Lee'; what nobody knows is left out. */
export function byWhom({
  givenBy,
  recordedBy,
  isGiven,
}: Pick<ConsentEntry, 'givenBy' | 'recordedBy' | 'isGiven'>): string {
  const parts = [
    givenBy && `${isGiven ? 'given' : 'withdrawn'} by ${givenBy}`,
    recordedBy ? `written down by ${recordedBy}` : 'written down by the system',
  ]
  return parts.filter(Boolean).join(', ')
}

/** Who gives it: a guardian for a child, everybody else for himself. */
export function usualGiver(person: ConsentPerson, people: readonly ConsentPerson[]): number {
  const guardian = person.isMember && person.isUnder18 ? people.find(({ isGuardian }) => isGuardian) : undefined
  return (guardian ?? person).personId
}
