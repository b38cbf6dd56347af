import { todayIn } from '@honbu/contract/calendar.ts'
import { type FailureReason, failureReasons, recoverySteps } from '@honbu/contract/recovery.ts'
import { sql, type Transaction } from 'kysely'
import { lockAccounts, openOf } from '../ledger/index.ts'
import { leastByCard, reasonOfCard } from '../paying/index.ts'
import { writeAudit } from '../platform/audit.ts'
import { pounds } from '../platform/money.ts'
import type { Tables } from '../platform/tables.ts'
import { announce } from './announce.ts'
import type { Loss, Recovery } from './loss.ts'
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
    const before = await findRecovery(tx, last)
    const open = last.chargeId === null ? null : await openOf(tx, last.chargeId)
    const failed = attempts.findLast(isLost)
    if (open === 0 || isIn(last.state) || !failed) {
      if (before?.isOpen) await settle(tx, { before, last, at: now() })
      return
    }
    await goOn(parts, tx, { before, attempts, failed, pence: open ?? failed.pence })
  })
}

async function findRecovery(tx: Transaction<Tables>, { chargeId, paymentId }: Attempt): Promise<Recovery | undefined> {
  const { rows } = await sql<Recovery>`
    select id, failures, step, retry_on as "retryOn", task_cause as "taskCause", told,
      closed_at is null as "isOpen"
    from recovery
    where case when ${chargeId}::bigint is null then charge_id is null and external_payment_id = ${paymentId}
      else charge_id = ${chargeId}::bigint end
    for update`.execute(tx)
  return rows[0]
}

interface Found {
  readonly before: Recovery | undefined
  readonly attempts: readonly Attempt[]
  readonly failed: Attempt
  readonly pence: number
}

async function goOn(parts: RecoveryParts, tx: Transaction<Tables>, { before, attempts, failed, pence }: Found) {
  const { clubId, memberId, chargeId } = failed
  const at = parts.now()
  const { time_zone: zone } = await tx
    .selectFrom('club')
    .select('time_zone')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const reason = (failed.provider === 'stripe' ? reasonOfCard : reasonOf)(failed.cause, failed.state)
  const failures = Math.max(
    1,
    attempts.reduce((sum, each) => sum + each.failures, 0),
  )
  const failedOn = todayIn(zone, failed.failedAt ?? at)
  const plan = (await recoveryPlanOf(tx, clubId)).retryDays
  const last = attempts.at(-1) ?? failed
  const loss: Loss = {
    ...{ clubId, memberId, chargeId, last, attempts, pence, failures, failedOn, reason, at },
    today: todayIn(zone, at),
    zone,
    retries: plan.length,
    next: stepAfter(last, failed, { reason, failures, failedOn, plan, pence }),
  }
  const recovery = await keep(tx, before, loss)
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
    plan: failed.chargeId === null || (failed.isByCard && pence < leastByCard) ? [] : plan,
    mandateState: failed.mandateState,
    hasCard: failed.isByCard ? failed.cardId !== null : null,
    willProviderRetry: last.willRetry,
    isHeld: last.isHeld,
    today: failedOn,
  })
}

async function keep(tx: Transaction<Tables>, before: Recovery | undefined, loss: Loss): Promise<Recovery> {
  const { clubId, memberId, chargeId, last, pence, failures, failedOn, reason, next, at } = loss
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
          ...{ ...known, club_id: clubId, root_club_id: last.rootClubId, member_id: memberId },
          ...{ charge_id: chargeId, opened_at: at },
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
