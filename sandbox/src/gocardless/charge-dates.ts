import { addWorkingDays } from '../provider/working-days.ts'
import { type Context, today } from './account.ts'
import type { Mandate } from './rows.ts'

export const isLive = ({ status }: Mandate) =>
  status === 'pending_submission' || status === 'submitted' || status === 'active'

/** Three working days of notice; one more where the mandate itself is made today. */
export function nextChargeDate(context: Context, mandate: Mandate): string {
  const day = today(context)
  return addWorkingDays(day, mandate.own.madeOn === day ? 4 : 3)
}
