import { createHmac } from 'node:crypto'

/** The chat of a third party that the settings name. Its secret never leaves the server. */
export type SupportChat =
  | { readonly kind: 'intercom'; readonly appId: string; readonly region: 'us' | 'eu' | 'ap'; readonly secret: string }
  | { readonly kind: 'chatwoot'; readonly url: string; readonly token: string; readonly secret: string }

/** Proves to a chat that it is this user: HMAC-SHA256, hex, as Intercom and Chatwoot ask for it. */
export const chatHash = (secret: string, sub: string) => createHmac('sha256', secret).update(sub).digest('hex')

/** What a page has to be allowed so that the chat works in it; nothing without one. By directives of the policy. */
export interface ChatSources {
  readonly script: readonly string[]
  readonly connect: readonly string[]
  readonly frame: readonly string[]
  readonly img: readonly string[]
  readonly media: readonly string[]
  readonly font: readonly string[]
  readonly form: readonly string[]
}

const nothing: ChatSources = { script: [], connect: [], frame: [], img: [], media: [], font: [], form: [] }

export function chatSources(chat: SupportChat | null): ChatSources {
  if (!chat) return nothing
  if (chat.kind === 'intercom') return intercomSources(chat.region)
  const { origin, host, protocol } = new URL(chat.url)
  const socket = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`
  // Its window is a frame of its own; the page loads the script, and the sounds of new messages.
  return { ...nothing, script: [origin], connect: [origin, socket], frame: [origin], img: [origin], media: [origin] }
}

/** By Intercom's "Using Intercom with Content Security Policy", cut to the region. */
function intercomSources(region: 'us' | 'eu' | 'ap'): ChatSources {
  const { api, socket, uploads } = {
    us: { api: 'api', socket: ['nexus-websocket-a', 'nexus-websocket-b'], uploads: 'uploads.intercomcdn.com' },
    eu: { api: 'api.eu', socket: ['nexus-europe-websocket'], uploads: 'uploads.intercomcdn.eu' },
    ap: { api: 'api.au', socket: ['nexus-australia-websocket'], uploads: 'uploads.au.intercomcdn.com' },
  }[region]
  const iam = `https://${api.replace('api', 'api-iam')}.intercom.io`
  return {
    script: ['https://app.intercom.io', 'https://widget.intercom.io', 'https://js.intercomcdn.com'],
    connect: [
      'https://via.intercom.io',
      `https://${api}.intercom.io`,
      iam,
      'https://api-ping.intercom.io',
      'https://*.intercom-messenger.com',
      'wss://*.intercom-messenger.com',
      ...socket.flatMap(name => [`https://${name}.intercom.io`, `wss://${name}.intercom.io`]),
      `https://${uploads}`,
      'https://uploads.intercomusercontent.com',
    ],
    frame: ['https://intercom-sheets.com', 'https://www.intercom-reporting.com'],
    img: [
      'https://js.intercomcdn.com',
      'https://static.intercomassets.com',
      'https://downloads.intercomcdn.com',
      `https://${uploads}`,
      'https://uploads.intercomusercontent.com',
      'https://gifs.intercomcdn.com',
    ],
    media: ['https://js.intercomcdn.com', 'https://downloads.intercomcdn.com'],
    font: ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
    form: ['https://intercom.help', iam],
  }
}
