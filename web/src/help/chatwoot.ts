import type { Chat, RunningChat } from './running-chat.ts'

/** What its script puts on the page (Chatwoot, "Website live chat: SDK"). */
declare global {
  interface Window {
    chatwootSDK?: { run(settings: { websiteToken: string; baseUrl: string }): void }
    $chatwoot?: {
      setUser(id: string, user: { name: string; email: string; identifier_hash: string }): void
      setCustomAttributes(attributes: Readonly<Record<string, string | number>>): void
      reset(): void
    }
  }
}

export async function startChatwoot(chat: Chat): Promise<RunningChat> {
  const { appId, place, userId, userHash, name, email, createdAt } = chat
  const say = () => {
    window.$chatwoot?.setUser(userId, { name, email, identifier_hash: userHash })
    window.$chatwoot?.setCustomAttributes({ created_at: createdAt })
  }
  const isReady = window.$chatwoot !== undefined
  if (isReady) say()
  else {
    window.addEventListener('chatwoot:ready', say, { once: true })
    await load(`${place}/packs/js/sdk.js`)
    window.chatwootSDK?.run({ websiteToken: appId, baseUrl: place })
  }
  return {
    update: say,
    stop: () => {
      window.removeEventListener('chatwoot:ready', say)
      window.$chatwoot?.reset()
    },
  }
}

const load = (address: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => reject(new Error('The chat could not be loaded.'))
    document.head.append(script)
  })
