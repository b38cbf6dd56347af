/** What stands in a message as `{{ name }}` and is written anew for everyone it goes to. */
export interface MergeField {
  readonly name: string
  readonly title: string
  readonly group: string
  readonly example: string
  /** An address: it may be where a link or a button leads. */
  readonly isAddress?: boolean
}

const group = <const Fields extends Readonly<Record<string, readonly [title: string, example: string]>>>(
  name: string,
  fields: Fields,
) => Object.entries(fields).map(([field, [title, example]]) => ({ name: field, title, group: name, example }))

/** Every merge field there is, in the order in which menus offer them. All of them may stand in both channels. */
export const mergeFields: readonly MergeField[] = [
  ...group('Member', {
    'member.firstName': ['First name', 'Mia'],
    'member.lastName': ['Last name', 'Okafor'],
    'member.fullName': ['Full name', 'Mia Okafor'],
    'member.age': ['Age in years', '9'],
    'member.code': ['Member code', 'M-1042'],
  }),
  ...group('Who gets it', {
    'recipient.firstName': ['First name', 'Grace'],
    'recipient.fullName': ['Full name', 'Grace Okafor'],
    'guardian.firstName': ['Guardian’s first name, where a guardian gets it', 'Grace'],
    'guardian.fullName': ['Guardian’s full name, where a guardian gets it', 'Grace Okafor'],
  }),
  ...group('Club', {
    'club.name': ['Club', 'Kaizen Leeds'],
    'club.email': ['E-mail address', 'leeds@example.com'],
    'club.phone': ['Phone', '0113 496 0000'],
    'club.address': ['Address', '1 Mill Street, Leeds, LS1 4AP'],
    'club.website': ['Website', 'https://example.com'],
    'club.reviewUrl': ['Page for reviews', 'https://example.com/review'],
  }),
  ...group('Class', {
    'class.name': ['Class', 'Little Dragons'],
    'class.day': ['Day of the week', 'Tuesday'],
    'class.time': ['Time', '17:30'],
    'class.next': ['Next date', 'Tuesday 19 May 2026'],
  }),
  ...group('Booking', {
    'booking.className': ['Class booked', 'Trial class'],
    'booking.date': ['Date booked', 'Saturday 16 May 2026'],
    'booking.time': ['Time booked', '10:00'],
  }),
  ...group('Grade', {
    'grade.discipline': ['Discipline', 'Karate'],
    'grade.name': ['Grade', 'Orange belt'],
    'grade.next': ['Next grade', 'Green belt'],
    'grading.date': ['Next grading', 'Sunday 7 June 2026'],
  }),
  ...group('Membership', {
    'membership.plan': ['Plan', 'Juniors, twice a week'],
    'membership.since': ['Member since', '4 September 2024'],
    'membership.until': ['Ends on', '3 September 2026'],
    'membership.price': ['Price', '£35.00'],
    'membership.nextPayment': ['Next payment', '1 June 2026'],
  }),
  ...group('Balance', {
    'balance.owed': ['Owed', '£35.00'],
    'balance.credit': ['In credit', '£5.00'],
  }),
  ...group('Links', {
    'links.pay': ['To pay what is owed', 'https://example.com/pay/…'],
    'links.book': ['To book a trial', 'https://example.com/enquire/…'],
    'links.preferences': ['To choose what is sent', 'https://example.com/preferences/…'],
    'links.unsubscribe': ['To unsubscribe', 'https://example.com/unsubscribe/…'],
    'links.enquiry': ['To the enquiry form', 'https://example.com/enquire/…'],
    'links.refer': ['For a friend: the enquiry form, by this member', 'https://example.com/enquire/…?ref=M-1042'],
  }),
].map(field => ({ ...field, ...(isAddress(field.name) && { isAddress: true }) }))

function isAddress(name: string): boolean {
  return name.startsWith('links.') || name === 'club.website' || name === 'club.reviewUrl'
}

const byName = new Map(mergeFields.map(field => [field.name, field]))

export const mergeField = (name: string): MergeField | undefined => byName.get(name)

/** A line with merge fields as people read it: `For [First name]`. */
export const withTitles = (text: string): string =>
  text.replaceAll(
    /\{\{-?\s*([\w.]+)(?:[^\w.{}][^{}]*)?\}\}/g,
    (_, name: string) => `[${mergeField(name)?.title ?? name}]`,
  )

/** The field that was probably meant by a name that is none; undefined where nothing is near. */
export function nearestField(name: string): string | undefined {
  const folded = fold(name)
  const [nearest] = mergeFields
    .map(field => ({ name: field.name, steps: distance(folded, fold(field.name)) }))
    .sort((one, other) => one.steps - other.steps)
  return nearest && nearest.steps <= Math.max(2, Math.floor(name.length / 3)) ? nearest.name : undefined
}

const fold = (name: string) =>
  name
    .slice(0, 60)
    .toLowerCase()
    .replaceAll(/[^a-z.]/g, '')

/** Levenshtein's: how many characters are to be changed, put in or taken out. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let to = 1; to <= other.length; to++) {
      const swap = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
