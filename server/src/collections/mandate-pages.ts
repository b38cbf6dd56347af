import type { FastifyInstance, FastifyReply } from 'fastify'
import { demandWorking } from '../platform/club-stops.ts'
import { type Html, html } from '../platform/html.ts'
import { leadOn, sendPublicPage, textIn } from '../platform/public-page.ts'
import { byLink } from '../platform/secret-links.ts'
import { ProviderProblem } from '../providers/index.ts'
import { mandatePaths, openAddress } from './mandate-addresses.ts'
import { isDone, type MandateRequest, openFlow, requestOf } from './mandate-request.ts'
import type { CollectionParts } from './parts.ts'

interface PageParts extends CollectionParts {
  readonly config: { readonly baseUrl: string; readonly basePath: string }
}

/**
 * Where somebody sets up a direct debit: a page that says what for, the way on to the provider, and the way back. The
 * mailed link opens the page (mail scanners open links); bank details are given at the provider, never here.
 */
export function serveMandatePages(app: FastifyInstance, parts: PageParts): void {
  const { db, now, config } = parts
  type Answer = (request: MandateRequest, token: string) => Promise<FastifyReply>
  const page = (path: string, answer: (reply: FastifyReply) => Answer) =>
    app.get(path, byLink, async ({ query }, reply) => {
      const token = textIn(query, 'token')
      const request = await requestOf(db, token)
      if (!request) return sendPublicPage(reply, 'This link does not work', gone, 404)
      await demandWorking(db, request.clubId)
      return await answer(reply)(request, token)
    })

  page(mandatePaths.ask, reply => async (request, token) => {
    const over = whyOver(request, now())
    if (over) return sendPublicPage(reply, over.title, over.content)
    const forWhom = html`<p>${request.clubName} asks for a direct debit for the membership of ${request.firstName}.</p>`
    return sendPublicPage(
      reply,
      `A direct debit for ${request.clubName}`,
      html`${forWhom}
        <ul>
          <li>It takes two minutes. You need the sort code and the account number.</li>
          <li>GoCardless collects for the club, and tells you the amount and the day before each payment.</li>
          <li>You can cancel it at any time, and the Direct Debit Guarantee protects you.</li>
        </ul>
        <p><a class="button" href="${openAddress(config, token)}" rel="noreferrer">Set up the direct debit</a></p>
        <p class="hint">The next page is GoCardless’s: ${request.clubName} does not see your bank details.</p>`,
    )
  })

  page(mandatePaths.open, reply => async (request, token) => {
    const over = whyOver(request, now())
    if (over) return sendPublicPage(reply, over.title, over.content)
    try {
      return leadOn(reply, await openFlow(parts, request, token))
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error
      // Somebody may have finished it in another window, of which nobody has told us yet.
      if (error.kind === 'refused' && (await isDone(parts, request)))
        return sendPublicPage(reply, 'Thank you', thanks(request))
      return sendPublicPage(reply, 'Not at the moment', html`<p>${forPayer(error, request)}</p>`, 503)
    }
  })

  page(mandatePaths.done, reply => async request => {
    if (await isDone(parts, request)) return sendPublicPage(reply, 'Thank you', thanks(request))
    return sendPublicPage(
      reply,
      'Nearly there',
      html`<p>GoCardless has not confirmed the direct debit yet. You need do nothing more: ${request.clubName} sees it as
        soon as it is there.</p>`,
    )
  })

  page(mandatePaths.left, reply => async (request, token) => {
    const over = whyOver(request, now())
    if (over) return sendPublicPage(reply, over.title, over.content)
    return sendPublicPage(
      reply,
      'Nothing has been set up',
      html`<p>You have left before the direct debit was ready.</p>
        <p><a class="button" href="${openAddress(config, token)}" rel="noreferrer">Try again</a></p>`,
    )
  })
}

const gone = html`<p>It may have been replaced by a newer message. Please ask the club.</p>`

const thanks = ({ clubName, firstName }: MandateRequest): Html =>
  html`<p>The direct debit for ${firstName} is set up. GoCardless will write before the first payment to ${clubName}.</p>
    <p>You can close this page.</p>`

function whyOver(request: MandateRequest, now: Date): { title: string; content: Html } | null {
  if (request.mandateId) return { title: 'Thank you', content: thanks(request) }
  if (request.endedAt && request.isAnswered)
    return {
      title: 'Nothing is left to do',
      content: html`<p>A direct debit for ${request.firstName} has been set up by another link since. You can close this
        page; if you know nothing of it, please ask ${request.clubName}.</p>`,
    }
  if (request.endedAt)
    return {
      title: 'This link is over',
      content: html`<p>A newer link has taken its place. Please use that one, or ask ${request.clubName}.</p>`,
    }
  if (request.expiresAt <= now)
    return { title: 'This link is over', content: html`<p>Please ask ${request.clubName} for a new one.</p>` }
  return null
}

/** What is wrong with the club's key is no business of the payer. */
const forPayer = ({ kind }: ProviderProblem, { clubName }: MandateRequest) =>
  kind === 'busy'
    ? 'GoCardless cannot be reached at the moment. Please try again in a few minutes.'
    : `The direct debit cannot be set up at the moment. Please tell ${clubName}.`
