import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openCardSandbox } from '@honbu/sandbox/stripe/open.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { testPayments } from '../../../test/app.ts'
import { freshDatabase } from '../../../test/database.ts'
import { createProviderAccount } from '../../../test/factories/collections.ts'
import { createClub } from '../../../test/factories/people.ts'
import { fetchPayoutsOf } from './fetch-payouts.ts'

const { db } = await freshDatabase()
const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-payouts-'))
const now = () => new Date('2026-05-12T11:00:00Z')
const cards = await openCardSandbox({ folder, clock: now, sendsWebhooks: false })
const payments = testPayments(db, { gocardless: { url: 'http://127.0.0.1:9' }, stripe: { url: cards.url } })
afterAll(async () => {
  await cards.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('payouts of Stripe', () => {
  it('are stored with their fees, by the payments that they are of', async () => {
    const { id: clubId } = await createClub(db)
    const accountId = await createProviderAccount(db, { clubId, provider: 'stripe', accessToken: 'sk_test_payouts_1' })
    const { ask } = await payments.providers.stripeAt(accountId)
    const customer = await ask(client => client.customers.create({ email: 'ann@mail.example' }))
    const card = await ask(client => client.paymentMethods.attach('pm_card_visa', { customer: customer.id }))
    const intent = await ask(client =>
      client.paymentIntents.create({
        ...{ amount: 2500, currency: 'gbp', customer: customer.id, payment_method: card.id },
        ...{ confirm: true, off_session: true },
      }),
    )
    await cards.moveTo('2026-05-20')
    const parts = { db, now, providers: payments.providers }
    await fetchPayoutsOf(parts, accountId)
    await fetchPayoutsOf(parts, accountId)
    const stored = await db.selectFrom('payout').select(['amount_pence', 'state']).execute()
    expect(stored).toEqual([{ amount_pence: 2442, state: 'paid' }])
    const items = await db
      .selectFrom('payout_item')
      .select(['kind', 'tenths', 'payment_reference'])
      .orderBy('position')
      .execute()
    expect(items).toEqual([
      { kind: 'charge', tenths: 25_000, payment_reference: intent.id },
      { kind: 'stripe_fee', tenths: -580, payment_reference: intent.id },
    ])
  })
})
