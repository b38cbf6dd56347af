import type { MailSandbox, ReceivedMail } from '../mail.ts'
import { escaped } from '../provider/html.ts'
import type { ReceivedSms } from '../sms.ts'

const pageSize = 50

export interface ListQuery {
  /** Words to find in addresses, subjects and texts. */
  readonly words: string
  /** From 1. */
  readonly page: number
}

export const timeOf = (instant: string) =>
  `<time datetime="${escaped(instant)}">${escaped(instant.replace('T', ' ').slice(0, 16))}</time>`

/** The messages as a table, the newest first. `address`: of this page, such as `/club/sandbox/mail`. */
export async function mailTable(mail: MailSandbox, address: string, { words, page }: ListQuery): Promise<string> {
  // Without words, only what is shown is read.
  const ids = words === '' ? await mail.ids() : (await found(mail, words)).map(({ id }) => id)
  if (ids.length === 0)
    return words === ''
      ? '<p>No message yet. What the product would send by e-mail appears here; nothing leaves this machine.</p>'
      : '<p>No message has these words.</p>'
  const shown = await Promise.all(ids.slice((page - 1) * pageSize, page * pageSize).map(id => mail.find(id)))
  const rows = shown.flatMap(message => (message ? [row(message, mail, address)] : []))
  return `<div class="scroll" tabindex="0" role="region" aria-label="E-mail"><table>
    <thead><tr><th scope="col">Received (UTC)</th><th scope="col">From</th><th scope="col">To</th>
      <th scope="col">Subject</th><th scope="col">What became of it</th></tr></thead>
    <tbody>${rows.join('')}</tbody></table></div>
    ${pager(ids.length, { words, page }, address)}`
}

function row({ id, receivedAt, from, fromName, to, subject }: ReceivedMail, mail: MailSandbox, address: string) {
  const last = mail.said(id).at(-1)?.what ?? ''
  return `<tr>
    <td>${timeOf(receivedAt)}</td><td>${escaped(fromName || from)}</td><td>${escaped(to.join(', '))}</td>
    <td><a href="${escaped(`${address}/${id}`)}">${escaped(subject || '(no subject)')}</a></td>
    <td>${escaped(last)}</td>
  </tr>`
}

async function found(mail: MailSandbox, words: string): Promise<ReceivedMail[]> {
  const wanted = words.toLowerCase()
  const messages = await mail.list()
  return messages.filter(({ to, from, fromName, subject, text }) =>
    [...to, from, fromName, subject, text].some(field => field.toLowerCase().includes(wanted)),
  )
}

function pager(total: number, { words, page }: ListQuery, address: string): string {
  const last = Math.ceil(total / pageSize)
  if (last <= 1) return ''
  const link = (to: number, text: string) =>
    to >= 1 && to <= last
      ? `<a href="${escaped(`${address}?${new URLSearchParams({ q: words, page: String(to) })}`)}">${text}</a>`
      : ''
  return `<nav aria-label="Pages"><p>${link(page - 1, 'Newer')} Page ${page} of ${last}, ${total} messages ${link(page + 1, 'Older')}</p></nav>`
}

/** Text messages as conversations: a row for each number, with the last that was said. */
export function conversationTable(messages: readonly ReceivedSms[], address: string, { words }: ListQuery): string {
  const wanted = words.toLowerCase()
  const byNumber = Map.groupBy(messages, phoneOf)
  const rows = [...byNumber].flatMap(([number, said]) => {
    const [last] = said
    const isWanted = said.some(({ text, to, from }) => `${text} ${to} ${from}`.toLowerCase().includes(wanted))
    if (!last || !isWanted) return []
    const who = last.isAnswer ? 'Answered: ' : ''
    return `<tr><td>${timeOf(last.receivedAt)}</td>
      <td><a href="${escaped(`${address}/texts/${encodeURIComponent(number)}`)}">${escaped(number)}</a></td>
      <td>${said.length}</td><td>${escaped(last.isAnswer ? last.to : last.from)}</td><td>${who}${escaped(last.text)}</td></tr>`
  })
  if (rows.length === 0) return '<p>No text message yet.</p>'
  const left = rows.length > 200 ? `<p>And ${rows.length - 200} more: search for a number.</p>` : ''
  return `<div class="scroll" tabindex="0" role="region" aria-label="Text messages"><table>
    <thead><tr><th scope="col">Last (UTC)</th><th scope="col">Number</th><th scope="col">Messages</th>
      <th scope="col">Ours</th><th scope="col">Text</th></tr></thead>
    <tbody>${rows.slice(0, 200).join('')}</tbody></table></div>${left}`
}

/** The other side's number. */
export const phoneOf = ({ isAnswer, from, to }: ReceivedSms) => (isAnswer ? from : to)
