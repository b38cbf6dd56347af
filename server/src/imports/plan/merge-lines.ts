import { fullName } from './known.ts'
import type { LineNotes } from './line-notes.ts'
import type { ListedMember } from './listed-member.ts'
import type { MatchedLine } from './match-members.ts'

/** Fields of which a member has one: what the first line says counts. */
const single = {
  code: 'Code',
  dob: 'Date of birth',
  gender: 'Gender',
  email: 'Email',
  mobile: 'Mobile',
  phoneDay: 'Phone (day)',
  phoneEve: 'Phone (evening)',
  joined: 'Joined',
  left: 'Left',
  categoryId: 'Category',
  planId: 'Plan',
  pricePence: 'Price',
  frequencyId: 'How often it is paid',
  paymentMethodId: 'Way to pay',
  nextPayment: 'Next payment',
  balancePence: 'Opening balance',
  renewal: 'Next renewal',
  sourceId: 'Heard of us through',
  gradeId: 'Grade',
  lastGrading: 'Last grading',
  lastAttended: 'Last attended',
  classesSince: 'Classes since last grading',
} as const

type Single = keyof typeof single
// Object.keys forgets that its answers are keys.
const singleFields = Object.keys(single) as Single[]

/**
 * Puts what later lines say of a person into the first: another class, tag, note or parent, and what the first leaves out.
 * Says for each later line what it adds, and what it says differently.
 */
export function mergeLines(matched: readonly MatchedLine[], notes: LineNotes): MatchedLine[] {
  const later = Map.groupBy(
    matched.filter(({ sameAs }) => sameAs !== null),
    ({ sameAs }) => sameAs,
  )
  return matched.map(match => {
    const others = later.get(match.listed.line)
    if (!others) return match
    let { listed } = match
    for (const other of others) listed = withLine(listed, other.listed, notes)
    return { ...match, listed }
  })
}

function withLine(first: ListedMember, other: ListedMember, notes: LineNotes): ListedMember {
  const filled = singleFields.filter(field => first[field] === null && other[field] !== null)
  const differing = singleFields.filter(
    field => first[field] !== null && other[field] !== null && first[field] !== other[field],
  )
  const missing = <Item>(one: readonly Item[], two: readonly Item[], keyOf: (item: Item) => unknown = item => item) =>
    two.filter(item => !one.some(each => keyOf(each) === keyOf(item)))
  const classIds = missing(first.classIds, other.classIds)
  const tags = missing(first.tags, other.tags, tag => tag.toLowerCase())
  const noted = missing(first.notes, other.notes, ({ text }) => text)
  const contacts = missing(first.contacts, other.contacts, contact => fullName(contact).toLowerCase())
  const mandates = missing(first.mandateReferences, other.mandateReferences)
  const consents = missing(first.consents, other.consents, ({ flag }) => flag)
  const hasAddress = first.address.line !== null || first.address.postcode !== null
  const adds = [
    ...filled.map(field => single[field]),
    ...(classIds.length > 0 ? ['Class'] : []),
    ...(tags.length > 0 ? ['Tags'] : []),
    ...(noted.length > 0 ? ['Note'] : []),
    ...(contacts.length > 0 ? ['Contact'] : []),
    ...(mandates.length > 0 ? ['Mandate'] : []),
    ...(consents.length > 0 ? ['Consent'] : []),
  ]
  const { line } = other
  const name = fullName(other)
  const added = adds.length === 0 ? 'adds nothing' : `adds ${new Intl.ListFormat('en-GB').format(adds)}`
  notes.tell(line, `${name} is on line ${first.line} already: merged with it, and ${added}`)
  for (const field of differing) notes.tell(line, `${single[field]} differs from line ${first.line}, which counts`)
  return {
    ...first,
    ...Object.fromEntries(filled.map(field => [field, other[field]])),
    address: hasAddress ? first.address : other.address,
    classIds: [...first.classIds, ...classIds],
    tags: [...first.tags, ...tags],
    notes: [...first.notes, ...noted],
    contacts: [...first.contacts, ...contacts],
    mandateReferences: [...first.mandateReferences, ...mandates],
    consents: [...first.consents, ...consents],
  }
}
