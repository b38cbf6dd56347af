import { addDays } from '@honbu/contract/calendar.ts'
import { paymentMethod, transactionCategory } from '@honbu/contract/ids.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClub, createMember, createMembership } from '../../test/factories/people.ts'
import type { Write } from '../platform/route.ts'
import { checkLedger, openOf, postCharges, postPayment, returnPayment, reverseCharge } from './index.ts'

const { db } = await freshDatabase()
const write = <Answer>(work: (tx: Write['tx']) => Promise<Answer>) => db.transaction().execute(work)

async function aMember() {
  const club = await createClub(db)
  const member = await createMember(db, { clubId: club.id })
  return { clubId: club.id, memberId: member.id }
}

type Owner = Awaited<ReturnType<typeof aMember>>

async function charge(owner: Owner, pence: number, dueOn = testToday): Promise<number> {
  const what = { description: 'A lesson', categoryId: transactionCategory.other, transactionDate: dueOn, dueOn }
  const [id = 0] = await write(tx => postCharges(tx, [{ ...owner, ...what, pence }]))
  return id
}

const pay = (owner: Owner, pence: number, chargeIds: number[] = []) =>
  write(tx =>
    postPayment(tx, { ...owner, pence, chargeIds, paymentDate: testToday, paymentMethodId: paymentMethod.cash }),
  )

const open = (ids: number[]) => Promise.all(ids.map(id => openOf(db, id)))
const takeBack = (chargeId: number) => write(tx => reverseCharge(tx, { chargeId, on: testToday, reason: 'Wrong' }))

const credit = async ({ memberId }: Owner) => {
  const { rows } = await sql<{ pence: number }>`
    select coalesce(sum(pence), 0)::integer as pence from open_credit where member_id = ${memberId}`.execute(db)
  return rows[0]?.pence
}

describe('postPayment', () => {
  it('settles what it is meant for, then what fell due first; the rest is credit for what comes', async () => {
    const owner = await aMember()
    const late = await charge(owner, 1000, '2026-03-01')
    const later = await charge(owner, 2000, '2026-04-01')
    const latest = await charge(owner, 3000, '2026-05-01')
    await pay(owner, 3500, [latest])
    expect(await open([late, later, latest])).toEqual([500, 2000, 0])
    await pay(owner, 3000)
    expect(await open([late, later])).toEqual([0, 0])
    expect(await credit(owner)).toBe(500)
    expect(await open([await charge(owner, 800)])).toEqual([300])
    expect(await credit(owner)).toBe(0)
  })

  it('settles what is due first, also when that was charged last', async () => {
    const owner = await aMember()
    const later = await charge(owner, 1000, '2026-05-01')
    const first = await charge(owner, 1000, '2026-04-01')
    await pay(owner, 1500)
    expect(await open([first, later])).toEqual([0, 500])
  })

  it('settles nothing in another club, nor of somebody else', async () => {
    const owner = await aMember()
    const sister = await createClub(db, { parentClubId: owner.clubId })
    await createMembership(db, { clubId: sister.id, memberId: owner.memberId })
    const other = await createMember(db, { clubId: owner.clubId })
    const elsewhere = await charge({ ...owner, clubId: sister.id }, 1000)
    const ofOther = await charge({ ...owner, memberId: other.id }, 1000)
    await pay(owner, 5000, [elsewhere, ofOther])
    expect(await open([elsewhere, ofOther])).toEqual([1000, 1000])
    expect(await credit(owner)).toBe(5000)
  })

  it('of many at once each settles what is still open', async () => {
    const owner = await aMember()
    const id = await charge(owner, 1000)
    await Promise.all(Array.from({ length: 8 }, () => pay(owner, 300, [id])))
    expect(await open([id])).toEqual([0])
    expect(await credit(owner)).toBe(8 * 300 - 1000)
  })
})

describe('reverseCharge', () => {
  it('takes it back once, and what had paid it pays the next', async () => {
    const owner = await aMember()
    const wrong = await charge(owner, 1000)
    await pay(owner, 1000)
    const next = await charge(owner, 600)
    await takeBack(wrong)
    await takeBack(wrong)
    expect(await open([wrong, next])).toEqual([0, 0])
    expect(await credit(owner)).toBe(400)
  })

  it('takes a credit back, and the debt is there again', async () => {
    const owner = await aMember()
    const owed = await charge(owner, 1000)
    const goodwill = await charge(owner, -400)
    expect(await open([owed])).toEqual([600])
    await takeBack(goodwill)
    expect(await open([owed])).toEqual([1000])
    expect(await credit(owner)).toBe(0)
  })
})

describe('returnPayment', () => {
  const giveBack = (paymentId: number, pence?: number) =>
    write(tx => returnPayment(tx, { paymentId, on: testToday, reason: 'refund', ...(pence && { pence }) }))

  it('takes credit first, then opens what fell due last; never more than came', async () => {
    const owner = await aMember()
    const first = await charge(owner, 1000, '2026-04-01')
    const second = await charge(owner, 1000, '2026-05-01')
    const payment = await pay(owner, 2500)
    await giveBack(payment, 700)
    expect(await open([first, second])).toEqual([0, 200])
    await expect(giveBack(payment, 1801)).rejects.toThrow('Only £18.00 of it is left.')
    await giveBack(payment)
    expect(await open([first, second])).toEqual([1000, 1000])
    expect(await giveBack(payment)).toBeNull()
    await expect(giveBack(payment, 1)).rejects.toThrow('All of it has been given back.')
  })
})

describe('the database', () => {
  it('refuses what would settle a charge twice, or give back more than came, whoever writes it', async () => {
    const owner = await aMember()
    const id = await charge(owner, 1000)
    const payment = await pay(owner, 1500)
    const ids = { club_id: owner.clubId, member_id: owner.memberId }
    const again = { ...ids, charge_id: id, payment_id: payment, amount_pence: 1 }
    await expect(write(tx => tx.insertInto('allocation').values(again).execute())).rejects.toThrow(/would be settled/)
    const { root_club_id } = await db
      .selectFrom('club')
      .select('root_club_id')
      .where('id', '=', owner.clubId)
      .executeTakeFirstOrThrow()
    const back = { ...ids, root_club_id, amount_pence: -501, payment_date: testToday, returns_id: payment }
    await expect(
      write(tx =>
        tx
          .insertInto('payment')
          .values({ ...back, return_reason: 'refund' })
          .execute(),
      ),
    ).rejects.toThrow(/would settle 1000 and give back 501/)
    await expect(db.updateTable('charge').set({ amount_pence: 1 }).where('id', '=', id).execute()).rejects.toThrow(
      /append-only/,
    )
  })
})

it('adds up whatever is written in whatever order', async () => {
  const club = await createClub(db)
  const members = [await createMember(db, { clubId: club.id }), await createMember(db, { clubId: club.id })]
  const pence = fc.integer({ min: 1, max: 5000 })
  const step = fc.record({
    what: fc.constantFrom('charge', 'credit', 'pay', 'payOne', 'reverse', 'giveBack', 'bounce'),
    who: fc.nat({ max: 1 }),
    pence,
    days: fc.integer({ min: -60, max: 60 }),
    which: fc.nat({ max: 1000 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async steps => {
      for (const { what, who, pence, days, which } of steps) {
        const owner = { clubId: club.id, memberId: members[who]?.id ?? 0 }
        const charges = await idsOf('charge', owner)
        const payments = await idsOf('payment', owner)
        const chargeId = charges[which % charges.length]
        const paymentId = payments[which % payments.length]
        if (what === 'charge') await charge(owner, pence, addDays(testToday, days))
        if (what === 'credit') await charge(owner, -pence, addDays(testToday, days))
        if (what === 'pay') await pay(owner, pence)
        if (what === 'payOne' && chargeId) await pay(owner, pence, [chargeId])
        if (what === 'reverse' && chargeId) await takeBack(chargeId)
        if (what === 'bounce' && paymentId)
          await write(tx => returnPayment(tx, { paymentId, on: testToday, reason: 'failed' }))
        if (what === 'giveBack' && paymentId)
          await write(tx => returnPayment(tx, { paymentId, pence, on: testToday, reason: 'refund' })).catch(isTooMuch)
      }
      expect(await checkLedger(db)).toBeNull()
      // Nobody owes and is owed at once in one club.
      const { rows } = await sql`
        select from open_credit join open_charge using (member_id, club_id) where club_id = ${club.id}`.execute(db)
      expect(rows).toEqual([])
    }),
    { numRuns: 40 },
  )
})

/** What stands by itself: an entry that takes another back is not taken back in turn. */
const idsOf = async (table: 'charge' | 'payment', { memberId }: Owner) => {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where member_id = ${memberId}
      and ${table === 'charge' ? sql`reverses_id` : sql`returns_id`} is null order by id`.execute(db)
  return rows.map(({ id }) => id)
}

function isTooMuch(error: unknown) {
  if (!(error instanceof Error && /of it/.test(error.message))) throw error
}

describe('checkLedger', () => {
  it('names the first difference', async () => {
    const owner = await aMember()
    const id = await charge(owner, 1000, '2026-01-01')
    expect(await checkLedger(db)).toBeNull()
    await db.updateTable('directory_entry').set({ debt_pence: 7 }).where('member_id', '=', owner.memberId).execute()
    expect(await checkLedger(db)).toMatch(/^membership \d+: 7 pence, counted anew 1000\./)
    await takeBack(id)
    expect(await checkLedger(db)).toBeNull()
  })
})
