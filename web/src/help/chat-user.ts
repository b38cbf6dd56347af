import type { SignedInUser } from '../app/sign-in/user.ts'

interface ChatUser {
  readonly userId: string
  readonly userHash: string
  readonly name: string
  readonly email: string
  /** Unix seconds. */
  readonly createdAt: number
}

/**
 * The chat of the signed-in user (specification, section 1), by the claims of the identity provider. Where a provider leaves
 * one out, the server's own record is used. A hash belongs to the id it was made of, so the two come from one place.
 */
export function asSignedIn<Chat extends ChatUser>(chat: Chat, user: SignedInUser): Chat {
  const { sub, user_hash, name, email, created_at } = user
  return {
    ...chat,
    ...(sub && user_hash && { userId: sub, userHash: user_hash }),
    name: name || chat.name,
    email: email || chat.email,
    createdAt: secondsOf(created_at) ?? chat.createdAt,
  }
}

/** ISO 8601 or Unix seconds as Unix seconds. */
function secondsOf(moment: string): number | undefined {
  const seconds = /^\d+$/.test(moment) ? Number(moment) : Date.parse(moment) / 1000
  return Number.isFinite(seconds) ? Math.floor(seconds) : undefined
}
