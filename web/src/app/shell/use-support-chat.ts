import { useEffect, useRef } from 'react'
import type { RunningChat } from '../../help/running-chat.ts'
import { onSignOut, useSession } from '../sign-in/session.ts'
import { signInSettings } from '../sign-in/settings.ts'

/** The support chat runs for whoever is signed in, and is told of each render. Without settings nothing is loaded for it. */
export function useSupportChat(): void {
  const session = useSession()
  const sub = session.status === 'signedIn' ? session.user.sub : null
  const running = useRef<RunningChat | null>(null)

  useEffect(() => {
    if (sub === null) return
    let isOver = false
    const stop = () => {
      isOver = true
      running.current?.stop()
      running.current = null
    }
    start().then(
      chat => {
        if (isOver) chat?.stop()
        else running.current = chat
      },
      // A chat that does not load, or is kept away by the browser, must not be in anybody's way.
      () => {},
    )
    const forget = onSignOut(stop)
    return () => {
      forget()
      stop()
    }
  }, [sub])

  // On each render of the root (specification, section 1).
  useEffect(() => running.current?.update())
}

async function start(): Promise<RunningChat | null> {
  const { support_chat } = await signInSettings()
  if (!support_chat) return null
  const { startChat } = await import('../../help/support-chat.ts')
  return await startChat()
}
