import { addDays } from '@honbu/contract/calendar.ts'
import { memberStatus, transactionCategory } from '@honbu/contract/ids.ts'
import { type Clock, earlier } from './clock.ts'
import type { Membership } from './memberships.ts'
import { type Random, randomFor } from './random.ts'
import { at, type DemoRows } from './rows.ts'

/** Whoever tells others about the club does so again and again. */
const referrersEach = 5
const wordOfMouth = 1201
const shareByLink = 0.6
const shareThanked = 0.5
const thanksPence = 1000
/** Days back to which links were given out. */
const sinceDays = 200

/** Of those who came by word of mouth lately, who came by the link of a member; for some the member was given a credit. */
export function addReferrals(rows: DemoRows, memberships: readonly Membership[], { today }: Clock): void {
  const since = addDays(today, -sinceDays)
  const bySource = new Map(rows.club_member.map(row => [row.id, row.marketing_source_id]))
  for (const [clubId, own] of Map.groupBy(memberships, ({ club }) => club.id)) {
    const random = randomFor(`referrals ${clubId}`)
    const senders = random
      .shuffled(own.filter(({ status, joined }) => status === memberStatus.active && joined && joined < since))
      .slice(0, referrersEach)
    if (senders.length === 0) continue
    for (const { id, member, club, enquired, joined } of own) {
      if (enquired < since || bySource.get(id) !== wordOfMouth || !random.chance(shareByLink)) continue
      const sender = random.pick(senders).member
      if (sender.family === member.family) continue
      const whose = { club_id: club.id, root_club_id: club.rootId, member_id: sender.id }
      const thankedOn =
        joined && isEven(rows, whose) && random.chance(shareThanked) ? earlier(addDays(joined, 3), today) : null
      rows.enquiry.push({
        ...{
          club_id: club.id,
          root_club_id: club.rootId,
          token: tokenOf(random),
          member_id: member.id,
          was_known: false,
        },
        ...{ referral: rows.member[sender.id - 1]?.code ?? '', referrer_id: sender.id },
        created_at: at(enquired, '12:00'),
        ...(thankedOn && {
          rewarded_at: at(thankedOn, '16:00'),
          reward_charge_id: credit(rows, whose, thankedOn, rows.person[member.personId - 1]?.first_name ?? ''),
        }),
      })
    }
  }
}

interface Whose {
  readonly club_id: number
  readonly root_club_id: number
  readonly member_id: number
}

/** Owes nothing and has nothing in credit: a credit of his stays one. */
function isEven(rows: DemoRows, { club_id, member_id }: Whose): boolean {
  const sum = (list: readonly { club_id: number; member_id: number; amount_pence: number }[]) =>
    list
      .filter(row => row.member_id === member_id && row.club_id === club_id)
      .reduce((pence, row) => pence + row.amount_pence, 0)
  return sum(rows.charge) === sum(rows.payment)
}

function credit(rows: DemoRows, whose: Whose, on: string, friend: string): number {
  const id = rows.charge.length + 1
  rows.charge.push({
    ...whose,
    id,
    amount_pence: -thanksPence,
    transaction_date: on,
    due_on: on,
    description: `Thank you for bringing ${friend}`,
    category_id: transactionCategory.other,
    created_at: at(on, '16:00'),
  })
  return id
}

/** As the form makes them. */
const tokenOf = (random: Random) =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => random.between(0, 15).toString(16))
