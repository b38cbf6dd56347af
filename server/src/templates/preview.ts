import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { mergeField } from '@honbu/contract/merge-fields.ts'
import type * as call from '@honbu/contract/templates.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { mobileNumber } from '../platform/mobile-number.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { compileContent } from './compile-content.ts'
import { emptyFields, type LinkMaker, type Links, mergeValuesOf } from './merge-values.ts'
import { testSmsJob } from './test-sms.ts'

/** Where the product is found, and the links that are the same for a look as for what is sent. */
export interface Place {
  readonly config: { readonly baseUrl: string; readonly basePath: string; readonly smsFrom: string }
  /** Of areas above this one, which own the pages. */
  readonly clubLinks: (db: Db, clubId: number) => Links
}

type Draft = Input<typeof call.previewMessage>

export const previewMessage =
  (place: Place) =>
  async ({ db, now }: Pick<Read, 'db' | 'now'>, draft: Draft) => {
    const { subject, html, text, empty, examples } = await rendered(db, draft, { now, place })
    return { subject, html, text, empty: empty.map(titleOf), examples }
  }

/** The group with the title, where the title alone says too little. */
function titleOf(name: string): string {
  const field = mergeField(name)
  return field ? `${field.group}: ${field.title}` : name
}

async function rendered(db: Db, draft: Draft, { now, place }: { now: Date; place: Place }) {
  const { clubId, channel, subject, template, layoutId, layout = null, memberId, bookingId = null } = draft
  const address = place.config.baseUrl + place.config.basePath
  const compiled = await compileContent(
    db,
    clubId,
    { channel, subject, body: template, layoutId },
    { address, layout },
  ).catch((error: unknown) => {
    throw asTemplate(error)
  })
  const personId = await recipientOf(db, { memberId, clubId, now })
  const [values = {}] = await mergeValuesOf(db, {
    ...{ clubId, now, fields: compiled.fields, links: { ...place.clubLinks(db, clubId), ...exampleLinks(address) } },
    recipients: [{ memberId, personId, bookingId }],
  })
  return {
    ...compiled.render(values),
    empty: emptyFields(compiled.needed, values),
    examples: examplesIn(compiled.fields),
  }
}

/** In this call the body is called `template`. */
function asTemplate(error: unknown): unknown {
  if (!(error instanceof Refused) || !error.fields?.body) return error
  const { body, ...fields } = error.fields
  return new Refused(error.statusCode, error.message, { ...fields, template: body ?? [] })
}

/** Links that are made for one person when a message is sent, and that nothing is made of for a look. */
const madeForOne = ['links.pay', 'links.preferences', 'links.unsubscribe']

/** The titles of the fields whose links are only examples in a look. */
export const examplesIn = (fields: readonly string[]): string[] =>
  fields.filter(name => madeForOne.includes(name)).map(name => mergeField(name)?.title ?? name)

/** Those links only show how they look. */
function exampleLinks(address: string): Links {
  const leadTo =
    (path: string): LinkMaker =>
    async recipients =>
      recipients.map(() => `${address}/${path}`)
  return {
    'links.pay': leadTo('pay?token=example'),
    'links.preferences': leadTo('unsubscribe/example'),
    'links.unsubscribe': leadTo('unsubscribe/example'),
  }
}

/** Who would get it: the member, or of a minor the first guardian. */
async function recipientOf(db: Db, { memberId, clubId, now }: { memberId: number; clubId: number; now: Date }) {
  const club = await db.selectFrom('club').select('time_zone').where('id', '=', clubId).executeTakeFirstOrThrow()
  const { rows } = await sql<{ personId: number }>`
    select coalesce((
      select contact.person_id from member_contact contact
      where contact.member_id = member.id and is_guardian and person.dob > ${todayIn(club.time_zone, now)}::date - interval '18 years'
      order by position, contact.id limit 1), member.person_id) as "personId"
    from member join person on person.id = member.person_id where member.id = ${memberId}`.execute(db)
  const [found] = rows
  if (!found) throw new Error('the guard has found the member')
  return found.personId
}

export const sendTestMessage =
  (place: Place) =>
  async ({ tx, user, now, audit, mail, enqueue }: Write, draft: Input<typeof call.sendTestMessage>) => {
    const { subject, html, text } = await rendered(tx, draft, { now, place })
    const { clubId, memberId, channel } = draft
    const sentTo = channel === 'email' ? user.email : await ownNumber(tx, user.personId)
    if (channel === 'email')
      await mail({
        letter: 'testMessage',
        clubId,
        to: sentTo,
        subject: `Test: ${subject}`,
        text,
        ...(html && { html }),
      })
    else {
      if (text === '' || text.length > 1600)
        throw new Refused(400, tooLong, { template: [text === '' ? 'There is nothing in it.' : tooLong] })
      const { id } = await tx
        .insertInto('test_sms')
        .values({ account_id: user.accountId, to_number: sentTo, text, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await enqueue(testSmsJob, { testSmsId: id })
    }
    const after = { channel, as: memberId }
    audit({ clubId, subject: 'test_message', subjectId: clubId, before: null, after })
    return { sentTo }
  }

const tooLong = 'A text message has at most 1,600 characters.'

async function ownNumber(tx: Write['tx'], personId: number): Promise<string> {
  const person = await tx.selectFrom('person').select('phone_mob').where('id', '=', personId).executeTakeFirst()
  const number = mobileNumber(person?.phone_mob ?? null)
  if (number === null) throw new Refused(409, 'Your own record has no mobile number to send it to.')
  return number
}
