import { getSupportChat } from '@honbu/contract/help.ts'
import { readQuery } from '../app/api.ts'
import { queries } from '../app/queries.ts'
import { sessionNow } from '../app/sign-in/session.ts'
import { asSignedIn } from './chat-user.ts'
import type { RunningChat } from './running-chat.ts'

/** Starts the chat for the signed-in user; null where there is none. Loads what only that chat needs. */
export async function startChat(): Promise<RunningChat | null> {
  const { chat: given } = await queries.fetchQuery(readQuery(getSupportChat, {}))
  const session = sessionNow()
  if (!given || session.status !== 'signedIn') return null
  const chat = asSignedIn(given, session.user)
  if (chat.kind === 'intercom') return (await import('./intercom.ts')).startIntercom(chat)
  return (await import('./chatwoot.ts')).startChatwoot(chat)
}
