/**
 * What a column of an imported file can be. The texts of a column with `values` are matched once each: to a grade, a
 * status, a plan and so on. `isDate`: the order of day and month is guessed for each column and can be changed.
 */
export interface ImportField {
  readonly title: string
  readonly values?: ImportValueKind
  readonly isDate?: true
  /** Its cells are amounts: a whole column of them may have a decimal comma. */
  readonly isMoney?: true
  /** It can be in several columns: what is in them is put together. */
  readonly isMany?: true
}

/** What the texts of a column stand for. */
export const importValueKinds = [
  'grade',
  'status',
  'plan',
  'category',
  'class',
  'source',
  'frequency',
  'paymentMethod',
  'result',
] as const
export type ImportValueKind = (typeof importValueKinds)[number]

const fields = <const F extends Readonly<Record<string, ImportField>>>(declared: F): F => declared

/** In the order in which they are offered. */
export const importFields = fields({
  fullName: { title: 'Name (first and last in one)' },
  firstName: { title: 'First name' },
  lastName: { title: 'Last name' },
  dob: { title: 'Date of birth', isDate: true },
  dobDay: { title: 'Date of birth: day' },
  dobMonth: { title: 'Date of birth: month' },
  dobYear: { title: 'Date of birth: year' },
  gender: { title: 'Gender' },
  email: { title: 'E-mail' },
  mobile: { title: 'Mobile' },
  phoneDay: { title: 'Phone (day)' },
  phoneEve: { title: 'Phone (evening)' },
  address: { title: 'Address' },
  address2: { title: 'Address, second line', isMany: true },
  town: { title: 'Town' },
  postcode: { title: 'Postcode' },
  guardian: { title: 'Parent or guardian', isMany: true },
  guardianEmail: { title: "Parent's e-mail" },
  guardianPhone: { title: "Parent's phone" },
  guardian2: { title: 'Second parent or guardian', isMany: true },
  guardian2Email: { title: "Second parent's email" },
  guardian2Phone: { title: "Second parent's phone" },
  emergencyName: { title: 'Emergency contact', isMany: true },
  emergencyPhone: { title: 'Emergency phone' },
  code: { title: 'Member code' },
  status: { title: 'Status', values: 'status' },
  joined: { title: 'Joined', isDate: true },
  left: { title: 'Left', isDate: true },
  category: { title: 'Category', values: 'category' },
  plan: { title: 'Training plan', values: 'plan' },
  price: { title: 'Price', isMoney: true },
  frequency: { title: 'How often it is paid', values: 'frequency' },
  paymentMethod: { title: 'Way to pay', values: 'paymentMethod' },
  mandate: { title: 'Direct Debit mandate or customer', isMany: true },
  paidUntil: { title: 'Paid up to', isDate: true },
  nextPayment: { title: 'Next payment', isDate: true },
  renewal: { title: 'Next renewal', isDate: true },
  source: { title: 'Heard of us through', values: 'source' },
  grade: { title: 'Belt or grade', values: 'grade' },
  stripes: { title: 'Stripes on the belt' },
  lastGrading: { title: 'Last grading', isDate: true },
  lastAttended: { title: 'Last attended', isDate: true },
  classesSince: { title: 'Classes since last grading' },
  class: { title: 'Class', values: 'class' },
  photos: { title: 'Photos allowed' },
  emailConsent: { title: 'News by e-mail allowed' },
  smsConsent: { title: 'News by SMS allowed' },
  tags: { title: 'Tags', isMany: true },
  note: { title: 'Note', isMany: true },
  pinnedNote: { title: 'Pinned note (shown in the register)', isMany: true },
  balance: { title: 'Balance in the old system', isMoney: true },
  gradedOn: { title: 'Date of grading', isDate: true },
  fromGrade: { title: 'Grade before', values: 'grade' },
  toGrade: { title: 'Grade given', values: 'grade' },
  result: { title: 'Result', values: 'result' },
  examiner: { title: 'Examiner' },
})

export type ImportFieldName = keyof typeof importFields

/** The field as every field is, for what only some have. */
export const importField = (name: ImportFieldName): ImportField => importFields[name]

/** Object.keys forgets that its answers are keys. */
export const importFieldNames = Object.keys(importFields) as [ImportFieldName, ...ImportFieldName[]]

export const importKinds = ['members', 'gradings'] as const
export type ImportKind = (typeof importKinds)[number]

/** Who it is about; the rest of a list of gradings. */
const whoFields = ['fullName', 'firstName', 'lastName', 'dob', 'dobDay', 'dobMonth', 'dobYear', 'code'] as const
const gradingFields = ['gradedOn', 'fromGrade', 'toGrade', 'result', 'examiner'] as const

/** What the columns of a list of members, or of gradings, can be. */
export function fieldsOf(kind: ImportKind): readonly ImportFieldName[] {
  const isOf = (names: readonly string[]) => (name: string) => names.includes(name)
  return importFieldNames.filter(
    kind === 'gradings' ? isOf([...whoFields, ...gradingFields]) : name => !isOf(gradingFields)(name),
  )
}
