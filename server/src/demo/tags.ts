import type { Membership } from './memberships.ts'
import { randomFor } from './random.ts'
import type { DemoRows } from './rows.ts'

/** Tags of the franchise's head office, with the share of members who have each. */
const tags = [
  ['Competition squad', '#a32424', 0.06],
  ['Display team', '#7a3a94', 0.04],
  ['Helper', '#1f6b3a', 0.05],
  ['Siblings', '#30508f', 0.1],
] as const

const schools = ['Hill Top', 'Riverside', 'St Aidan’s', 'Grove Road', 'Elsewhere']

/** Words that a club puts on members, and what it asks of them beside what everybody asks. */
export function addTags(rows: DemoRows, memberships: readonly Membership[]): void {
  const root = { club_id: 1, root_club_id: 1 }
  for (const [index, [name, colour]] of tags.entries()) rows.tag.push({ id: index + 1, ...root, name, colour })
  rows.attribute.push(
    { id: 1, ...root, name: 'School', type: 'choice', choices: schools, position: 1 },
    { id: 2, ...root, name: 'May walk home alone', type: 'yesno', choices: [], position: 2 },
    { id: 3, ...root, name: 'Medical form seen on', type: 'date', choices: [], position: 3 },
  )
  const told = new Set<number>()
  for (const { id, club, member, joined } of memberships) {
    if (club.rootId !== 1 || told.has(member.id)) continue
    told.add(member.id)
    const random = randomFor(`tags ${id}`)
    const own = { member_id: member.id, club_id: club.id, root_club_id: 1 }
    for (const [index, [, , share]] of tags.entries())
      if (random.chance(share)) rows.member_tag.push({ ...own, tag_id: index + 1 })
    if (member.age < 18) {
      rows.member_attribute.push({ ...own, attribute_id: 1, value: random.pick(schools) })
      rows.member_attribute.push({ ...own, attribute_id: 2, value: member.age > 11 ? 'yes' : 'no' })
    }
    if (joined && random.chance(0.7)) rows.member_attribute.push({ ...own, attribute_id: 3, value: joined })
  }
}
