import { type Channel, channels } from '@honbu/contract/reach.ts'
import type { SecretBox } from '../platform/secret-box.ts'

export const unsubscribePath = '/unsubscribe'

/** What the links are made with. */
export interface LinkParts {
  readonly box: SecretBox
  readonly config: { readonly baseUrl: string; readonly basePath: string }
}

/** Who may choose what a club sends him, and over which channel the link came. */
export interface Subscriber {
  readonly clubId: number
  readonly personId: number
  readonly channel: Channel
}

/**
 * The address under which somebody who is written to chooses what he gets: for the footer of a message, and for the headers
 * List-Unsubscribe and List-Unsubscribe-Post. Nothing is stored for it, and nothing can be read from it.
 */
export function unsubscribeLink(
  { box, config }: LinkParts,
  { clubId, personId, channel, now }: Subscriber & { now: Date },
) {
  const day = Math.floor(now.getTime() / dayMs)
  const token = box.seal([clubId, personId, channels.indexOf(channel), day].join('.'), about).toString('base64url')
  return `${config.baseUrl}${config.basePath}${unsubscribePath}/${token}`
}

const about = 'unsubscribe'
const dayMs = 86_400_000
/** A message lies in an inbox for long; the law asks for thirty days at least in the strictest place (CAN-SPAM). */
const validDays = 2 * 366

/** Whose link it is; null for one that is not ours, or is too old. */
export function subscriberOf({ box }: Pick<LinkParts, 'box'>, token: string, now: Date): Subscriber | null {
  let text: string
  try {
    text = box.open(Buffer.from(token, 'base64url'), about)
  } catch {
    return null
  }
  const [clubId, personId, place, day] = text.split('.').map(Number)
  const channel = channels[place ?? -1]
  if (!clubId || !personId || !channel || day === undefined) return null
  if (now.getTime() / dayMs - day > validDays) return null
  return { clubId, personId, channel }
}
