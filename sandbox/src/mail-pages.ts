import { type MailSandbox, mailFaults, type ReceivedMail } from './mail.ts'
import { conversationTable, mailTable, phoneOf, timeOf } from './messages/inbox-list.ts'
import { mailOutcomes } from './messages/postmark.ts'
import { ruleOf, troubleForm } from './messages/trouble-page.ts'
import { escaped, type PageAnswer, type PageRequest, page } from './provider/html.ts'
import { type SmsSandbox, smsFaults, smsOutcomes } from './sms.ts'

/** What is kept here: each is there while the product has no real server for it. */
export interface Inboxes {
  readonly mail?: MailSandbox | undefined
  readonly sms?: SmsSandbox | undefined
}

export type InboxAnswer =
  | PageAnswer
  | { readonly bytes: Buffer; readonly contentType: string; readonly filename: string }

const mailFaultTexts = {
  down: 'Breaks: the server is down',
  later: 'Refused for now (451)',
  nobody: 'Refused: no such address (550)',
  refused: 'Refused: taken for spam (554)',
  cutBeforeData: 'Connection cut before the text',
  cutMidway: 'Connection cut in the text',
  cutAfter: 'Taken, but the connection is cut before it says so',
  slow: 'Slow',
} as const
const mailOutcomeTexts = {
  deliver: 'Delivered',
  bounce: 'Bounces for good',
  softBounce: 'Bounces (mailbox full)',
  complain: 'Complaint: marked as spam',
  unsubscribe: 'Unsubscribed at the carrier',
  nothing: 'Nothing is told',
} as const
const smsFaultTexts = {
  down: 'Breaks: the provider is down',
  429: 'Refused: too many (429)',
  500: 'Refused: error (500)',
  lost: 'Taken, but the answer is lost',
  slow: 'Slow',
} as const
const smsOutcomeTexts = {
  delivered: 'Delivered',
  undelivered: 'Undelivered: phone off (30003)',
  failed: 'Failed: no such number (30005)',
  nothing: 'Nothing is told',
} as const

/**
 * The pages of the inbox. `address`: where they are, such as `/club/sandbox/mail`.
 * @returns undefined when there is nothing at this path
 */
export async function inboxPage(
  inboxes: Inboxes,
  address: string,
  request: PageRequest,
): Promise<InboxAnswer | undefined> {
  const { mail, sms } = inboxes
  const [first = '', second = '', third = ''] = request.path.split('/').map(decoded)
  if (first === '') {
    if (request.method === 'POST') return changeRules(inboxes, request.form, address)
    return listPage(inboxes, address, request.query)
  }
  if (first === 'texts') return sms && textsPage(sms, address, { number: second, request })
  const message = await mail?.find(first)
  if (!mail || !message) return undefined
  const own = `${address}/${first}`
  if (request.method === 'POST') {
    const outcome = mailOutcomes.find(outcome => outcome === request.form.do)
    if (outcome) await mail.tell(first, outcome)
    if (request.form.do === 'answer' && request.form.text) await mail.answer(first, request.form.text)
    return { to: own }
  }
  if (second === 'raw') {
    const bytes = await mail.raw(first)
    return bytes && { bytes, contentType: 'text/plain; charset=utf-8', filename: `${first}.txt` }
  }
  if (second === 'file') return message.attachments[Number(third)]
  return { html: messagePage(mail, message, address) }
}

async function listPage({ mail, sms }: Inboxes, address: string, query: PageRequest['query']): Promise<PageAnswer> {
  const asked = { words: (query.q ?? '').trim(), page: Math.max(Math.trunc(Number(query.page)) || 1, 1) }
  const mails = mail ? await mailTable(mail, address, asked) : '<p>Mail goes to a real server.</p>'
  const texts = sms
    ? conversationTable(await sms.conversations(), address, asked)
    : '<p>Text messages go to a real provider.</p>'
  const mailTrouble =
    mail &&
    troubleForm({
      ...{ title: 'What becomes of e-mail', channel: 'mail', rules: mail.rules.list() },
      faults: Object.entries(mailFaultTexts),
      outcomes: Object.entries(mailOutcomeTexts),
    })
  const smsTrouble =
    sms &&
    troubleForm({
      ...{ title: 'What becomes of text messages', channel: 'sms', rules: sms.rules.list() },
      faults: Object.entries(smsFaultTexts),
      outcomes: Object.entries(smsOutcomeTexts),
    })
  const content = `<main><h1>Sandbox mail</h1>
    <form class="row" role="search">
      <label>Search <input type="search" name="q" value="${escaped(asked.words)}" placeholder="Address, name, words"></label>
      <button>Search</button>
    </form>
    ${mailTrouble ?? ''}
    ${mails}
    <h2>Text messages</h2>
    ${smsTrouble ?? ''}
    ${texts}</main>`
  return { html: page('Sandbox mail', content) }
}

function changeRules({ mail, sms }: Inboxes, form: PageRequest['form'], address: string): PageAnswer {
  const rule = ruleOf(form)
  const isMail = form.channel === 'mail'
  if (form.do === 'drop-rule') (isMail ? mail : sms)?.rules.drop(form.rule ?? '')
  else if (form.do === 'add-rule' && isMail)
    mail?.when({
      ...rule,
      fault: mailFaults.find(fault => fault === form.fault) ?? '',
      outcome: mailOutcomes.find(outcome => outcome === form.outcome) ?? '',
    })
  else if (form.do === 'add-rule')
    sms?.when({
      ...rule,
      fault: smsFaults.find(fault => fault === form.fault) ?? '',
      outcome: smsOutcomes.find(outcome => outcome === form.outcome) ?? '',
    })
  return { to: address }
}

function messagePage(mail: MailSandbox, message: ReceivedMail, address: string): string {
  const { id, receivedAt, from, fromName, to, subject, text, html, headers, attachments, links } = message
  const own = `${address}/${id}`
  const list = (items: readonly string[]) => `<ul>${items.map(item => `<li>${item}</li>`).join('')}</ul>`
  const files = attachments.map(
    ({ filename, bytes }, index) =>
      `<a href="${escaped(`${own}/file/${index}`)}">${escaped(filename)}</a> (${Math.ceil(bytes.length / 1024)} KB)`,
  )
  const said = mail.said(id).map(({ at, what }) => `${timeOf(at)} ${escaped(what)}`)
  const buttons = Object.entries(mailOutcomeTexts).flatMap(([value, words]) =>
    value === 'nothing' ? [] : `<button name="do" value="${value}">${escaped(words)}</button>`,
  )
  const lines = headers.map(
    ({ name, value }) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`,
  )
  return page(
    subject,
    `<main><p><a href="${escaped(address)}">All messages</a></p>
    <h1>${escaped(subject || '(no subject)')}</h1>
    <p>From ${escaped(fromName ? `${fromName}, ${from}` : from)} to ${escaped(to.join(', '))}, ${escaped(receivedAt)}</p>
    ${
      html
        ? `<h2>As a mail program shows it</h2>
    <iframe title="The message" sandbox="" srcdoc="${escaped(html)}" style="width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: 6px; background: #fff"></iframe>`
        : ''
    }
    <h2>Text</h2>
    <pre style="white-space: pre-wrap; border: 1px solid var(--line); border-radius: 6px; padding: 1rem">${escaped(text)}</pre>
    ${links.length > 0 ? `<h2>Links</h2>${list(links.map(link => `<a href="${escaped(link)}">${escaped(link)}</a>`))}` : ''}
    ${files.length > 0 ? `<h2>Attachments</h2>${list(files)}` : ''}
    <h2>What becomes of it</h2>
    ${said.length > 0 ? list(said) : ''}
    <form method="post" class="row">${buttons.join('')}</form>
    <form method="post" class="row"><label>Answer <input name="text" required></label>
      <button name="do" value="answer">Send the answer</button></form>
    <details><summary>Headers</summary><table><tbody>${lines.join('')}</tbody></table>
      <p><a href="${escaped(`${own}/raw`)}">The message as it came</a></p></details></main>`,
  )
}

interface Conversation {
  readonly number: string
  readonly request: PageRequest
}

/** All that was said with one number; the newest last, as phones show it. */
async function textsPage(sms: SmsSandbox, address: string, { number, request }: Conversation) {
  const messages = (await sms.conversations()).filter(message => phoneOf(message) === number).reverse()
  const last = messages.at(-1)
  if (!last) return undefined
  const ours = last.isAnswer ? last.to : last.from
  if (request.method === 'POST') {
    const { do: what = '', text = '', id = '' } = request.form
    const outcome = smsOutcomes.find(outcome => outcome === what)
    if (outcome && messages.some(message => message.id === id)) await sms.tell(id, outcome)
    if (what === 'answer' && text !== '') await sms.answer({ from: number, to: ours, text })
    return { to: `${address}/texts/${encodeURIComponent(number)}` }
  }
  const items = messages.map(({ id, receivedAt, text, isAnswer }) => {
    const said = sms.said(id).map(({ what }) => escaped(what))
    const buttons = Object.entries(smsOutcomeTexts).flatMap(([value, words]) =>
      value === 'nothing' ? [] : `<button name="do" value="${value}">${escaped(words)}</button>`,
    )
    const form = `<details><summary>Report</summary><form method="post" class="row">
      <input type="hidden" name="id" value="${escaped(id)}">${buttons.join('')}</form></details>`
    return `<li style="margin: .75rem 0; ${isAnswer ? '' : 'margin-left: 20%'}">
      <div class="note"><strong>${isAnswer ? 'They' : escaped(ours)}</strong> ${timeOf(receivedAt)}<br>
      <span style="white-space: pre-wrap">${escaped(text)}</span></div>
      ${said.length > 0 ? `<small>${said.join('; ')}</small>` : ''}${isAnswer ? '' : form}</li>`
  })
  const answer = (text: string) =>
    `<form method="post" class="inline"><input type="hidden" name="text" value="${text}">
      <button name="do" value="answer">${text}</button></form>`
  return {
    html: page(
      `Text messages with ${number}`,
      `<main class="narrow"><p><a href="${escaped(address)}">All messages</a></p>
      <h1>${escaped(number)}</h1>
      <ol style="list-style: none; padding: 0">${items.join('')}</ol>
      <form method="post" class="row"><label>Answer <input name="text" required maxlength="1600"></label>
        <button name="do" value="answer" class="main">Send the answer</button></form>
      <p>${answer('STOP')} ${answer('START')}</p></main>`,
    ),
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
