import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { Died, openCollecting } from '../../test/collecting.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { postCharges } from '../ledger/index.ts'

const database = await freshDatabase()
const { db } = database
const honbu = await openCollecting(database)

const onwards = (days: number) => new Date(Date.parse(honbu.today()) + days * 86_400_000).toISOString().slice(0, 10)

/** As if the process were started again after it has died. */
const unlessDead = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof Died)) throw error
  })

/** What the bank has of a mandate, by its own words. */
async function atTheBank(clubId: number, mandate: string): Promise<{ amount: number; status: string }[]> {
  const headers = { authorization: `Bearer sandbox_club_${clubId}`, 'gocardless-version': '2015-07-06' }
  const answer = await fetch(`${honbu.bank.url}/payments?mandate=${mandate}&limit=500`, { headers })
  return ((await answer.json()) as { payments: { amount: number; status: string }[] }).payments
}

it('dies at any step of sending and of listening, and nobody is charged twice or forgotten', async () => {
  const club = await createClub(db)
  const admin = honbu.as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const fates = fc.array(fc.constantFrom('before', 'after', null, null), { minLength: 3, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fates, fc.integer({ min: 1, max: 5 }), async (fate, charges) => {
      const member = await createMember(db, { clubId: club.id, email: 'a@mail.example' })
      const { body } = await admin.get(`/GoCardless/NewCustomer/${member.id}`)
      await honbu.giveMandate(body.redirectUrl)
      await honbu.moveTo(onwards(10))
      const due = { clubId: club.id, memberId: member.id, transactionDate: honbu.today(), categoryId: 1421 }
      await db.transaction().execute(tx =>
        postCharges(
          tx,
          Array.from({ length: charges }, (_, index) => ({
            ...{ ...due, dueOn: onwards(index), pence: 1000 + index, description: `Fee ${index}` },
          })),
        ),
      )
      const left = [...fate]
      honbu.diesBy(() => left.shift() ?? null)
      for (let day = 0; day < 8; day++) {
        await unlessDead(honbu.collect())
        await unlessDead(honbu.moveTo(onwards(1)))
      }
      honbu.diesBy(() => null)
      for (let week = 0; week < 3; week++) {
        await honbu.collect()
        await honbu.moveTo(onwards(7))
      }
      const { rows } = await sql<{ state: string; pence: number; reference: string }>`
        select payment.state, amount_pence as pence, mandate.reference from external_payment payment join mandate on mandate.id = mandate_id
        where payment.member_id = ${member.id}
        order by amount_pence`.execute(db)
      expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['paid_out']))
      const there = await atTheBank(club.id, rows[0]?.reference ?? '')
      // What falls due on one day, or on a weekend, is one payment.
      expect(there.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual(rows.map(({ pence }) => pence))
      expect(rows.reduce((sum, { pence }) => sum + pence, 0)).toBe(1000 * charges + (charges * (charges - 1)) / 2)
      expect((await admin.get(`/api/member/GetCreditBalance/${member.id}`)).body.balance).toBe(0)
    }),
    { numRuns: 8 },
  )
}, 60_000)
