import { getSupportChat } from '@honbu/contract/help.ts'
import { readQuery } from '../app/api.ts'
import { queries } from '../app/queries.ts'

/** The chat of a third party, once it runs. */
export interface RunningChat {
  /** The page has changed: it looks for new messages. */
  readonly update: () => void
  /** Takes it from the page, with what it has kept in the browser. */
  readonly stop: () => void
}

/** Starts the chat for the signed-in user; null where there is none. Loads what only that chat needs. */
export async function startChat(): Promise<RunningChat | null> {
  const { chat } = await queries.fetchQuery(readQuery(getSupportChat, {}))
  if (!chat) return null
  if (chat.kind === 'intercom') return (await import('./intercom.ts')).startIntercom(chat)
  return (await import('./chatwoot.ts')).startChatwoot(chat)
}
