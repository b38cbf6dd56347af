import { addDays, ageOn } from '@honbu/contract/calendar.ts'
import { communication, memberStatus, names } from '@honbu/contract/ids.ts'
import type { ImportMapping } from '@honbu/contract/imports.ts'
import { type Phone, readAddress, readEmail, readPhone, readPostcode } from '../cells/read-contact.ts'
import { type Name, splitName, splitParentName, whyNobody } from '../cells/read-name.ts'
import { readCount, readGender, readTags, readYesNo } from '../cells/read-word.ts'
import { isNone, quoted } from '../cells/reading.ts'
import type { KnownPlan } from '../guess/choices.ts'
import type { ListedContact, ListedMember, ListedNote } from './listed-member.ts'
import type { RowReader } from './row-reader.ts'
import { agreedTerms, isCurrent } from './terms.ts'

interface Options {
  readonly mapping: Pick<ImportMapping, 'nameOrder' | 'defaultStatusId' | 'terms' | 'balances'>
  readonly plans: readonly KnownPlan[]
  readonly today: string
}

/** The name of a line; a reason where it is about nobody. */
export function readName(row: RowReader, nameOrder: ImportMapping['nameOrder']): Name | { readonly refused: string } {
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const whole = splitName(row.cell('fullName'), nameOrder)
  const name = {
    firstName: oneLine(row.cell('firstName')) || whole.firstName,
    lastName: oneLine(row.cell('lastName')) || whole.lastName,
  }
  const refused = whyNobody(name, quoted)
  return refused === null ? name : { refused }
}

/** Reads one line of a list of members. A cell that cannot be read is told and left out; the member is kept. */
export function readMember(
  row: RowReader,
  name: Name & { readonly line: number },
  { mapping, plans, today }: Options,
): ListedMember {
  const dob = row.date('dob')
  const gender = row.take('gender', readGender(row.cell('gender')))
  const email = row.take('email', readEmail(row.cell('email')))
  const mobile = row.take('mobile', readPhone(row.cell('mobile')))
  const day = row.take('phoneDay', readPhone(row.cell('phoneDay')))
  const evening = row.take('phoneEve', readPhone(row.cell('phoneEve')))
  const where = row.take(
    'address',
    readAddress({ address: row.cell('address'), address2: row.cell('address2'), town: row.cell('town') }),
  )
  const postcode = row.take('postcode', readPostcode(row.cell('postcode')))
  const status = readStatus(row, mapping.defaultStatusId)
  const joined = notBeforeBirth(row, 'joined', dob)
  const left = readLeft(row, joined)
  const paidUntil = row.date('paidUntil', true)
  const price = row.price('price')
  const contacts = readContacts(row, { ...name, dob, email, mobile, today })
  const numbers = [day?.number, mobile?.second, day?.second, evening?.number, evening?.second].filter(number => number)
  return {
    ...name,
    code: readCode(row),
    dob,
    gender,
    email,
    mobile: mobile?.number ?? null,
    phoneDay: numbers[0] ?? null,
    phoneEve: evening?.number ?? numbers[1] ?? null,
    address: { line: where?.line ?? null, town: where?.town ?? null, postcode },
    contacts,
    ...status,
    joined,
    left,
    categoryId: row.value('category'),
    ...agreedTerms(
      {
        isCurrent: isCurrent(status.statusId),
        planId: row.value('plan'),
        pricePence: price?.pence ?? null,
        frequencyId: row.value('frequency') ?? price?.frequencyId ?? null,
        paymentMethodId: row.value('paymentMethod'),
        nextPayment: row.date('nextPayment', true) ?? (paidUntil && addDays(paidUntil, 1)),
      },
      { plans, terms: mapping.terms },
    ),
    balancePence: mapping.balances === 'note' ? null : readOpening(row, mapping.balances),
    mandateReferences: readReferences(row),
    renewal: row.date('renewal', true),
    sourceId: row.value('source'),
    gradeId: row.value('grade'),
    lastGrading: notBeforeBirth(row, 'lastGrading', dob),
    lastAttended: notBeforeBirth(row, 'lastAttended', dob),
    classesSince: row.take('classesSince', readCount(row.cell('classesSince'))),
    classIds: [row.value('class')].filter(id => id !== null),
    consents: readConsents(row),
    tags: row.take('tags', readTags(row.cell('tags'))) ?? [],
    notes: readNotes(row, mapping.balances === 'note'),
  }
}

/**
 * What the product has no status for (a frozen membership, a question mark, nothing) becomes Issue: still a member, and
 * marked as one that somebody has to look at. It is told, because it is not what the list says.
 */
function readStatus(row: RowReader, defaultStatusId: number) {
  if (!row.has('status')) return { statusId: defaultStatusId, isStatusListed: false }
  const known = row.value('status')
  if (known !== null) return { statusId: known, isStatusListed: true }
  const cell = row.cell('status')
  const what = cell === '' ? 'There is none' : quoted(cell)
  row.tell('status', `${what}: imported as ${names[memberStatus.issue]}, for somebody to look at`)
  return { statusId: memberStatus.issue, isStatusListed: false }
}

function notBeforeBirth(
  row: RowReader,
  field: 'joined' | 'lastGrading' | 'lastAttended',
  dob: string | null,
): string | null {
  const date = row.date(field)
  if (date === null || dob === null || date >= dob) return date
  row.tell(field, `${quoted(row.cell(field))} is before the date of birth: left out`)
  return null
}

function readLeft(row: RowReader, joined: string | null): string | null {
  const left = row.date('left', true)
  if (left === null || joined === null || left >= joined) return left
  row.tell('left', `${quoted(row.cell('left'))} is before the day of joining: left out`)
  return null
}

function readCode(row: RowReader): string | null {
  const code = row.cell('code')
  if (isNone(code)) return null
  if ([...code].length <= 40 && !code.includes('\n')) return code
  row.tell('code', `${quoted(code)} has more than 40 characters: a new code is given`)
  return null
}

/** Several are separated by spaces, commas or lines. */
function readReferences(row: RowReader): string[] {
  const cell = row.cell('mandate')
  if (isNone(cell)) return []
  return [...new Set(cell.split(/[\s,;]+/))].filter(text => text !== '' && text.length <= 100)
}

interface Child extends Name {
  readonly dob: string | null
  readonly email: string | null
  readonly mobile: Phone | null
  readonly today: string
}

function readContacts(row: RowReader, child: Child): ListedContact[] {
  const isMinor = child.dob === null || ageOn(child.dob, child.today) < 18
  const contacts: ListedContact[] = []
  const guardianPhone = row.take('guardianPhone', readPhone(row.cell('guardianPhone')))
  const guardianEmail = row.take('guardianEmail', readEmail(row.cell('guardianEmail')))
  const guardian = row.cell('guardian')
  const second = readSecondGuardian(row, child, isMinor)
  if (!isNone(guardian)) {
    const name = splitParentName(guardian, child.lastName)
    const refused = whyNobody(name, quoted)
    if (refused) row.tell('guardian', `${refused}: left out`)
    else
      contacts.push({
        ...name,
        relationship: guardianPhone?.belongsTo ?? child.mobile?.belongsTo ?? '',
        isGuardian: isMinor,
        isEmergency: false,
        email: guardianEmail ?? child.email,
        mobile: guardianPhone?.number ?? child.mobile?.number ?? null,
      })
  } else {
    if (child.mobile?.belongsTo)
      row.tell('mobile', `${quoted(row.cell('mobile'))}: no parent is named, so the number is kept as the member's own`)
    for (const field of ['guardianEmail', 'guardianPhone'] as const)
      if (row.cell(field) !== '') row.tell(field, `${quoted(row.cell(field))}: no parent is named: left out`)
  }
  if (second) contacts.push(second)
  const emergency = readEmergency(row, child)
  return emergency ? [...contacts, emergency] : contacts
}

/** They get only their own email and phone: the child's go to the first guardian. */
function readSecondGuardian(row: RowReader, child: Child, isMinor: boolean): ListedContact | null {
  const phone = row.take('guardian2Phone', readPhone(row.cell('guardian2Phone')))
  const email = row.take('guardian2Email', readEmail(row.cell('guardian2Email')))
  const cell = row.cell('guardian2')
  if (isNone(cell)) {
    for (const field of ['guardian2Email', 'guardian2Phone'] as const)
      if (row.cell(field) !== '') row.tell(field, `${quoted(row.cell(field))}: no second parent is named: left out`)
    return null
  }
  const name = splitParentName(cell, child.lastName)
  const refused = whyNobody(name, quoted)
  if (refused) row.tell('guardian2', `${refused}: left out`)
  if (refused) return null
  return {
    ...{ ...name, relationship: phone?.belongsTo ?? '', isGuardian: isMinor, isEmergency: false },
    ...{ email, mobile: phone?.number ?? null },
  }
}

function readEmergency(row: RowReader, child: Child): ListedContact | null {
  const cell = row.cell('emergencyName')
  const phone = row.take('emergencyPhone', readPhone(row.cell('emergencyPhone')))
  if (isNone(cell)) {
    if (phone) row.tell('emergencyPhone', `${quoted(row.cell('emergencyPhone'))}: nobody is named: left out`)
    return null
  }
  // "Jo Reed 07700 900123 (mum)" in one cell.
  const digits = /[+(]?\d[\d\s()-]{6,}/.exec(cell)
  const inCell = digits ? readPhone(digits[0].trim()).value : null
  const name = splitParentName(
    (digits ? cell.replace(digits[0], ' ') : cell)
      .replaceAll(/\([^()]*\)/g, '')
      .trim()
      .replace(/[-–:]$/, '')
      .trim(),
    child.lastName,
  )
  const refused = whyNobody(name, quoted)
  if (refused) row.tell('emergencyName', `${refused}: left out`)
  if (refused) return null
  const mobile = phone?.number ?? inCell?.number ?? null
  return { ...name, relationship: phone?.belongsTo ?? '', isGuardian: false, isEmergency: true, email: null, mobile }
}

function readConsents(row: RowReader) {
  const answers = [
    ['photos', communication.photo],
    ['emailConsent', communication.email],
    ['smsConsent', communication.sms],
  ] as const
  return answers.flatMap(([field, flag]) => {
    const isGiven = row.take(field, readYesNo(row.cell(field)))
    return isGiven === null ? [] : [{ flag, isGiven }]
  })
}

/** What the note about a balance is called. */
export const balanceSubject = 'Balance in the old system'

/** @param plus what a balance without a sign is, where the cell doesn't say it */
function readOpening(row: RowReader, plus: 'owed' | 'credit'): number | null {
  const balance = row.balance()
  if (!balance || balance.pence === 0) return null
  const { pence, side } = balance
  if (side) return side === 'owed' ? Math.abs(pence) : -Math.abs(pence)
  return plus === 'owed' ? pence : -pence
}

function readNotes(row: RowReader, isBalanceNoted: boolean): ListedNote[] {
  const notes: ListedNote[] = []
  for (const [field, isPinned] of [
    ['pinnedNote', true],
    ['note', false],
  ] as const) {
    const text = row.cell(field)
    if (!isNone(text)) notes.push({ subject: subjectOf(text), text, isPinned })
  }
  const balance = isBalanceNoted ? row.cell('balance') : ''
  // Systems differ in which sign is a debt, so nothing is booked until someone says it.
  if (!isNone(balance) && !/^[£\s]*-?0*([.,]0+)?$/.test(balance))
    notes.push({ subject: balanceSubject, text: `Balance in the old system: ${balance}`, isPinned: false })
  return notes
}

/** The first line, as long as it is short. */
function subjectOf(text: string): string {
  const [first = ''] = text.split('\n')
  return first.length <= 60 ? first : `${first.slice(0, 59)}…`
}
