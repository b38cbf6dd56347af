import { addDays, addMonths, instantAt } from '@honbu/contract/calendar.ts'
import { transactionCategory } from '@honbu/contract/ids.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createMandate, createProviderAccount } from '../../test/factories/collections.ts'
import { createClub, createMember } from '../../test/factories/people.ts'
import { histories } from '../../test/histories.ts'
import { addParts } from '../collections/index.ts'
import { creditPart, postCharges, postPayment, returnPayment, reverseCharge } from '../ledger/index.ts'
import type { Write } from '../platform/route.ts'
import type { Bucket } from './buckets.ts'
import { countAll } from './count.ts'
import { keepMoneyDays } from './counts/money-day.ts'
import { distinct } from './kept/parts.ts'
import { askedBefore } from './slow/asked-before.ts'
import { differingCells } from './slow/cells.ts'
import { slowMoney } from './slow/money.ts'
import { differingTogether } from './slow/together.ts'

const { db } = await freshDatabase()

// Far from Greenwich, so that the day of the club is often another than the day there.
const timeZone = 'Pacific/Auckland'
const first = '2026-01-10'
const today = addDays(first, 100)
const now = instantAt(timeZone, today, '09:00')
/** Of any length from a day on, some of them over, some running, some still to come. */
const period: fc.Arbitrary<Bucket> = fc
  .tuple(fc.integer({ min: -10, max: 110 }), fc.constantFrom(0, 1, 6, 30, 90))
  .map(([begins, days]) => ({ from: addDays(first, begins), until: addDays(first, begins + days) }))

// What is written now was written when the test says.
for (const table of ['charge', 'payment', 'allocation'])
  await sql`alter table ${sql.table(table)} alter column created_at
    set default coalesce(nullif(current_setting('test.now', true), '')::timestamptz, now())`.execute(db)
await sql`alter table money_mark alter column written_at
  set default coalesce(nullif(current_setting('test.now', true), '')::timestamptz, now())`.execute(db)

interface Event {
  /** Days after the one before. */
  wait: number
  hour: number
  member: number
  /** Which of what there is so far it is about. */
  pick: number
  pence: number
  does:
    | { what: 'charge'; category: number; isCredit: boolean; charged: number; due: number; months: number | null }
    | { what: 'pay'; isFor: boolean; on: number }
    | { what: 'return'; reason: 'correction' | 'refund' | 'failed' | 'charged_back'; isWhole: boolean }
    | { what: 'reverse' }
    | { what: 'part' }
    | {
        what: 'collect'
        history: string[]
        isByMandate: boolean
        isByCard: boolean
        on: number | null
        wasPaid: boolean
      }
}

const place = fc.integer({ min: 0, max: 50 })
const states = ['waiting', 'submitted', 'refused', 'confirmed', 'paid_out', 'failed', 'charged_back', 'cancelled']
const event: fc.Arbitrary<Event> = fc.record({
  wait: fc.integer({ min: 0, max: 8 }),
  hour: fc.integer({ min: 0, max: 23 }),
  member: fc.integer({ min: 0, max: 3 }),
  pick: place,
  pence: fc.integer({ min: 1, max: 5 }).map(pounds => pounds * 100),
  does: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        what: fc.constant('charge' as const),
        category: fc.constantFrom(transactionCategory.membership, transactionCategory.other),
        isCredit: fc.integer({ min: 0, max: 5 }).map(number => number === 0),
        charged: fc.integer({ min: -5, max: 0 }),
        due: fc.integer({ min: -20, max: 20 }),
        months: fc.constantFrom(null, 1, 3, 12),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constant('pay' as const),
        isFor: fc.boolean(),
        on: fc.integer({ min: -6, max: 0 }),
      }),
    },
    fc.record({
      what: fc.constant('return' as const),
      reason: fc.constantFrom('correction', 'refund', 'failed', 'charged_back'),
      isWhole: fc.boolean(),
    }),
    fc.record({ what: fc.constant('reverse' as const) }),
    fc.record({ what: fc.constant('part' as const) }),
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant('collect' as const),
        history: fc.array(fc.constantFrom(...states), { minLength: 1, maxLength: 3 }),
        isByMandate: fc.boolean(),
        isByCard: fc.boolean(),
        on: fc.option(fc.integer({ min: -3, max: 12 })),
        wasPaid: fc.boolean(),
      }),
    },
  ),
})

const needed = [
  ...(['due', 'collected', 'pending', 'membershipRevenue', 'paying', 'taken', 'returned'] as const),
  ...(['submitted', 'submittedPence', 'failed', 'failedPence', 'recovered', 'recoveredPence'] as const),
  ...(['debt', 'debtors', 'debt7', 'debt30', 'debt60', 'debt90', 'debtOld'] as const),
]

interface Owner {
  clubId: number
  memberId: number
  mandateId: number
}

async function play(events: readonly Event[], periods: readonly Bucket[]): Promise<number[]> {
  const clubs = [await createClub(db, { timeZone }), await createClub(db, { timeZone })]
  const owners: Owner[] = []
  for (const index of [0, 1, 2, 3]) {
    const clubId = clubs[index % 2]?.id ?? 0
    const { id: memberId } = await createMember(db, { clubId })
    owners.push({ clubId, memberId, mandateId: await createMandate(db, { clubId, memberId }) })
  }
  const made = { charges: new Map<Owner, number[]>(), payments: new Map<Owner, number[]>() }
  const clubIds = clubs.map(({ id }) => id)
  const names = new Set(needed)
  const ask = askedBefore({ db, now, clubIds, buckets: distinct([periods]).buckets, names, tabs: ['finance', 'debt'] })
  let day = first
  for (const each of events) {
    day = addDays(day, each.wait)
    if (day > today) break
    const owner = owners[each.member] as Owner
    const at = instantAt(timeZone, day, `${String(each.hour).padStart(2, '0')}:30`)
    await db.transaction().execute(async tx => {
      await sql`select set_config('test.now', ${at.toISOString()}, true)`.execute(tx)
      await happen(tx, { ...each, owner, day, at, made })
    })
    // What is written afterwards has to be added up anew.
    if (each.pick % 3 === 0) await keepMoneyDays(db)
    if (each.pick % 7 === 0) await ask()
  }
  return clubIds
}

interface Happens extends Event {
  owner: Owner
  day: string
  at: Date
  made: { charges: Map<Owner, number[]>; payments: Map<Owner, number[]> }
}

async function happen(tx: Write['tx'], { does, owner, day, at, pick, pence, made }: Happens) {
  const one = (of: Map<Owner, number[]>) => {
    const own = of.get(owner) ?? []
    return own[pick % Math.max(own.length, 1)]
  }
  const add = (to: Map<Owner, number[]>, ids: number[]) => to.set(owner, [...(to.get(owner) ?? []), ...ids])
  const { clubId, memberId } = owner
  const charge = one(made.charges)
  switch (does.what) {
    case 'charge':
      return add(
        made.charges,
        await postCharges(tx, [
          {
            ...{ clubId, memberId, pence: does.isCredit ? -pence : pence, description: 'A lesson' },
            ...{
              categoryId: does.category,
              transactionDate: addDays(day, does.charged),
              dueOn: addDays(day, does.due),
            },
            ...(does.months !== null && {
              periodFrom: addDays(day, does.due),
              periodUntil: addDays(addMonths(addDays(day, does.due), does.months), -1),
            }),
          },
        ]),
      )
    case 'pay': {
      const paid = { clubId, memberId, pence, paymentDate: addDays(day, does.on), paymentMethodId: null }
      return add(made.payments, [
        await postPayment(tx, { ...paid, ...(does.isFor && charge && { chargeIds: [charge] }) }),
      ])
    }
    case 'return': {
      const paymentId = one(made.payments)
      if (!paymentId) return
      const { rows } = await sql<{ left: number }>`
        select sum(amount_pence)::integer as left from payment where ${paymentId} in (id, returns_id)`.execute(tx)
      const left = rows[0]?.left ?? 0
      if (left === 0) return
      return await returnPayment(tx, {
        ...{ paymentId, on: day, reason: does.reason },
        ...(!does.isWhole && { pence: Math.min(pence, left) }),
      })
    }
    case 'reverse':
      if (!charge || (await partsOf(tx, charge)).taken > 0) return
      return await reverseCharge(tx, { chargeId: charge, on: day, reason: 'Wrong' })
    case 'part': {
      if (!charge) return
      const { left } = await partsOf(tx, charge)
      if (left <= 0) return
      return await creditPart(tx, { chargeId: charge, pence: Math.min(pence, left), on: day, reason: 'Came back' })
    }
    case 'collect':
      return await collect(tx, { ...does, owner, day, at, pence, chargeIds: await someOf(tx, owner, pick) })
  }
}

/** None, one or two charges of a member. */
async function someOf(tx: Write['tx'], { memberId }: Owner, pick: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from charge where member_id = ${memberId} and amount_pence > 0
    order by (id * ${pick + 1}) % 7, id limit ${pick % 3}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What of a charge may be taken back in part, and what has been. */
async function partsOf(tx: Write['tx'], chargeId: number): Promise<{ left: number; taken: number }> {
  const { rows } = await sql<{ left: number; taken: number }>`
    select case when amount_pence < 0 or exists (select from charge back where back.reverses_id = charge.id) then 0
        else amount_pence - taken end as left, taken
    from charge cross join lateral (
      select coalesce(-sum(amount_pence), 0)::integer as taken from charge part where part.part_of_id = charge.id) parts
    where id = ${chargeId}`.execute(tx)
  return rows[0] ?? { left: 0, taken: 0 }
}

type Collected = Extract<Event['does'], { what: 'collect' }> &
  Pick<Happens, 'owner' | 'day' | 'at' | 'pence'> & { chargeIds: number[] }

async function collect(tx: Write['tx'], { owner, history, day, at, pence, chargeIds, ...of }: Collected) {
  const { clubId, memberId } = owner
  const state = history.at(-1) ?? 'waiting'
  const paymentId = ['confirmed', 'paid_out'].includes(state)
    ? await postPayment(tx, { clubId, memberId, pence, paymentDate: day, paymentMethodId: null })
    : null
  const { rows } = await sql<{ id: number }>`
    insert into external_payment (club_id, root_club_id, member_id, provider_account_id, payment_method_id, mandate_id,
      amount_pence, description, charge_date, state, reference, created_at, payment_id)
    select club.id, club.root_club_id, ${memberId}::bigint, account.id, 186,
      ${of.isByMandate ? owner.mandateId : null}::bigint, ${pence}::integer, 'Lesson', ${of.on === null ? null : addDays(day, of.on)}::date, ${state},
      gen_random_uuid()::text, ${at}, ${paymentId}::bigint
    from club join provider_account account on account.club_id = club.id and account.provider = 'gocardless'
    where club.id = ${clubId} returning id`.execute(tx)
  const id = rows[0]?.id ?? 0
  await addParts(
    tx,
    chargeIds.map(chargeId => ({ paymentId: id, chargeId, pence })),
  )
  for (const each of history)
    await sql`insert into external_payment_change (external_payment_id, club_id, member_id, state, at)
      values (${id}, ${clubId}, ${memberId}, ${each}, ${at})`.execute(tx)
  if (of.wasPaid) {
    const payment = await postPayment(tx, { clubId, memberId, pence, paymentDate: day, paymentMethodId: null })
    const back = await returnPayment(tx, { paymentId: payment, on: day, reason: 'charged_back' })
    await sql`insert into external_payment_change (external_payment_id, club_id, member_id, state, at, return_id)
      values (${id}, ${clubId}, ${memberId}, 'charged_back', ${at}, ${back})`.execute(tx)
  }
  if (of.isByCard) await sql`insert into card_payment values (${id}, ${await savedCard(tx, owner)})`.execute(tx)
}

async function savedCard(tx: Write['tx'], { clubId, memberId }: Owner): Promise<number> {
  const accountId = await createProviderAccount(tx, { clubId, provider: 'stripe' })
  const { rows } = await sql<{ id: number }>`
    with there as (select id from saved_card where member_id = ${memberId} and club_id = ${clubId}),
    made as (
      insert into saved_card (club_id, root_club_id, member_id, provider_account_id, customer_reference, reference, created_at)
      select id, root_club_id, ${memberId}::bigint, ${accountId}::bigint, 'cus', gen_random_uuid()::text, now()
      from club where id = ${clubId} and not exists (select from there) returning id
    )
    select id from there union all select id from made`.execute(tx)
  return rows[0]?.id ?? 0
}

it('counts money in random histories as a slow reading of all entries does', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 60, size: 'max' }),
      fc.array(period, { maxLength: 8, size: 'max' }),
      async (events, periods) => {
        const clubIds = await play(events, periods)
        const of = { clubIds, buckets: periods, now }
        const ofAll = { ofAll: new Set(needed), ofFirst: new Set<never>(), first: 0 }
        // By what is kept of the months, as far as there is something; by all of them; and as it is kept by now.
        const counts = []
        for (const isAhead of [false, true, false]) counts.push(await countAll(db, { ...of, isAhead }, ofAll))
        for (const [bucket, period] of periods.entries())
          for (const clubId of clubIds) {
            const slow = await slowMoney(db, { clubId, ...period, today })
            for (const each of counts) {
              const fast = each.ofClub(clubId, bucket)
              expect({ period, ...Object.fromEntries(needed.map(name => [name, fast[name]])) }).toEqual({
                period,
                ...slow,
              })
            }
          }
        expect(await differingTogether(db, of, ofAll.ofAll)).toEqual([])
        for (const tab of periods.length > 0 ? (['finance', 'debt'] as const) : []) {
          const [days = { from: first, until: today }] = periods
          expect((await differingCells({ db, now, clubIds, period: days, tab })).differing).toEqual([])
        }
        const { rows } = await sql<{ kept: number; fresh: number; both: number }>`
        select (select count(*) from debt_span) as kept, (select count(*) from debt_span_source) as fresh,
          (select count(*) from (select * from debt_span_source intersect select charge_id, club_id, member_id, due_on,
            since, until, pence from debt_span) same) as both`.execute(db)
        expect([rows[0]?.kept, rows[0]?.both]).toEqual([rows[0]?.fresh, rows[0]?.fresh])
      },
    ),
    { numRuns: histories(2, 30) },
  )
})
