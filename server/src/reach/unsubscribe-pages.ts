import fastifyFormbody from '@fastify/formbody'
import { consentWording } from '@honbu/contract/consents.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../platform/database.ts'
import { html } from '../platform/html.ts'
import { sendPublicPage, textIn } from '../platform/public-page.ts'
import { byLink } from '../platform/secret-links.ts'
import { type Choices, channelKinds, choicesOf, choose } from './choose.ts'
import { type LinkParts, type Subscriber, subscriberOf, unsubscribePath } from './unsubscribe-link.ts'

export interface UnsubscribeParts extends LinkParts {
  readonly db: Db
  readonly now: () => Date
}

const address = `${unsubscribePath}/:token`

/**
 * Behind the link in a message, without signing in. Opening it changes nothing, since scanners open links; a mail program's
 * POST of RFC 8058 ends the channel of the message at once, without a question, and without cookies or where it came from:
 * the link itself is the right to do so. From the page the same address takes a choice for each channel.
 */
export async function serveUnsubscribePages(app: FastifyInstance, parts: UnsubscribeParts): Promise<void> {
  const { db, now } = parts
  await app.register(async scope => {
    await scope.register(fastifyFormbody, { bodyLimit: 4 * 1024 })
    // RFC 8058, 3.2: the body may come as multipart/form-data too. One field of it matters.
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'string', bodyLimit: 4 * 1024 },
      async (_: FastifyRequest, body: string | Buffer) =>
        /name="?List-Unsubscribe"?\s[\s\S]*?One-Click/i.test(String(body)) ? { 'List-Unsubscribe': 'One-Click' } : {},
    )

    scope.get(address, byLink, async (request, reply) => {
      const who = whose(request)
      const choices = who && (await choicesOf(db, who))
      if (!who || !choices) return sendUnknown(reply)
      return sendChoices(reply, choices, textIn(request.query, 'saved') === '1')
    })

    scope.post(address, byLink, async (request, reply) => {
      const who = whose(request)
      const choices = who && (await choicesOf(db, who))
      if (!who || !choices) return sendUnknown(reply)
      const { body } = request
      if (textIn(body, 'List-Unsubscribe') === 'One-Click') {
        await choose(db, who, { [who.channel]: false }, now())
        return sendPublicPage(
          reply,
          'You are unsubscribed',
          html`<p>${choices.clubName} will not write to you again with news
          or offers by ${inWords[who.channel]}.</p>`,
        )
      }
      const answer = textIn(body, 'answer')
      if (answer !== 'save' && answer !== 'none') return sendChoices(reply, choices, false)
      const wanted = Object.fromEntries(
        channelKinds.map(({ channel }) => [channel, answer === 'save' && textIn(body, channel) === 'yes']),
      )
      await choose(db, who, wanted, now())
      return reply.header('cache-control', 'no-store').redirect('?saved=1', 303)
    })
  })

  function whose({ params }: FastifyRequest): Subscriber | null {
    return subscriberOf(parts, textIn(params, 'token'), now())
  }
}

const inWords = { email: 'e-mail', sms: 'text message' } as const

const sendUnknown = (reply: FastifyReply) =>
  sendPublicPage(
    reply,
    'This link does not work',
    html`<p>It may be incomplete, or very old. Please use the link of a newer message, or ask the club: it will stop writing
      to you straight away.</p>`,
    404,
  )

function sendChoices(reply: FastifyReply, { clubName, flags }: Choices, isSaved: boolean) {
  return sendPublicPage(
    reply,
    `What ${clubName} may send you`,
    html`${isSaved && html`<p class="what" role="status"><strong>Saved.</strong> ${summary(flags)}</p>`}
    <form method="post">
      <fieldset class="apart">
        <legend>News and offers</legend>
        ${channelKinds.map(
          ({ channel, flag, wording }) => html`<label class="choice">
          <input type="checkbox" name="${channel}" value="yes"${(flags & flag) !== 0 && html` checked`}>
          <span>${consentWording(wording, clubName)}</span></label>`,
        )}
      </fieldset>
      <p class="hint">Messages about your bookings, payments and classes still come: they are not advertising.</p>
      <div class="answers">
        <button name="answer" value="save">Save</button>
        <button name="answer" value="none" class="second">No news at all</button>
      </div>
    </form>`,
  )
}

function summary(flags: number): string {
  const on = channelKinds.filter(({ flag }) => (flags & flag) !== 0).map(({ channel }) => inWords[channel])
  return on.length === 0 ? 'You will get no more news or offers.' : `You get news and offers by ${on.join(' and ')}.`
}
