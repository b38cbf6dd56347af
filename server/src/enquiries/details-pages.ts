import fastifyFormbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { WriteParts } from '../bookings/index.ts'
import { demandWorking } from '../platform/club-stops.ts'
import { html } from '../platform/html.ts'
import { sendPublicPage, textIn } from '../platform/public-page.ts'
import { Refused } from '../platform/refused.ts'
import { demandSameOrigin } from '../platform/same-origin.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { byLink } from '../platform/secret-links.ts'
import { detailsPage } from './addresses.ts'
import { readDetailsToken } from './details-link.ts'
import { type DetailsRequest, detailsRequest } from './details-request.ts'
import { enquiryForm } from './enquiry-form.ts'
import { giveDetails } from './give-details.ts'
import { isWrong, readAnswers, type Wrong } from './read-answers.ts'

interface Parts extends WriteParts {
  readonly box: Pick<SecretBox, 'sign'>
  readonly config: { readonly baseUrl: string; readonly basePath: string }
}

const noChoices = { disciplines: [], sources: [], days: [] }

/** The page on which a walk-in, or their parent, adds what was not asked at the door. Opening it changes nothing. */
export async function serveDetailsPages(app: FastifyInstance, parts: Parts): Promise<void> {
  const { db, now, config, box } = parts
  await app.register(async scope => {
    await scope.register(fastifyFormbody, { bodyLimit: 32 * 1024 })

    scope.get(`/${detailsPage}`, byLink, async ({ query }, reply) => sendPage(reply, textIn(query, 'token')))

    scope.post(`/${detailsPage}`, byLink, async (request, reply) => {
      demandSameOrigin(request, config)
      const fields = request.body
      const token = textIn(fields, 'token')
      const asked = await requestOf(token)
      if (typeof asked === 'string' || asked.isGiven) return sendPage(reply, token)
      const answers = readAnswers(fields, formOf(asked), noChoices)
      if (isWrong(answers)) return sendPage(reply, token, { fields, wrong: answers, message: null })
      try {
        await giveDetails(parts, asked, answers)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return sendPage(reply, token, { fields, wrong: {}, message: error.message })
      }
      const address = `${config.basePath}/${detailsPage}?token=${encodeURIComponent(token)}`
      return reply.header('cache-control', 'no-store').redirect(address, 303)
    })
  })

  async function requestOf(token: string): Promise<DetailsRequest | 'unknown' | 'over'> {
    const link = readDetailsToken(box, token)
    if (!link) return 'unknown'
    const asked = await detailsRequest(db, link, now())
    if (!asked) return 'unknown'
    await demandWorking(db, asked.clubId)
    return link.expiresAt <= now() && !asked.isGiven ? 'over' : asked
  }

  async function sendPage(reply: FastifyReply, token: string, again?: Again) {
    const asked = await requestOf(token)
    if (asked === 'unknown') return sendPublicPage(reply, 'This link doesn’t work', askClub, 404)
    if (asked === 'over') return sendPublicPage(reply, 'This link has expired', askClub)
    const { firstName, lastName, name } = asked
    if (asked.isGiven)
      return sendPublicPage(
        reply,
        'Thank you',
        html`<p>${name} has ${firstName}’s details. You can close this page.</p>`,
      )
    const content = enquiryForm({
      ...{ club: formOf(asked), choices: noChoices, token, timetable: null },
      action: `${config.basePath}/${detailsPage}`,
      ...(again ?? {
        fields: { who: 'child', childFirstName: firstName, childLastName: lastName },
        wrong: {},
        message: null,
      }),
    })
    return sendPublicPage(reply, `${firstName}’s details for ${name}`, content, again ? 400 : 200)
  }
}

interface Again {
  readonly fields: unknown
  readonly wrong: Wrong
  readonly message: string | null
}

const askClub = html`<p>Please ask the club for a new one.</p>`

/** The settings of the form: it asks for everything that a club needs to look after someone. */
const formOf = ({ name, today, privacyUrl }: DetailsRequest) => ({
  ...{ name, today, privacyUrl, intro: '', phoneUse: 'required', asksMessage: true, asksSource: false },
})
