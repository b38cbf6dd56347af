import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import type { getNextCharges as call, LeftOutReason } from '@honbu/contract/charging.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { names } from '@honbu/contract/ids.ts'
import { pricesFor } from '../discounts/index.ts'
import { spareCredit } from '../ledger/index.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import { daysText, planCharges } from './planned-charges.ts'
import { membershipsOf, payingIn, readMemberships } from './read-memberships.ts'

/** What a membership will be charged next. */
export interface NextCharge {
  readonly clubMemberId: number
  readonly memberId: number
  readonly clubId: number
  /** 'Two a week, 1 Jun 2026 to 30 Jun 2026' */
  readonly description: string
  /** Null where nothing comes, and `reason` says why; days that cost nothing have both. */
  readonly dueOn: string | null
  /** Discounts and freezes taken off, the joining fee of somebody new included. */
  readonly pence: number | null
  readonly paymentMethodId: number | null
  readonly reason: LeftOutReason | null
}

/**
 * The next period that each membership will be charged: of members, or of a whole club. One that has been charged is not
 * among them, whether it is due yet or not.
 */
export async function nextCharges(
  db: Db,
  whose: { readonly memberIds: readonly number[] } | { readonly clubId: number },
  today: string,
): Promise<NextCharge[]> {
  const which = 'clubId' in whose ? payingIn(whose.clubId) : membershipsOf(whose.memberIds)
  const planned = await planCharges(
    await readMemberships(db, which),
    // A year and some: whatever is paid comes round in that time.
    { today, dueUntil: addDays(today, 1000), most: 1 },
    questions => pricesFor(db, questions),
  )
  return planned.flatMap(
    ({
      membership: { clubMemberId, memberId, clubId, terms },
      periods: [period],
      joiningFee,
      reason,
    }): NextCharge[] => {
      const row = { clubMemberId, memberId, clubId, reason }
      if (!period)
        return reason
          ? [{ ...row, description: terms.planName, dueOn: null, pence: null, paymentMethodId: terms.paymentMethodId }]
          : []
      return [
        {
          ...row,
          description: `${period.planName}, ${daysText(period)}${joiningFee > 0 ? ', and the joining fee' : ''}`,
          dueOn: period.dueOn,
          pence: period.price.pence + joiningFee,
          paymentMethodId: period.paymentMethodId,
        },
      ]
    },
  )
}

export async function getNextCharges({ db, user, now }: Read, { id }: Input<typeof call>) {
  const clubs = await db
    .selectFrom('club_member')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .select(['club.id', 'club.name', 'club.time_zone as timeZone'])
    .where('club_member.member_id', '=', id)
    .where('club.id', 'in', [0, ...user.clubs.keys()])
    .orderBy('club.name')
    .execute()
  const credit = await spareCredit(
    db,
    id,
    clubs.map(club => club.id),
  )
  const answers = await Promise.all(
    clubs.map(async club => {
      const charges = await nextCharges(db, { memberIds: [id] }, todayIn(club.timeZone, now))
      const ours = charges.filter(({ clubId }) => clubId === club.id).map(each => ({ ...each, clubName: club.name }))
      return withCredit(ours, credit.get(club.id) ?? 0)
    }),
  )
  return answers.flat().map(({ pence, paymentMethodId, memberId: _, ...charge }) => ({
    ...charge,
    amount: pence === null ? null : pounds(pence),
    paymentMethod: names[paymentMethodId ?? 0] ?? '',
  }))
}

/** What is in credit pays what comes first, as the ledger settles it when it is charged. */
function withCredit<Each extends Pick<NextCharge, 'dueOn' | 'pence'>>(charges: readonly Each[], credit: number) {
  let left = credit
  return charges
    .toSorted((a, b) => ((a.dueOn ?? '') < (b.dueOn ?? '') ? -1 : 1))
    .map(charge => {
      const part = Math.min(left, charge.pence ?? 0)
      left -= part
      return { ...charge, fromCredit: pounds(part) }
    })
}
