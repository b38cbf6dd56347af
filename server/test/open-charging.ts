import { paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { expect } from 'vitest'
import { workOnRun } from '../src/charging/run-charging.ts'
import type { Database } from '../src/platform/database.ts'
import { type TestApp, testApp, testNow } from './app.ts'
import { createAccount, createClub, createMember } from './factories/people.ts'

/** A club with a plan, and members who pay for it. `app` is one that exists, with its own clock moved beside this one. */
export async function openCharging(database: Database, app?: Pick<TestApp, 'as' | 'jobs'>) {
  const { db } = database
  const clock = { now: testNow }
  const parts = { db, now: () => clock.now }
  const { as, jobs } = app ?? (await testApp(database, () => clock.now))

  async function aClub(): Promise<Club> {
    const club = await createClub(db)
    const admin = await createAccount(db, { clubId: club.id, isAdmin: true })
    const plan = await db
      .insertInto('training_plan')
      .values({ club_id: club.id, root_club_id: club.rootClubId, name: 'Two a week', joining_fee_pence: 2500 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { clubId: club.id, rootClubId: club.rootClubId, planId: plan.id, me: as(admin.sub) }
  }

  /** Due tomorrow, £30 a month by direct debit, and nobody knows since when they are a member, unless told otherwise. */
  async function paying({ clubId, planId }: Pick<Club, 'clubId' | 'planId'>, given: Paying = {}) {
    const member = await createMember(db, { clubId, ...(given.lastName && { lastName: given.lastName }) })
    const { id: clubMemberId } = await db
      .updateTable('club_member')
      .set({
        training_plan_id: planId,
        sub_frequency_id: subFrequency.monthly,
        sub_price_pence: given.pence === undefined ? 3000 : given.pence,
        payment_method_id: given.methodId === undefined ? paymentMethod.directDebit : given.methodId,
        next_payment: given.nextPayment === undefined ? '2026-05-13' : given.nextPayment,
        member_since: given.memberSince ?? null,
        member_until: given.memberUntil ?? null,
        date_added: given.enteredAt ?? '2026-05-10T10:00Z',
      })
      .where('member_id', '=', member.id)
      .returning('id')
      .executeTakeFirstOrThrow()
    return { memberId: member.id, clubMemberId }
  }

  const many = async (club: Club, count: number) => {
    const members = await Promise.all(Array.from({ length: count }, () => paying(club)))
    return members.sort((a, b) => a.clubMemberId - b.clubMemberId)
  }

  const charges = (clubId: number) =>
    db
      .selectFrom('charge')
      .select(['member_id as memberId', 'amount_pence as pence', 'due_on as dueOn', 'description'])
      .where('club_id', '=', clubId)
      .orderBy('id')
      .execute()

  /** Begins a run, and works on it as the job would. */
  async function run(club: Club, options = {}) {
    const started = await club.me.post(`/api/billing/StartChargingRun/${club.clubId}`)
    expect(started.status, started.body.message).toBe(200)
    await workOnRun(parts, started.body.runId, options)
    return (await club.me.get(`/api/billing/GetChargingRun/${started.body.runId}`)).body
  }

  return { as, clock, parts, jobs, aClub, paying, many, charges, run }
}

export interface Club {
  readonly clubId: number
  readonly rootClubId: number
  readonly planId: number
  /** Its admin. */
  readonly me: ReturnType<TestApp['as']>
}

interface Paying {
  nextPayment?: string | null
  pence?: number | null
  methodId?: number | null
  memberSince?: string
  memberUntil?: string
  enteredAt?: string
  lastName?: string
}
