import { ageOn } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { type KnownGrade, readBelt } from './read-belt.ts'
import { type Phone, readAddress, readEmail, readPhone, readPostcode } from './read-contact.ts'
import { readDate } from './read-date.ts'
import type { Cells, SheetRow } from './read-sheet.ts'
import { readStatus, readYesNo } from './read-status.ts'
import { quoted, type Reading } from './reading.ts'

/** Someone on the list, as far as it could be read. */
export interface ListedMember {
  readonly line: number
  readonly firstName: string
  readonly lastName: string
  readonly dob: string | null
  readonly email: string | null
  readonly mobile: string | null
  readonly address: { readonly line: string | null; readonly town: string | null; readonly postcode: string | null }
  readonly guardian: Guardian | null
  readonly joined: string | null
  readonly gradeId: number | null
  readonly statusId: number
  readonly photosAllowed: boolean
}

/** Who is spoken to for a member. He is reached by the member's e-mail and phone: the list has one of each. */
export interface Guardian {
  readonly firstName: string
  readonly lastName: string
  /** Mother, Father, or '' where the list does not say. */
  readonly relationship: string
  /** Acts and signs for the member: until the eighteenth birthday, and where no birthday is known. */
  readonly isGuardian: boolean
}

export interface MemberReading {
  /** None: the line is not about a person. */
  readonly member: ListedMember | null
  /** What could not be used, in the order of the columns. */
  readonly problems: readonly string[]
  /** What nothing is done with yet; empty when there is none of it. */
  readonly notUsed: string
}

export interface ReadingRules {
  readonly grades: readonly KnownGrade[]
  /** The name of the discipline that the grades are of. */
  readonly discipline: string
  readonly today: string
}

/** Reads one line of a club's list. A cell that cannot be read is told and left out; the member is kept. */
export function readMember({ line, cells }: SheetRow, { grades, discipline, today }: ReadingRules): MemberReading {
  const notUsed = unusedCells(cells)
  const refusal = whyNobody(cells)
  if (refusal) return { member: null, problems: [refusal], notUsed }

  const problems: string[] = []
  const take = <Value>({ value, problem }: Reading<Value>): Value | null => {
    if (problem) problems.push(problem)
    return value
  }
  const dob = take(readDate(cells.dob, 'Date of birth', today))
  const email = take(readEmail(cells.email))
  const phone = take(readPhone(cells.mobile))
  const postcode = take(readPostcode(cells.postcode))
  const joined = take(readJoined(cells.joined, dob, today))
  const gradeId = take(readBelt(cells.belt, grades, discipline))
  const status = readStatus(cells.status)
  const photos = readYesNo(cells.photos, 'Photos')
  for (const { problem } of [status, photos]) if (problem) problems.push(problem)
  if (phone?.belongsTo && cells.guardian === '') {
    problems.push(`Mobile ${quoted(cells.mobile)}: no parent is named, so the number is kept as the member's own`)
  }
  const member = {
    line,
    firstName: cells.firstName,
    lastName: cells.surname,
    dob,
    email,
    mobile: phone?.number ?? null,
    address: { ...readAddress(cells.address), postcode },
    guardian: readGuardian(cells, dob, phone, today),
    joined,
    gradeId,
    statusId: status.value,
    photosAllowed: photos.value,
  }
  return { member, problems, notUsed }
}

/** Totals, formulas and code are not people. */
function whyNobody({ firstName, surname }: Cells): string | null {
  const whole = `${firstName} ${surname}`.trim()
  if (firstName === '')
    return `There is no first name${surname ? ` beside ${quoted(surname)}` : ''}: the line is left out`
  const isName = (text: string) =>
    text.length <= 200 && /\p{L}/u.test(text) && !/[<>={}[\]|\\;]|:\/\/|\p{Cc}/u.test(text)
  // Some people have one name only.
  if (isName(firstName) && (surname === '' || isName(surname))) return null
  return `${quoted(whole)} is not a person's name: the line is left out`
}

function readJoined(cell: string, dob: string | null, today: string): Reading<string> {
  const joined = readDate(cell, 'Joined', today)
  if (!joined.value || !dob || joined.value >= dob) return joined
  return { value: null, problem: `Joined ${quoted(cell)} is before the date of birth: left out` }
}

function readGuardian(
  { guardian, surname }: Cells,
  dob: string | null,
  phone: Phone | null,
  today: string,
): Guardian | null {
  const name = guardian.replaceAll(/\s+/g, ' ')
  if (name === '') return null
  // A parent with the child's surname, however many words that has; else the last word is the surname.
  const isShared = surname !== '' && name.toLowerCase().endsWith(` ${surname.toLowerCase()}`)
  const split = isShared ? name.length - surname.length - 1 : name.lastIndexOf(' ')
  return {
    firstName: split > 0 ? name.slice(0, split) : name,
    lastName: split > 0 ? name.slice(split + 1) : '',
    relationship: phone?.belongsTo ?? '',
    isGuardian: dob === null || ageOn(dob, today) < 18,
  }
}

/** Plans, money and notes come with later parts of the product; they are shown so that nothing is lost unseen. */
function unusedCells({ membership, fee, notes }: Cells): string {
  const parts = [
    ['Membership', membership],
    ['Fee', fee],
    ['Notes', notes],
  ] as const
  return parts
    .filter(([, cell]) => cell !== '')
    .map(([name, cell]) => `${name} ${quoted(cell)}`)
    .join(', ')
}

/** Members whom tonight's register expects. */
export const isOnRegister = ({ statusId }: ListedMember) => statusId === memberStatus.active
