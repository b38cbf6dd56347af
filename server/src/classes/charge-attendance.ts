import { rulesOf } from '@honbu/contract/class-types.ts'
import { longDate } from '@honbu/contract/format.ts'
import { memberStatus, transactionCategory } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { type PriceQuestion, pricesFor, pricesToCharge, recordUses } from '../discounts/index.ts'
import { postCharges, reverseCharges } from '../ledger/index.ts'
import type { Db } from '../platform/database.ts'
import type { Write } from '../platform/route.ts'

/** The marks of a class on a day that have just been written. */
interface Marked {
  readonly classId: number
  readonly classDate: string
  readonly memberIds: readonly number[]
  readonly accountId: number | null
}

/** Says whether a class is paid for as a whole, however many days it lasts; all else is paid for each day. */
export const isPaidOnce = (classTypeId: number): boolean => rulesOf(classTypeId).costs === 'event'

/**
 * Who came to what has to be paid for is charged for it, once a member and date, or once for an event: the mark keeps its
 * charge, and there is one mark. Who is marked absent after all gets it back. A place that was paid before is not charged
 * again.
 */
export async function chargeAttendance(tx: Write['tx'], marked: Marked): Promise<void> {
  const klass = await pricedClass(tx, marked.classId)
    // Most classes cost nothing and never did: then this is all that is asked.
    .select(isPaidAbsence(marked).as('hasToGiveBack'))
    .executeTakeFirstOrThrow()
  if (klass.hasToGiveBack) await giveBack(tx, marked)
  if (!costsSomething(klass)) return

  const memberIds = await uncharged(tx, marked, isPaidOnce(klass.class_type_id))
  if (memberIds.length === 0) return
  const { classId, classDate, accountId } = marked
  const clubId = klass.club_id
  const { costs } = rulesOf(klass.class_type_id)
  const prices = await pricesToCharge(tx, await questionsOf(tx, klass, { memberIds, classDate }))
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

const pricedClass = (db: Db | Write['tx'], classId: number) =>
  db
    .selectFrom('class')
    .select(['id', 'club_id', 'class_name', 'class_type_id', 'cost_pence', 'allow_discount', 'charge_on_attendance'])
    .select('trial_price_pence')
    .where('id', '=', classId)

type PricedClass = Awaited<ReturnType<ReturnType<typeof pricedClass>['executeTakeFirstOrThrow']>>

const costsSomething = (klass: PricedClass) => costOfVisit(klass) > 0 || (klass.trial_price_pence ?? 0) > 0

/** Pence that a mark charges everyone who isn't on trial. */
const costOfVisit = ({ cost_pence, charge_on_attendance, class_type_id }: PricedClass): number =>
  charge_on_attendance || isPaidOnce(class_type_id) ? cost_pence : 0

/** What each of them costs before discounts: someone on trial pays the trial price, if there is one, and no discount. */
async function questionsOf(
  db: Db | Write['tx'],
  klass: PricedClass,
  { memberIds, classDate }: { memberIds: readonly number[]; classDate: string },
): Promise<PriceQuestion[]> {
  const { trial_price_pence: trialPence } = klass
  const onTrial = trialPence === null ? new Set<number>() : await prospectsAmong(db, klass.club_id, memberIds)
  return memberIds.map(memberId => {
    const isTrial = trialPence !== null && onTrial.has(memberId)
    return {
      ...{ kind: 'event', id: klass.id, clubId: klass.club_id, memberId, today: classDate },
      pence: isTrial ? trialPence : costOfVisit(klass),
      allowDiscount: klass.allow_discount && !isTrial,
    }
  })
}

async function prospectsAmong(db: Db | Write['tx'], clubId: number, memberIds: readonly number[]) {
  const rows = await db
    .selectFrom('club_member')
    .select('member_id')
    .where('club_id', '=', clubId)
    .where('member_id', 'in', [0, ...memberIds])
    .where('member_status_id', 'in', [memberStatus.enquiry, memberStatus.prospect])
    .execute()
  return new Set(rows.map(row => row.member_id))
}

/** What a mark would cost someone: pence that it charges, or that they were charged before, and whether that is paid. */
export interface MarkCost {
  readonly pence: number
  readonly standing: 'none' | 'charged' | 'paid'
}

/** What marking these members present charges each of them, as `chargeAttendance` would. Nobody where it costs nothing. */
export async function costOfMarks(
  db: Db,
  { classId, classDate, memberIds }: Omit<Marked, 'accountId'>,
): Promise<Map<number, MarkCost>> {
  const klass = await pricedClass(db, classId).executeTakeFirstOrThrow()
  const costs = new Map<number, MarkCost>()
  if (!costsSomething(klass) || memberIds.length === 0) return costs
  const { rows } = await sql<{ memberId: number; isPaid: boolean }>`
    select charge.member_id as "memberId", not bool_or(open_charge.charge_id is not null) as "isPaid"
    from standing_charge charge left join open_charge on open_charge.charge_id = charge.id
    where charge.event_id = ${classId} and charge.member_id = any(${[...memberIds]}::bigint[]) and charge.amount_pence > 0
      and (${isPaidOnce(klass.class_type_id)} or charge.held_on = ${classDate})
    group by charge.member_id`.execute(db)
  for (const { memberId, isPaid } of rows) costs.set(memberId, { pence: 0, standing: isPaid ? 'paid' : 'charged' })
  const others = [...new Set(memberIds)].filter(id => !costs.has(id))
  const prices = await pricesFor(db, await questionsOf(db, klass, { memberIds: others, classDate }))
  for (const [index, id] of others.entries()) costs.set(id, { pence: prices[index]?.pence ?? 0, standing: 'none' })
  return costs
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
    { classId, classDate, accountId },
  )
}

/** Takes back what marks have charged that are there no longer. */
export async function reverseMarks(
  tx: Write['tx'],
  chargeIds: readonly number[],
  { classId, classDate, accountId }: Pick<Marked, 'classId' | 'classDate' | 'accountId'>,
): Promise<void> {
  if (chargeIds.length === 0) return
  await reverseCharges(tx, chargeIds, { on: classDate, reason: 'Was not there after all', accountId })
  await chargeOtherDays(tx, chargeIds, { classId, classDate, accountId })
}

/** Who came to another day of an event that is paid for once still owes it: their first other mark is charged instead. */
async function chargeOtherDays(
  tx: Write['tx'],
  chargeIds: readonly number[],
  { classId, classDate, accountId }: Pick<Marked, 'classId' | 'classDate' | 'accountId'>,
): Promise<void> {
  const { class_type_id } = await pricedClass(tx, classId).executeTakeFirstOrThrow()
  if (!isPaidOnce(class_type_id)) return
  const { rows } = await sql<{ classDate: string; memberIds: number[] }>`
    select "classDate", array_agg(member_id order by member_id) as "memberIds" from (
      select member_id, min(class_date) as "classDate" from attendance
      where class_id = ${classId} and class_date <> ${classDate} and attended
        and member_id in (select member_id from charge where id = any(${[...chargeIds]}::bigint[]))
      group by member_id
    ) came group by "classDate" order by 1`.execute(tx)
  for (const day of rows) await chargeAttendance(tx, { classId, ...day, accountId })
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
          and (${isPaidOnce} or charge.held_on = ${classDate})
      )
    order by member_id`.execute(tx)
  return rows.map(({ memberId }) => memberId)
}
