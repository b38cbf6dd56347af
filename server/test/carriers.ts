import type { Handed, Message } from '../src/platform/mail.ts'
import type { HandedText, TextMessage } from '../src/platform/sms.ts'

/** A mail server's side of `send`: takes every message, and puts it into the list. */
export const takesMail =
  (taken: Message[]) =>
  async (message: Message): Promise<Handed> => {
    taken.push(message)
    return { messageId: `${taken.length}@club.example`, said: '250 2.0.0 Ok' }
  }

/** The same of a provider of text messages. */
export const takesTexts =
  (taken: TextMessage[]) =>
  async (message: TextMessage): Promise<HandedText> => {
    taken.push(message)
    return { providerId: `SM${taken.length}`, segments: 1 }
  }
