import { sql } from 'kysely'
import { pricesToCharge, recordUses } from '../discounts/index.ts'
import { lockAccounts, postCharges } from '../ledger/index.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Write } from '../platform/route.ts'
import { gapsOf, lastDayOfAll, storeGaps } from './gaps.ts'
import { chargesOf, type Planned, type PricedPeriod, planCharges } from './planned-charges.ts'
import { readMemberships, withIds } from './read-memberships.ts'
import { storePeriods } from './store-periods.ts'

/** A run, as far as what it charges depends on it. */
export interface RunOf {
  readonly id: number
  readonly clubId: number
  readonly accountId: number | null
  readonly runOn: string
  readonly dueUntil: string
}

export interface Charged {
  readonly charged: number
  readonly pence: number
  readonly leftOut: number
}

/**
 * Charges what is due of memberships of one club, in one transaction. The members are locked first and all is read after
 * that, so that of two who charge the same membership the second finds nothing due any more; were it to charge the same
 * days nevertheless, the database would refuse them.
 */
export async function chargeMemberships(
  tx: Write['tx'],
  run: RunOf,
  memberships: readonly { readonly id: number; readonly memberId: number }[],
  now: Date,
): Promise<Charged> {
  const ids = memberships.map(({ id }) => id)
  await lockAccounts(
    tx,
    memberships.map(({ memberId }) => memberId),
  )
  await sql`select id from club_member own where ${withIds(ids)} order by id for no key update`.execute(tx)
  const read = await readMemberships(tx, withIds(ids))
  const planned = await planCharges(read, { today: run.runOn, dueUntil: run.dueUntil }, questions =>
    pricesToCharge(tx, questions),
  )
  const posted = await postPlanned(tx, run, planned, now)
  await moveOn(tx, run, planned)
  return {
    charged: posted.count,
    pence: posted.pence,
    leftOut: planned.filter(({ reason }) => reason !== null).length,
  }
}

interface Days {
  readonly clubMemberId: number
  readonly lastDay: string
  readonly today: string
  readonly accountId: number | null
}

/** Charges what is uncharged of a membership up to a day, at the terms of today. Locks nothing. */
export async function chargeUpTo(
  tx: Write['tx'],
  { clubMemberId, lastDay, today, accountId }: Days,
  now: Date,
): Promise<void> {
  const read = await readMemberships(tx, withIds([clubMemberId]))
  const memberships = read.map(membership => ({ ...membership, change: null, memberUntil: lastDay }))
  const planned = await planCharges(memberships, { today, dueUntil: lastDayOfAll }, questions =>
    pricesToCharge(tx, questions),
  )
  await postPlanned(tx, { id: null, accountId, runOn: today }, planned, now)
}

/** Writes planned charges, their periods and the gaps between them. */
async function postPlanned(
  tx: Write['tx'],
  run: Pick<RunOf, 'accountId' | 'runOn'> & { readonly id: number | null },
  planned: readonly Planned[],
  now: Date,
): Promise<Posted> {
  const posted = await post(tx, run, planned)
  await storePeriods(
    tx,
    run.id,
    planned.flatMap(({ membership, periods }) =>
      periods.map(period => ({
        ...{ membership, period, pence: period.price.pence },
        chargeId: posted.chargeOf.get(period) ?? null,
        joiningFeeChargeId: posted.joiningFeeOf.get(period) ?? null,
      })),
    ),
  )
  await storeGaps(tx, { runId: run.id, now }, planned.flatMap(gapsOf))
  return posted
}

interface Posted {
  readonly chargeOf: ReadonlyMap<PricedPeriod, number>
  readonly joiningFeeOf: ReadonlyMap<PricedPeriod, number>
  readonly count: number
  readonly pence: number
}

async function post(
  tx: Write['tx'],
  run: Pick<RunOf, 'accountId' | 'runOn'>,
  planned: readonly Planned[],
): Promise<Posted> {
  const wanted = planned.flatMap(plan => chargesOf(plan, run.runOn).map(each => ({ ...each, plan })))
  const chargeIds = await postCharges(
    tx,
    wanted.map(({ charge }) => ({ ...charge, accountId: run.accountId })),
  )
  const chargeOf = new Map<PricedPeriod, number>()
  const joiningFeeOf = new Map<PricedPeriod, number>()
  wanted.forEach(({ period, isJoiningFee }, index) => {
    const chargeId = chargeIds[index]
    if (chargeId !== undefined) (isJoiningFee ? joiningFeeOf : chargeOf).set(period, chargeId)
  })
  await recordUses(
    tx,
    planned.flatMap(({ membership: { clubId, memberId }, periods }) =>
      periods.flatMap(period =>
        period.price.discounts.map(({ discountId, pence }) => ({
          discountId,
          clubId,
          memberId,
          chargeId: chargeOf.get(period) ?? null,
          pence,
        })),
      ),
    ),
  )
  return {
    chargeOf,
    joiningFeeOf,
    count: wanted.length,
    pence: wanted.reduce((sum, { charge }) => sum + charge.pence, 0),
  }
}

/** The next payment of each, with a line in the audit. */
async function moveOn(tx: Write['tx'], run: RunOf, planned: readonly Planned[]): Promise<void> {
  const moved = planned.filter(({ membership, due }) => due.nextPayment !== membership.nextPayment)
  if (moved.length === 0) return
  const rows = moved.map(({ membership, due }) => ({ id: membership.clubMemberId, next_payment: due.nextPayment }))
  await sql`
    update club_member own set next_payment = moved.next_payment, version = own.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as moved (id bigint, next_payment date)
    where own.id = moved.id`.execute(tx)
  await writeAudit(
    tx,
    { action: 'chargeMemberships', accountId: run.accountId },
    moved.map(({ membership, due, periods }) => ({
      clubId: membership.clubId,
      memberId: membership.memberId,
      subject: 'club_member',
      subjectId: membership.clubMemberId,
      before: { nextPayment: membership.nextPayment },
      after: {
        nextPayment: due.nextPayment,
        charged: periods.map(({ from, until, price }) => ({ from, until, pence: price.pence })),
      },
    })),
  )
}
