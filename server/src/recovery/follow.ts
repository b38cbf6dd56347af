import { todayIn } from '@honbu/contract/calendar.ts'
import { type FailureReason, failureReasons, recoverySteps } from '@honbu/contract/recovery.ts'
import { sql, type Transaction } from 'kysely'
import { leastByCard } from '../collections/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import { reasonOfCard } from '../paying/index.ts'
import { writeAudit } from '../platform/audit.ts'
import { pounds } from '../platform/money.ts'
import type { Tables } from '../platform/tables.ts'
import { announce } from './announce.ts'
import type { Loss, OpenPart, Recovery } from './loss.ts'
import { type NextStep, nextStep, reasonOf } from './next-step.ts'
import type { RecoveryParts } from './parts.ts'
import { recoveryPlanOf } from './recovery-plan.ts'
import { closeRecoveryTask, keepTask } from './recovery-tasks.ts'
import { placeRetry } from './retries.ts'
import { type Attempt, attemptsLike, isFollowed, isIn, isLost, isOnItsWay } from './truth.ts'

/**
 * Looks at a payment and brings to it what hangs on it: the task, the message to the member, the next attempt. (The status
 * of the membership follows at once, in collections/.) What is there is read anew each time, so that the end is the same
 * whatever was told twice, late, or in another order; each failure is told once.
 */
export async function followPayment(parts: RecoveryParts, paymentId: number): Promise<void> {
  const { db, now } = parts
  await db.transaction().execute(async tx => {
    const found = await tx
      .selectFrom('external_payment')
      .select('member_id as memberId')
      .where('id', '=', paymentId)
      .executeTakeFirst()
    if (!found) return
    // First the member, as those do who write payments: two who want both locks wait for each other otherwise.
    await lockAccounts(tx, [found.memberId])
    await tx.deleteFrom('recovery_hint').where('external_payment_id', '=', paymentId).execute()
    const attempts = (await attemptsLike(tx, paymentId)).filter(isFollowed)
    const last = attempts.at(-1)
    if (!last) return
    const chargeIds = [...new Set(attempts.filter(isLost).flatMap(each => each.chargeIds))]
    const before = await findRecovery(tx, { paymentId, chargeIds: [...chargeIds, ...last.chargeIds], at: now() })
    const open = await openParts(tx, chargeIds)
    const isPaid = chargeIds.length === 0 ? isIn(last.state) : open.length === 0
    // What has come settled a part: the others are followed.
    const left = isPaid ? attempts : attempts.filter(({ state }) => !isIn(state))
    const failed = left.findLast(isLost)
    if (isPaid || !failed) {
      if (before?.isOpen) await settle(tx, { before, last, at: now() })
      return
    }
    await goOn(parts, tx, { before, attempts: left, failed, chargeIds, open })
  })
}

interface Sought {
  readonly paymentId: number
  readonly chargeIds: readonly number[]
  readonly at: Date
}

/**
 * The recovery of these charges, or of the payment alone where it has none. Two become one, the older, as soon as what they
 * are about is collected together.
 */
async function findRecovery(
  tx: Transaction<Tables>,
  { paymentId, chargeIds, at }: Sought,
): Promise<Recovery | undefined> {
  const { rows } = await sql<Recovery>`
    select id, failures, step, retry_on as "retryOn", task_cause as "taskCause", told,
      closed_at is null as "isOpen"
    from recovery
    where id in (select recovery_id from recovery_part where charge_id = any(${[...chargeIds]}::bigint[]))
      or external_payment_id = ${paymentId}
    order by closed_at is not null, id
    for update`.execute(tx)
  const [found, ...others] = rows
  if (found)
    for (const other of others) {
      await sql`update recovery_part set recovery_id = ${found.id} where recovery_id = ${other.id}`.execute(tx)
      if (!other.isOpen) continue
      await tx.updateTable('recovery').set({ closed_at: at, task_cause: '' }).where('id', '=', other.id).execute()
      await closeRecoveryTask(tx, other.taskCause, at, 'It is followed together with another')
    }
  return found
}

/** What is open of these charges, what fell due first first. */
async function openParts(tx: Transaction<Tables>, chargeIds: readonly number[]): Promise<OpenPart[]> {
  const { rows } = await sql<OpenPart>`
    select charge.id as "chargeId", charge.description, open_charge.pence
    from open_charge join charge on charge.id = open_charge.charge_id
    where charge.id = any(${[...chargeIds]}::bigint[]) order by charge.due_on, charge.id`.execute(tx)
  return rows
}

interface Found {
  readonly before: Recovery | undefined
  readonly attempts: readonly Attempt[]
  readonly failed: Attempt
  readonly chargeIds: readonly number[]
  readonly open: readonly OpenPart[]
}

async function goOn(parts: RecoveryParts, tx: Transaction<Tables>, found: Found) {
  const { before, attempts, failed, chargeIds, open } = found
  const { clubId, memberId } = failed
  const pence = open.length === 0 ? failed.pence : open.reduce((sum, part) => sum + part.pence, 0)
  const at = parts.now()
  const { time_zone: zone } = await tx
    .selectFrom('club')
    .select('time_zone')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const reason = (failed.provider === 'stripe' ? reasonOfCard : reasonOf)(failed.cause, failed.state)
  const failures = Math.max(1, failuresOf(attempts, chargeIds))
  const failedOn = todayIn(zone, failed.failedAt ?? at)
  const plan = (await recoveryPlanOf(tx, clubId)).retryDays
  const last = attempts.at(-1) ?? failed
  const loss: Loss = {
    ...{ clubId, memberId, open, last, attempts, pence, failures, failedOn, reason, at },
    today: todayIn(zone, at),
    zone,
    retries: plan.length,
    next: stepAfter(last, failed, { reason, failures, failedOn, plan, pence }),
  }
  const recovery = await keep(tx, before, loss)
  await keepCharges(tx, recovery.id, chargeIds)
  if (!before?.isOpen || failures > before.failures) await announce(parts, tx, recovery, loss)
  await keepTask(tx, recovery, loss)
  await placeRetry(parts, tx, recovery, loss)
  const changed = !before?.isOpen || before.step !== loss.next.step || before.failures !== failures
  if (!changed) return
  await writeAudit(tx, { action: 'followPayment', accountId: null }, [
    {
      ...{ clubId, memberId, subject: 'recovery', subjectId: recovery.id },
      before: before?.isOpen ? { next: recoverySteps[before.step], failures: before.failures } : null,
      after: {
        amount: pounds(pence),
        failures,
        reason: failureReasons[reason],
        next: recoverySteps[loss.next.step],
        ...(loss.next.retryOn && { retryOn: loss.next.retryOn }),
      },
    },
  ])
}

/** How often it failed: of charges that were tried together now and then, the one that failed most often. */
function failuresOf(attempts: readonly Attempt[], chargeIds: readonly number[]): number {
  const sum = (some: readonly Attempt[]) => some.reduce((total, each) => total + each.failures, 0)
  if (chargeIds.length === 0) return sum(attempts)
  return Math.max(...chargeIds.map(id => sum(attempts.filter(each => each.chargeIds.includes(id)))))
}

async function keepCharges(tx: Transaction<Tables>, recoveryId: number, chargeIds: readonly number[]): Promise<void> {
  await sql`
    insert into recovery_part (recovery_id, charge_id)
    select ${recoveryId}::bigint, id from unnest(${[...chargeIds]}::bigint[]) as id
    on conflict (charge_id) do update set recovery_id = excluded.recovery_id`.execute(tx)
}

interface Rule {
  readonly reason: FailureReason
  readonly failures: number
  readonly failedOn: string
  readonly plan: readonly number[]
  readonly pence: number
}

function stepAfter(last: Attempt, failed: Attempt, { reason, failures, failedOn, plan, pence }: Rule): NextStep {
  if (isOnItsWay(last.state)) return { step: 'onItsWay', retryOn: null }
  // The last attempt has not failed: somebody has cancelled it, or the provider would not have it.
  if (!isLost(last)) return { step: 'person', retryOn: null }
  return nextStep({
    reason,
    attempts: failures,
    // What the provider collects by itself is not ours to hand in again, and of a card there is a least amount.
    plan: failed.chargeIds.length === 0 || (failed.isByCard && pence < leastByCard) ? [] : plan,
    mandateState: failed.mandateState,
    hasCard: failed.isByCard ? failed.cardId !== null : null,
    willProviderRetry: last.willRetry,
    isHeld: last.isHeld,
    today: failedOn,
  })
}

async function keep(tx: Transaction<Tables>, before: Recovery | undefined, loss: Loss): Promise<Recovery> {
  const { clubId, memberId, last, pence, failures, failedOn, reason, next, at } = loss
  const known = {
    external_payment_id: last.paymentId,
    amount_pence: pence,
    ...{ failures, reason, failed_on: failedOn, step: next.step, retry_on: next.retryOn },
  }
  const returned = ['id', 'failures', 'step', 'retry_on as retryOn', 'told'] as const
  const saved = before
    ? await tx
        .updateTable('recovery')
        .set({ ...known, closed_at: null, ...(!before.isOpen && { opened_at: at }) })
        .where('id', '=', before.id)
        .returning(returned)
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('recovery')
        .values({
          ...{ ...known, club_id: clubId, root_club_id: last.rootClubId, member_id: memberId, opened_at: at },
        })
        .returning(returned)
        .executeTakeFirstOrThrow()
  return {
    ...saved,
    step: next.step,
    taskCause: before?.taskCause ?? '',
    isOpen: true,
  }
}

interface Settled {
  readonly before: Recovery
  readonly last: Attempt
  readonly at: Date
}

/** The money has come, by whatever way, or is not owed any more. */
async function settle(tx: Transaction<Tables>, { before, last, at }: Settled): Promise<void> {
  const { clubId, memberId } = last
  await tx.updateTable('recovery').set({ closed_at: at, task_cause: '' }).where('id', '=', before.id).execute()
  await closeRecoveryTask(tx, before.taskCause, at)
  await writeAudit(tx, { action: 'followPayment', accountId: null }, [
    {
      ...{ clubId, memberId, subject: 'recovery', subjectId: before.id },
      before: { next: recoverySteps[before.step], failures: before.failures },
      after: { settled: true },
    },
  ])
}
