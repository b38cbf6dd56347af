import type { ImportMapping } from '@honbu/contract/imports.ts'
import type { Db } from '../../platform/database.ts'
import { couldBeParent, familiesOf, type Relative, relationshipOf } from './families.ts'
import { fullName, type KnownMember, membersByEmail } from './known.ts'
import type { LineNotes } from './line-notes.ts'
import type { MatchedLine } from './match-members.ts'
import type { PlannedContact, PlannedLink, Who } from './plan.ts'

interface Options {
  readonly added: readonly MatchedLine[]
  /** The contacts that the file names. */
  readonly contacts: readonly PlannedContact[]
  readonly mapping: Pick<ImportMapping, 'linkFamilies' | 'adultsAreGuardians'>
  readonly tree: { readonly clubId: number; readonly rootClubId: number }
  readonly today: string
  readonly notes: LineNotes
}

interface Person extends Relative {
  readonly who: Who
  readonly name: string
  readonly line: number | null
  readonly personId: number | null
}

/** Links members with one e-mail address, and makes the grown-ups among them guardians of children who have none. */
export async function planFamilies(db: Db, { added, contacts, mapping, tree, today, notes }: Options) {
  const emails = added.map(({ listed }) => listed.email).filter(email => email !== null)
  const there = await membersByEmail(db, tree, [...new Set(emails)])
  const people: Person[] = [...there.map(knownPerson), ...added.map(newPerson)]
  const { families, crowded } = familiesOf(people)
  for (const { id, line, email } of people)
    if (crowded.has(id) && line !== null && (mapping.linkFamilies || mapping.adultsAreGuardians))
      notes.tell(line, `${email} is the address of ${crowded.get(id)} people: they are not taken for one family`)

  const guarded = new Set(contacts.filter(({ isGuardian }) => isGuardian).map(({ of }) => idOf(of)))
  const guardians: PlannedContact[] = []
  const parents = new Map<string, 'Parent'>()
  const memberByPerson = new Map(people.map(person => [person.personId, person.id]))
  for (const { of, person, isGuardian } of contacts) {
    if (!isGuardian) continue
    const id =
      'line' in person ? `line ${person.line}` : 'personId' in person ? memberByPerson.get(person.personId) : undefined
    if (id) parents.set(`${idOf(of)} ${id}`, 'Parent')
  }
  if (mapping.adultsAreGuardians)
    for (const family of families)
      for (const child of family.filter(({ id, line }) => line !== null && !guarded.has(id)))
        for (const adult of family.filter(each => couldBeParent(each, child, today)).slice(0, 2)) {
          const person = adult.line === null ? { personId: adult.personId ?? 0 } : { line: adult.line }
          guardians.push({ of: child.who, person, relationship: 'Family', isGuardian: true, isEmergency: false })
          parents.set(`${child.id} ${adult.id}`, 'Parent')
          if (child.line !== null)
            notes.store(child.line, { title: 'Guardian', before: null, after: `${adult.name} (same e-mail address)` })
        }
  const links = mapping.linkFamilies ? linksIn(families, parents, notes) : []
  return { contacts: guardians, links }
}

/** Every two of a family of whom one at least is new. */
function linksIn(families: readonly (readonly Person[])[], parents: ReadonlyMap<string, 'Parent'>, notes: LineNotes) {
  const links: PlannedLink[] = []
  for (const family of families)
    for (const [index, a] of family.entries())
      for (const b of family.slice(index + 1)) {
        if (a.line === null && b.line === null) continue
        const isChild = parents.has(`${a.id} ${b.id}`)
        const isParent = parents.has(`${b.id} ${a.id}`)
        const [member, linked] = isParent ? [b, a] : [a, b]
        const relationship = isChild || isParent ? 'Parent' : relationshipOf(a, b)
        links.push({ member: member.who, linked: linked.who, relationship })
        const words = (who: Person, as: string) => ({
          title: 'Linked with',
          before: null,
          after: `${who.name} (${as})`,
        })
        if (member.line !== null) notes.store(member.line, words(linked, relationship))
        if (linked.line !== null)
          notes.store(linked.line, words(member, relationship === 'Parent' ? 'Child' : relationship))
      }
  return links
}

const idOf = (who: Who) => ('line' in who ? `line ${who.line}` : `member ${who.memberId}`)

const knownPerson = (member: KnownMember): Person => ({
  ...{ lastName: member.lastName, dob: member.dob, email: member.email, personId: member.personId },
  name: fullName(member),
  line: null,
  who: { memberId: member.memberId },
  id: `member ${member.memberId}`,
})

const newPerson = ({ listed }: MatchedLine): Person => ({
  ...{ lastName: listed.lastName, dob: listed.dob, email: listed.email, personId: null },
  name: fullName(listed),
  line: listed.line,
  who: { line: listed.line },
  id: `line ${listed.line}`,
})
