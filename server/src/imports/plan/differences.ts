import { memberStatus, names } from '@honbu/contract/ids.ts'
import type { ImportMapping } from '@honbu/contract/imports.ts'
import { readPhone } from '../cells/read-contact.ts'
import { digestOf, isCreated, isNothing, keyOf } from './digests.ts'
import type { KnownMember } from './known.ts'
import type { KnownDetails } from './known-details.ts'
import type { ListedMember, Problem } from './listed-member.ts'
import type { ChangedMember, Columns, EditedField, Stored } from './plan.ts'
import { balanceWords, consentTitle, dated, money, type Wording, yesNo } from './wording.ts'

interface Options {
  readonly mode: ImportMapping['existing']
  readonly wording: Wording
  readonly today: string
  /** The class on whose register active members go, whatever else is done with those who are there. */
  readonly enrolClassId: number | null
}

type Value = string | number | null

/**
 * What a line of the file would change of a member who is there: values of an earlier import that nobody has edited since
 * (`correct`), fields that are empty (`fill`), or those that differ too (`overwrite`). Null: nothing. Codes and statuses are
 * never changed by a file, and names only where they are corrected.
 */
export function differences(
  listed: ListedMember,
  known: KnownMember & { readonly clubMemberId: number },
  details: KnownDetails,
  { mode, wording, today, enrolClassId }: Options,
): {
  readonly change: ChangedMember | null
  readonly problems: readonly Problem[]
  readonly edited: readonly EditedField[]
} {
  const stored: Stored[] = []
  const problems: Problem[] = []
  const edited: EditedField[] = []
  const before = details.imported?.digests ?? null
  const digests: Record<string, string> = {}
  const ours = isCreated(before) ? before : null
  const { line } = listed
  const isKept = (title: string, key: string, { is, given, words }: Change) => {
    // A discipline that they didn't study had no grade.
    const imported = before?.[key] ?? (key.startsWith('discipline.') && ours ? digestOf(null) : undefined)
    if (mode === 'correct' && (imported === undefined || imported === digestOf(given))) return true
    const isEdited = imported !== undefined && imported !== digestOf(is)
    if (mode === 'fill') return !isNothing(is)
    if (!isEdited) return false
    const isReplaced = mode === 'overwrite'
    edited.push({ line, title, isReplaced })
    const [now, file] = [isNothing(is) ? 'nothing' : words(is), words(given)]
    problems.push({
      column: '',
      text: `${title} was edited after the import: ${isReplaced ? `${now} becomes ${file}` : `${now} stays, and the file says ${file}`}`,
    })
    return !isReplaced
  }
  /** Is this to be written over what is there? Notes it for the person who looks. */
  const takes: Takes = (title, key, [is, given], words = text) => {
    if (mode === 'skip' || given === null || given === is) return false
    if (isKept(title, key, { is, given, words })) return false
    stored.push({ title, before: isNothing(is) ? null : words(is), after: words(given) ?? '' })
    digests[key] = digestOf(given)
    return true
  }
  const columns = (of: 'person' | 'membership', fields: readonly Field[]): Columns =>
    Object.fromEntries(
      fields
        .filter(({ title, column, value, words, isSame }) => {
          const is = details[of][column] ?? null
          return !isSame?.(is) && takes(title, `${of}.${column}`, [is, value], words)
        })
        .map(({ column, value }) => [column, value]),
    )
  const person = columns('person', [...(mode === 'correct' ? nameFields(listed) : []), ...personFields(listed)])
  const wanted = columns('membership', membershipFields(listed, known.statusId, wording))
  const isTorn = isUpsideDown(details.membership, wanted)
  const membership = isTorn ? without(wanted, ['member_since', 'member_until']) : wanted
  if (isTorn) {
    problems.push({ column: '', text: 'The day of leaving would be before the day of joining: neither is changed' })
    for (const title of ['Joined', 'Left']) drop(stored, title)
  }
  const isStatusKnown =
    mode === 'correct' && (!ours || ours['membership.member_status_id'] === digestOf(listed.statusId))
  if (mode !== 'skip' && listed.isStatusListed && listed.statusId !== known.statusId && !isStatusKnown)
    problems.push({
      column: '',
      text: `The status stays ${names[known.statusId ?? 0]}; the file says ${names[listed.statusId]}`,
    })
  const discipline = disciplineOf(listed, details, { takes, wording, today })
  /** What an import has added before, and someone has removed since, isn't added again. */
  const isAdded = (title: string, key: string, after: string) => {
    if (mode === 'skip' || (mode === 'correct' && (!ours || ours[key] !== undefined))) return false
    stored.push({ title, before: null, after })
    digests[key] = digestOf(true)
    return true
  }
  const notes = listed.notes.filter(
    ({ text }) => !details.notes.includes(text) && isAdded('Note', keyOf.note(text), text),
  )
  const tags = listed.tags.filter(
    tag => !details.tags.includes(tag.toLowerCase()) && isAdded('Tag', keyOf.tag(tag), tag),
  )
  const mandateReferences = listed.mandateReferences.filter(
    reference =>
      !details.mandateReferences.includes(reference) && isAdded('Mandate', keyOf.mandate(reference), reference),
  )
  const consents = listed.consents.filter(({ flag, isGiven }) => {
    const consent = details.consents.find(each => each.flag === flag)
    return takes(consentTitle(flag), keyOf.consent(flag), [consent ? yesNo(consent.isGiven) : null, yesNo(isGiven)])
  })
  const isNewClass = (id: number) => !details.classIds.includes(id)
  const classIds = listed.classIds.filter(
    id => isNewClass(id) && isAdded('Class', keyOf.class(id), wording.named('class', id)),
  )
  const register = known.statusId === memberStatus.active ? enrolClassId : null
  if (register !== null && isNewClass(register) && !classIds.includes(register)) {
    classIds.push(register)
    stored.push({ title: 'Class', before: null, after: wording.named('class', register) })
  }
  // What is booked is corrected in their account.
  if (listed.balancePence !== null && before?.balance !== digestOf(listed.balancePence))
    problems.push({
      column: '',
      text: `${balanceWords(listed.balancePence)} isn’t booked, because they are a member already: correct it in their account`,
    })
  if (stored.length === 0) return { change: null, problems, edited }
  const { memberId, personId, clubMemberId } = known
  const ids = { line, memberId, personId, clubMemberId }
  const added = { notes, tags, consents, classIds, mandateReferences }
  const imported = { id: details.imported?.id ?? null, digests: { ...before, ...digests } }
  return { change: { ...ids, person, membership, discipline, ...added, stored, imported }, problems, edited }
}

interface Change {
  readonly is: Value
  readonly given: Value
  readonly words: (value: Value) => string | null
}

type Takes = (
  title: string,
  key: string,
  values: readonly [Value, Value],
  words?: (value: Value) => string | null,
) => boolean

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

const nameFields = ({ firstName, lastName }: ListedMember): Field[] => [
  { title: 'First name', column: 'first_name', value: firstName },
  { title: 'Last name', column: 'last_name', value: lastName },
]

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
    { title: 'Last attended', column: 'attended_before', value: listed.lastAttended, words: date },
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
  readonly takes: Takes
  readonly wording: Wording
  readonly today: string
}

function disciplineOf(
  { gradeId, lastGrading, classesSince, joined }: ListedMember,
  { disciplines }: KnownDetails,
  { takes, wording, today }: DisciplineOptions,
): ChangedMember['discipline'] {
  const disciplineId = gradeId === null ? undefined : wording.disciplineOf(gradeId)
  if (disciplineId === undefined) return null
  const studied = disciplines.find(discipline => discipline.disciplineId === disciplineId)
  const grade = (id: Value) => (id === null ? null : wording.grade(Number(id)))
  const key = (column: string) => keyOf.discipline(disciplineId, column)
  const isGrade = takes('Grade', key('current_grade_id'), [studied?.gradeId ?? null, gradeId], grade)
  const isDate = takes('Last grading', key('last_grading'), [studied?.lastGrading ?? null, lastGrading], date)
  const counted = studied?.earlierClasses ?? 0
  const isCount = takes('Classes since last grading', key('earlier_classes'), [
    counted === 0 ? null : counted,
    classesSince,
  ])
  if (!isGrade && !isDate && !isCount) return null
  const columns = {
    ...(isGrade && { current_grade_id: gradeId }),
    ...(isDate && { last_grading: lastGrading }),
    ...(isCount && { earlier_classes: classesSince, earlier_classes_on: today }),
  }
  if (studied) return { disciplineId, isNew: false, columns }
  return { disciplineId, isNew: true, columns: { ...columns, studied_since: joined ?? lastGrading ?? today } }
}
