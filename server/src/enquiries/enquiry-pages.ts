import { readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyFormbody from '@fastify/formbody'
import { longDate } from '@honbu/contract/format.ts'
import { timeSpanInWords } from '@honbu/contract/time-of-day.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { WriteParts } from '../bookings/index.ts'
import type { Attempts } from '../platform/attempts.ts'
import { type Html, html } from '../platform/html.ts'
import { type PageOptions, sendOpenPage, textIn } from '../platform/public-page.ts'
import { Refused } from '../platform/refused.ts'
import { demandSameOrigin } from '../platform/same-origin.ts'
import { embedAddress, enquireAddress, framedAddress, timetableAddress } from './addresses.ts'
import { enquire, type Received } from './enquire.ts'
import { enquiryForm, type FormPage, paragraphs, trapField } from './enquiry-form.ts'
import { formChoices } from './form-choices.ts'
import type { FormTokens } from './form-token.ts'
import { type PublicClub, publicClub } from './public-club.ts'
import { isWrong, readAnswers } from './read-answers.ts'
import { sessionOf } from './session-of.ts'
import { timetablePage } from './timetable-page.ts'

export interface PageParts extends WriteParts {
  readonly config: { readonly baseUrl: string; readonly basePath: string }
  readonly tokens: FormTokens
  readonly attempts: Pick<Attempts, 'begin'>
}

const open = { config: { access: 'anyone' } } as const

interface Keyed {
  readonly Params: { readonly key: string }
}

/**
 * The pages that everybody may see, also in the frame of a club's website: plain HTML, no cookies, nothing of members.
 * What is taken for spam is answered as a success is, by its status; a person reads on the page what to do.
 */
export async function serveEnquiryPages(app: FastifyInstance, parts: PageParts): Promise<void> {
  const { config, now, db } = parts
  const address = (relative: string) => `${config.basePath}/${relative}`
  serveScripts(app)

  await app.register(async scope => {
    await scope.register(fastifyFormbody, { bodyLimit: 32 * 1024 })

    scope.get<Keyed>('/enquire/:key', open, async ({ params, query }, reply) => {
      const club = await publicClub(db, params.key, now())
      if (!club?.isOn) return sendGone(reply)
      return await sendForm(reply, club, { fields: linked(query), wrong: {}, message: null })
    })

    scope.post<Keyed>('/enquire/:key', open, async (request, reply) => {
      demandSameOrigin(request, config)
      const club = await publicClub(db, request.params.key, now())
      if (!club?.isOn) return sendGone(reply)
      const fields = request.body
      const { state, id: formId } = parts.tokens.read(textIn(fields, 'token', 300), club.clubId, now())
      const spam = await spamReason(parts, { club, fields, state, ip: request.ip })
      if (spam !== null) return await sendForm(reply, club, { fields, wrong: {}, message: spam })
      const choices = await formChoices(db, club, now())
      const answers = readAnswers(fields, club, choices)
      if (isWrong(answers)) return await sendForm(reply, club, { fields, wrong: answers, message: null, status: 400 })
      const wait = await parts.attempts.begin(
        { kind: 'enquiryClub', subject: String(club.clubId) },
        { kind: 'mailFrom', subject: `enquiry ${answers.writer.email}` },
      )
      if (wait > 0) return await sendForm(reply, club, { fields, wrong: {}, message: pause(wait) })
      try {
        return await sendThanks(reply, club, fields, await enquire(parts, { club, answers, formId }))
      } catch (error) {
        if (!(error instanceof Refused) || error.statusCode >= 500) throw error
        const wrong = wrongOf(error)
        return await sendForm(reply, club, { fields, wrong, message: wrong ? null : error.message, status: 409 })
      }
    })

    scope.get<Keyed>('/timetable/:key', open, async ({ params, query }, reply) => {
      const club = await publicClub(db, params.key, now())
      if (!club?.hasTimetable) return sendGone(reply)
      const { content, structuredData } = await timetablePage(parts, club, query)
      return sendOpenPage(reply, `Timetable of ${club.name}`, html`${logo(club)}${content}`, {
        ...framing(query),
        isListed: textIn(query, 'embed') !== '1',
        hasPictures: true,
        structuredData,
      })
    })
  })

  const framing = (fields: unknown): PageOptions =>
    textIn(fields, 'embed') === '1' ? { isFramed: true, script: address(framedAddress) } : {}

  const logo = ({ logoUrl }: PublicClub): Html | false =>
    logoUrl ? html`<img class="logo" src="${address(logoUrl)}" alt="">` : false

  type Shown = Pick<FormPage, 'fields' | 'message'> & {
    readonly wrong: FormPage['wrong'] | null
    readonly status?: number
  }

  async function sendForm(reply: FastifyReply, club: PublicClub, { fields, wrong, message, status = 200 }: Shown) {
    const given = textIn(fields, 'token', 300)
    const isGood = parts.tokens.read(given, club.clubId, now()).state
    // The same form goes on with its own token: sent twice it is still one enquiry.
    const token = isGood === 'good' || isGood === 'tooSoon' ? given : parts.tokens.make(club.clubId, now())
    const embed = textIn(fields, 'embed') === '1' ? '?embed=1' : ''
    const content = enquiryForm({
      ...{ club, token, fields, message, wrong: wrong ?? {} },
      choices: await formChoices(db, club, now()),
      action: address(enquireAddress(club.key)),
      timetable: club.hasTimetable ? address(timetableAddress(club.key)) + embed : null,
    })
    return sendOpenPage(reply, `Ask ${club.name}`, html`${logo(club)}${content}`, {
      ...framing(fields),
      status,
      isListed: embed === '',
      hasPictures: true,
    })
  }

  async function sendThanks(reply: FastifyReply, club: PublicClub, fields: unknown, { trial }: Received) {
    const session = trial && (await sessionOf(db, trial.classId, trial.classDate))
    const content = html`<div role="status">
      ${
        session
          ? html`<p>We have your request for a trial, and expect you there unless you hear otherwise from us.</p>
            <p class="what"><strong>${session.className}</strong><br>${longDate(session.classDate)}, ${timeSpanInWords(
              session,
            )}${session.location && html`<br>${session.location}`}</p>`
          : html`<p>We have your enquiry, and will get back to you soon.</p>`
      }
      ${club.thanks && paragraphs(club.thanks)}
      <p>A message with this is on its way to you by e-mail.</p></div>`
    return sendOpenPage(reply, 'Thank you', content, framing(fields))
  }

  const sendGone = (reply: FastifyReply) =>
    sendOpenPage(reply, 'There is no such page', html`<p>Please ask the club for its address.</p>`, { status: 404 })
}

/** What the link says: where the visitor comes from, and which class he has looked at. */
const linked = (query: unknown) => ({
  source: textIn(query, 'source', 100) || textIn(query, 'utm_source', 100),
  campaign: textIn(query, 'utm_campaign', 100),
  ref: textIn(query, 'ref', 100),
  class: textIn(query, 'class', 20),
  embed: textIn(query, 'embed', 1),
})

interface Sent {
  readonly club: PublicClub
  readonly fields: unknown
  readonly state: ReturnType<FormTokens['read']>['state']
  readonly ip: string
}

/** Why this is more likely a machine, as a person reads it; null: it is not. */
async function spamReason({ attempts }: PageParts, { fields, state, ip }: Sent): Promise<string | null> {
  const wait = await attempts.begin({ kind: 'enquirer', subject: ip })
  if (wait > 0) return pause(wait)
  if (textIn(fields, trapField) !== '')
    return 'Not sent: a field that should stay empty was filled in. Please send it again.'
  if (state === 'tooSoon') return 'Not sent yet: that was very quick. Please look over it once more, and send it again.'
  if (state === 'tooOld') return 'Not sent yet: this page had been open for a long time. Please send it again.'
  if (state === 'wrong') return 'Not sent yet: please send it again.'
  return null
}

const pause = (seconds: number) =>
  `Not sent yet: too much has been sent in a short time. Please try again in ${
    seconds < 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`
  }, or call us.`

/** What the write has refused, under the fields of the form; null where it is about none of them. */
function wrongOf({ fields = {}, message }: Refused): FormPage['wrong'] | null {
  const names = Object.keys(fields)
  if (names.some(name => name === 'bookingDate' || name === 'classId' || name === 'id'))
    return { trial: 'No place is left on that day. Please choose another' }
  if (names.some(name => name.startsWith('secondContact'))) return { childDob: message }
  return null
}

/** Our own scripts, which other websites load. */
function serveScripts(app: FastifyInstance) {
  for (const file of [embedAddress, framedAddress]) {
    const text = readFileSync(path.join(import.meta.dirname, 'assets', file), 'utf8')
    app.get(`/${file}`, open, async (_request, reply) =>
      reply
        .headers({ 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' })
        .type('text/javascript; charset=utf-8')
        .send(text),
    )
  }
}
