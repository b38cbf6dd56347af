import { addDays } from '@honbu/contract/calendar.ts'
import { memberStatus, paymentMethod, transactionCategory } from '@honbu/contract/ids.ts'
import type { Clock } from './clock.ts'
import type { Membership } from './memberships.ts'
import { randomFor } from './random.ts'
import { at, type DemoRows, type Row } from './rows.ts'

/** The tag that `tags.ts` gives to members who compete. */
const squadTagId = 1
const seminar = { name: 'Seminar with Sensei Mori', fullPence: 3000, offPence: 500, clubs: [2, 3, 4], share: 0.12 }

type Discount = Omit<Row<'discount'>, 'club_id' | 'root_club_id'>

/**
 * Discounts of the franchise's head office, one of a club's own, and one of another organisation; what was given of the
 * one that is over. Those that go on ask for a code or a tag: nobody's usual price depends on them.
 */
export function addDiscounts(rows: DemoRows, memberships: readonly Membership[], clock: Clock): void {
  const { today } = clock
  const seminarOn = addDays(today, -24)
  const head = { club_id: 1, root_club_id: 1 }
  rows.discount.push(
    {
      ...head,
      ...percent('Welcome back', 2000),
      id: 1,
      code: 'COMEBACK',
      for_plans: 'all',
      reach: 'below',
      max_uses_per_member: 1,
    },
    { ...head, ...percent('Competition squad', 1000), id: 2, for_products: 'all', reach: 'chosen', can_combine: true },
    {
      ...head,
      ...amount('Early bird', seminar.offPence),
      ...{ id: 3, for_events: 'all', reach: 'below', from_date: addDays(today, -60), until_date: addDays(today, -22) },
    },
    {
      ...head,
      ...percent('Student year', 1500),
      ...{ id: 4, code: 'STUDENT', for_plans: 'all', for_products: 'all', reach: 'below', min_age: 16, max_age: 25 },
      from_date: addDays(today, 30),
    },
    {
      ...{ ...amount('Open day', 1000), id: 5, club_id: 2, root_club_id: 1 },
      ...{ code: 'OPENDAY', for_plans: 'all', max_uses: 25, max_uses_per_member: 1, until_date: addDays(today, 45) },
    },
    {
      ...{ ...percent('Third and further', 2500), id: 6, club_id: 8, root_club_id: 8 },
      ...{ code: 'FAMILY', for_plans: 'all', family: 'thirdAndFurther' },
    },
  )
  rows.discount_choice.push({ discount_id: 2, root_club_id: 1, tag_id: squadTagId })
  for (const club_id of [3, 4]) rows.discount_club.push({ discount_id: 2, club_id, root_club_id: 1 })
  addSeminar(rows, memberships, seminarOn)
}

const plain = (name: string) => ({
  name,
  for_plans: 'none',
  for_products: 'none',
  for_events: 'none',
  reach: 'own',
  family: 'any',
  can_combine: false,
  is_active: true,
  version: 1,
  created_at: '2024-01-15T09:00Z',
})

const percent = (name: string, hundredths: number): Discount => ({ ...plain(name), percent_hundredths: hundredths })
const amount = (name: string, pence: number): Discount => ({ ...plain(name), amount_pence: pence })

/** Who came to it booked early, and has paid by card. */
function addSeminar(rows: DemoRows, memberships: readonly Membership[], on: string): void {
  const random = randomFor('seminar')
  const created_at = at(on, '12:00')
  for (const { club, member, status, joined } of memberships) {
    if (!seminar.clubs.includes(club.id) || status !== memberStatus.active || !joined || joined > on) continue
    if (!random.chance(seminar.share)) continue
    const owner = { club_id: club.id, member_id: member.id }
    const whose = { ...owner, root_club_id: club.rootId }
    const pence = seminar.fullPence - seminar.offPence
    const charge_id = rows.charge.length + 1
    const payment_id = rows.payment.length + 1
    rows.charge.push({
      ...{ ...whose, id: charge_id, amount_pence: pence, full_pence: seminar.fullPence, description: seminar.name },
      ...{ category_id: transactionCategory.event, transaction_date: on, due_on: on, created_at },
    })
    rows.payment.push({
      ...{ ...whose, id: payment_id, amount_pence: pence, payment_date: on },
      ...{ payment_method_id: paymentMethod.card, created_at },
    })
    rows.allocation.push({ ...owner, charge_id, payment_id, amount_pence: pence, created_at })
    rows.discount_use.push({ ...owner, discount_id: 3, charge_id, amount_pence: seminar.offPence, used_at: created_at })
  }
}
