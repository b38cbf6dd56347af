import { currency, mediumDate } from '@honbu/contract/format.ts'
import { communication, names } from '@honbu/contract/ids.ts'
import type { Choices } from '../guess/choices.ts'
import type { ListedContact, ListedMember } from './listed-member.ts'
import type { Stored } from './plan.ts'

const namedKinds = ['plan', 'category', 'class', 'source', 'frequency', 'paymentMethod'] as const
type Named = (typeof namedKinds)[number]

/** What the values of a line are called, for a person to read. */
export interface Wording {
  named(of: Named, id: number): string
  grade(id: number): string
  /** The discipline of a grade. */
  disciplineOf(gradeId: number): number | undefined
}

export function wordingOf(choices: Choices): Wording {
  const grades = new Map(
    choices.disciplines.flatMap(discipline =>
      discipline.grades.map(
        grade => [grade.id, { disciplineId: discipline.id, text: `${grade.name} (${discipline.name})` }] as const,
      ),
    ),
  )
  const known = namedKinds.map(of => [of, new Map(choices[of].map(({ id, name }) => [id, name]))] as const)
  const byKind = new Map(known)
  return {
    named: (of, id) => byKind.get(of)?.get(id) ?? String(id),
    grade: id => grades.get(id)?.text ?? String(id),
    disciplineOf: gradeId => grades.get(gradeId)?.disciplineId,
  }
}

export const money = (pence: number) => currency(pence / 100)

const consentNames: Readonly<Record<number, string>> = {
  [communication.photo]: 'Photos',
  [communication.email]: 'News by e-mail',
  [communication.sms]: 'News by SMS',
}

export const consentTitle = (flag: number): string => consentNames[flag] ?? 'Consent'
export const yesNo = (isGiven: boolean): string => (isGiven ? 'Yes' : 'No')

/** Everything that a line says of somebody new. */
export function wordsOf(listed: ListedMember, code: string, wording: Wording): Stored[] {
  const { address, gradeId, planId, categoryId, sourceId, classIds, pricePence, frequencyId } = listed
  const lines: [title: string, value: string | null][] = [
    ['Code', code],
    ['Status', names[listed.statusId] ?? String(listed.statusId)],
    ['Date of birth', dated(listed.dob)],
    ['Gender', listed.gender],
    ['E-mail', listed.email],
    ['Mobile', listed.mobile],
    ['Phone (day)', listed.phoneDay],
    ['Phone (evening)', listed.phoneEve],
    ['Address', [address.line, address.town, address.postcode].filter(part => part !== null).join(', ') || null],
    ['Joined', dated(listed.joined)],
    ['Left', dated(listed.left)],
    ['Grade', gradeId && wording.grade(gradeId)],
    ['Last grading', dated(listed.lastGrading)],
    ['Classes since last grading', listed.classesSince === null ? null : String(listed.classesSince)],
    ['Last attended', dated(listed.lastAttended)],
    ['Category', categoryId && wording.named('category', categoryId)],
    ['Plan', planId && wording.named('plan', planId)],
    ['Price', pricePence === null ? null : money(pricePence)],
    ['Paid', frequencyId && wording.named('frequency', frequencyId)],
    ['Way to pay', listed.paymentMethodId && wording.named('paymentMethod', listed.paymentMethodId)],
    ['Mandate', listed.mandateReferences.join(', ') || null],
    ['Next payment', dated(listed.nextPayment)],
    ['Opening balance', listed.balancePence === null ? null : balanceWords(listed.balancePence)],
    ['Next renewal', dated(listed.renewal)],
    ['Heard of us through', sourceId && wording.named('source', sourceId)],
    ...classIds.map((id): [string, string] => ['Class', wording.named('class', id)]),
    ['Tags', listed.tags.join(', ') || null],
    ...listed.consents.map(({ flag, isGiven }): [string, string] => [consentTitle(flag), yesNo(isGiven)]),
    ...listed.notes.map(({ text, isPinned }): [string, string] => [isPinned ? 'Pinned note' : 'Note', text]),
  ].map(([title, value]) => [String(title), value === null || value === 0 ? null : String(value)])
  return lines.flatMap(([title, after]) => (after === null ? [] : [{ title, before: null, after }]))
}

/** '£26.73 owed', '£5.00 in credit'. */
export const balanceWords = (pence: number) => `${money(Math.abs(pence))} ${pence > 0 ? 'owed' : 'in credit'}`

export const dated = (date: string | null): string | null => date && mediumDate(date)

export const contactWords = (
  { firstName, lastName, isGuardian, isEmergency }: ListedContact,
  note: string,
): Stored => ({
  title: isGuardian ? 'Guardian' : isEmergency ? 'Emergency contact' : 'Contact',
  before: null,
  after: `${firstName} ${lastName}`.trim() + note,
})
