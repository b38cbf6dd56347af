import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { openRecovering } from '../../test/recovering.ts'

const database = await freshDatabase()
const { db } = database
const { honbu, letters, watch, minute, days, aPayer } = await openRecovering(database)

describe('a collection that fails for lack of money', () => {
  it('is told once, tried again by the plan, and over when it comes', async () => {
    const { charge, recoveries, tasks, statusId, payments } = await aPayer()
    honbu.bank.byDefault({ payment: 'insufficient_funds' })
    await charge()
    await days(9)
    expect(await statusId()).toBe(24)
    expect(await recoveries()).toMatchObject([
      { amount: 35, failures: 1, reason: expect.stringContaining('not enough money'), told: 'ann@mail.example' },
    ])
    expect(letters).toHaveLength(1)
    expect(letters[0]).toMatchObject({ to: 'ann@mail.example', subject: expect.stringContaining('£35.00') })
    expect(letters[0]?.text).toMatch(
      /not enough money in the account.*again on .*http:\/\/localhost\/pay\?token=\S{30}/s,
    )
    expect(await tasks()).toEqual([expect.stringMatching(/^Ann Reed: £35.00 could not .*\(retry 1 of 2\)$/)])
    honbu.bank.byDefault({ payment: 'paid' })
    await days(12)
    expect(await payments()).toMatchObject([
      { state: 'failed' },
      { state: expect.stringMatching(/confirmed|paid_out/) },
    ])
    expect([await recoveries(), await tasks(), await statusId()]).toEqual([[], [], 21])
    expect(letters).toHaveLength(1)
  })

  it('is tried twice and no more, and each failure is told', async () => {
    const { charge, recoveries, tasks, payments } = await aPayer()
    honbu.bank.byDefault({ payment: 'insufficient_funds' })
    await charge()
    await days(45)
    honbu.bank.byDefault({ payment: 'paid' })
    expect(await payments()).toMatchObject([{ state: 'failed' }, { state: 'failed' }, { state: 'failed' }])
    expect(await recoveries()).toMatchObject([{ failures: 3, step: 'person' }])
    expect(letters).toHaveLength(3)
    expect(await tasks()).toEqual([expect.stringContaining('for the third time')])
    await days(30)
    expect(await payments()).toHaveLength(3)
  })

  it('is over when it is paid in another way, and not collected again', async () => {
    const { charge, payInCash, recoveries, tasks, payments } = await aPayer()
    honbu.bank.byDefault({ payment: 'refer_to_payer' })
    const chargeIds = await charge()
    await days(8)
    honbu.bank.byDefault({ payment: 'paid' })
    expect(await recoveries()).toHaveLength(1)
    await payInCash(3500, chargeIds)
    await minute()
    await honbu.collect()
    await days(20)
    expect([await recoveries(), await tasks()]).toEqual([[], []])
    expect((await payments()).filter(({ state }) => state !== 'failed' && state !== 'cancelled')).toEqual([])
  })

  it('is the same in the end whatever is told twice, at once, or in disorder', async () => {
    const { charge, recoveries, tasks } = await aPayer()
    honbu.bank.setDisorder({ shuffle: true, repeat: true })
    honbu.bank.byDefault({ payment: 'insufficient_funds' })
    await charge()
    await days(9)
    const events = await db.selectFrom('external_payment').select('id').orderBy('external_payment.id').execute()
    for (const { id } of events)
      await db
        .insertInto('recovery_hint')
        .values({ external_payment_id: id })
        .onConflict(c => c.doNothing())
        .execute()
    await Promise.all([watch(), watch()])
    await honbu.work()
    honbu.bank.setDisorder({ shuffle: false, repeat: false })
    honbu.bank.byDefault({ payment: 'paid' })
    expect([await recoveries(), await tasks()]).toMatchObject([[{ failures: 1 }], [expect.any(String)]])
    expect(letters).toHaveLength(1)
    await days(20)
    expect(await recoveries()).toEqual([])
  })
})

describe('a collection that fails for another reason', () => {
  it.each([
    ['bank_account_closed', 'mandate', 'a new direct debit'],
    ['mandate_cancelled', 'mandate', 'a new direct debit'],
  ] as const)('%s asks for a new mandate', async (payment, step, text) => {
    const { charge, recoveries, payments } = await aPayer()
    honbu.bank.byDefault({ payment })
    await charge()
    await days(20)
    honbu.bank.byDefault({ payment: 'paid' })
    expect(await recoveries()).toMatchObject([{ step, retryOn: null }])
    expect(letters.map(({ text }) => text)).toEqual([expect.stringContaining(text)])
    const invite = /http:\S+Mandate\?token=(\S+)/.exec(letters[0]?.text ?? '')?.[0] ?? ''
    const page = await honbu.pages.inject(invite.replace('http://localhost', ''))
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('direct debit')])
    expect(await payments()).toHaveLength(1)
  })

  it('disputed: the staff is told what can be done until when, the payer is not written to', async () => {
    const { charge, recoveries, tasks, payments } = await aPayer()
    honbu.bank.byDefault({ payment: 'charged_back' })
    await charge()
    await days(30)
    honbu.bank.byDefault({ payment: 'paid' })
    expect(await recoveries()).toMatchObject([{ step: 'talk', told: '' }])
    expect(letters).toHaveLength(1)
    expect(letters[0]?.to).not.toBe('ann@mail.example')
    expect(letters[0]?.subject).toBe('The bank has taken £35.00 back: Ann Reed')
    expect(letters[0]?.text).toMatch(/working days? (are|is) left.*do not settle/s)
    expect(await tasks()).toEqual([
      expect.stringContaining('working days are left to challenge it'),
      expect.stringContaining('£35.00 is on hold'),
    ])
    expect(await payments()).toHaveLength(1)
  })

  it('failed late: the staff and the payer are told', async () => {
    const { charge, recoveries } = await aPayer()
    honbu.bank.byDefault({ payment: 'late_failure' })
    await charge()
    while (letters.length === 0) await days(1)
    honbu.bank.byDefault({ payment: 'paid' })
    expect(await recoveries()).toHaveLength(1)
    expect(letters.map(({ subject }) => subject).toSorted()).toEqual([
      '£35.00 failed late: Ann Reed',
      expect.stringContaining('could not be collected'),
    ])
  })
})

describe('saveRecoveryPlan', () => {
  it('keeps days, refuses a gap, and what somebody else has changed', async () => {
    const { club, admin, charge, recoveries } = await aPayer()
    const plan = async () => (await admin.get(`/api/billing/GetRecoveryPlan/${club.id}`)).body
    const save = (body: object) => admin.post(`/api/billing/SaveRecoveryPlan/${club.id}`, body)
    expect(await plan()).toEqual({ firstRetry: 5, secondRetry: 10, thirdRetry: null, version: 1 })
    expect(await save({ firstRetry: null, secondRetry: 3, thirdRetry: null, version: 1 })).toMatchObject({
      status: 400,
      body: { fields: { firstRetry: [expect.any(String)] } },
    })
    const none = { firstRetry: null, secondRetry: null, thirdRetry: null }
    expect((await save({ ...none, version: 1 })).body).toMatchObject({ isSuccess: true, version: 2 })
    expect((await save({ ...none, version: 1 })).status).toBe(409)
    honbu.bank.byDefault({ payment: 'insufficient_funds' })
    await charge()
    await days(9)
    honbu.bank.byDefault({ payment: 'paid' })
    expect(await recoveries()).toMatchObject([{ step: 'person' }])
  })
})
