import fastifyFormbody from '@fastify/formbody'
import { todayIn } from '@honbu/contract/calendar.ts'
import { dateTime } from '@honbu/contract/format.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { firstBill } from '../charging/index.ts'
import { type Html, html } from '../platform/html.ts'
import { sendPublicPage, textIn } from '../platform/public-page.ts'
import { Refused } from '../platform/refused.ts'
import { demandSameOrigin } from '../platform/same-origin.ts'
import { byLink } from '../platform/secret-links.ts'
import { billHtml } from './bill-html.ts'
import { markdownHtml } from './markdown-html.ts'
import { signPage } from './request-mail.ts'
import {
  type Answers,
  answerRequest,
  type DocumentRequest,
  type KeptAnswer,
  keptAnswers,
  type OpenDocument,
  openDocuments,
  type RequestParts,
  requestOf,
} from './requests.ts'

interface Address {
  readonly baseUrl: string
  readonly basePath: string
}

/**
 * The page behind the link to sign: plain HTML that needs nobody signed in and no scripts. Opening it changes nothing (mail
 * scanners open links); sending the form answers, once.
 */
export async function serveSignPages(
  app: FastifyInstance,
  parts: RequestParts & { readonly config: Address },
): Promise<void> {
  const { db, now, config } = parts
  await app.register(async scope => {
    await scope.register(fastifyFormbody, { bodyLimit: 16 * 1024 })

    scope.get(signPage, byLink, async ({ query }, reply) => sendPage(reply, textIn(query, 'token')))

    scope.post(signPage, byLink, async (request, reply) => {
      demandSameOrigin(request, config)
      const token = textIn(request.body, 'token')
      const given = answersIn(request.body)
      if (given.signerName === '' || given.answers.size === 0)
        return sendPage(reply, token, { given, message: 'Please answer each of them, and type your name.' })
      try {
        await answerRequest(parts, token, given)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return sendPage(reply, token, { given, message: error.message })
      }
      const address = `${config.basePath}${signPage}?token=${encodeURIComponent(token)}`
      return reply.header('cache-control', 'no-store').redirect(address, 303)
    })
  })

  async function sendPage(reply: FastifyReply, token: string, again?: Again) {
    const request = await requestOf(db, token)
    if (!request) return sendPublicPage(reply, 'This link does not work', gone, 404)
    if (again && request.usedAt) {
      const kept = await keptAnswers(db, request)
      if (kept.some(({ documentVersionId, answer }) => isOther(again.given, documentVersionId, answer)))
        return sendPublicPage(reply, 'We already have your answers', unchanged(request, kept), 409)
    }
    const over = whyOver(request, now())
    if (over) return sendPublicPage(reply, over.title, html`<p>${over.text}</p>`)
    const documents = await openDocuments(db, request, now())
    if (documents.length === 0)
      return sendPublicPage(
        reply,
        'Nothing is left to sign',
        html`<p>${request.clubName} has everything it needs. Thank you.</p>`,
      )
    const today = todayIn(request.timeZone, now())
    const hasTerms = documents.some(({ kind }) => kind === 'terms')
    const bill = hasTerms
      ? billHtml(await firstBill(db, { clubId: request.clubId, memberIds: [request.memberId] }, today), today)
      : null
    const content = form({ request, documents, bill, token, again: again ?? null, basePath: config.basePath })
    return sendPublicPage(reply, titleOf(request, documents), content, again ? 400 : 200)
  }
}

interface Again {
  readonly given: Answers
  readonly message: string
}

/** Whether someone now answers otherwise than they have before. */
const isOther = ({ answers }: Answers, documentVersionId: number, before: string) =>
  answers.has(documentVersionId) && answers.get(documentVersionId) !== before

function unchanged({ clubName, usedAt, timeZone }: DocumentRequest, kept: readonly KeptAnswer[]): Html {
  return html`<p role="alert">These came on ${usedAt && dateTime(usedAt, timeZone)}, and we haven’t changed them:</p>
    <ul>${kept.map(({ title, answer }) => html`<li>${title}: ${answer === 'signed' ? 'you agreed' : 'you didn’t agree'}</li>`)}</ul>
    <p>Would you like to change an answer? Ask ${clubName}: they can withdraw it and send you a new link.</p>`
}

const gone = html`<p>It may have been replaced by a newer message. Please ask the club.</p>`

function whyOver({ usedAt, endedAt, expiresAt, clubName }: DocumentRequest, now: Date) {
  if (usedAt)
    return { title: 'Thank you', text: `${clubName} has your answers. A copy is on its way to you by e-mail.` }
  if (endedAt)
    return { title: 'This link is over', text: 'A newer message has taken its place. Please use the link in that one.' }
  if (expiresAt <= now) return { title: 'This link is over', text: `Please ask ${clubName} for a new one.` }
  return null
}

const titleOf = ({ firstName, isMember }: DocumentRequest, documents: readonly OpenDocument[]) =>
  `Please read and sign${isMember ? '' : ` for ${firstName}`}${documents.length === 1 ? `: ${documents[0]?.title ?? ''}` : ''}`

interface Form {
  readonly request: DocumentRequest
  readonly documents: readonly OpenDocument[]
  /** Shown with the terms. */
  readonly bill: Html | null
  readonly token: string
  readonly again: Again | null
  readonly basePath: string
}

function form({ request, documents, bill, token, again, basePath }: Form): Html {
  const { clubName, firstName, isMember } = request
  return html`
    ${again && html`<p class="wrong" role="alert">${again.message}</p>`}
    <p>${clubName} asks you for ${documents.length === 1 ? 'this' : `these ${documents.length} documents`}${
      isMember ? '' : ` as the parent or guardian of ${firstName}`
    }.</p>
    <form method="post" action="${basePath}${signPage}">
      <input type="hidden" name="token" value="${token}">
      ${documents.map(document => section(document, document.kind === 'terms' ? bill : null, again?.given.answers.get(document.documentVersionId) ?? null))}
      <label for="name">Your name</label>
      <p class="hint" id="name-hint">Typed here it is your signature.</p>
      <input class="text-input" id="name" name="name" autocomplete="name" maxlength="200" required aria-describedby="name-hint"
        value="${again?.given.signerName ?? ''}">
      <button>Sign and send</button>
    </form>`
}

function section(
  { documentVersionId, title, number, text, isRequired }: OpenDocument,
  bill: Html | null,
  given: string | null,
): Html {
  const choice = (value: string, words: string) => html`
    <label class="choice"><input type="radio" name="version_${documentVersionId}" value="${value}" required${
      given === value ? html` checked` : ''
    }> ${words}</label>`
  return html`<section aria-labelledby="title-${documentVersionId}">
      <h2 id="title-${documentVersionId}">${title}</h2>
      <p class="hint">Version ${number}${isRequired ? '' : ' · your choice: training does not depend on it'}</p>
      <div class="text">${markdownHtml(text)}${bill}</div>
      <fieldset>
        <legend>Your answer</legend>
        ${choice('signed', 'I have read this and agree')}
        ${choice('declined', 'I do not agree')}
      </fieldset>
    </section>`
}

function answersIn(fields: unknown): Answers {
  const answers = new Map<number, 'signed' | 'declined'>()
  if (typeof fields === 'object' && fields !== null)
    for (const [name, value] of Object.entries(fields)) {
      const id = /^version_(\d{1,15})$/.exec(name)?.[1]
      if (id && (value === 'signed' || value === 'declined')) answers.set(Number(id), value)
    }
  return { signerName: textIn(fields, 'name').trim(), answers }
}
