import { addDays } from '@honbu/contract/calendar.ts'
import { type Clock, earlier, later } from './clock.ts'
import type { Membership } from './memberships.ts'
import { randomFor } from './random.ts'
import { at, type DemoRows } from './rows.ts'

const shareNotLinked = 0.2

/** Who belongs to a family, linked when the later of the two came. Nobody has linked them all. */
export function addLinks(rows: DemoRows, memberships: readonly Membership[], clock: Clock): void {
  const random = randomFor('links')
  for (const family of Map.groupBy(memberships, ({ member }) => member.family).values()) {
    for (const [index, one] of family.entries()) {
      for (const other of family.slice(index + 1)) {
        const isLinked = !random.chance(shareNotLinked)
        // Of the first member's two children one is linked already; the other is offered.
        if (one.member.id === 1 ? other !== family[1] : !isLinked) continue
        const since = earlier(later(dayOf(one), dayOf(other)), addDays(clock.today, -1))
        rows.member_link.push({
          member_id: one.member.id,
          linked_member_id: other.member.id,
          root_club_id: one.club.rootId,
          relationship: relationship(one.member.age, other.member.age),
          linked_since: since,
          created_at: at(since, '18:10'),
        })
      }
    }
  }
}

const dayOf = ({ joined, enquired }: Membership) => joined ?? enquired

/** What the other is to the one, by their ages. */
function relationship(one: number, other: number): string {
  if (one >= 18 && other < 18) return 'Child'
  if (one < 18 && other >= 18) return 'Parent'
  return one >= 18 ? 'Partner' : 'Sibling'
}
