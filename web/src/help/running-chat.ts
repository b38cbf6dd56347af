import type { Output } from '@honbu/contract/endpoint.ts'
import type { getSupportChat } from '@honbu/contract/help.ts'

/** What a chat is started with. */
export type Chat = NonNullable<Output<typeof getSupportChat>['chat']>

/** The chat of a third party, once it runs. */
export interface RunningChat {
  /** The page has changed: it looks for new messages. */
  readonly update: () => void
  /** Takes it from the page, with what it has kept in the browser. */
  readonly stop: () => void
}
