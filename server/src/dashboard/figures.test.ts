import { addDays } from '@honbu/contract/calendar.ts'
import { memberFigures, moneyFigures } from '@honbu/contract/dashboard.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { kpis } from '@honbu/contract/kpis.ts'
import { reportLists } from '@honbu/contract/report-lists.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, createClass } from '../../test/factories/classes.ts'
import { createCharge } from '../../test/factories/money.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const dayUpTo = (max: number) => fc.integer({ min: -60, max }).map(days => addDays('2026-05-12', days))
const day = dayUpTo(30)
const life = fc.record({
  statusId: fc.constantFrom(...Object.values(memberStatus)),
  // Nobody has changed yet what is to come.
  added: dayUpTo(0),
  trial: fc.option(day),
  price: fc.constantFrom(null, 0, 3500),
  charges: fc.array(fc.record({ pence: fc.integer({ min: 1, max: 9000 }), due: day, share: fc.nat(2) }), {
    maxLength: 3,
  }),
  marks: fc.uniqueArray(day, { maxLength: 4 }),
})

async function live(clubId: number, classId: number, { statusId, added, trial, price, charges, marks }: Life) {
  const { id: memberId } = await createMember(db, { clubId, statusId })
  const [membership] = await db
    .updateTable('club_member')
    .set({ date_added: `${added}T09:00:00Z`, trial_start: trial, sub_price_pence: price, sub_frequency_id: 1102 })
    .where('member_id', '=', memberId)
    .returning('id')
    .execute()
  await db
    .insertInto('member_status_change')
    .values({ club_member_id: membership?.id ?? 0, club_id: clubId, to_status_id: statusId, changed_on: added })
    .execute()
  for (const { pence, due, share } of charges)
    await createCharge(db, { clubId, memberId, pence, due, paid: Math.floor((pence * share) / 2) })
  for (const date of marks) await attend(db, { classId, memberId, date })
}

type Life = typeof life extends fc.Arbitrary<infer Value> ? Value : never

describe('getDashboardFigures', () => {
  it('shows what the lists add up to that its figures open', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 3, maxLength: 8 }), async lives => {
        const hq = await createClub(db)
        const clubs = [hq, await createClub(db, { parentClubId: hq.id })]
        const { sub } = await createAccount(db, { clubId: hq.id, isAdmin: true })
        const classes = await Promise.all(clubs.map(({ id }) => createClass(db, { clubId: id })))
        for (const [index, each] of lives.entries())
          await live(clubs[index % 2]?.id ?? 0, classes[index % 2]?.id ?? 0, each)
        for (const clubId of [undefined, ...clubs.map(({ id }) => id)]) {
          const query = clubId === undefined ? '' : `?clubId=${clubId}`
          const { body } = await as(sub).get(`/api/club/GetDashboardFigures${query}`)
          const scope = { from: body.from, until: body.until, clubIds: clubId === undefined ? undefined : [clubId] }
          const shown = { ...body.members, ...body.money.figures }
          for (const name of [...memberFigures, ...moneyFigures, 'debt', 'debtors'] as const) {
            const { list, unit } = kpis[name]
            if (list === null) continue
            const answer = await as(sub).post('/api/reporting/GetReportList', { list, ...scope })
            expect(answer.status, `${list}: ${JSON.stringify(answer.body)}`).toBe(200)
            const { total, amount, count } = answer.body
            const sums = { rows: total, amount, count }
            if (name === 'debtors') expect([name, shown[name]]).toEqual([name, total])
            else expect([name, shown[name]]).toEqual([name, unit === 'money' ? amount : sums[reportLists[list].sum]])
          }
          const { attendanceByDay } = (await as(sub).get(`/api/club/GetDashboard${query}`)).body
          const { date, attended } = attendanceByDay.find((each: { attended: number }) => each.attended > 0) ?? {
            date: '2026-05-05',
            attended: 0,
          }
          const came = { list: 'attended', ...scope, from: date, until: date }
          expect((await as(sub).post('/api/reporting/GetReportList', came)).body.count).toBe(attended)
        }
      }),
      { numRuns: 3 },
    )
    // Each figure is asked for as a list, of all clubs and of each.
  }, 120_000)

  it('shows money to admins only, of the clubs in which they are', async () => {
    const hq = await createClub(db)
    const below = await createClub(db, { parentClubId: hq.id })
    const figures = async (sub: string) => (await as(sub).get('/api/club/GetDashboardFigures')).body
    const coach = await createAccount(db, { clubId: hq.id })
    expect(await figures(coach.sub)).toMatchObject({ members: { active: 0 }, money: null })
    const both = await createAccount(db, { clubId: hq.id })
    await db
      .insertInto('club_user')
      .values({ account_id: both.id, club_id: below.id, is_admin: true, user_since: '2026-01-01' })
      .execute()
    expect((await figures(both.sub)).money.clubIds).toEqual([below.id])
    const owner = await createAccount(db, { clubId: hq.id, isAdmin: true })
    expect((await figures(owner.sub)).money.clubIds).toBeNull()
    const stranger = await createClub(db)
    const asked = await as(owner.sub).get(`/api/club/GetDashboardFigures?clubId=${stranger.id}`)
    expect(asked.status).toBe(403)
  })
})
