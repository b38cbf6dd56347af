import type { matchedBy } from '@honbu/contract/recovery.ts'

export type MatchedBy = keyof typeof matchedBy

/** What stands at the provider beside a mandate. */
export interface Payer {
  readonly name: string
  readonly email: string
  /** At the provider: of the mandate. */
  readonly reference: string
  /** What other programs have written there: member numbers, mostly. */
  readonly marks: readonly string[]
}

/** A member, with whom he can be known by: himself and his guardians. */
export interface Known {
  readonly memberId: number
  readonly clubId: number
  readonly code: string
  /** How an imported list named the mandate. */
  readonly references: readonly string[]
  readonly people: readonly { readonly name: string; readonly email: string | null }[]
  /** He has a mandate that works already. */
  readonly hasMandate: boolean
}

export interface Match<Member extends Known> {
  readonly member: Member
  readonly by: MatchedBy
}

const order: readonly MatchedBy[] = ['reference', 'code', 'emailAndName', 'email', 'name']

/** The members whose a mandate may be, the likeliest first; who has none yet before who has. */
export function matchMandate<Member extends Known>(payer: Payer, members: readonly Member[]): Match<Member>[] {
  const matches = members.flatMap(member => {
    const by = byOf(payer, member)
    return by === null ? [] : [{ member, by }]
  })
  return matches.toSorted(
    (a, b) =>
      order.indexOf(a.by) - order.indexOf(b.by) ||
      Number(a.member.hasMandate) - Number(b.member.hasMandate) ||
      a.member.memberId - b.member.memberId,
  )
}

/** The one that leaves no doubt: by its number or by e-mail and name, and no other is as likely. */
export function sureMatch<Member extends Known>(matches: readonly Match<Member>[]): Member | null {
  const [first, second] = matches
  if (!first || first.member.hasMandate) return null
  if (!['reference', 'code', 'emailAndName'].includes(first.by)) return null
  return second?.by === first.by ? null : first.member
}

function byOf({ name, email, reference, marks }: Payer, { code, references, people }: Known): MatchedBy | null {
  if (references.some(known => known === reference || marks.includes(known))) return 'reference'
  if (marks.some(mark => plain(mark) === plain(code))) return 'code'
  const sameEmail = people.filter(person => email !== '' && person.email?.toLowerCase() === email.toLowerCase())
  if (sameEmail.some(person => isSameName(person.name, name))) return 'emailAndName'
  if (sameEmail.length > 0) return 'email'
  return people.some(person => isSameName(person.name, name)) ? 'name' : null
}

const isSameName = (one: string, other: string) => plain(one) !== '' && plain(one) === plain(other)

/** Without case, accents, and what stands between the words. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
