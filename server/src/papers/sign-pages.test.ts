import { paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import Fastify from 'fastify'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { takesMail } from '../../test/carriers.ts'
import { freshDatabase } from '../../test/database.ts'
import { createCharge } from '../../test/factories/money.ts'
import { createDocument, sign } from '../../test/factories/papers.ts'
import { createAccount, createClub, createContact, createMember } from '../../test/factories/people.ts'
import type { Message } from '../platform/mail.ts'
import { sendRequestMail } from './request-mail.ts'
import { serveSignPages } from './sign-pages.ts'

const database = await freshDatabase()
const { db } = database
let now = testNow
const { as, jobs } = await testApp(database, () => now)

const sent: Message[] = []
const posted: Message[] = []
const parts = {
  db,
  now: () => now,
  mail: {
    post: async (_tx: unknown, message: Message) => void posted.push(message),
    send: takesMail(sent),
  },
  config: { baseUrl: 'https://club.example', basePath: '/honbu' },
}
const pages = Fastify()
await pages.register(scope => serveSignPages(scope, parts), { prefix: '/honbu' })
afterAll(() => pages.close())

beforeEach(() => {
  now = testNow
  jobs.length = 0
  sent.length = 0
  posted.length = 0
})

async function aChild() {
  const club = await createClub(db)
  const coach = as((await createAccount(db, { clubId: club.id })).sub)
  const child = { firstName: 'Mia', lastName: 'Mosscroft', dob: '2016-01-01', email: 'mia@mail.example' }
  const { id } = await createMember(db, { clubId: club.id, ...child })
  const document = await createDocument(db, { clubId: club.id, title: 'Rules & <b>risks</b>' })
  const send = (fields: object = {}) =>
    coach.post(`/api/member/SendDocuments/${id}`, { clubId: club.id, documentIds: [document.id], ...fields })
  const state = async () => (await coach.get(`/api/member/GetMemberDocuments/${id}`)).body.documents[0]
  return { club, coach, id, document, send, state }
}

const aMother = (memberId: number) =>
  createContact(db, { memberId, firstName: 'Ann', lastName: 'Moss', email: 'ann@mail.example' })

/** What the job of the last request writes; the link in it. */
async function lastLink(): Promise<URL> {
  const data = jobs.at(-1)?.data
  await sendRequestMail(parts, data && 'requestId' in data ? Number(data.requestId) : 0)
  const [link = ''] = /https:\S+/.exec(sent.at(-1)?.text ?? '') ?? []
  return new URL(link)
}

const read = (link: URL) => pages.inject({ method: 'GET', url: link.pathname + link.search })
const answer = (link: URL, fields: Record<string, string>, from = 'same-origin') =>
  pages.inject({
    method: 'POST',
    url: link.pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': from },
    payload: new URLSearchParams({ token: link.searchParams.get('token') ?? '', ...fields }).toString(),
  })

describe('sendDocuments', () => {
  it('asks a guardian of a child, never the child, and keeps only the hash of the secret', async () => {
    const { id, send, state } = await aChild()
    expect((await send()).body.fields).toHaveProperty('personId')
    await createContact(db, { memberId: id, firstName: 'Silent' })
    expect((await send()).body.message).toContain('Silent')
    await aMother(id)
    expect((await send()).body).toMatchObject({ email: 'ann@mail.example', name: 'Ann Moss' })
    expect(await state()).toMatchObject({ asked: { email: 'ann@mail.example', until: '2026-05-26T17:30:00.000Z' } })
    const link = await lastLink()
    expect(sent[0]).toMatchObject({ to: 'ann@mail.example', subject: expect.stringContaining('for Mia') })
    const stored = await db.selectFrom('document_request').select('secret_hash').where('member_id', '=', id).execute()
    expect(JSON.stringify([stored, jobs])).not.toContain(link.searchParams.get('token'))
    expect(stored[0]?.secret_hash).toHaveLength(32)
  })

  it('refuses what is signed already, and what is asked for elsewhere', async () => {
    const { id, send, document } = await aChild()
    await aMother(id)
    const elsewhere = await aChild()
    expect((await send({ documentIds: [elsewhere.document.id] })).status).toBe(403)
    await sign(db, { memberId: id, documentId: document.id })
    expect((await send()).body.fields).toHaveProperty('documentIds')
  })

  it('sends nothing when all is signed before the mail is written', async () => {
    const { id, send, document } = await aChild()
    await aMother(id)
    await send()
    await sign(db, { memberId: id, documentId: document.id })
    const data = jobs[0]?.data
    await sendRequestMail(parts, data && 'requestId' in data ? Number(data.requestId) : 0)
    expect(sent).toEqual([])
  })
})

describe('terms', () => {
  it('are signed below the first payments and the regular ones', async () => {
    const { club, coach, id, send } = await aChild()
    await aMother(id)
    await send()
    const link = await lastLink()
    expect((await read(link)).body).not.toContain('What you’ll pay')
    await db
      .updateTable('club_member')
      .set({ sub_frequency_id: subFrequency.monthly, sub_price_pence: 3000, next_payment: '2026-05-13' })
      .set({ payment_method_id: paymentMethod.directDebit, date_added: '2026-05-10T10:00Z' })
      .where('member_id', '=', id)
      .execute()
    await createCharge(db, { clubId: club.id, memberId: id, pence: 2500, due: '2026-05-12' })
    const { body } = await read(link)
    for (const words of [
      'Today: £25.00',
      '13 May 2026, direct debit: £30.00',
      '<li>Membership, 13 May 2026 to 12 Jun 2026: £30.00</li>',
      '£30.00 monthly from 13 Jun 2026',
    ])
      expect(body).toContain(words)

    const waiver = await createDocument(db, { clubId: club.id, kind: 'waiver' })
    await coach.post(`/api/member/SendDocuments/${id}`, { clubId: club.id, documentIds: [waiver.id] })
    expect((await read(await lastLink())).body).not.toContain('What you’ll pay')
  })
})

describe('the page behind the link', () => {
  async function aLink() {
    const child = await aChild()
    await aMother(child.id)
    await child.send()
    const version = `version_${child.document.versionId}`
    return { ...child, link: await lastLink(), version }
  }

  it('tells the first name and the club, and nothing else', async () => {
    const { link, club } = await aLink()
    const page = await read(link)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Mia')
    expect(page.body).toContain(club.name)
    for (const secret of ['Mosscroft', '2016', 'ann@mail', 'mia@mail', 'Ann']) expect(page.body).not.toContain(secret)
    expect(page.body).toContain('Rules &#38; &#60;b&#62;risks')
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('signs once, with the name, as the guardian, and sends a copy', async () => {
    const { link, version, state, coach, id } = await aLink()
    expect((await answer(link, { [version]: 'signed', name: ' Ann Moss ' })).statusCode).toBe(303)
    expect(await state()).toMatchObject({ state: 'signed', asked: null })
    const { body } = await coach.get(`/api/member/GetMemberDocuments/${id}`)
    expect(body.signatures).toMatchObject([
      { signerName: 'Ann Moss', relationship: 'Mother', how: 'link', recordedBy: '' },
    ])
    expect(posted).toMatchObject([{ to: 'ann@mail.example', text: expect.stringContaining('You agree to Rules') }])
    expect((await read(link)).body).toContain('Thank you')
    expect((await answer(link, { [version]: 'signed', name: 'Ann Moss' })).body).toContain('Thank you')
    // A different answer isn’t thrown away without a word.
    const other = await answer(link, { [version]: 'declined', name: 'Ann Moss' })
    expect(other.statusCode).toBe(409)
    expect(other.body).toContain('We already have your answers')
    expect(other.body).toContain('Rules &#38; &#60;b&#62;risks&#60;/b&#62;: you agreed')
    expect(other.body).toContain('we haven’t changed them')
    expect(await state()).toMatchObject({ state: 'signed' })
    const audit = await db
      .selectFrom('audit')
      .select('action')
      .where('member_id', '=', id)
      .orderBy('audit.id')
      .execute()
    expect(audit.map(({ action }) => action)).toEqual(['sendDocuments', 'answerDocumentRequest'])
  })

  it('takes a no, and tells the staff', async () => {
    const { link, version, state, id } = await aLink()
    await answer(link, { [version]: 'declined', name: 'Ann Moss' })
    expect(await state()).toMatchObject({ state: 'declined' })
    const tasks = await db.selectFrom('task').select('kind').where('member_id', '=', id).orderBy('task.id').execute()
    expect(tasks).toEqual([{ kind: 'terms' }])
  })

  it('takes nothing half, and nothing from another page', async () => {
    const { link, version, state } = await aLink()
    for (const fields of [{ name: 'Ann' }, { [version]: 'signed', name: '  ' }, { [version]: 'maybe', name: 'Ann' }]) {
      const page = await answer(link, fields)
      expect([page.statusCode, page.body.includes('role="alert"')]).toEqual([400, true])
    }
    expect((await answer(link, { [version]: 'signed', name: 'Ann' }, 'cross-site')).statusCode).toBe(403)
    expect(await state()).toMatchObject({ state: 'open' })
  })

  it('asks to read again when the text has changed meanwhile', async () => {
    const { link, version, club, document, state } = await aLink()
    const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
    const text = { kind: 'terms', title: 'Rules', isRequired: true, text: 'Other rules' }
    await admin.post(`/api/club/SaveDocument/${document.id}`, { ...text, clubId: club.id, version: 1 })
    await admin.post(`/api/club/PublishDocument/${document.id}`, { version: 2 })
    const page = await answer(link, { [version]: 'signed', name: 'Ann' })
    expect(page.body).toContain('has changed while you were reading')
    expect(page.body).toContain('Other rules')
    expect(await state()).toMatchObject({ state: 'open', number: 2 })
  })

  it('is over after 14 days, with a newer link, for a stranger, and when nothing is left', async () => {
    const { link, send, version, state, id, document } = await aLink()
    now = new Date(testNow.getTime() + 14 * 86_400_000)
    expect((await read(link)).body).toContain('This link is over')
    expect((await answer(link, { [version]: 'signed', name: 'Ann' })).body).toContain('This link is over')
    now = testNow
    await send()
    const newer = await lastLink()
    expect((await read(link)).body).toContain('newer message')
    expect((await read(new URL('https://club.example/honbu/Papers/Sign?token=guessed'))).statusCode).toBe(404)
    expect(await state()).toMatchObject({ state: 'open' })
    await sign(db, { memberId: id, documentId: document.id })
    expect((await read(newer)).body).toContain('Nothing is left to sign')
  })

  it('is of no use to somebody who is no guardian any more', async () => {
    const { link, version, id, state } = await aLink()
    await db.updateTable('member_contact').set({ is_guardian: false }).where('member_id', '=', id).execute()
    expect((await answer(link, { [version]: 'signed', name: 'Ann' })).body).toContain('cannot sign this any more')
    expect(await state()).toMatchObject({ state: 'open' })
  })
})

describe('sendDocumentsToMembers', () => {
  it('asks each once a week, and counts who has no address', async () => {
    const { club, id } = await aChild()
    const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
    await createMember(db, { clubId: club.id })
    const ask = async () => (await admin.post(`/api/club/SendDocumentsToMembers/${club.id}`)).body
    expect(await ask()).toMatchObject({ sent: 0, withoutAddress: 2, askedLately: 0 })
    await aMother(id)
    expect(await ask()).toMatchObject({ sent: 1, withoutAddress: 1, askedLately: 0 })
    expect(await ask()).toMatchObject({ sent: 0, withoutAddress: 1, askedLately: 1 })
    now = new Date(testNow.getTime() + 8 * 86_400_000)
    expect(await ask()).toMatchObject({ sent: 1, withoutAddress: 1, askedLately: 0 })
    const { body } = await admin.post(`/api/club/GetUnsignedMembers/${club.id}`, { sort: 'asked-asc' })
    expect(body.data).toMatchObject([{ memberId: id, asked: '2026-05-20' }, { asked: null }])
  })

  it('asks everybody at once, each for what he has not signed, with a mail to who may sign', async () => {
    const { club, id, document } = await aChild()
    await aMother(id)
    await createDocument(db, { clubId: club.id, title: 'House rules' })
    const grown = await createMember(db, { clubId: club.id, dob: '1990-01-01', email: 'bob@mail.example' })
    await sign(db, { memberId: grown.id, documentId: document.id })
    const { body } = await as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub).post(
      `/api/club/SendDocumentsToMembers/${club.id}`,
    )
    expect(body).toMatchObject({ sent: 2, withoutAddress: 0 })
    expect(jobs).toHaveLength(1)
    const { requestIds } = (jobs[0]?.data ?? { requestIds: [] }) as { requestIds: number[] }
    for (const requestId of requestIds) await sendRequestMail(parts, requestId)
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['ann@mail.example', 'Please sign for Mia: House rules and Rules & <b>risks</b>'],
      ['bob@mail.example', 'Please sign: House rules'],
    ])
  })
})
