import type { Read } from '../platform/route.ts'
import { chatHash } from '../platform/support-chat.ts'
import type { SupportDesk } from './contact-support.ts'
import { writerOf } from './writer.ts'

/** What the chat is started with. The hash is made here: its secret stays on the server. */
export const getSupportChat =
  ({ chat }: SupportDesk) =>
  async (context: Read) => {
    if (!chat) return { chat: null }
    const { sub, name, email, createdAt } = await writerOf(context)
    return {
      chat: {
        ...(chat.kind === 'intercom'
          ? { kind: chat.kind, appId: chat.appId, place: chat.region }
          : { kind: chat.kind, appId: chat.token, place: chat.url }),
        userId: sub,
        userHash: chatHash(chat.secret, sub),
        name,
        email,
        createdAt: Math.floor(createdAt.getTime() / 1000),
      },
    }
  }
