import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testApp, testNow, testPayments } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'
import type { SupportChat } from '../platform/support-chat.ts'

const database = await freshDatabase()
const { db } = database
const { as, mails, app } = await testApp(database)
const request = {
  subject: 'The register',
  message: 'It does not open.\nWhat now?',
  page: '/clubadmin/classes-and-events/class-roster/1',
  version: '2.4.4',
  requestId: '7b0f2a8e-0c6f-4f5e-9d50-0f1f3f2b9c11',
}

async function someone() {
  const { id: clubId } = await createClub(db)
  const { sub } = await createAccount(db, { clubId })
  const { email } = await db.selectFrom('account').select('email').where('sub', '=', sub).executeTakeFirstOrThrow()
  const { name: clubName } = await db
    .selectFrom('club')
    .select('name')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  return { sub, email, clubName, write: (body: object = request) => as(sub).post('/api/help/ContactSupport', body) }
}

describe('contactSupport', () => {
  it('sends what was written, with what helps, to be answered to the writer', async () => {
    const { email, clubName, write } = await someone()
    expect(await write()).toMatchObject({ status: 200, body: { isSuccess: true } })
    const sent = mails.at(-1)
    expect(sent).toMatchObject({
      to: 'support@honbu.example',
      replyTo: email,
      subject: 'Support: The register',
    })
    expect(sent?.text).toContain('It does not open.\nWhat now?')
    for (const part of [email, clubName, request.page, '2.4.4', request.requestId, testNow.toISOString()])
      expect(sent?.text).toContain(part)
  })

  it('says what is missing beside the field', async () => {
    const { write } = await someone()
    const before = mails.length
    const { status, body } = await write({ ...request, subject: ' ', message: '' })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual(['subject', 'message'])
    expect((await write({ ...request, requestId: 'a\nb' })).status).toBe(400)
    const twoLines = await write({ ...request, subject: 'The register\r\nBcc: all@club.example' })
    expect(twoLines.body.fields).toEqual({ subject: ['Write this in one line'] })
    expect(mails).toHaveLength(before)
  })

  it('takes so many an hour and no more', async () => {
    const { write } = await someone()
    for (let sent = 0; sent < 10; sent++) expect((await write()).status).toBe(200)
    expect(await write()).toMatchObject({ status: 429, body: { message: expect.stringContaining('Wait') } })
  })

  it('does not keep the message', async () => {
    const rows = await db
      .selectFrom('audit')
      .select('after')
      .where('subject', '=', 'support_request')
      .orderBy('audit.id')
      .execute()
    expect(JSON.stringify(rows)).not.toContain('What now?')
  })
})

const secret = 'a-secret-of-identity-verification'
const chats: readonly SupportChat[] = [
  { kind: 'intercom', appId: 'abcd1234', region: 'eu', secret },
  { kind: 'chatwoot', url: 'https://chat.example', token: 'websiteToken', secret },
]
const withChat = await Promise.all(
  chats.map(async chat => [chat.kind, await testApp(database, undefined, testPayments(db), { chat })] as const),
)

describe('the support chat', () => {
  it('is none without settings, and the pages may load nothing from elsewhere', async () => {
    const { sub } = await someone()
    expect((await as(sub).get('/api/help/GetSupportChat')).body).toEqual({ chat: null })
    const policy = String((await app.inject('/api/help/GetSupportChat')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/intercom|chatwoot|https:/)
  })

  it.each(withChat)('%s: who it is, proved by a hash', async (kind, other) => {
    const { sub, email } = await someone()
    const answer = await other.as(sub).get('/api/help/GetSupportChat')
    expect(answer.body.chat).toMatchObject({
      kind,
      appId: kind === 'intercom' ? 'abcd1234' : 'websiteToken',
      place: kind === 'intercom' ? 'eu' : 'https://chat.example',
      userId: sub,
      userHash: createHmac('sha256', secret).update(sub).digest('hex'),
      email,
      createdAt: expect.any(Number),
    })
    expect(answer.body.chat.createdAt).toBeLessThan(5_000_000_000)
    expect(JSON.stringify(answer.body)).not.toContain(secret)
    expect((await other.as(null).get('/api/help/GetSupportChat')).status).toBe(401)
    const policy = String((await other.app.inject('/')).headers['content-security-policy'])
    const ours = kind === 'intercom' ? 'https://widget.intercom.io' : 'https://chat.example'
    expect(policy).toContain(ours)
    expect(policy.includes('intercom')).toBe(kind === 'intercom')
    expect(policy).not.toMatch(/\shttps:(\s|;)|unsafe-eval|script-src[^;]*unsafe-inline/)
  })
})
