import { rulesOf } from '@honbu/contract/class-types.ts'
import { longDate } from '@honbu/contract/format.ts'
import { classType, transactionCategory } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { pricesToCharge, recordUses } from '../discounts/index.ts'
import { postCharges, reverseCharges } from '../ledger/index.ts'
import type { Write } from '../platform/route.ts'

/** The marks of a class on a day that have just been written. */
interface Marked {
  readonly classId: number
  readonly classDate: string
  readonly memberIds: readonly number[]
  readonly accountId: number | null
}

/** Paid for as a whole, however many days they last; all else is paid for each day. */
export const paidOnce: readonly number[] = [classType.course, classType.seminar, classType.workshop]

/**
 * Who came to what has to be paid for is charged for it, once a member and date: the mark keeps its charge, and there is one
 * mark. Who is marked absent after all gets it back. A place that was paid before is not charged again.
 */
export async function chargeAttendance(tx: Write['tx'], marked: Marked): Promise<void> {
  const klass = await tx
    .selectFrom('class')
    .select(['club_id', 'class_name', 'class_type_id', 'cost_pence', 'allow_discount', 'charge_on_attendance'])
    // Most classes cost nothing and never did: then this is all that is asked.
    .select(isPaidAbsence(marked).as('hasToGiveBack'))
    .where('id', '=', marked.classId)
    .executeTakeFirstOrThrow()
  if (klass.hasToGiveBack) await giveBack(tx, marked)
  const { costs } = rulesOf(klass.class_type_id)
  if (klass.cost_pence === 0 || !(klass.charge_on_attendance || costs === 'event')) return

  const memberIds = await uncharged(tx, marked, paidOnce.includes(klass.class_type_id))
  if (memberIds.length === 0) return
  const { classId, classDate, accountId } = marked
  const clubId = klass.club_id
  const prices = await pricesToCharge(
    tx,
    memberIds.map(memberId => ({
      kind: 'event',
      id: classId,
      clubId,
      memberId,
      pence: klass.cost_pence,
      allowDiscount: klass.allow_discount,
      today: classDate,
    })),
  )
  const priced = memberIds.flatMap((memberId, index) => {
    const price = prices[index]
    return price ? [{ memberId, ...price }] : []
  })
  const owing = priced.filter(({ pence }) => pence > 0)
  const chargeIds = await postCharges(
    tx,
    owing.map(({ memberId, pence, fullPence, discounts }) => ({
      clubId,
      memberId,
      pence,
      fullPence: discounts.length > 0 ? fullPence : null,
      transactionDate: classDate,
      dueOn: classDate,
      description: `${klass.class_name}, ${longDate(classDate)}`,
      categoryId: costs === 'event' ? transactionCategory.event : transactionCategory.class,
      eventId: classId,
      eventDate: classDate,
      accountId,
    })),
  )
  const chargeOf = new Map(owing.map(({ memberId }, index) => [memberId, chargeIds[index] ?? null]))
  await sql`
    update attendance set charge_id = charged.id
    from unnest(${[...chargeOf.keys()]}::bigint[], ${[...chargeOf.values()]}::bigint[]) as charged (member_id, id)
    where class_id = ${classId} and class_date = ${classDate} and attendance.member_id = charged.member_id`.execute(tx)
  await recordUses(
    tx,
    priced.flatMap(({ memberId, discounts }) =>
      discounts.map(({ discountId, pence }) => ({
        discountId,
        memberId,
        clubId,
        chargeId: chargeOf.get(memberId) ?? null,
        pence,
      })),
    ),
  )
}

const isPaidAbsence = ({ classId, classDate, memberIds }: Marked) => sql<boolean>`exists (
  select from attendance where class_id = ${classId} and class_date = ${classDate}
    and member_id = any(${[...memberIds]}::bigint[]) and not attended and charge_id is not null)`

/** The charge of a mark that says absent by now. Marks that were deleted have said theirs (`reverseMarks`). */
async function giveBack(tx: Write['tx'], { classId, classDate, memberIds, accountId }: Marked): Promise<void> {
  // The new row has the charge no more; the old one is asked in a subquery of the same statement.
  const { rows } = await sql<{ chargeId: number }>`
    update attendance set charge_id = null
    from (
      select id, charge_id from attendance
      where class_id = ${classId} and class_date = ${classDate} and member_id = any(${[...memberIds]}::bigint[])
        and not attended and charge_id is not null
    ) absent
    where attendance.id = absent.id
    returning absent.charge_id as "chargeId"`.execute(tx)
  await reverseMarks(
    tx,
    rows.map(({ chargeId }) => chargeId),
    { classDate, accountId },
  )
}

/** Takes back what marks have charged that are there no longer. */
export async function reverseMarks(
  tx: Write['tx'],
  chargeIds: readonly number[],
  { classDate, accountId }: Pick<Marked, 'classDate' | 'accountId'>,
): Promise<void> {
  await reverseCharges(tx, chargeIds, { on: classDate, reason: 'Was not there after all', accountId })
}

/** Who came and was not charged: for the whole of it or for that day, by a mark or before. */
async function uncharged(tx: Write['tx'], { classId, classDate, memberIds }: Marked, isPaidOnce: boolean) {
  const { rows } = await sql<{ memberId: number }>`
    select member_id as "memberId" from attendance
    where class_id = ${classId} and class_date = ${classDate} and member_id = any(${[...memberIds]}::bigint[])
      and attended and charge_id is null
      and not exists (
        select from standing_charge charge
        where charge.event_id = ${classId} and charge.member_id = attendance.member_id and charge.amount_pence > 0
          and (${isPaidOnce} or charge.event_date = ${classDate})
      )
    order by member_id`.execute(tx)
  return rows.map(({ memberId }) => memberId)
}
