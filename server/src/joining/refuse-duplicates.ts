import { names } from '@honbu/contract/ids.ts'
import { type Duplicate, findLikelyDuplicates, type SameBy } from '../members/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { Joiner } from './joiner.ts'
import { membershipsOf } from './memberships-of.ts'

type Asked = Joiner & { readonly at: string }

/**
 * Nobody becomes a member twice without somebody having seen it. A hint alone, such as the e-mail address of a family,
 * refuses nothing.
 * @throws Refused 409 under `evenIfDuplicate`, a message for each of the likely ones
 */
export async function refuseDuplicates(tx: Write['tx'], rootClubId: number, joiners: readonly Asked[]) {
  refuseTwice(joiners)
  const found = await findLikelyDuplicates(
    tx,
    rootClubId,
    joiners.map(({ person }) => ({ ...person, phones: [person.phoneMob, person.phoneDay, person.phoneEve] })),
  )
  const fields: Record<string, string[]> = {}
  for (const [index, { at, evenIfDuplicate }] of joiners.entries()) {
    const likely = evenIfDuplicate ? [] : (found[index] ?? []).filter(({ isLikely }) => isLikely)
    if (likely.length > 0) fields[`${at}evenIfDuplicate`] = await inWords(tx, likely)
  }
  const [first] = Object.values(fields)
  if (first?.[0]) throw new Refused(409, first[0], fields)
}

/** The same child given twice in one go. */
function refuseTwice(joiners: readonly Asked[]) {
  const given = new Set<string>()
  for (const { at, person, evenIfDuplicate } of joiners) {
    const key = [person.firstName, person.lastName, person.dob].join('\n').normalize('NFC').toLowerCase()
    if (given.has(key) && person.dob !== null && !evenIfDuplicate) {
      const message = `${`${person.firstName} ${person.lastName}`.trim()} is there twice.`
      throw new Refused(409, message, { [`${at}evenIfDuplicate`]: [message] })
    }
    given.add(key)
  }
}

async function inWords(tx: Write['tx'], duplicates: readonly Duplicate[]): Promise<string[]> {
  const memberships = await membershipsOf(
    tx,
    duplicates.map(({ memberId }) => memberId),
    [],
  )
  return duplicates.map(({ memberId, firstName, lastName, code, sameBy }) => {
    const membership = memberships.get(memberId)
    const where = membership ? `, ${names[membership.memberStatusId]} at ${membership.clubName},` : ''
    const what = sameBy.map(way => ways[way]).join(' and ')
    return `${`${firstName} ${lastName}`.trim()} [${code}]${where} has the same ${what}.`
  })
}

const ways: Readonly<Record<SameBy, string>> = {
  nameAndDob: 'name and date of birth',
  email: 'e-mail address',
  phone: 'phone number',
}
