import { memberStatus, names } from '@honbu/contract/ids.ts'
import type { ImportMapping } from '@honbu/contract/imports.ts'
import { readPhone } from '../cells/read-contact.ts'
import type { KnownMember } from './known.ts'
import type { KnownDetails } from './known-details.ts'
import type { ListedMember, Problem } from './listed-member.ts'
import type { ChangedMember, Columns, Stored } from './plan.ts'
import { consentTitle, dated, money, type Wording, yesNo } from './wording.ts'

interface Options {
  readonly mode: ImportMapping['existing']
  readonly wording: Wording
  readonly today: string
  /** The class on whose register active members go, whatever else is done with those who are there. */
  readonly enrolClassId: number | null
}

type Value = string | number | null

/**
 * What a line of the file would change of a member who is there: fields that are empty (`fill`), or those that differ too
 * (`overwrite`). Null: nothing. Names, codes and statuses of members who are there are never changed by a file.
 */
export function differences(
  listed: ListedMember,
  known: KnownMember & { readonly clubMemberId: number },
  details: KnownDetails,
  { mode, wording, today, enrolClassId }: Options,
): { readonly change: ChangedMember | null; readonly problems: readonly Problem[] } {
  const stored: Stored[] = []
  const problems: Problem[] = []
  /** Is this to be written over what is there? Notes it for the person who looks. */
  const takes = (
    title: string,
    [is, given]: readonly [Value, Value],
    words: (value: Value) => string | null = text,
  ) => {
    const isEmpty = is === null || is === '' || is === '-'
    if (mode === 'skip' || given === null || given === is || !(isEmpty || mode === 'overwrite')) return false
    stored.push({ title, before: isEmpty ? null : words(is), after: words(given) ?? '' })
    return true
  }
  const columns = (row: Readonly<Record<string, Value>>, fields: readonly Field[]): Columns =>
    Object.fromEntries(
      fields
        .filter(({ title, column, value, words, isSame }) => {
          const is = row[column] ?? null
          return !isSame?.(is) && takes(title, [is, value], words)
        })
        .map(({ column, value }) => [column, value]),
    )
  const person = columns(details.person, personFields(listed))
  const wanted = columns(details.membership, membershipFields(listed, known.statusId, wording))
  const isTorn = isUpsideDown(details.membership, wanted)
  const membership = isTorn ? without(wanted, ['member_since', 'member_until']) : wanted
  if (isTorn) {
    problems.push({ column: '', text: 'The day of leaving would be before the day of joining: neither is changed' })
    for (const title of ['Joined', 'Left']) drop(stored, title)
  }
  if (mode !== 'skip' && listed.isStatusListed && listed.statusId !== known.statusId)
    problems.push({
      column: '',
      text: `The status stays ${names[known.statusId ?? 0]}; the file says ${names[listed.statusId]}`,
    })
  const discipline = disciplineOf(listed, details, { takes, wording, today })
  const isAdded = (title: string, after: string) => {
    if (mode !== 'skip') stored.push({ title, before: null, after })
    return mode !== 'skip'
  }
  const notes = listed.notes.filter(({ text }) => !details.notes.includes(text) && isAdded('Note', text))
  const tags = listed.tags.filter(tag => !details.tags.includes(tag.toLowerCase()) && isAdded('Tag', tag))
  const mandateReferences = listed.mandateReferences.filter(
    reference => !details.mandateReferences.includes(reference) && isAdded('Mandate', reference),
  )
  const consents = listed.consents.filter(({ flag, isGiven }) => {
    const before = details.consents.find(consent => consent.flag === flag)
    const is = before ? yesNo(before.isGiven) : null
    return takes(consentTitle(flag), [is, yesNo(isGiven)])
  })
  const wantedClasses = [
    mode === 'skip' ? null : listed.classId,
    known.statusId === memberStatus.active ? enrolClassId : null,
  ].filter(id => id !== null)
  const classIds = [...new Set(wantedClasses)].filter(id => !details.classIds.includes(id))
  for (const id of classIds) stored.push({ title: 'Class', before: null, after: wording.named('class', id) })
  if (stored.length === 0) return { change: null, problems }
  const { line } = listed
  const { memberId, personId, clubMemberId } = known
  const ids = { line, memberId, personId, clubMemberId }
  const added = { notes, tags, consents, classIds, mandateReferences }
  return { change: { ...ids, person, membership, discipline, ...added, stored }, problems }
}

const text = (value: Value) => (value === null ? null : String(value))

const without = (columns: Columns, names: readonly string[]): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => !names.includes(name)))

function drop(stored: Stored[], title: string): void {
  const place = stored.findIndex(each => each.title === title)
  if (place >= 0) stored.splice(place, 1)
}

interface Field {
  readonly title: string
  readonly column: string
  readonly value: Value
  readonly words?: (value: Value) => string | null
  /** Written in another way, and the same. */
  readonly isSame?: (is: Value) => boolean
}

function personFields(listed: ListedMember): Field[] {
  const isSamePhone = (number: string | null) => (is: Value) =>
    typeof is === 'string' && number !== null && readPhone(is).value?.number === number
  const phone = (title: string, column: string, value: string | null) => ({
    title,
    column,
    value,
    isSame: isSamePhone(value),
  })
  const isSameText = (value: string | null) => (is: Value) => String(is).toLowerCase() === value?.toLowerCase()
  return [
    { title: 'Date of birth', column: 'dob', value: listed.dob, words: date },
    { title: 'Gender', column: 'gender', value: listed.gender },
    { title: 'E-mail', column: 'email', value: listed.email, isSame: isSameText(listed.email) },
    phone('Mobile', 'phone_mob', listed.mobile),
    phone('Phone (day)', 'phone_day', listed.phoneDay),
    phone('Phone (evening)', 'phone_eve', listed.phoneEve),
    { title: 'Address', column: 'address_line', value: listed.address.line },
    { title: 'Town', column: 'town', value: listed.address.town },
    { title: 'Postcode', column: 'postcode', value: listed.address.postcode },
  ]
}

const date = (value: Value) => dated(typeof value === 'string' ? value : null)

function membershipFields(listed: ListedMember, statusId: number | null, wording: Wording): Field[] {
  const named = (of: Parameters<Wording['named']>[0]) => (id: Value) => wording.named(of, Number(id))
  // A trial has begun; nobody has joined yet.
  const since = statusId === memberStatus.prospect || statusId === memberStatus.enquiry ? 'trial_start' : 'member_since'
  return [
    { title: since === 'trial_start' ? 'Trial since' : 'Joined', column: since, value: listed.joined, words: date },
    { title: 'Left', column: 'member_until', value: listed.left, words: date },
    { title: 'Category', column: 'category_id', value: listed.categoryId, words: named('category') },
    { title: 'Plan', column: 'training_plan_id', value: listed.planId, words: named('plan') },
    {
      title: 'Price',
      column: 'sub_price_pence',
      value: listed.pricePence,
      words: pence => (pence === null ? null : money(Number(pence))),
    },
    { title: 'Paid', column: 'sub_frequency_id', value: listed.frequencyId, words: named('frequency') },
    {
      title: 'Way to pay',
      column: 'payment_method_id',
      value: listed.paymentMethodId,
      words: named('paymentMethod'),
    },
    { title: 'Next payment', column: 'next_payment', value: listed.nextPayment, words: date },
    { title: 'Next renewal', column: 'next_renewal', value: listed.renewal, words: date },
    { title: 'Heard of us through', column: 'marketing_source_id', value: listed.sourceId, words: named('source') },
  ]
}

function isUpsideDown(row: Readonly<Record<string, Value>>, change: Columns): boolean {
  const { member_since: since, member_until: until } = { ...row, ...change }
  return typeof since === 'string' && typeof until === 'string' && until < since
}

interface DisciplineOptions {
  readonly takes: (title: string, values: readonly [Value, Value], words?: (value: Value) => string | null) => boolean
  readonly wording: Wording
  readonly today: string
}

function disciplineOf(
  { gradeId, lastGrading, joined }: ListedMember,
  { disciplines }: KnownDetails,
  { takes, wording, today }: DisciplineOptions,
): ChangedMember['discipline'] {
  const disciplineId = gradeId === null ? undefined : wording.disciplineOf(gradeId)
  if (disciplineId === undefined) return null
  const studied = disciplines.find(discipline => discipline.disciplineId === disciplineId)
  const grade = (id: Value) => (id === null ? null : wording.grade(Number(id)))
  const isGrade = takes('Grade', [studied?.gradeId ?? null, gradeId], grade)
  const isDate = takes('Last grading', [studied?.lastGrading ?? null, lastGrading], date)
  if (!isGrade && !isDate) return null
  const columns = { ...(isGrade && { current_grade_id: gradeId }), ...(isDate && { last_grading: lastGrading }) }
  if (studied) return { disciplineId, isNew: false, columns }
  return { disciplineId, isNew: true, columns: { ...columns, studied_since: joined ?? lastGrading ?? today } }
}
