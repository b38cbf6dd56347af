import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/trials.ts'
import { Refused } from '../platform/refused.ts'

type Action = Input<typeof call.saveTrialAction>

/** An input that this action needs. @throws Refused 400 under its name */
export function required<Name extends keyof Action>(input: Action, name: Name, message: string) {
  const value = input[name]
  if (value === undefined || value === null) throw new Refused(400, message, { [name]: [message] })
  return value as NonNullable<Action[Name]>
}
