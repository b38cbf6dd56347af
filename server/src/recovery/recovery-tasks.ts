import { currency, longDate } from '@honbu/contract/format.ts'
import { failureReasons } from '@honbu/contract/recovery.ts'
import { sql, type Transaction } from 'kysely'
import { workingDaysAfter } from '../plans/index.ts'
import { pounds } from '../platform/money.ts'
import type { Tables } from '../platform/tables.ts'
import { closeTasks, raiseTask } from '../tasks/index.ts'
import type { Loss, Recovery } from './loss.ts'

const kind = 'collection'

/** One task says what comes next; when something else does, it gives way to another. */
export async function keepTask(tx: Transaction<Tables>, recovery: Recovery, loss: Loss): Promise<void> {
  const { clubId, memberId, attempts, next, failures, today, at } = loss
  // Until 0038 another was raised when a payment failed. A task of what was charged back names the days to challenge it.
  await closeTasks(tx, {
    kind,
    causes: attempts.map(({ paymentId }) => `payment:${paymentId}:failed`),
    because: 'Another task says what comes next',
    now: at,
  })
  // Nothing new is to be done while it is on its way, and a charge-back has its own task.
  if (next.step === 'onItsWay') return
  const cause = next.step === 'talk' && loss.last.state === 'charged_back' ? '' : causeOf(recovery, failures, next.step)
  if (cause === recovery.taskCause) return
  await closeTasks(tx, { kind, causes: causesBut(recovery, cause), because: 'Something else comes next now', now: at })
  if (cause !== '') {
    const subject = `${await nameOf(tx, memberId)}: ${whatFailed(loss)}. ${whatNext(loss)}`.slice(0, 500)
    await raiseTask(tx, { ...{ clubId, memberId, kind, cause, subject }, dueOn: dueOn(loss, today) })
  }
  await tx.updateTable('recovery').set({ task_cause: cause }).where('id', '=', recovery.id).execute()
}

const causeOf = ({ id }: Recovery, failures: number, step: string) => `recovery:${id}:${failures}:${step}`

const causesBut = ({ taskCause }: Recovery, cause: string) => (taskCause && taskCause !== cause ? [taskCause] : [])

export async function closeRecoveryTask(
  tx: Transaction<Tables>,
  cause: string,
  now: Date,
  because = 'It has been settled',
): Promise<void> {
  if (cause) await closeTasks(tx, { kind, causes: [cause], because, now })
}

async function nameOf(tx: Transaction<Tables>, memberId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name
    from member join person on person.id = member.person_id where member.id = ${memberId}`.execute(tx)
  return rows[0]?.name ?? ''
}

const whatFailed = ({ pence, failures, failedOn, reason }: Loss) =>
  `${currency(pounds(pence))} could not be collected on ${longDate(failedOn)}${failures > 1 ? `, for the ${times[failures] ?? `${failures}th`} time` : ''}: ${failureReasons[reason]}`

const times: Readonly<Record<number, string>> = { 2: 'second', 3: 'third', 4: 'fourth' }

/** For the people of the club. */
export function whatNext({ next, failures, retries }: Pick<Loss, 'next' | 'failures' | 'retries'>): string {
  if (next.step === 'retry')
    return `It is collected again by itself on ${longDate(next.retryOn)} (retry ${failures} of ${retries})`
  return {
    provider: 'The provider tries it again by itself',
    onItsWay: 'It is on its way again',
    mandate: 'It cannot be collected again: a new direct debit is needed, or the money is taken another way',
    card: 'The card cannot be charged again: the member has been asked to pay by another, or take the money another way',
    confirm: 'The bank wants the payer to confirm it: it can be paid by a pay link, and not without the payer',
    talk: 'The payer disputes it: talk to them before anything is collected again',
    person: 'It is not collected again by itself: agree with the member how it is paid',
  }[next.step]
}

/** What needs a person is due at once; the rest when it should have come. */
function dueOn({ next }: Loss, today: string): string {
  if (next.step === 'retry') return workingDaysAfter(next.retryOn, 2)
  // The payer has a link to pay by: time to do so.
  if (next.step === 'card' || next.step === 'confirm') return workingDaysAfter(today, 3)
  if (next.step === 'provider') return workingDaysAfter(today, 10)
  return today
}
