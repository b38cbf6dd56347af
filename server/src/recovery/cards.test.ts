import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { takesMail } from '../../test/carriers.ts'
import { collectionTasks } from '../../test/collection-tasks.ts'
import { freshDatabase } from '../../test/database.ts'
import { createSavedCard } from '../../test/factories/paying.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { openTills } from '../../test/paying.ts'
import { postCharges, postPayment } from '../ledger/index.ts'
import type { Message } from '../platform/mail.ts'
import { openRecovery } from './open-recovery.ts'
import { watchPayments } from './watch.ts'

const database = await freshDatabase()
const { db } = database
const honbu = await openTills(database)
const letters: Message[] = []
const post = async (_: unknown, message: Message) => void letters.push(message)
const parts = { ...honbu.parts, mail: { post, send: takesMail(letters) } }
await openRecovery({ ...parts, jobs: honbu.parts.jobs })

/** What the minute brings, with what follows, also from what Stripe has to tell. */
async function minute() {
  await honbu.hear()
  await watchPayments(parts)
  await honbu.work()
  await honbu.hear()
  await watchPayments(parts)
  await honbu.work()
}

async function days(count: number) {
  for (let day = 0; day < count; day += 1) {
    honbu.later(24 * 60)
    await minute()
  }
}

async function aCardHolder(number: string) {
  const club = await createClub(db)
  const admin = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const member = await createMember(db, {
    ...{ clubId: club.id, firstName: 'Ann', lastName: 'Reed', email: 'ann@mail.example' },
  })
  const at = await honbu.payments.providers.stripeFor(club.id)
  const customer = await at.ask(client => client.customers.create({ name: 'Ann Reed' }))
  const keep = async (number: string) => {
    const method = await at.ask(client => client.paymentMethods.attach(number, { customer: customer.id }))
    const card = { clubId: club.id, memberId: member.id, accountId: at.accountId, customer: customer.id }
    await createSavedCard(db, { ...card, card: method.id })
  }
  await keep(number)
  const due = { transactionDate: '2026-05-12', dueOn: '2026-05-12', description: 'Membership May', categoryId: 1421 }
  const [chargeId = 0] = await db
    .transaction()
    .execute(tx => postCharges(tx, [{ clubId: club.id, memberId: member.id, pence: 3500, ...due }]))
  letters.length = 0
  const mine = () => letters.filter(({ to }) => to === 'ann@mail.example').map(({ text }) => text)
  return {
    ...{ club, admin, member, keep, mine },
    /** What the panel of the member says of the card that is kept. */
    card: async () => (await admin.get(`/api/member/GetPayWays/${member.id}`)).body.clubs[0].card,
    take: () => admin.post(`/api/member/TakePayment/${chargeId}`, {}),
    recoveries: async () => (await admin.post(`/api/billing/GetRecoveries/${club.id}`, {})).body.data,
    payments: async () => {
      const all = (await admin.get(`/api/member/GetExternalPayments/${member.id}`)).body
      return all.map(({ state }: { state: string }) => state).toReversed()
    },
    tasks: async () => await collectionTasks(db, { memberId: member.id }),
    statusId: async () =>
      (
        await db
          .selectFrom('club_member')
          .select('member_status_id as id')
          .where('member_id', '=', member.id)
          .executeTakeFirstOrThrow()
      ).id,
  }
}

describe('a saved card that is declined', () => {
  it('for lack of money is charged again by the plan, and each failure is told once', async () => {
    const { take, recoveries, payments, tasks, statusId, mine } = await aCardHolder('pm_card_visa')
    honbu.cards.byDefault({ charge: 'insufficient_funds' })
    await take()
    await honbu.work()
    await minute()
    expect(await statusId()).toBe(24)
    expect(await recoveries()).toMatchObject([
      { step: 'retry', retryOn: '2026-05-17', failures: 1, reason: expect.stringContaining('not enough money') },
    ])
    expect(await tasks()).toEqual([expect.stringMatching(/^Ann Reed: £35.00 could not .*\(retry 1 of 2\)$/)])
    await days(4)
    expect(await payments()).toEqual(['failed'])
    await days(1)
    expect(await payments()).toEqual(['failed', 'failed'])
    expect(await recoveries()).toMatchObject([{ step: 'retry', failures: 2 }])
    honbu.cards.byDefault({ charge: 'succeeds' })
    await days(12)
    expect(await payments()).toEqual(['failed', 'failed', 'confirmed'])
    expect([await recoveries(), await tasks(), await statusId()]).toEqual([[], [], 21])
    expect(mine()).toEqual([
      expect.stringMatching(/We will charge your card with £35.00 again on .*\/pay\?token=\S{30}/s),
      expect.stringContaining('We will charge your card'),
    ])
  })

  it.each([
    ['expired_card', 'card', 'by another card'],
    ['lost_card', 'card', 'by another card'],
    ['authentication_required', 'confirm', 'confirm it to your bank'],
  ] as const)('%s: is not tried again, and asked for by a link at once', async (charge, step, words) => {
    const { take, recoveries, payments, tasks, mine, card } = await aCardHolder('pm_card_visa')
    expect(await card()).toMatchObject({ refusedOn: null })
    honbu.cards.byDefault({ charge })
    await take()
    await honbu.work()
    await minute()
    expect(await recoveries()).toMatchObject([{ step, retryOn: null, told: 'ann@mail.example' }])
    expect(mine()).toEqual([expect.stringMatching(new RegExp(`${words}.*/pay\\?token=\\S{30}`, 's'))])
    // Of a lost card Stripe asks that nothing is said.
    expect(mine().join()).not.toMatch(/lost|stolen/)
    expect(await tasks()).toHaveLength(1)
    expect(await card()).toMatchObject({ refusedOn: step === 'card' ? expect.any(String) : null })
    await days(12)
    expect(await payments()).toEqual(['failed'])
    honbu.cards.byDefault({ charge: 'succeeds' })
    const link = /http:\S+token=\S+/.exec(mine()[0] ?? '')?.[0] ?? ''
    await honbu.payByCard(await honbu.leadsTo(link.replace('/pay?', '/pay/card?')))
    await minute()
    expect([await recoveries(), await tasks()]).toEqual([[], []])
  })

  it('without a reason is charged once more, by the card that is kept then', async () => {
    const { take, recoveries, payments, keep, mine } = await aCardHolder('pm_card_chargeCustomerFail')
    honbu.cards.byDefault({ charge: 'succeeds' })
    await take()
    await honbu.work()
    await minute()
    expect(await recoveries()).toMatchObject([{ step: 'retry', failures: 1 }])
    await days(6)
    expect(await recoveries()).toMatchObject([{ step: 'card', failures: 2 }])
    expect(mine()).toHaveLength(2)
    const other = await aCardHolder('pm_card_chargeCustomerFail')
    await other.take()
    await honbu.work()
    await minute()
    await other.keep('pm_card_visa')
    await days(6)
    expect(await other.payments()).toEqual(['failed', 'confirmed'])
    expect(await payments()).toEqual(['failed', 'failed'])
    await keep('pm_card_visa')
  })

  it('that Stripe does not have any more is a failure too, and asked for by a link at once', async () => {
    const { club, member, take, recoveries, payments, tasks, statusId, mine } = await aCardHolder('pm_card_visa')
    await sql`
      update saved_card set reference = 'pm_gone' where member_id = ${member.id} and ended_at is null`.execute(db)
    await take()
    await honbu.work()
    await minute()
    expect(await payments()).toEqual(['refused'])
    expect(await recoveries()).toMatchObject([
      {
        step: 'card',
        failures: 1,
        reason: expect.stringContaining('cannot be used any more'),
        told: 'ann@mail.example',
      },
    ])
    expect(await tasks()).toEqual([
      expect.stringMatching(/^Ann Reed: £35.00 could not .*The card cannot be charged again/),
    ])
    expect(mine()).toEqual([expect.stringMatching(/by another card.*\/pay\?token=\S{30}/s)])
    expect(mine().join()).not.toContain('pm_gone')
    // Until it is paid, whatever looks meanwhile, and told once.
    await honbu.runScheduled('collect-charges')
    await minute()
    expect([await statusId(), mine().length]).toEqual([24, 1])
    const cash = { clubId: club.id, memberId: member.id, pence: 3500, paymentDate: '2026-05-12', paymentMethodId: 1401 }
    await db.transaction().execute(tx => postPayment(tx, cash))
    await honbu.runScheduled('collect-charges')
    await minute()
    expect([await recoveries(), await tasks(), await statusId()]).toEqual([[], [], 21])
  })

  it.each(['slow', 'down', 'lost', '429', '500'] as const)(
    'is charged again once, though Stripe is in trouble: %s',
    async trouble => {
      const { take, recoveries, payments } = await aCardHolder('pm_card_visa')
      honbu.cards.byDefault({ charge: 'insufficient_funds' })
      await take()
      await honbu.work()
      await minute()
      honbu.cards.byDefault({ charge: 'succeeds' })
      honbu.later(5 * 24 * 60)
      await watchPayments(parts)
      honbu.suffer(trouble)
      await expect(honbu.work()).rejects.toThrow(/^Stripe (cannot|does not|is asked|has a fault)/)
      expect(await recoveries()).toMatchObject([{ step: 'onItsWay' }])
      honbu.suffer('none')
      // The queue gives the job up; the look of the hour begins another.
      honbu.later(60)
      await minute()
      await honbu.runScheduled('find-uncharged-cards')
      await honbu.work()
      await minute()
      expect([await payments(), await recoveries()]).toEqual([['failed', 'confirmed'], []])
    },
  )

  it('is charged once, however often a minute passes at the same time', async () => {
    const { take, payments } = await aCardHolder('pm_card_visa')
    honbu.cards.byDefault({ charge: 'insufficient_funds' })
    await take()
    await honbu.work()
    await minute()
    honbu.cards.byDefault({ charge: 'succeeds' })
    honbu.later(6 * 24 * 60)
    await Promise.all([watchPayments(parts), watchPayments(parts), watchPayments(parts)])
    await honbu.work()
    await minute()
    expect(await payments()).toEqual(['failed', 'confirmed'])
  })
})

describe('a card payment that is disputed', () => {
  it('tells the staff until when Stripe can be answered, and nothing of direct debits', async () => {
    const { take, recoveries, tasks, mine } = await aCardHolder('pm_card_createDispute')
    honbu.cards.byDefault({ charge: 'succeeds' })
    await take()
    await honbu.work()
    await minute()
    expect(await recoveries()).toMatchObject([{ step: 'talk', told: '' }])
    expect(mine()).toEqual([])
    const [letter] = letters
    expect(letter?.subject).toBe('A card payment of £35.00 is disputed: Ann Reed')
    expect(letter?.text).toMatch(/Send Stripe your evidence until \d+ \w+ 2026/)
    expect([letter?.text, ...(await tasks())].join()).not.toMatch(/GoCardless|Direct Debit|working days/i)
    expect(await tasks()).toEqual([
      expect.stringMatching(/send Stripe your evidence until \d+ \w+ 2026/),
      expect.stringContaining('is on hold'),
    ])
  })
})
