import { describe, expect, it } from 'vitest'
import { openCollecting } from '../../../test/collecting.ts'
import { freshDatabase } from '../../../test/database.ts'
import { createFoundMandate } from '../../../test/factories/collections.ts'
import { createAccount, createClub, createMember } from '../../../test/factories/people.ts'
import { lookForMandatesOf } from './look-for-mandates.ts'
import { takeOverAt } from './take-over-job.ts'

const database = await freshDatabase()
const { db } = database
const honbu = await openCollecting(database)

/** At GoCardless, as another program has made them. */
async function atProvider(token: string, customers: { name: [string, string]; email: string; mark?: string }[]) {
  const ask = async (path: string, name: string, body: object) => {
    const answer = await fetch(`${honbu.bank.url}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'gocardless-version': '2015-07-06',
      },
      body: JSON.stringify({ [name]: body }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
    const told = (await answer.json()) as any
    return told[name].id as string
  }
  const mandates: string[] = []
  for (const { name, email, mark } of customers) {
    const [given_name, family_name] = name
    const address = { address_line1: '1 High Street', city: 'London', postal_code: 'N1 1AA', country_code: 'GB' }
    const customer = await ask('customers', 'customers', { given_name, family_name, email, ...address })
    const account = await ask('customer_bank_accounts', 'customer_bank_accounts', {
      ...{ account_number: '55779911', branch_code: '200000', country_code: 'GB', account_holder_name: name.join(' ') },
      links: { customer },
    })
    mandates.push(
      await ask('mandates', 'mandates', {
        ...{ scheme: 'bacs', links: { customer_bank_account: account } },
        ...(mark && { metadata: { member: mark } }),
      }),
    )
  }
  return mandates
}

describe('takeOverMandates', () => {
  it('lists what nobody is known by, suggests whose it is, and stores what is chosen', async () => {
    const club = await createClub(db)
    const admin = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
    const ann = await createMember(db, { clubId: club.id, firstName: 'Ann', lastName: 'Reed', email: 'a@mail.example' })
    const tom = await createMember(db, { clubId: club.id, firstName: 'Tom', lastName: 'Reed' })
    const { code } = await db.selectFrom('member').select('code').where('id', '=', tom.id).executeTakeFirstOrThrow()
    const list = async () => (await admin.post(`/api/billing/GetFoundMandates/${club.id}`, {})).body
    expect(await list()).toMatchObject({ ownerName: null, total: 0, look: { doneAt: null } })

    await atProvider(`sandbox_club_${club.id}`, [
      { name: ['Ann', 'Reed'], email: 'A@mail.example' },
      { name: ['Paying', 'Parent'], email: 'x@mail.example', mark: code },
      { name: ['Zed', 'Nobody'], email: 'zed@mail.example' },
    ])
    expect((await admin.post(`/api/billing/LookForMandates/${club.id}`, {})).body).toMatchObject({ isSuccess: true })
    await lookForMandatesOf(honbu.parts, club.id)
    const found = await list()
    expect(found).toMatchObject({
      total: 3,
      mandates: [
        { name: 'Ann Reed', sure: ann.id, suggestions: [{ memberId: ann.id, by: 'emailAndName' }] },
        { name: 'Paying Parent', sure: tom.id, suggestions: [{ memberId: tom.id, by: 'code' }] },
        { name: 'Zed Nobody', sure: null, suggestions: [] },
      ],
    })
    const choices = [ann, tom].map((member, index) => ({
      ...{ foundMandateId: found.mandates[index].foundMandateId, memberId: member.id, clubId: club.id },
    }))
    const taken = await admin.post(`/api/billing/TakeOverMandates/${club.id}`, { choices })
    expect(taken.body).toMatchObject({ isSuccess: true, taken: 2 })
    const { id: accountId } = await db
      .selectFrom('provider_account')
      .select('id')
      .where('club_id', '=', club.id)
      .executeTakeFirstOrThrow()
    await takeOverAt(honbu.parts, accountId)
    await takeOverAt(honbu.parts, accountId)
    expect(await list()).toMatchObject({ total: 1, mandates: [{ name: 'Zed Nobody' }] })
    expect((await admin.get(`/api/member/GetMandates/${tom.id}`)).body.mandates).toMatchObject([
      { state: 'pending_submission', isLive: true },
    ])
    // Looking again finds what is left, and nothing twice.
    await lookForMandatesOf(honbu.parts, club.id)
    expect(await list()).toMatchObject({ total: 1 })
  })

  it('is for the club whose account it is', async () => {
    const head = await createClub(db)
    const below = await createClub(db, { parentClubId: head.id })
    const admin = honbu.as((await createAccount(db, { clubId: below.id, isAdmin: true })).sub)
    await lookForMandatesOf(honbu.parts, head.id)
    expect((await admin.post(`/api/billing/GetFoundMandates/${below.id}`, {})).body).toMatchObject({
      ...{ ownerName: head.name, mandates: [] },
    })
    expect((await admin.post(`/api/billing/LookForMandates/${below.id}`, {})).status).toBe(409)
    const member = await createMember(db, { clubId: below.id })
    const foundMandateId = await createFoundMandate(db, { clubId: head.id })
    const choices = [{ foundMandateId, memberId: member.id, clubId: below.id }]
    expect((await admin.post(`/api/billing/TakeOverMandates/${below.id}`, { choices })).status).toBe(403)
  })
})
