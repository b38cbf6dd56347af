import { transactionCategory } from '@honbu/contract/ids.ts'
import { postCharges } from '../ledger/index.ts'
import { workingDaysAfter } from '../plans/index.ts'
import type { Db } from '../platform/database.ts'
import type { Write } from '../platform/route.ts'
import { costOf, type Freeze } from './billing-schedule.ts'
import { daysText } from './planned-charges.ts'

/** Days that were charged and cost something else by now, in pence. */
export interface PeriodChange {
  readonly periodId: number
  readonly from: string
  readonly until: string
  readonly before: number
  readonly after: number
  readonly paymentMethodId: number | null
  /** The charge for these days; null: they were free. */
  readonly chargeId: number | null
}

/**
 * What freezes change of the days of a membership that have been charged. Discounts keep their part: what was a fifth less
 * is a fifth less now. A charge that somebody has taken back stays so.
 */
export async function changesOf(db: Db, clubMemberId: number, freezes: readonly Freeze[]): Promise<PeriodChange[]> {
  const rows = await db
    .selectFrom('membership_period as period')
    .innerJoin('club_member as own', 'own.id', 'period.club_member_id')
    .leftJoin('charge', 'charge.id', 'period.charge_id')
    .leftJoin('charge as back', 'back.reverses_id', 'charge.id')
    .select(['period.id as periodId', 'period.period_from as from', 'period.period_until as until'])
    .select(['period.whole_days as wholeDays', 'period.full_pence as full', 'period.list_pence as list'])
    .select(['period.discount_pence as discount', 'period.pence as before', 'period.charge_id as chargeId'])
    .select(['own.payment_method_id as ownMethodId', 'charge.payment_method_id as chargedMethodId'])
    .where('period.club_member_id', '=', clubMemberId)
    .where('period.is_double', '=', false)
    .where('back.id', 'is', null)
    // The days of a gap cost nothing until a person says so.
    .where(({ or, not, exists, eb, selectFrom }) =>
      or([
        eb('period.charge_id', 'is not', null),
        not(
          exists(
            selectFrom('membership_gap_period as gap')
              .select('gap.membership_gap_id')
              .whereRef('gap.membership_period_id', '=', 'period.id'),
          ),
        ),
      ]),
    )
    .orderBy('period.period_from')
    .execute()
  return rows
    .map(({ wholeDays, full, list, discount, ownMethodId, chargedMethodId, ...row }) => {
      const cost = costOf({ ...row, wholeDays }, full, freezes)
      const after = list === 0 ? cost : Math.round((cost * (list - discount)) / list)
      return { ...row, after, paymentMethodId: chargedMethodId ?? ownMethodId }
    })
    .filter(({ before, after }) => before !== after)
}

interface Owner {
  readonly clubId: number
  readonly memberId: number
  readonly today: string
  readonly daysAhead: number
  /** What a credit is called; left out: frozen. */
  readonly words?: string
  /** The first day that the entries are about; left out: that of each period. */
  readonly from?: string
}

/** Leaves out the days of a period before `from`. */
export const daysFrom = <Days extends { readonly from: string }>(days: Days, from: string | undefined): Days =>
  from !== undefined && from > days.from ? { ...days, from } : days

/** Gives back what is too much, which is credit at once, or charges what is missing, as long ahead as any charge. */
export async function postChanges(
  { tx, user }: { readonly tx: Write['tx']; readonly user: { readonly accountId: number } | null },
  { clubId, memberId, today, daysAhead, words = 'Frozen', from }: Owner,
  changes: readonly PeriodChange[],
): Promise<void> {
  const chargeIds = await postCharges(
    tx,
    changes
      .map(change => daysFrom(change, from))
      .map(change => ({
        clubId,
        memberId,
        pence: change.after - change.before,
        transactionDate: today,
        dueOn: change.after < change.before ? today : workingDaysAfter(today, daysAhead),
        description: `${change.after < change.before ? words : 'Not frozen any more'}, ${daysText(change)}`,
        categoryId: transactionCategory.membership,
        periodFrom: change.from,
        periodUntil: change.until,
        paymentMethodId: change.paymentMethodId,
        correctsId: change.chargeId,
        accountId: user?.accountId ?? null,
      })),
  )
  for (const [index, { periodId, after }] of changes.entries()) {
    await tx.updateTable('membership_period').set({ pence: after }).where('id', '=', periodId).execute()
    await tx
      .insertInto('membership_period_change')
      .values({ membership_period_id: periodId, charge_id: chargeIds[index] ?? 0 })
      .execute()
  }
}
