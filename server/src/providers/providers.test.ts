import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { testApp, testNow, testPayments } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createMandate } from '../../test/factories/collections.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { ProviderProblem, plain } from './provider-problem.ts'

const database = await freshDatabase()
const { db } = database

/** A provider that answers what the test says, and remembers which key it was asked with. */
const heard: string[] = []
let says: { status: number; body: object } = { status: 200, body: {} }
const server = createServer((request, response) => {
  heard.push(String(request.headers.authorization))
  response.writeHead(says.status, { 'content-type': 'application/json' }).end(JSON.stringify(says.body))
})
await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
afterAll(() => void server.close())
// A TCP server's address is always an object.
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const payments = testPayments(db, { gocardless: { url }, stripe: { url } })
const { as } = await testApp(database, () => testNow, payments)

const accessToken = 'live_very-secret-token-A1B2'
const webhookSecret = 'whsec_very-secret-hook-C3D4'

async function aClub(parentClubId: number | null = null) {
  const club = await createClub(db, { parentClubId })
  const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const read = async () => {
    const { body } = await admin.get(`/api/club/GetPaymentProviders/${club.id}`)
    return body.find((each: { provider: string }) => each.provider === 'gocardless').account
  }
  const save = (fields: object = {}) =>
    admin.post(`/api/club/SavePaymentProvider/${club.id}`, {
      provider: 'gocardless',
      accessToken,
      webhookSecret,
      ...fields,
    })
  const test = async () =>
    (await admin.post(`/api/club/TestPaymentProvider/${club.id}`, { provider: 'gocardless' })).body
  return { club, admin, read, save, test }
}

const error = (code: number, type: string, message: string, reason = '') => ({
  status: code,
  body: { error: { code, type, message, request_id: 'r', errors: [{ reason, message }] } },
})

describe('the account of a club', () => {
  it('shows of its secrets the last four characters, anywhere', async () => {
    const { club, read, save } = await aClub()
    const saved = await save()
    expect(saved.body).toMatchObject({ isSuccess: true, version: 1 })
    expect(await read()).toMatchObject({ accessTokenEnd: 'A1B2', webhookSecretEnd: 'C3D4', isOwn: true, problem: '' })
    const rows = await db.selectFrom('provider_account').selectAll().where('club_id', '=', club.id).execute()
    const audit = await db.selectFrom('audit').selectAll().where('club_id', '=', club.id).orderBy('audit.id').execute()
    for (const text of [JSON.stringify([rows, audit, saved.body, await read()])]) {
      expect(text).not.toContain('very-secret')
      expect(text).not.toContain(Buffer.from(accessToken).toString('base64'))
      expect(text).not.toContain(String([...Buffer.from(accessToken)]))
    }
  })

  it('is used with the key that was entered, and says what the provider makes of it', async () => {
    const { save, test, read } = await aClub()
    await save()
    says = { status: 200, body: { creditors: [{ id: 'CR1', name: 'Kihon Ltd' }], meta: {} } }
    expect(await test()).toEqual({ isWorking: true, message: 'GoCardless accepts the key: the account of Kihon Ltd.' })
    expect(heard.at(-1)).toBe(`Bearer ${accessToken}`)

    says = error(401, 'invalid_api_usage', `The access token ${accessToken} is not known`, 'access_token_not_found')
    const refused = await test()
    expect(refused).toEqual({ isWorking: false, message: expect.stringContaining('does not accept the access token') })
    expect(JSON.stringify(refused)).not.toContain('very-secret')
    expect((await read()).problem).toContain('does not accept')
    await save({ version: 1, accessToken: 'live_another-token-E5F6' })
    expect(await read()).toMatchObject({ accessTokenEnd: 'E5F6', webhookSecretEnd: 'C3D4', problem: '', version: 2 })
  })

  it('is the own one, or that of the nearest club above', async () => {
    const parent = await aClub()
    await parent.save()
    const child = await aClub(parent.club.id)
    expect(await child.read()).toMatchObject({ clubId: parent.club.id, isOwn: false, clubName: parent.club.name })
    await child.save({ accessToken: 'live_child-token-G7H8' })
    expect(await child.read()).toMatchObject({ clubId: child.club.id, isOwn: true, accessTokenEnd: 'G7H8' })
    await child.admin.post(`/api/club/DeletePaymentProvider/${child.club.id}`, { provider: 'gocardless' })
    expect(await child.read()).toMatchObject({ clubId: parent.club.id })
  })

  it('stays as long as something hangs on it, and is not saved over a newer one', async () => {
    const { club, admin, save } = await aClub()
    await save()
    const member = await createMember(db, { clubId: club.id })
    await createMandate(db, { clubId: club.id, memberId: member.id })
    const gone = await admin.post(`/api/club/DeletePaymentProvider/${club.id}`, { provider: 'gocardless' })
    expect(gone).toMatchObject({ status: 409, body: { fields: { provider: [expect.stringContaining('hang on')] } } })
    const stale = await save({ version: 0 })
    expect(stale).toMatchObject({ status: 409, body: { conflict: { current: { account: { version: 1 } } } } })
    expect(JSON.stringify(stale.body)).not.toContain('very-secret')
  })

  it('is for admins, and needs a key that can be one', async () => {
    const { club, save } = await aClub()
    const coach = as((await createAccount(db, { clubId: club.id })).sub)
    expect((await coach.get(`/api/club/GetPaymentProviders/${club.id}`)).status).toBe(403)
    const short = await save({ accessToken: 'short' })
    expect(short).toMatchObject({ status: 400, body: { fields: { accessToken: [expect.any(String)] } } })
    expect((await save({ accessToken: null })).status).toBe(400)
  })
})

describe('what goes wrong at a provider', () => {
  it.each([
    [error(401, 'invalid_api_usage', 'no'), 'key', ''],
    [error(403, 'invalid_api_usage', 'no'), 'key', ''],
    [error(429, 'invalid_api_usage', 'slow down'), 'busy', ''],
    [error(500, 'gocardless', 'oops'), 'busy', ''],
    [{ status: 502, body: {} }, 'busy', ''],
    [error(422, 'invalid_state', 'The mandate is not active', 'mandate_is_inactive'), 'refused', 'mandate_is_inactive'],
    [{ status: 200, body: { nonsense: true } }, 'busy', ''],
  ] as const)('%j is %s', async (answer, kind, reason) => {
    const { club, save } = await aClub()
    await save()
    says = answer
    const { ask } = await payments.providers.goCardlessFor(club.id)
    const create = ask(client =>
      client.createPayment({ pence: 1, mandate: 'MD1', description: '', metadata: {} }, 'key'),
    )
    const problem = await create.catch((thrown: unknown) => thrown)
    expect(problem).toBeInstanceOf(ProviderProblem)
    expect(problem).toMatchObject({ kind, reason })
    expect(JSON.stringify(problem) + String(problem)).not.toContain('very-secret')
  })

  it('is asked once: a read that fails is repeated by a job, not by the library', async () => {
    const { club, save } = await aClub()
    await save()
    says = error(500, 'gocardless', 'oops')
    const before = heard.length
    const { ask } = await payments.providers.goCardlessFor(club.id)
    await expect(ask(client => client.findPayment('PM1'))).rejects.toMatchObject({ kind: 'busy' })
    expect(heard.length - before).toBe(1)
  })

  it('says nothing of accounts and keys', () => {
    expect(plain('The account 12-34-56 55779911 of sk_live_abc is\n closed')).toBe('The account … of … is closed')
  })
})
