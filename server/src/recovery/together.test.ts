import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { openRecovering } from '../../test/recovering.ts'
import { checkLedger } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const { honbu, letters, minute, days, aPayer } = await openRecovering(database)

/** What a new member owes on the first day: £38.50, £25.00 and £7.70 are £71.20. */
const first = [
  { pence: 3850, description: 'Membership May' },
  { pence: 2500, description: 'Joining fee' },
  { pence: 770, description: 'Insurance' },
]

const openOf = async (memberId: number) =>
  (
    await db.selectFrom('open_charge').select('pence').where('member_id', '=', memberId).orderBy('charge_id').execute()
  ).map(({ pence }) => pence)

describe('what is due from a payer on one day', () => {
  it('is one debit, which pays all of it', async () => {
    const { member, admin, charge, payments } = await aPayer()
    await charge(...first)
    expect(await payments()).toMatchObject([{ state: 'pending_submission', amount_pence: 7120 }])
    const { body } = await admin.get(`/api/member/GetExternalPayments/${member.id}`)
    expect(body).toMatchObject([
      {
        amount: 71.2,
        description: 'Membership May + Joining fee + Insurance',
        parts: [{ amount: 38.5 }, { amount: 25 }, { description: 'Insurance', amount: 7.7 }],
      },
    ])
    await days(9)
    expect(await openOf(member.id)).toEqual([])
    expect(await checkLedger(db)).toBeNull()
  })

  it('fails once: one letter with its parts, one task, one retry', async () => {
    const { member, charge, payments, recoveries, tasks, statusId } = await aPayer()
    honbu.bank.byDefault({ payment: 'insufficient_funds' })
    await charge(...first)
    while ((await recoveries()).length === 0) await days(1)
    expect(letters.map(({ subject }) => subject)).toEqual([expect.stringContaining('£71.20')])
    expect(letters[0]?.text).toContain('Membership May: £38.50\nJoining fee: £25.00\nInsurance: £7.70')
    expect(letters[0]?.text).toContain('The page asks for all that is open.')
    expect(await recoveries()).toMatchObject([{ amount: 71.2, failures: 1 }])
    expect(await tasks()).toEqual([expect.stringContaining('£71.20 could not be collected')])
    honbu.bank.byDefault({ payment: 'paid' })
    await days(12)
    expect(await payments()).toMatchObject([
      { state: 'failed', amount_pence: 7120 },
      { state: expect.stringMatching(/confirmed|paid_out/), amount_pence: 7120 },
    ])
    expect([await recoveries(), await tasks(), await statusId(), await openOf(member.id)]).toEqual([[], [], 21, []])
  })

  it('is collected without the part that is paid in cash before the bank has it', async () => {
    const { member, charge, payInCash, payments } = await aPayer()
    const [, fee = 0] = await charge(...first)
    await payInCash(2500, [fee])
    await honbu.minute()
    await honbu.collect()
    expect(await payments()).toMatchObject([
      { state: 'cancelled', amount_pence: 7120 },
      { state: 'pending_submission', amount_pence: 4620 },
    ])
    await days(14)
    expect(await openOf(member.id)).toEqual([])
  })

  it('is tried again without the part that is paid in cash during the retry', async () => {
    const { member, charge, payInCash, payments, recoveries, tasks } = await aPayer()
    honbu.bank.byDefault({ payment: 'insufficient_funds' })
    const [, fee = 0] = await charge(...first)
    while ((await payments()).length < 2) await days(1)
    honbu.bank.byDefault({ payment: 'paid' })
    await payInCash(2500, [fee])
    await honbu.minute()
    await minute()
    await honbu.collect()
    expect((await payments()).slice(1)).toMatchObject([
      { state: 'cancelled', amount_pence: 7120 },
      { state: expect.stringMatching(/waiting|pending_submission/), amount_pence: 4620 },
    ])
    await days(12)
    expect([await recoveries(), await tasks(), await openOf(member.id)]).toEqual([[], [], []])
  })

  it('is owed again, part by part, when the bank takes it back, and is on hold as one sum', async () => {
    const { member, charge, tasks } = await aPayer()
    honbu.bank.byDefault({ payment: 'charged_back' })
    await charge(...first)
    await days(30)
    honbu.bank.byDefault({ payment: 'paid' })
    expect(await openOf(member.id)).toEqual([3850, 2500, 770])
    expect(await tasks()).toEqual([
      expect.stringContaining('The bank has taken £71.20 back'),
      expect.stringContaining('£71.20 is on hold'),
    ])
    expect(await checkLedger(db)).toBeNull()
  })

  it('shows what is left of a failure when a part is paid, and is over with the last part', async () => {
    const { charge, payInCash, recoveries, statusId } = await aPayer()
    honbu.bank.byDefault({ payment: 'bank_account_closed' })
    const [month = 0, fee = 0, insurance = 0] = await charge(...first)
    await days(9)
    honbu.bank.byDefault({ payment: 'paid' })
    expect(await recoveries()).toMatchObject([{ amount: 71.2, step: 'mandate' }])
    await payInCash(3850, [month])
    await minute()
    expect(await recoveries()).toMatchObject([{ amount: 32.7, step: 'mandate' }])
    await payInCash(3270, [fee, insurance])
    await minute()
    await honbu.collect()
    expect([await recoveries(), await statusId()]).toEqual([[], 21])
  })
})
