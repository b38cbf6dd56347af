import type { Output } from '@honbu/contract/endpoint.ts'
import type { getMessage, getScheduledMessages } from '@honbu/contract/messages.ts'

/** A message with what became of it. */
export type WholeMessage = Output<typeof getMessage>

/** A message that is to be sent later, as the list has it. */
export type ScheduledMessage = Output<typeof getScheduledMessages>['data'][number]
