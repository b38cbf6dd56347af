import type { Db } from '../../platform/database.ts'
import { fullName, type KnownMember, membersByCode, membersById, membersByName, nameKeys } from './known.ts'
import { type ListedMember, waysOf } from './listed-member.ts'
import { type Identity, isCorrectedDob, likenessOf } from './same-person.ts'

/** A line with the name by which it is compared, and who it is. */
export interface MatchedLine {
  readonly listed: ListedMember
  readonly key: string
  readonly ways: readonly string[]
  /** The earlier line that is the same person. */
  readonly sameAs: number | null
  /** The member who is this person already. */
  readonly known: KnownMember | null
  /** Someone else of this name, of whom nothing else can be compared: 'Ann Reed [12]' or 'line 3'. */
  readonly namesake: string | null
  /** Taken for the earlier line or the member by the name alone, because the user says so. */
  readonly isByName: boolean
}

interface Options {
  readonly clubId: number
  readonly rootClubId: number
  /** Whether this line is the same person as another of whom it has the name and nothing else to compare by. */
  readonly isOne: (line: number) => boolean
  /** The whole text of a line: one that is repeated is no second person. */
  readonly contentOf: (line: number) => string
}

type Candidate = Identity & { readonly index: number; readonly listed: ListedMember; readonly key: string }

/** Finds for every line whether the person is on an earlier line, or a member of the tree of clubs already. */
export async function matchMembers(db: Db, options: Options, list: readonly ListedMember[]): Promise<MatchedLine[]> {
  const keys: string[] = []
  const known: KnownMember[] = []
  for (let from = 0; from < list.length; from += 1000) {
    const chunk = await nameKeys(db, list.slice(from, from + 1000))
    keys.push(...chunk)
    known.push(...(await membersByName(db, options, [...new Set(chunk)])))
  }
  const people = list.map(
    (listed, index): Candidate => ({ index, listed, key: keys[index] ?? '', dob: listed.dob, ways: waysOf(listed) }),
  )
  const knownByKey = Map.groupBy(new Map(known.map(member => [member.memberId, member])).values(), ({ key }) => key)
  const codes = await membersByCode(
    db,
    options,
    list.map(({ code }) => code).filter(code => code !== null),
  )
  const owners = await membersById(
    db,
    options,
    [...codes.values()].map(({ memberId }) => memberId),
  )
  const corrected = correctedImport(people, knownByKey)
  const earlier = onEarlierLines(people, options)

  const claimed = new Set<number>()
  const sure = people.map(person => {
    if (earlier.get(person.index)?.isSame) return null
    const who = surely(person, knownByKey.get(person.key) ?? [], codes.get(person.listed.code ?? ''))
    if (who) claimed.add(who.memberId)
    return who
  })
  return people.map((person): MatchedLine => {
    const { index, listed, key, ways } = person
    const before = earlier.get(index)
    const matched = { listed, key, ways, sameAs: null, known: sure[index] ?? null, namesake: null, isByName: false }
    if (before?.isSame) return { ...matched, sameAs: before.line, isByName: before.isByName }
    if (matched.known) return matched
    const free = (knownByKey.get(key) ?? []).filter(({ memberId }) => !claimed.has(memberId))
    const likely = free.filter(member => likenessOf(member, person) === 'nameOnly')
    const renamed = owners.get(codes.get(listed.code ?? '')?.memberId ?? 0)
    const isOurs = ({ createdById }: KnownMember) => corrected !== null && createdById === corrected
    const byName = options.isOne(listed.line)
      ? (likely.find(({ clubMemberId }) => clubMemberId !== null) ?? likely[0])
      : undefined
    const found =
      likely.find(isOurs) ??
      byName ??
      free.find(member => isOurs(member) && isCorrectedDob(member, person)) ??
      (renamed && isOurs(renamed) && !claimed.has(renamed.memberId) && likenessOf(renamed, person) === 'same'
        ? renamed
        : undefined)
    if (found) claimed.add(found.memberId)
    const [other] = likely
    const namesake = other ? `${fullName(other)} [${other.code}]` : before ? `line ${before.line}` : null
    const isByName = found !== undefined && found === byName && !isOurs(found)
    return { ...matched, known: found ?? null, namesake: found ? null : namesake, isByName }
  })
}

/** Of a father and a son of one name it is the one with this code, then whoever belongs to this club. */
function surely(person: Candidate, sameName: readonly KnownMember[], owner: { memberId: number } | undefined) {
  const isOwner = ({ memberId }: KnownMember) => memberId === owner?.memberId
  const same = sameName.filter(member => isOwner(member) || likenessOf(member, person) === 'same')
  return same.find(isOwner) ?? same.find(({ clubMemberId }) => clubMemberId !== null) ?? same[0] ?? null
}

/** The import that a file corrects: it has created members with the names of at least half of the lines. */
function correctedImport(people: readonly Candidate[], known: ReadonlyMap<string, readonly KnownMember[]>) {
  const lines = new Map<number, number>()
  for (const { key } of people)
    for (const id of new Set((known.get(key) ?? []).map(({ createdById }) => createdById)))
      if (id !== null) lines.set(id, (lines.get(id) ?? 0) + 1)
  const [most] = [...lines].sort(([, a], [, b]) => b - a)
  return most && most[1] * 2 >= people.length ? most[0] : null
}

interface Earlier {
  readonly line: number
  readonly isSame: boolean
  readonly isByName: boolean
}

/** Earlier lines with the same name: the same person, or perhaps not. */
function onEarlierLines(people: readonly Candidate[], options: Options) {
  const found = new Map<number, Earlier>()
  for (const sameName of Map.groupBy(people, ({ key }) => key).values())
    if (sameName.length > 1) compareLines(sameName, options, found)
  return found
}

function compareLines(sameName: readonly Candidate[], { isOne, contentOf }: Options, found: Map<number, Earlier>) {
  const people: Candidate[] = []
  const repeated = new Map<string, Candidate>()
  for (const person of sameName) {
    const content = contentOf(person.listed.line)
    const isSame = (other: Candidate) => {
      const likeness = likenessOf(other, person)
      return likeness === 'same' || (likeness === 'nameOnly' && isOne(person.listed.line))
    }
    const same = repeated.get(content) ?? people.find(isSame)
    const other = same ?? people.find(each => likenessOf(each, person) === 'nameOnly')
    const isByName = same !== undefined && likenessOf(same, person) === 'nameOnly' && !repeated.has(content)
    if (other) found.set(person.index, { line: other.listed.line, isSame: same !== undefined, isByName })
    if (!same) people.push(person)
    if (!same) repeated.set(content, person)
  }
}
