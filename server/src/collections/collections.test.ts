import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openCollecting } from '../../test/collecting.ts'
import { collectionTasks } from '../../test/collection-tasks.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { postCharges } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const honbu = await openCollecting(database)

async function aMember(person: object = {}) {
  const club = await createClub(db)
  const admin = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const member = await createMember(db, {
    ...{ clubId: club.id, firstName: 'Ann', lastName: 'Reed', email: 'ann@mail.example' },
    ...person,
  })
  const charge = async (pence: number, dueOn: string) => {
    const due = { transactionDate: dueOn, dueOn, description: 'Membership May', categoryId: 1421 }
    const [id] = await db
      .transaction()
      .execute(tx => postCharges(tx, [{ clubId: club.id, memberId: member.id, pence, ...due }]))
    return id ?? 0
  }
  const read = async (call: string) => (await admin.get(`/api/member/${call}/${member.id}`)).body
  return {
    ...{ club, admin, member, charge },
    mandates: async () => (await read('GetMandates')).mandates,
    payments: async () => await read('GetExternalPayments'),
    balance: async () => (await read('GetCreditBalance')).balance,
    tasks: async () => await openTasks(member.id),
    status: async () => (await read('getMembership'))[0].memberStatusId,
  }
}

const openTasks = async (memberId: number) => await collectionTasks(db, { memberId })

async function hasMandate(memberId: number) {
  const entry = await db
    .selectFrom('directory_entry')
    .select('has_mandate')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return entry.has_mandate
}

/** A member whose mandate is active. */
async function aPayer() {
  const one = await aMember()
  const { body } = await one.admin.get(`/GoCardless/NewCustomer/${one.member.id}`)
  await honbu.giveMandate(body.redirectUrl)
  await honbu.moveTo(nextDay(10))
  return one
}

const nextDay = (days: number) => {
  const day = new Date(`${honbu.today()}T00:00:00Z`)
  return new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

describe('setting up a direct debit', () => {
  it('goes from the mail over the bank to an active mandate', async () => {
    const { admin, member, mandates } = await aMember()
    expect(await hasMandate(member.id)).toBe(false)
    const sent = await admin.get(`/api/member/SendDDInvite/${member.id}`)
    expect(sent.body).toMatchObject({ isSuccess: true, email: 'ann@mail.example' })
    await honbu.work()
    const link = /http:\S+token=\S+/.exec(honbu.mails.at(-1)?.text ?? '')?.[0] ?? ''
    const page = await honbu.pages.inject(link.replace('http://localhost', ''))
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('the membership of Ann')])
    const openUrl = /href="([^"]+)"/.exec(page.body)?.[1]?.replaceAll('&#38;', '&') ?? ''
    const done = await honbu.giveMandate(openUrl)
    expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('Thank you')])
    expect(await mandates()).toMatchObject([{ state: 'pending_submission', isLive: true }])
    expect(await hasMandate(member.id)).toBe(true)
    await honbu.moveTo(nextDay(10))
    expect(await mandates()).toMatchObject([{ state: 'active', stateName: 'Active' }])
    // Who uses the link again is told, and sets up nothing.
    expect((await honbu.pages.inject(openUrl.replace('http://localhost', ''))).body).toContain('Thank you')
  })

  it('knows of it by the webhook alone, when nobody comes back', async () => {
    const { admin, member, mandates } = await aMember()
    const { body } = await admin.get(`/GoCardless/NewCustomer/${member.id}`)
    await honbu.giveMandate(body.redirectUrl)
    await db.updateTable('mandate_request').set({ mandate_id: null }).where('member_id', '=', member.id).execute()
    await db.deleteFrom('mandate').where('member_id', '=', member.id).execute()
    expect(await mandates()).toEqual([])
    await honbu.hear()
    expect(await mandates()).toMatchObject([{ isLive: true }])
  })

  it('is refused without an address, and by a link that is over', async () => {
    const { admin, member } = await aMember({ email: undefined })
    expect((await admin.get(`/api/member/SendDDInvite/${member.id}`)).status).toBe(400)
    const first = (await admin.get(`/GoCardless/NewCustomer/${member.id}`)).body.redirectUrl
    await admin.get(`/GoCardless/NewCustomer/${member.id}`)
    const page = await honbu.pages.inject(first.replace('http://localhost', ''))
    expect(page.body).toContain('This link is over')
    expect((await honbu.pages.inject('/GoCardless/Mandate?token=none')).statusCode).toBe(404)
  })

  it('leaves the mailed link open while another is opened at the desk, until one of them is used', async () => {
    const { admin, member, mandates } = await aMember()
    await admin.get(`/api/member/SendDDInvite/${member.id}`)
    await honbu.work()
    const mailed = (/http:\S+token=\S+/.exec(honbu.mails.at(-1)?.text ?? '')?.[0] ?? '').replace('http://localhost', '')
    const { body } = await admin.get(`/GoCardless/NewCustomer/${member.id}`)
    expect((await honbu.pages.inject(mailed)).body).toContain('Set up the direct debit')
    await honbu.giveMandate(body.redirectUrl)
    expect(await mandates()).toHaveLength(1)
    expect((await honbu.pages.inject(mailed)).body).toContain('Nothing is left to do')
    const { requests } = (await admin.get(`/api/member/GetMandates/${member.id}`)).body
    expect(requests).toEqual([])
  })

  it('can be cancelled, and then nothing is collected', async () => {
    const { admin, member, mandates, charge, payments } = await aPayer()
    const answer = await admin.get(`/GoCardless/CancelMandate/${member.id}`)
    expect(answer.body).toMatchObject({ isSuccess: true })
    expect(await mandates()).toMatchObject([{ isCancelling: true }])
    await honbu.work()
    await honbu.hear()
    expect(await mandates()).toMatchObject([{ state: 'cancelled', isLive: false, isCancelling: false }])
    expect(await hasMandate(member.id)).toBe(false)
    await charge(3500, honbu.today())
    await honbu.collect()
    expect(await payments()).toEqual([])
  })
})

describe('collecting', () => {
  it('hands a charge over once, and posts it when it is confirmed', async () => {
    const { charge, payments, balance } = await aPayer()
    const transactionId = await charge(3500, honbu.today())
    await honbu.collect()
    await honbu.collect()
    expect(await payments()).toMatchObject([
      { state: 'pending_submission', amount: 35, parts: [{ transactionId }], canCancel: true, providerId: 186 },
    ])
    expect(await balance()).toBe(-35)
    await honbu.moveTo(nextDay(7))
    expect(await payments()).toMatchObject([{ state: expect.stringMatching(/confirmed|paid_out/) }])
    expect(await balance()).toBe(0)
    await honbu.moveTo(nextDay(10))
    expect(await payments()).toMatchObject([{ state: 'paid_out', canCancel: false }])
    expect(await balance()).toBe(0)
  })

  it('goes by a mandate that the bank is still setting up, on the first day that it can', async () => {
    const one = await aMember()
    const { body } = await one.admin.get(`/GoCardless/NewCustomer/${one.member.id}`)
    await honbu.giveMandate(body.redirectUrl)
    const [mandate] = await one.mandates()
    expect(mandate).toMatchObject({ state: 'pending_submission', nextPossibleChargeDate: expect.any(String) })
    await one.charge(3500, honbu.today())
    await honbu.collect()
    expect(await one.payments()).toMatchObject([
      { state: 'pending_submission', chargeDate: mandate.nextPossibleChargeDate },
    ])
    await honbu.moveTo(nextDay(20))
    expect([await one.balance(), (await one.payments())[0].state]).toEqual([0, 'paid_out'])
  })

  it('owes again what the bank takes back, and says how long it can be challenged', async () => {
    const { admin, club, member, charge, payments, balance, tasks, status } = await aPayer()
    honbu.bank.byDefault({ payment: 'charged_back' })
    await charge(2900, honbu.today())
    await honbu.collect()
    await honbu.moveTo(nextDay(40))
    honbu.bank.byDefault({ payment: 'paid' })
    expect(await payments()).toMatchObject([{ state: 'charged_back', cause: expect.stringContaining('disputes') }])
    expect(await balance()).toBe(-29)
    expect(await tasks()).toEqual([
      expect.stringContaining('9 working days are left to challenge it'),
      expect.stringContaining('£29.00 is on hold'),
    ])
    expect(await status()).toBe(24)
    // What is disputed is not collected again by itself.
    await honbu.collect()
    expect(await payments()).toHaveLength(1)
    // Paid at the desk: then all is well again.
    const cash = { clubId: club.id, amount: 29, paymentMethodId: 1401, paymentDate: honbu.today(), description: '' }
    const paid = await admin.post(`/api/member/SavePayment/${member.id}`, {
      ...cash,
      reference: '',
      transactionId: null,
    })
    expect(paid.body).toMatchObject({ isSuccess: true })
    await honbu.collect()
    expect([await balance(), await status()]).toEqual([0, 21])
  })

  it('owes again what fails late, after it was paid', async () => {
    const { admin, club, member, charge, payments, balance, tasks } = await aPayer()
    honbu.bank.byDefault({ payment: 'late_failure' })
    await charge(2900, honbu.today())
    await honbu.collect()
    await honbu.moveTo(nextDay(40))
    honbu.bank.byDefault({ payment: 'paid' })
    expect(await payments()).toMatchObject([{ state: 'failed', lostOn: expect.stringMatching(/^2026-/) }])
    expect(await balance()).toBe(-29)
    // What has failed is followed, with its task, by recovery/.
    expect(await tasks()).toEqual([])
    const cash = { clubId: club.id, amount: 29, paymentMethodId: 1401, paymentDate: honbu.today(), description: '' }
    await admin.post(`/api/member/SavePayment/${member.id}`, { ...cash, reference: '', transactionId: null })
    await honbu.collect()
    expect(await tasks()).toEqual([])
  })

  const byCash = ({ club, admin, member }: Awaited<ReturnType<typeof aPayer>>, amount: number) =>
    admin.post(`/api/member/SavePayment/${member.id}`, {
      ...{ clubId: club.id, amount, paymentMethodId: 1401, paymentDate: honbu.today(), description: '' },
      ...{ reference: '', transactionId: null },
    })

  it('is called off within the minute when it is paid in cash', async () => {
    const payer = await aPayer()
    await payer.charge(3000, nextDay(5))
    await honbu.collect()
    expect(await payer.payments()).toMatchObject([{ state: 'pending_submission' }])
    await byCash(payer, 30)
    await honbu.minute()
    expect(await payer.payments()).toMatchObject([{ state: 'cancelled' }])
    expect(await payer.balance()).toBe(0)
  })

  it('is made anew for what is left when a part is paid in cash', async () => {
    const payer = await aPayer()
    await payer.charge(3000, nextDay(5))
    await honbu.collect()
    await byCash(payer, 18)
    await honbu.minute()
    await honbu.collect()
    expect(await payer.payments()).toMatchObject([
      { state: 'pending_submission', amount: 12 },
      { state: 'cancelled', amount: 30 },
    ])
    await honbu.moveTo(nextDay(20))
    expect([await payer.balance(), await payer.tasks()]).toEqual([0, []])
  })

  it('that came too late to be called off is told to the club and to the payer, with what was taken twice', async () => {
    const payer = await aPayer()
    await payer.charge(3000, honbu.today())
    await honbu.collect()
    while ((await payer.payments())[0].state !== 'submitted') await honbu.moveTo(nextDay(1))
    // Of the £30 that the bank takes, £18 have been paid at the desk.
    await byCash(payer, 18)
    honbu.mails.length = 0
    await honbu.moveTo(nextDay(10))
    expect(await payer.balance()).toBe(18)
    expect(await payer.tasks()).toEqual([expect.stringMatching(/^Ann Reed has paid £18.00 twice: .* direct debit on/)])
    expect(honbu.mails).toMatchObject([
      { to: 'ann@mail.example', subject: expect.stringMatching(/^You paid £18.00 twice/) },
    ])
    // Told again by the provider, it is told to nobody again.
    await honbu.hear()
    expect([(await payer.tasks()).length, honbu.mails.length]).toEqual([1, 1])
  })

  it('takes a payment back as long as the bank has not got it', async () => {
    const { admin, member, charge, payments } = await aPayer()
    await charge(3500, honbu.today())
    await honbu.collect()
    const [{ paymentId }] = await payments()
    const cancel = () => admin.post(`/api/member/CancelExternalPayment/${member.id}`, { paymentId, providerId: 186 })
    expect((await cancel()).body).toMatchObject({ isSuccess: true, paymentId })
    expect(await payments()).toMatchObject([{ isCancelling: true, canCancel: false }])
    await honbu.work()
    expect(await payments()).toMatchObject([{ state: 'cancelled', isCancelling: false }])
    expect(await cancel()).toMatchObject({
      status: 409,
      body: { message: 'It is too late: the payment is cancelled.' },
    })
    // Somebody has decided it: it is not sent again.
    await honbu.collect()
    expect(await payments()).toHaveLength(1)
  })

  it('loses nothing while the provider is down, slow, or loses its answers', async () => {
    const { charge, payments, balance } = await aPayer()
    const words = {
      down: 'GoCardless cannot be reached at the moment.',
      slow: 'GoCardless does not answer in time.',
      lost: 'GoCardless cannot be reached at the moment.',
      429: 'GoCardless is asked too much at the moment.',
      500: 'GoCardless has a fault of its own at the moment.',
    } as const
    for (const trouble of ['down', '500', '429', 'lost', 'slow'] as const) {
      await charge(1000, honbu.today())
      honbu.suffer(trouble)
      await expect(honbu.collect()).rejects.toThrow(words[trouble])
      expect((await payments())[0]).toMatchObject({
        state: 'waiting',
        problem: expect.stringMatching(
          /tried again by itself\. Nothing has been taken: it is sent as soon as that works/,
        ),
      })
      honbu.suffer('none')
      await honbu.collect()
      expect((await payments())[0]).toMatchObject({ state: 'pending_submission', problem: '' })
    }
    const told = await payments()
    expect(told.map((each: { state: string }) => each.state)).toEqual(Array(5).fill('pending_submission'))
    await honbu.moveTo(nextDay(10))
    // Each once, also what was done late or of which the answer was lost.
    expect(await balance()).toBe(0)
    const { rows } = await sql`select from provider_event where worked_at is null`.execute(db)
    expect(rows).toEqual([])
  })

  it('waits for a key that works, and says so in one task', async () => {
    const { admin, club, charge, payments } = await aPayer()
    await charge(1000, honbu.today())
    const enter = (token: string) =>
      db
        .updateTable('provider_account')
        .set({ access_token: honbu.payments.box.seal(token, `gocardless:${club.id}:token`), is_sandbox: false })
        .where('club_id', '=', club.id)
        .execute()
    // As one that was revoked at the provider.
    await enter('live_revoked-0001')
    await expect(honbu.collect()).rejects.toThrow(/^GoCardless does not accept the access token/)
    await expect(honbu.collect()).rejects.toThrow(/^GoCardless does not accept the access token/)
    expect(await payments()).toMatchObject([
      { state: 'waiting', problem: expect.stringContaining('Nothing has been taken') },
    ])
    const tasks = async () => await collectionTasks(db, { clubId: club.id })
    expect(await tasks()).toEqual([expect.stringContaining('nothing goes through it')])
    const accessToken = `sandbox_club_${club.id}`
    const entered = { provider: 'gocardless', accessToken, version: 1 }
    expect((await admin.post(`/api/club/SavePaymentProvider/${club.id}`, entered)).status).toBe(200)
    await honbu.work()
    expect(await payments()).toMatchObject([{ state: 'pending_submission', problem: '' }])
    expect(await tasks()).toEqual([])
  })
})
