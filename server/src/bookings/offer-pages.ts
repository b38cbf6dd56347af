import fastifyFormbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../platform/database.ts'
import { type Html, html } from '../platform/html.ts'
import { sendPublicPage, textIn } from '../platform/public-page.ts'
import { Refused } from '../platform/refused.ts'
import { demandSameOrigin } from '../platform/same-origin.ts'
import { byLink } from '../platform/secret-links.ts'
import { type WriteParts, writeBySystem } from './booking-write.ts'
import { readDay } from './class-day.ts'
import { dayInWords, instantInWords, whenOf } from './letters.ts'
import { answerOffer, type Offer, offerOf } from './offers.ts'

const page = '/Bookings/Offer'

interface Address {
  readonly baseUrl: string
  readonly basePath: string
}

/** The link of an offer: who has it may answer, without signing in. */
export const offerAddress = ({ baseUrl, basePath }: Address, secret: string) =>
  `${baseUrl}${basePath}${page}?token=${encodeURIComponent(secret)}`

/**
 * The page behind the link of an offer: plain HTML that needs nobody signed in and no scripts. Opening it changes nothing
 * (mail scanners open links); a button answers, once.
 */
export async function serveOfferPages(
  app: FastifyInstance,
  parts: WriteParts & { readonly config: Address },
): Promise<void> {
  const { db, now, config } = parts
  await app.register(async scope => {
    await scope.register(fastifyFormbody, { bodyLimit: 4 * 1024 })

    scope.get(page, byLink, async ({ query }, reply) => sendOffer(reply, textIn(query, 'token')))

    scope.post(page, byLink, async (request, reply) => {
      demandSameOrigin(request, config)
      const token = textIn(request.body, 'token')
      const answer = textIn(request.body, 'answer')
      if (answer !== 'accept' && answer !== 'decline') return sendOffer(reply, token)
      try {
        await writeBySystem(parts, 'answerOffer', context => answerOffer(context, token, answer))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return sendPublicPage(reply, 'That did not work', html`<p>${error.message}</p>`, error.statusCode)
      }
      return reply.header('cache-control', 'no-store').redirect(offerAddress(config, token), 303)
    })
  })

  async function sendOffer(reply: FastifyReply, token: string) {
    const offer = await offerOf(db, token)
    if (!offer) return sendPublicPage(reply, 'This link does not work', gone, 404)
    const stands = offer.closedAs === null && offer.offerUntil > now()
    const words = await wordsOf(db, offer)
    if (stands) return sendPublicPage(reply, `A place for ${offer.firstName}`, question(offer, words, token, config))
    const { title, text } = outcome(offer)
    return sendPublicPage(reply, title, html`${words}<p>${text}</p>`, 200)
  }
}

const gone = html`<p>It may have been replaced by a newer message. Please ask the club.</p>`

/** What, when and where. */
async function wordsOf(db: Db, { classId, classDate, className, location, clubName }: Offer): Promise<Html> {
  const day = await readDay(db, classId, classDate)
  return html`<p class="what"><strong>${className}</strong><br>${day ? whenOf(day) : dayInWords(classDate)}<br>
    ${location && html`${location}, `}${clubName}</p>`
}

function question({ offerUntil, timeZone }: Offer, words: Html, token: string, { basePath }: Address): Html {
  return html`${words}
    <p>The place is kept until ${instantInWords(offerUntil, timeZone)}. After that it goes to the next on the waiting
      list.</p>
    <form class="answers" method="post" action="${basePath}${page}">
      <input type="hidden" name="token" value="${token}">
      <button name="answer" value="accept">Take the place</button>
      <button name="answer" value="decline" class="second">Pass it on</button>
    </form>`
}

function outcome({ closedAs, firstName, className }: Offer): { title: string; text: string } {
  if (closedAs === 'booked') return { title: 'The place is taken', text: `${firstName} has the place. See you there.` }
  if (closedAs === 'declined') return { title: 'Thank you', text: 'The place has passed on to the next.' }
  if (closedAs === 'left') return { title: 'Off the waiting list', text: `${firstName} is not on the list any more.` }
  if (closedAs === 'ended') return { title: 'This offer has ended', text: `${className} is not ahead any more.` }
  return {
    title: 'This offer has ended',
    text: 'The time to take the place is over, and it has passed on. Please ask the club to be put on the list again.',
  }
}
