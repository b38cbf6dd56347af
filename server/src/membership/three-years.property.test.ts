import { addDays } from '@honbu/contract/calendar.ts'
import { paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openCollecting } from '../../test/collecting.ts'
import { freshDatabase } from '../../test/database.ts'
import { histories } from '../../test/histories.ts'
import { type Club, openCharging } from '../../test/open-charging.ts'
import { checkLedger } from '../ledger/index.ts'
import { passTime } from './by-night.ts'

const database = await freshDatabase()
const { db } = database
const honbu = await openCollecting(database)
const { aClub, clock, paying, run } = await openCharging(database, honbu)

const { weekly, monthly, quarterly, yearly } = subFrequency

/** One thing that happens to one member, so many days after the thing before. */
interface Event {
  readonly wait: number
  readonly who: number
  readonly what: (typeof kinds)[number]
  readonly size: number
  readonly isYes: boolean
}

const kinds = [
  ...(['join', 'pay', 'pay', 'freeze', 'goOn', 'change', 'change', 'lapse', 'renew', 'refund', 'reverse'] as const),
  ...(['nextPayment', 'method', 'gaps', 'gaps', 'merge', 'planPrice'] as const),
  ...(['mandate', 'mandate', 'bank', 'bank', 'bank', 'release'] as const),
]

/** What the bank says of debits from then on. */
const bankSays = ['paid', 'insufficient_funds', 'late_failure', 'charged_back'] as const

const anEvent: fc.Arbitrary<Event> = fc.record({
  wait: fc.integer({ min: 0, max: 30 }),
  who: fc.nat({ max: 20 }),
  what: fc.constantFrom(...kinds),
  size: fc.integer({ min: 0, max: 99 }),
  isYes: fc.boolean(),
})

interface Member {
  readonly clubMemberId: number
  readonly memberId: number
  /** Between two records there may be days on which the person was no member. */
  readonly isMerged?: boolean
}

/** Refusals are fine: what matters is what the ledger and the days look like afterwards. */
async function happen(club: Club, members: Member[], { what, who, size, isYes }: Event, today: string): Promise<void> {
  const { me, clubId, planId } = club
  const post = async (url: string, body: object) => {
    const answer = await me.post(url, body)
    expect(answer.status, `${url} ${JSON.stringify(body)} ${answer.body.message}`).toBeLessThan(500)
    return answer.body
  }
  if (what === 'join' || members.length === 0) {
    const joined = await paying(club, {
      ...{
        memberSince: addDays(today, -(size % 30)),
        nextPayment: addDays(today, size % 40),
        enteredAt: `${today}T10:00Z`,
      },
      ...{ pence: 1000 + size * 37, methodId: isYes ? paymentMethod.card : paymentMethod.cash },
    })
    members.push(joined)
    return
  }
  const member = members[who % members.length]
  if (!member) return
  const { memberId, clubMemberId } = member
  const own = (call: string, body: object) => post(`/api/member/${call}/${memberId}`, { clubMemberId, ...body })
  if (what === 'pay')
    await post(`/api/member/SavePayment/${memberId}`, {
      ...{ clubId, transactionId: 0, amount: 1 + size, paymentDate: today, paymentMethodId: paymentMethod.cash },
    })
  if (what === 'freeze')
    await own('SaveFreeze', {
      ...{ freezeId: 0, from: addDays(today, (size % 40) - 20), until: isYes ? addDays(today, 20 + size) : null },
      ...{ price: size % 3, reason: 'Away' },
    })
  if (what === 'goOn') {
    const [freeze] = (await me.get(`/api/member/GetFreezes/${memberId}`)).body
    if (freeze) await own('EndFreeze', { freezeId: freeze.freezeId })
  }
  if (what === 'change')
    await own('ChangePlan', {
      ...{ trainingPlanId: planId, subFrequencyId: [monthly, weekly, quarterly, yearly][size % 4], subPrice: 5 + size },
      ...{
        paymentMethodId: paymentMethod.card,
        from: addDays(today, size % 35),
        nextPayment: addDays(today, size % 50),
      },
      paidDays: isYes ? 'credit' : 'after',
    })
  if (what === 'lapse')
    await own('lapseMembership', {
      ...{ reason: 'Moved', memberUntil: size % 2 ? addDays(today, size) : null, givesBack: isYes },
      term: size % 3 ? 'charge' : 'waive',
    })
  if (what === 'renew')
    await own('renewMembership', {
      ...{ nextRenewal: null, memberUntil: null, nextPayment: isYes ? addDays(today, size % 45) : null, reason: '' },
    })
  if (what === 'refund' || what === 'reverse') await takeBack(club, memberId, { what, size, isYes })
  if (what === 'nextPayment' || what === 'method')
    await db
      .updateTable('club_member')
      .set(
        what === 'method'
          ? { payment_method_id: isYes ? paymentMethod.card : null }
          : { next_payment: addDays(today, size * 2 - 60) },
      )
      .where('id', '=', clubMemberId)
      .where('member_status_id', '=', 21)
      .execute()
  if (what === 'mandate') {
    const { body } = await me.get(`/GoCardless/NewCustomer/${memberId}`)
    if (body.redirectUrl) await honbu.giveMandate(body.redirectUrl)
    await db
      .updateTable('club_member')
      .set({ payment_method_id: paymentMethod.directDebit })
      .where('id', '=', clubMemberId)
      .where('member_status_id', 'in', [21, 24])
      .execute()
  }
  if (what === 'bank') honbu.bank.byDefault({ payment: bankSays[size % bankSays.length] ?? 'paid' })
  if (what === 'release') {
    const holds = (await me.get(`/api/member/GetCollectionHolds/${memberId}`)).body
    for (const { holdId } of holds) await post(`/api/member/ReleaseHold/${holdId}`, { reason: 'Agreed' })
  }
  if (what === 'planPrice')
    await post(`/api/club/SavePriceChange/${planId}`, {
      ...{ clubId, subFrequencyId: monthly, subPrice: 5 + size, from: addDays(today, size % 60), withOwnPriced: isYes },
      ...{ filter: undefined, clubMemberIds: null },
    })
  if (what === 'gaps') {
    const { gapRows } = await post(`/api/billing/PreviewCharging/${clubId}`, { show: 'gaps' })
    if (gapRows.length > 0)
      await post(`/api/billing/SettleGaps/${clubId}`, {
        gaps: gapRows.map(
          ({ clubMemberId: id, from, until, amount }: Member & { from: string; until: string; amount: number }) => ({
            ...{ clubMemberId: id, from, until, amount },
          }),
        ),
        ...{
          charge: isYes ? null : size % 3,
          rest: size % 2 ? 'waived' : 'elsewhere',
          reason: 'Agreed',
          joiningFee: isYes,
        },
      })
  }
  const other = members[(who + 1) % members.length]
  if (what === 'merge' && other && other !== member) {
    const merged = await post(`/api/member/MergeMembers/${memberId}`, { otherMemberId: other.memberId })
    if (!merged.isSuccess) return
    members.splice(members.indexOf(other), 1)
    members[members.indexOf(member)] = { ...member, isMerged: true }
  }
}

async function takeBack(club: Club, memberId: number, { what, size, isYes }: Pick<Event, 'what' | 'size' | 'isYes'>) {
  const table = what === 'refund' ? 'payment' : 'charge'
  const { rows } = await sql<{ id: number; pence: number }>`
    select id, amount_pence as pence from ${sql.table(table)} where member_id = ${memberId} and amount_pence > 0
    order by id desc offset ${size % 4} limit 1`.execute(db)
  const [row] = rows
  if (!row) return
  if (what === 'reverse') await club.me.post(`/api/member/DeleteTransaction/${row.id}`, { reason: 'Mistake' })
  else
    await club.me.post(`/api/member/RefundPayment/${row.id}`, {
      ...{ amount: Math.max(1, Math.round((row.pence * (size + 1)) / 100)) / 100, isStillOwed: isYes },
    })
}

/** No debit is begun while a dispute is open. */
async function checkHolds(clubId: number, context: string): Promise<void> {
  const { rows } = await sql`
    select hold.member_id, payment.state from collection_hold hold
    join external_payment payment on payment.mandate_id = hold.mandate_id and payment.created_at > hold.opened_at
    where hold.club_id = ${clubId} and hold.released_at is null`.execute(db)
  expect(rows, `${context}: a disputed mandate has a payment`).toEqual([])
}

/** Nobody both owes and has credit but for what the bank is collecting, no day between charged ones is left out, and the ledger adds up. */
async function check(clubId: number, members: readonly Member[], context: string): Promise<void> {
  expect(await checkLedger(db), context).toBeNull()
  const { rows: both } = await sql`
    select member_id from open_charge where club_id = ${clubId}
      and charge_id not in (select charge_id from external_payment_part where is_in_flight)
    intersect select member_id from open_credit where club_id = ${clubId}`.execute(db)
  expect(both, `${context}: owes and has credit`).toEqual([])
  const merged = members.filter(({ isMerged }) => isMerged).map(({ clubMemberId }) => clubMemberId)
  const { rows: holes } = await sql`
    select * from (
      select club_member_id as id, lag(period_until) over own + 1 as from, period_from as until
      from membership_period where club_id = ${clubId} and not is_double
      window own as (partition by club_member_id order by period_from)
    ) day where day.from < day.until and day.id <> all(${merged}::bigint[])`.execute(db)
  expect(holes, `${context}: days that nobody charged or asked about`).toEqual([])
}

it('keeps a ledger that adds up through three years of anything', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anEvent, { minLength: 70, maxLength: 110 }), async events => {
      // The bank's days only go on: each history begins on the day on which the last one ended.
      const start = honbu.today()
      clock.now = new Date(`${start}T11:00:00Z`)
      honbu.bank.byDefault({ payment: 'paid' })
      const club = await aClub()
      await db
        .insertInto('training_plan_price')
        .values(
          [weekly, monthly, quarterly, yearly].map(sub_frequency_id => ({
            ...{ training_plan_id: club.planId, sub_frequency_id, price_pence: 3000 },
          })),
        )
        .execute()
      const members: Member[] = []
      let today = start
      const told: string[] = []
      for (const event of events) {
        today = addDays(today, event.wait)
        await honbu.moveTo(today)
        clock.now = new Date(`${today}T11:00:00Z`)
        await passTime({
          ...{ db, now: () => clock.now, jobs: { enqueue: async () => undefined } },
          mail: { post: async () => undefined },
        })
        const { body: preview } = await club.me.post(`/api/billing/PreviewCharging/${club.clubId}`)
        const done = await run(club)
        told.push(`${today} ${event.what} ${event.who % Math.max(1, members.length)} ${event.size} ${event.isYes}`)
        const context = told.slice(-12).join('\n')
        expect([done.charged, done.amount], `${context}: as the preview said`).toEqual([
          preview.charges,
          preview.amount,
        ])
        await check(club.clubId, members, `after the run, ${context}`)
        await happen(club, members, event, today)
        await honbu.work()
        await honbu.minute()
        await honbu.collect()
        await check(club.clubId, members, context)
        await checkHolds(club.clubId, context)
      }
    }),
    { numRuns: histories(1, 15), endOnFailure: true },
  )
})
