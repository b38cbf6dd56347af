import type { Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { raiseTask } from '../tasks/index.ts'

export const refusedCause = (refundId: number) => `refund:${refundId}:refused`
export const failedCause = (refundId: number) => `refund:${refundId}:failed`

interface RefundTask {
  readonly clubId: number
  readonly memberId: number
  readonly cause: string
  readonly subject: string
  readonly dueOn: string
}

/** Somebody should know that a payer has not got the money that he was promised. */
export async function taskOfRefund(tx: Transaction<Tables>, { subject, ...task }: RefundTask): Promise<void> {
  await raiseTask(tx, { ...task, kind: 'collection', subject: subject.slice(0, 500) })
}
