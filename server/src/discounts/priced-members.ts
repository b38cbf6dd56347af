import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { familyPositions } from './family-positions.ts'
import { type MemberInClub, placeKey, placesTable } from './places.ts'
import type { DiscountRule, PricedMember } from './why-not.ts'

/** What the discounts look at in these members, by `placeKey`; what none of them looks at is not read. */
export async function pricedMembers(
  db: Kysely<Tables>,
  places: readonly MemberInClub[],
  rules: readonly DiscountRule[],
): Promise<ReadonlyMap<string, PricedMember>> {
  if (places.length === 0) return new Map()
  const needsFamily = rules.some(({ family }) => family !== 'any')
  const facts = await readFacts(db, places, rules)
  const positions = needsFamily ? await familyPositions(db, places) : new Map<string, number>()
  const uses = await readUses(db, places, rules)
  return new Map(
    facts.map(({ clubId, memberId, ...member }) => {
      const key = placeKey({ clubId, memberId })
      return [key, { ...member, familyPosition: positions.get(key) ?? 1, uses: uses.get(memberId) ?? new Map() }]
    }),
  )
}

type Facts = MemberInClub & Pick<PricedMember, 'categoryId' | 'dob' | 'tagIds'>

async function readFacts(db: Kysely<Tables>, places: readonly MemberInClub[], rules: readonly DiscountRule[]) {
  const tagIds = [...new Set(rules.flatMap(rule => rule.tagIds))]
  const { rows } = await sql<Facts>`
    select place.club_id as "clubId", place.member_id as "memberId", club_member.category_id as "categoryId", person.dob,
      array(select tag_id from member_tag
        where member_tag.member_id = place.member_id and tag_id = any(${tagIds}::bigint[])) as "tagIds"
    from (select distinct club_id, member_id from ${placesTable(places)}) place
    join member on member.id = place.member_id
    join person on person.id = member.person_id
    left join club_member on club_member.member_id = place.member_id and club_member.club_id = place.club_id`.execute(
    db,
  )
  return rows
}

/** By member and discount, of those discounts that a member may use so often. */
async function readUses(db: Kysely<Tables>, places: readonly MemberInClub[], rules: readonly DiscountRule[]) {
  const limited = rules.filter(({ maxUsesPerMember }) => maxUsesPerMember !== null).map(({ discountId }) => discountId)
  const uses = new Map<number, Map<number, number>>()
  if (limited.length === 0) return uses
  const { rows } = await sql<{ memberId: number; discountId: number; count: number }>`
    select member_id as "memberId", discount_id as "discountId", count(*) as count from standing_discount_use
    where discount_id = any(${limited}::bigint[]) and member_id = any(${places.map(({ memberId }) => memberId)}::bigint[])
    group by member_id, discount_id`.execute(db)
  for (const { memberId, discountId, count } of rows)
    uses.set(memberId, (uses.get(memberId) ?? new Map<number, number>()).set(discountId, count))
  return uses
}
