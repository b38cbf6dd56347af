import { ageOn } from '@honbu/contract/calendar.ts'
import type { Db } from '../../platform/database.ts'
import { adultsByName, type KnownAdult, nameKeys } from './known.ts'
import type { KnownContact } from './known-details.ts'
import type { ListedContact } from './listed-member.ts'
import type { MatchedLine } from './match-members.ts'
import type { ContactPerson, PlannedContact, Who } from './plan.ts'
import { sharesWay } from './same-person.ts'

/** Someone whose contacts the file names. */
export interface WithContacts {
  readonly who: Who
  readonly personId: number | null
  readonly line: number
  readonly ways: readonly string[]
  readonly listed: readonly ListedContact[]
  /** Of a member who is there: the contacts they have. */
  readonly known: readonly KnownContact[]
  /** Of `listed`: those that an import has stored before, and that stay as people have left them. */
  readonly stored: ReadonlySet<ListedContact>
}

interface Options {
  readonly tree: { readonly clubId: number; readonly rootClubId: number }
  /** Members who are made from lines: a parent may train too. */
  readonly added: readonly MatchedLine[]
  readonly today: string
}

/**
 * Who each named contact is. Brothers and sisters share one person, and a parent who trains too is that member: same name,
 * and an email address, phone or house in common. Existing contacts keep their email and phone.
 */
export async function planContacts(db: Db, people: readonly WithContacts[], { tree, added, today }: Options) {
  const named = people.flatMap(person => person.listed.map(contact => ({ person, contact })))
  const keys = await nameKeys(
    db,
    named.map(({ contact }) => contact),
  )
  const known = Map.groupBy(await adultsByName(db, tree, [...new Set(keys)]), ({ key }) => key)
  const onLines = Map.groupBy(added, ({ key }) => key)
  const made = new Map<string, { place: number; ways: string[]; listed: ListedContact }[]>()
  const planned: (PlannedContact & {
    readonly line: number
    readonly listed: ListedContact
    readonly isNew: boolean
  })[] = []
  const kept: KeptContact[] = []
  let count = 0
  for (const [index, { person, contact }] of named.entries()) {
    const key = keys[index] ?? ''
    const same = person.known.filter(each => each.key === key)
    if (same.length > 0) {
      if (same.every(each => isOtherWay(contact, each))) kept.push({ line: person.line, listed: contact })
      continue
    }
    if (person.stored.has(contact)) continue
    const ways = [...person.ways, ...[contact.email, contact.mobile].filter(way => way !== null)]
    const isGrownUp = (dob: string | null) => dob === null || ageOn(dob, today) >= 18
    const fits = (other: { dob: string | null; ways: readonly string[] }) =>
      isGrownUp(other.dob) && sharesWay(other.ways, ways)
    const onLine = onLines
      .get(key)
      ?.find(({ listed, ways }) => listed.line !== person.line && fits({ dob: listed.dob, ways }))
    const there = known.get(key)?.find((adult: KnownAdult) => adult.personId !== person.personId && fits(adult))
    const before = made.get(key)?.find(other => sharesWay(other.ways, ways))
    const found: ContactPerson | undefined =
      (there && { personId: there.personId }) ??
      (onLine && { line: onLine.listed.line }) ??
      (before && { newContact: before.place, listed: before.listed })
    before?.ways.push(...ways)
    const newPerson = found ?? { newContact: count++, listed: contact }
    if (!found) made.set(key, [...(made.get(key) ?? []), { place: count - 1, ways: [...ways], listed: contact }])
    const { relationship, isGuardian, isEmergency } = contact
    planned.push({
      of: person.who,
      person: newPerson,
      relationship,
      isGuardian,
      isEmergency,
      line: person.line,
      listed: contact,
      isNew: !found,
    })
  }
  return { planned: onceEach(planned), kept }
}

/** A contact who is there, with another email or phone in the file: a person may have changed it since. */
export interface KeptContact {
  readonly line: number
  readonly listed: ListedContact
}

const isOtherWay = ({ email, mobile }: ListedContact, known: KnownContact) =>
  (email !== null && email.toLowerCase() !== known.email) || (mobile !== null && mobile !== known.mobile)

/** A guardian who is the emergency contact too is one contact. */
function onceEach<C extends PlannedContact & { readonly line: number }>(planned: readonly C[]): C[] {
  const seen = new Map<string, C>()
  for (const contact of planned) {
    const { listed: _, ...person } = { listed: null, ...contact.person }
    const key = `${contact.line} ${JSON.stringify(person)}`
    const before = seen.get(key)
    seen.set(key, {
      ...contact,
      ...before,
      isGuardian: contact.isGuardian || (before?.isGuardian ?? false),
      isEmergency: contact.isEmergency || (before?.isEmergency ?? false),
    })
  }
  return [...seen.values()]
}
