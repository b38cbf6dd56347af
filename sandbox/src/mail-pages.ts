import type { MailSandbox, ReceivedMail } from './mail.ts'
import type { ReceivedSms, SmsSandbox } from './sms.ts'

/** What is kept here: each is there while the product has no real server for it. */
export interface Inboxes {
  readonly mail?: MailSandbox | undefined
  readonly sms?: SmsSandbox | undefined
}

/** The list of messages as a page. `address`: of this page, such as `/club/sandbox/mail`. */
export async function mailListPage({ mail, sms }: Inboxes, address: string): Promise<string> {
  const mails = mail ? mailTable(await mail.list(), address) : '<p>Mail goes to a real server.</p>'
  const texts = sms ? textTable(await sms.list()) : '<p>Text messages go to a real provider.</p>'
  return page('Sandbox mail', `<h1>Sandbox mail</h1>${mails}<h2>Text messages</h2>${texts}`)
}

function mailTable(messages: readonly ReceivedMail[], address: string): string {
  const rows = messages.map(
    ({ id, receivedAt, to, subject }) => `<tr>
      <td><time datetime="${escaped(receivedAt)}">${escaped(receivedAt.replace('T', ' ').slice(0, 16))}</time></td>
      <td>${escaped(to.join(', '))}</td>
      <td><a href="${escaped(`${address}/${id}`)}">${escaped(subject || '(no subject)')}</a></td>
    </tr>`,
  )
  const table = `<table>
    <thead><tr><th scope="col">Received (UTC)</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead>
    <tbody>${rows.join('')}</tbody>
  </table>`
  const empty =
    '<p>No message yet. What the product would send by e-mail appears here; nothing leaves this machine.</p>'
  return messages.length ? table : empty
}

/** Short enough to stand in the list whole. */
function textTable(messages: readonly ReceivedSms[]): string {
  if (messages.length === 0) return '<p>No text message yet.</p>'
  const rows = messages.map(
    ({ receivedAt, from, to, text }) => `<tr>
      <td><time datetime="${escaped(receivedAt)}">${escaped(receivedAt.replace('T', ' ').slice(0, 16))}</time></td>
      <td>${escaped(from)}</td><td>${escaped(to)}</td><td>${escaped(text)}</td>
    </tr>`,
  )
  return `<table>
    <thead><tr><th scope="col">Received (UTC)</th><th scope="col">From</th><th scope="col">To</th><th scope="col">Text</th></tr></thead>
    <tbody>${rows.join('')}</tbody>
  </table>`
}

/** One message with its links; undefined when there is none of this id. */
export async function mailPage(mail: MailSandbox, address: string, id: string): Promise<string | undefined> {
  const message = await mail.find(id)
  return message && page(message.subject, body(message, address))
}

function body({ receivedAt, from, to, subject, text, links }: ReceivedMail, address: string): string {
  const items = links.map(link => `<li><a href="${escaped(link)}">${escaped(link)}</a></li>`)
  return `<p><a href="${escaped(address)}">All messages</a></p>
    <h1>${escaped(subject || '(no subject)')}</h1>
    <p>From ${escaped(from)} to ${escaped(to.join(', '))}, ${escaped(receivedAt)}</p>
    <pre>${escaped(text)}</pre>
    ${items.length ? `<h2>Links</h2><ul>${items.join('')}</ul>` : ''}`
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escaped(title)}</title>
  <style>
    :root { color-scheme: light dark }
    body { font: 15px/1.5 "IBM Plex Sans", system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
    table { border-collapse: collapse; width: 100% }
    th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #8886 }
    pre { white-space: pre-wrap; border: 1px solid #8886; border-radius: 6px; padding: 1rem }
    a { overflow-wrap: anywhere }
  </style>
</head>
<body><main>${content}</main></body>
</html>`
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
