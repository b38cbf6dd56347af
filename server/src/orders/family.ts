import { getLinkedMembers, getLinkOffers } from '../people/index.ts'
import type { Read } from '../platform/route.ts'

/**
 * Who may be in one basket with a member, by id, and what they are to him: linked members, and those who share a guardian
 * with him and were only not linked yet.
 */
export async function familyOf(context: Read, memberId: number): Promise<Map<number, string>> {
  const offers = await getLinkOffers(context, { id: memberId })
  const links = await getLinkedMembers(context, { id: memberId })
  return new Map([...offers, ...links].map(({ memberId: id, relationship }) => [id, relationship]))
}
