import { memberStatus, subFrequency } from '@honbu/contract/ids.ts'
import { passTime } from '../src/membership/by-night.ts'
import type { Database } from '../src/platform/database.ts'
import { testApp, testNow } from './app.ts'
import { createAccount, createClub, createMember } from './factories/people.ts'

const { monthly, weekly } = subFrequency

/** What the tests of memberships have in common: a member of a club with two plans, and nights that go by. */
export async function openMemberships(database: Database) {
  const { db } = database
  const { as } = await testApp(database)

  async function aMember(statusId: number = memberStatus.active) {
    const club = await createClub(db)
    const account = await createAccount(db, { clubId: club.id, isAdmin: true })
    const member = await createMember(db, { clubId: club.id, statusId })
    // As if they were added today.
    await db.updateTable('club_member').set({ date_added: testNow }).where('member_id', '=', member.id).execute()
    const own = { club_id: club.id, root_club_id: club.rootClubId }
    const plan = async (name: string, prices: Record<number, number>) => {
      const { id } = await db
        .insertInto('training_plan')
        .values({ ...own, name })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('training_plan_price')
        .values(
          Object.entries(prices).map(([frequency, pence]) => ({
            training_plan_id: id,
            sub_frequency_id: Number(frequency),
            price_pence: pence,
          })),
        )
        .execute()
      return id
    }
    const once = await plan('Once a week', { [monthly]: 2900 })
    const twice = await plan('Twice a week', { [monthly]: 3900, [weekly]: 1000 })
    const me = as(account.sub)
    const read = async () => (await me.get(`/api/member/getMembership/${member.id}`)).body[0]
    const { clubMemberId } = await read()
    const post = async (call: string, body: object = {}) =>
      await me.post(`/api/member/${call}/${member.id}`, { clubMemberId, ...body })
    const fields = {
      categoryId: null,
      trainingPlanId: null,
      subFrequencyId: null,
      paymentMethodId: null,
      nextPayment: null,
      marketingSourceId: null,
      memberSince: null,
      memberUntil: null,
      nextRenewal: null,
      trialStart: null,
    }
    const save = async (body: object = {}) =>
      await post('saveMembership', { clubId: club.id, version: (await read()).version, ...fields, ...body })
    return { club, me, member, clubMemberId, once, twice, read, post, save, fields, own }
  }

  const pass = async (now: string) =>
    await passTime({
      db,
      now: () => new Date(now),
      jobs: { enqueue: async () => undefined },
      mail: { post: async () => undefined },
    })

  return { as, aMember, pass }
}
