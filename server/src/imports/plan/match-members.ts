import type { Db } from '../../platform/database.ts'
import { type KnownMember, membersByCode, membersByName, nameKeys } from './known.ts'
import { type ListedMember, waysOf } from './listed-member.ts'
import { isSamePerson } from './same-person.ts'

/** A line with the name by which it is compared, and who it is. */
export interface MatchedLine {
  readonly listed: ListedMember
  readonly key: string
  readonly ways: readonly string[]
  /** The earlier line that is the same person. */
  readonly sameAs: number | null
  /** The member who is this person already. */
  readonly known: KnownMember | null
}

interface Tree {
  readonly clubId: number
  readonly rootClubId: number
}

/** Finds for every line whether the person is on an earlier line, or a member of the tree of clubs already. */
export async function matchMembers(db: Db, tree: Tree, list: readonly ListedMember[]): Promise<MatchedLine[]> {
  const keys: string[] = []
  const known: KnownMember[] = []
  for (let from = 0; from < list.length; from += 1000) {
    const chunk = await nameKeys(db, list.slice(from, from + 1000))
    keys.push(...chunk)
    known.push(...(await membersByName(db, tree, [...new Set(chunk)])))
  }
  const codes = await membersByCode(
    db,
    tree,
    list.map(({ code }) => code).filter(code => code !== null),
  )
  const knownByKey = Map.groupBy(new Map(known.map(member => [member.memberId, member])).values(), ({ key }) => key)
  const earlier = new Map<string, MatchedLine[]>()
  return list.map((listed, index) => {
    const key = keys[index] ?? ''
    const identity = { dob: listed.dob, ways: waysOf(listed) }
    const before = earlier.get(key)?.find(other => isSamePerson({ dob: other.listed.dob, ways: other.ways }, identity))
    const owner = listed.code === null ? undefined : codes.get(listed.code)
    const sameName = knownByKey.get(key) ?? []
    const same = sameName.filter(
      member => (owner?.memberId === member.memberId && owner.key === key) || isSamePerson(member, identity),
    )
    // Of a father and a son of one name it is the one with this code, then whoever belongs to this club.
    const who =
      same.find(({ memberId }) => memberId === owner?.memberId) ??
      same.find(({ clubMemberId }) => clubMemberId !== null) ??
      same[0]
    const matched = { listed, key, ways: identity.ways, sameAs: before?.listed.line ?? null, known: who ?? null }
    if (!before) earlier.set(key, [...(earlier.get(key) ?? []), matched])
    return matched
  })
}
