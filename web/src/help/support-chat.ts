import { getSupportChat } from '@honbu/contract/help.ts'
import { readQuery } from '../app/api.ts'
import { queries } from '../app/queries.ts'
import type { RunningChat } from './running-chat.ts'

/** Starts the chat for the signed-in user; null where there is none. Loads what only that chat needs. */
export async function startChat(): Promise<RunningChat | null> {
  const { chat } = await queries.fetchQuery(readQuery(getSupportChat, {}))
  if (!chat) return null
  if (chat.kind === 'intercom') return (await import('./intercom.ts')).startIntercom(chat)
  return (await import('./chatwoot.ts')).startChatwoot(chat)
}
