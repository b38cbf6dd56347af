import type { ProductLetter } from '../platform/letters.ts'
import type { Message } from '../platform/mail.ts'
import { html } from './html.ts'

/** What a message says: a paragraph before the link, the words on it, a paragraph after. */
export interface Text {
  readonly subject: string
  /** By the name of the reader, where it is known. */
  readonly greeting?: string
  readonly before: string
  readonly action: string
  readonly after: string
  /** The letter it is, where it is not about an account. */
  readonly name?: ProductLetter
}

/** A message in the words and the look that all of identity's have, as text and as HTML. */
export function letter(to: string, words: Text, link?: string): Message {
  const { subject, greeting, before, action, after, name = 'account' } = words
  const hello = greeting || 'Hello,'
  const text = [hello, before, ...(link ? [link] : []), after, 'Honbu'].join('\n\n')
  const button = link && html`<p><a href="${link}">${action}</a></p><p>${link}</p>`
  const page = html`<p>${hello}</p><p>${before}</p>${button || null}<p>${after}</p><p>Honbu</p>`
  return { letter: name, to, subject, text: `${text}\n`, html: page.markup }
}
