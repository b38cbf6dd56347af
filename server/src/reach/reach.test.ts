import { addMonths } from '@honbu/contract/calendar.ts'
import { communication } from '@honbu/contract/ids.ts'
import type { Purpose } from '@honbu/contract/reach.ts'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createContact, createMember } from '../../test/factories/people.ts'
import { recordConsent } from '../people/index.ts'
import { mobileNumber } from '../platform/mobile-number.ts'
import { secretBox } from '../platform/secret-box.ts'
import { type Reached, reachOf } from './reach-of.ts'
import { liftAddress, stopAddress } from './stop-address.ts'
import { subscriberOf, unsubscribeLink } from './unsubscribe-link.ts'
import { serveUnsubscribePages } from './unsubscribe-pages.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)
let club: Awaited<ReturnType<typeof createClub>>
let made = 0
beforeAll(async () => {
  club = await createClub(db)
})

const personOf = async (memberId: number) =>
  (await db.selectFrom('member').select('person_id').where('id', '=', memberId).executeTakeFirstOrThrow()).person_id

const agree = (personId: number, flag: number, isGiven = true) =>
  db.transaction().execute(tx =>
    recordConsent(tx, {
      ...{ personId, clubId: club.id, choices: [{ flag, isGiven }], givenOn: testToday, how: 'paper', wording: 'Yes' },
      ...{ givenByPersonId: personId, accountId: null, now: testNow },
    }),
  )

async function reach(memberId: number, channel: 'email' | 'sms' = 'email', purpose: Purpose = 'marketing') {
  const asked = sql`select ${memberId}::bigint as member_id, ${club.id}::bigint as club_id`
  const { rows } = await sql<Reached>`${reachOf(asked, { channel, purpose, today: testToday })}`.execute(db)
  expect(rows).toHaveLength(1)
  return rows[0]
}

const stop = (address: string, reason: 'bounced' | 'complained' | 'stop', channel: 'email' | 'sms' = 'email') =>
  db
    .transaction()
    .execute(tx =>
      stopAddress(tx, { rootClubId: club.rootClubId, channel, address, reason, detail: '550', now: testNow }),
    )

const address = () => `someone${++made}@mail.example`
const adult = { dob: addMonths(testToday, -12 * 18) }
const child = { dob: addMonths(testToday, -12 * 9) }

describe('who is written to', () => {
  it('is the member, with consent for news and without for what he has to know', async () => {
    const email = address()
    const { id } = await createMember(db, { clubId: club.id, firstName: 'Ann', email, ...adult })
    expect(await reach(id)).toMatchObject({ refusal: 'noConsent', address: email })
    expect(await reach(id, 'email', 'service')).toMatchObject({ refusal: null })
    expect(await reach(id, 'sms', 'service')).toMatchObject({ refusal: 'noAddress', address: null })
    await agree(await personOf(id), communication.email)
    expect(await reach(id)).toMatchObject({ refusal: null, name: expect.stringMatching(/^Ann /) })
    await agree(await personOf(id), communication.email, false)
    expect(await reach(id)).toMatchObject({ refusal: 'unsubscribed' })
  })

  it('takes a yes to emails for no yes to text messages', async () => {
    const { id } = await createMember(db, { clubId: club.id, email: address(), phone: '07700900321', ...adult })
    await agree(await personOf(id), communication.email)
    expect(await reach(id)).toMatchObject({ refusal: null })
    expect(await reach(id, 'sms')).toMatchObject({ refusal: 'noConsent' })
    expect(await reach(id, 'sms', 'service')).toMatchObject({ refusal: null })
  })

  it('is a guardian for a minor: the first who can be reached, rather one who has agreed', async () => {
    const { id } = await createMember(db, { clubId: club.id, email: address(), ...child })
    expect(await reach(id, 'email', 'service')).toMatchObject({ refusal: 'noGuardian', person_id: null })
    await createContact(db, { memberId: id, firstName: 'Aunt', isGuardian: false, email: address() })
    expect(await reach(id, 'email', 'service')).toMatchObject({ refusal: 'noGuardian' })
    await createContact(db, { memberId: id, firstName: 'Mum', email: '' })
    expect(await reach(id, 'email', 'service')).toMatchObject({ refusal: 'noAddress' })
    const [dads, nans] = [address(), address()]
    await createContact(db, { memberId: id, firstName: 'Dad', email: dads })
    const nan = await createContact(db, { memberId: id, firstName: 'Nan', email: nans })
    expect(await reach(id, 'email', 'service')).toMatchObject({ refusal: null, address: dads })
    expect(await reach(id)).toMatchObject({ refusal: 'noConsent', address: dads })
    await agree(nan.personId, communication.email)
    expect(await reach(id)).toMatchObject({ refusal: null, address: nans })
    expect(await reach(id, 'email', 'service')).toMatchObject({ refusal: null, address: nans })
    await stop(nans, 'bounced')
    expect(await reach(id, 'email', 'service')).toMatchObject({ refusal: null, address: dads })
  })
})

describe('who has not said how old he is', () => {
  it('is written to himself where he has an address, and otherwise by a guardian', async () => {
    const email = address()
    const own = await createMember(db, { clubId: club.id, email })
    await createContact(db, { memberId: own.id, firstName: 'Mum', email: address() })
    expect(await reach(own.id, 'email', 'service')).toMatchObject({ refusal: null, address: email })
    const { id } = await createMember(db, { clubId: club.id, phone: '07700 900 123' })
    expect(await reach(id, 'email', 'service')).toMatchObject({ refusal: 'noAddress', address: null })
    const mums = address()
    const mum = await createContact(db, { memberId: id, firstName: 'Mum', email: mums })
    expect(await reach(id, 'email', 'service')).toMatchObject({ refusal: null, address: mums, person_id: mum.personId })
    expect(await reach(id)).toMatchObject({ refusal: 'noConsent', address: mums })
    expect(await reach(id, 'sms', 'service')).toMatchObject({ refusal: null, address: '+447700900123' })
  })
})

describe('an address that is stopped', () => {
  it('is shown in small letters, however the provider spelt it', async () => {
    const email = address()
    const { id } = await createMember(db, { clubId: club.id, email, ...adult })
    await stop(email.toUpperCase(), 'bounced')
    const coach = as((await createAccount(db, { clubId: club.id })).sub)
    expect((await coach.get(`/api/member/GetStoppedAddresses/${id}`)).body).toMatchObject([{ address: email }])
  })

  it('gets nothing from any club of the tree, raises one task, and can be lifted by an admin', async () => {
    const email = address()
    const { id } = await createMember(db, { clubId: club.id, firstName: 'Bo', email, ...adult })
    await Promise.all([stop(email, 'bounced'), stop(email.toUpperCase(), 'bounced')])
    expect(await reach(id, 'email', 'service')).toMatchObject({ refusal: 'undeliverable' })
    await stop(email, 'complained')
    await stop(email, 'bounced')
    expect(await reach(id, 'email', 'service')).toMatchObject({ refusal: 'stopped' })
    const tasks = db
      .selectFrom('task')
      .select(['subject', 'completed_at', 'closed_because'])
      .where('member_id', '=', id)
    expect(await tasks.orderBy('task.id').execute()).toMatchObject([{ completed_at: null }])

    const coach = as((await createAccount(db, { clubId: club.id })).sub)
    const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
    const seen = (await coach.get(`/api/member/GetStoppedAddresses/${id}`)).body
    expect(seen).toMatchObject([{ channel: 'email', address: email, reason: 'complained', detail: '550' }])
    const lift = { channel: 'email', address: email }
    expect((await coach.post(`/api/member/LiftStoppedAddress/${id}`, lift)).status).toBe(403)
    const other = await createMember(db, { clubId: club.id })
    expect((await admin.post(`/api/member/LiftStoppedAddress/${other.id}`, lift)).status).toBe(404)
    expect((await admin.post(`/api/member/LiftStoppedAddress/${id}`, lift)).status).toBe(200)
    expect(await reach(id, 'email', 'service')).toMatchObject({ refusal: null })
    expect(await tasks.execute()).toMatchObject([{ closed_because: 'The address works again' }])
    await stop(email, 'bounced')
    expect(await tasks.execute()).toHaveLength(2)
  })

  it('is a number as it is sent to, and START lifts it', async () => {
    const { id } = await createMember(db, { clubId: club.id, phone: '07700 900 999', ...adult })
    await stop('+447700900999', 'stop', 'sms')
    expect(await reach(id, 'sms', 'service')).toMatchObject({ refusal: 'stopped', address: '+447700900999' })
    const answer = { rootClubId: club.rootClubId, channel: 'sms', address: '+447700900999', accountId: null } as const
    const lift = () => db.transaction().execute(tx => liftAddress(tx, { ...answer, now: testNow }))
    expect(await lift()).toMatchObject({ reason: 'stop' })
    expect(await lift()).toBeNull()
    expect(await reach(id, 'sms', 'service')).toMatchObject({ refusal: null })
  })

  it('of nobody we know is stopped without a task', async () => {
    await stop('gone@mail.example', 'bounced')
    const rows = db.selectFrom('undeliverable').select('id').where('address', '=', 'gone@mail.example')
    expect(await rows.execute()).toHaveLength(1)
  })
})

describe('the link in a message', () => {
  const parts = { box: secretBox(Buffer.alloc(32, 3)), config: { baseUrl: 'http://localhost', basePath: '' } }
  const app = Fastify()
  beforeAll(() => serveUnsubscribePages(app, { ...parts, db, now: () => testNow }))
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  async function someone() {
    const { id } = await createMember(db, { clubId: club.id, email: address(), phone: '07700900123', ...adult })
    const personId = await personOf(id)
    await agree(personId, communication.email)
    await agree(personId, communication.sms)
    const link = unsubscribeLink(parts, { clubId: club.id, personId, channel: 'email', now: testNow })
    const url = link.slice(parts.config.baseUrl.length)
    const post = (payload: string, headers: Record<string, string> = form) =>
      app.inject({ method: 'POST', url, headers, payload })
    return { id, personId, url, post }
  }

  it('changes nothing when it is opened, and ends the channel by the POST of a mail program', async () => {
    const { id, url, post } = await someone()
    const page = await app.inject({ url })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`What ${club.name} may send you`)
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(await reach(id)).toMatchObject({ refusal: null })
    expect((await post('List-Unsubscribe=One-Click')).statusCode).toBe(200)
    expect(await reach(id)).toMatchObject({ refusal: 'unsubscribed' })
    expect(await reach(id, 'sms')).toMatchObject({ refusal: null })
    // Again, and with the other encoding: said once.
    const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    expect((await post(multipart, { 'content-type': 'multipart/form-data; boundary=x' })).statusCode).toBe(200)
    const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
    const { entries } = (await admin.get(`/api/member/GetConsents/${id}`)).body
    const byLink = entries.filter((entry: { how: string }) => entry.how === 'link')
    expect(byLink).toMatchObject([
      { flag: communication.email, isGiven: false, recordedBy: '', wording: expect.stringContaining('by e-mail') },
    ])
  })

  it('takes a choice for each channel, both ways', async () => {
    const { id, post } = await someone()
    expect((await post('answer=save&sms=yes')).statusCode).toBe(303)
    expect(await reach(id)).toMatchObject({ refusal: 'unsubscribed' })
    expect(await reach(id, 'sms')).toMatchObject({ refusal: null })
    // A browser also sends the boxes that are still ticked.
    await post('answer=none&sms=yes')
    expect(await reach(id, 'sms')).toMatchObject({ refusal: 'unsubscribed' })
    await post('answer=save&email=yes')
    expect(await reach(id)).toMatchObject({ refusal: null })
    expect((await post('something=else')).body).toContain('News and offers')
  })

  it('of another box, of nobody, or too old is met with a page that says what to do', async () => {
    const { personId, url } = await someone()
    const who = { clubId: club.id, personId, channel: 'email' } as const
    const tokenOf = (link: string) => link.split('/').at(-1) ?? ''
    const other = { ...parts, box: secretBox(Buffer.alloc(32, 4)) }
    for (const wrong of [
      '/unsubscribe/x',
      `${url.slice(0, -2)}AA`,
      unsubscribeLink(other, { ...who, now: testNow }).slice(16),
      unsubscribeLink(parts, { ...who, personId: 2_000_000_000, now: testNow }).slice(16),
    ])
      for (const method of ['GET', 'POST'] as const) {
        const answer = await app.inject({ method, url: wrong, headers: form, payload: 'List-Unsubscribe=One-Click' })
        expect([answer.statusCode, answer.body.includes('This link does not work')]).toEqual([404, true])
      }
    const token = tokenOf(unsubscribeLink(parts, { ...who, now: testNow }))
    // Long enough that chance never puts it into a token.
    const longId = 1_234_567_890
    expect(tokenOf(unsubscribeLink(parts, { ...who, personId: longId, now: testNow }))).not.toContain(String(longId))
    const inDays = (days: number) => new Date(testNow.getTime() + days * 86_400_000)
    expect(subscriberOf(parts, token, inDays(366))).toEqual(who)
    expect(subscriberOf(parts, token, inDays(800))).toBeNull()
  })
})

it('a number is kept as it is sent to', async () => {
  const written = [
    '07700 900123',
    '+44 7700 900123',
    '+44 (0)7700 900123',
    '0044 7700 900123',
    '447700900123',
    '7700900123',
    '(0113) 496 0000',
    '07700-900-123',
    '07700.900.123',
    '07700 900123 / 0113 496 0000 (work)',
    '07700 900123; 07700 900456',
    '07700 900123 or 07700 900456',
    '0113 496 0000 ext 4',
    '+1 (650) 253-0000',
    '+33 6 12 34 56 78',
    '+353 87 123 4567',
    'Mum 07700 900123',
    '',
    'none',
    '12',
  ]
  const { rows } = await sql<{ text: string; number: string | null }>`
    select text, sms_number(text) as number from unnest(${written}::text[]) as text`.execute(db)
  expect(rows).toEqual(written.map(text => ({ text, number: mobileNumber(text) })))
})
