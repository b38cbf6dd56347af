import { memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { mediansOf } from './funnel.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

const { enquiry, prospect, active } = memberStatus

/** Somebody who came on a day; by the clock of London. */
async function came(
  clubId: number,
  on: string,
  { statusId = enquiry as number, sourceId = null as number | null } = {},
) {
  const member = await createMember(db, { clubId, statusId })
  await db
    .updateTable('club_member')
    .set({ date_added: new Date(`${on}T12:00Z`), marketing_source_id: sourceId })
    .where('member_id', '=', member.id)
    .execute()
  return member
}

async function headAndClubs(count: number) {
  const head = await createClub(db)
  const clubs = []
  for (let index = 0; index < count; index++) clubs.push(await createClub(db, { parentClubId: head.id }))
  const of = async (clubId: number, isAdmin = true) => as((await createAccount(db, { clubId, isAdmin })).sub)
  return { head, clubs: clubs.map(({ id }) => id), of }
}

async function rootOf(clubId: number) {
  const { root_club_id } = await db
    .selectFrom('club')
    .select('root_club_id')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  return root_club_id
}

const read = async (caller: ReturnType<typeof as>, clubId: number, query = '') =>
  (await caller.get(`/api/club/GetMarketing/${clubId}${query}`)).body

describe('getMarketing', () => {
  it('is of the last six months by itself, month by month', async () => {
    const { clubs, of } = await headAndClubs(1)
    const [club = 0] = clubs
    await came(club, '2025-11-30')
    await came(club, '2025-12-01', { statusId: active })
    await came(club, '2026-05-12', { statusId: prospect })
    const body = await read(await of(club), club)
    expect(body).toMatchObject({
      ...{ from: '2025-12-01', months: 6, thisMonth: '2026-05-01', byClub: [], others: null },
      total: { enquiries: 2, prospects: 2, trials: 1, joins: 1 },
    })
    expect(body.byMonth.map(({ month }: { month: string }) => month)).toEqual([
      ...['2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'],
    ])
    expect((await read(await of(club), club, '?from=2025-11-01&months=1')).total.enquiries).toBe(1)
  })

  it('says what a source cost, for each who came and who joined', async () => {
    const { clubs, of } = await headAndClubs(1)
    const [club = 0] = clubs
    await came(club, '2026-04-03', { sourceId: 1202, statusId: active })
    await came(club, '2026-04-04', { sourceId: 1202 })
    await came(club, '2026-04-05', { sourceId: 1202 })
    await came(club, '2026-04-06')
    const admin = await of(club)
    const costs = [
      { sourceId: 1202, month: '2026-04-01', amount: 100, was: 0 },
      { sourceId: 1202, month: '2026-03-01', amount: 7, was: 0 },
      { sourceId: 1203, month: '2026-04-01', amount: 9.99, was: 0 },
    ]
    expect((await admin.post(`/api/club/SaveMarketingCosts/${club}`, { costs })).status).toBe(200)
    const body = await read(admin, club, '?from=2026-04-01&months=1')
    expect(body.bySource).toEqual([
      {
        ...{ id: 1202, name: 'Google', enquiries: 3, prospects: 1, trials: 1, joins: 1 },
        ...{ cost: 100, costPerLead: 33.33, costPerJoin: 100 },
      },
      expect.objectContaining({ id: null, name: 'Not known', enquiries: 1, cost: null }),
      expect.objectContaining({ id: 1203, enquiries: 0, cost: 9.99, costPerLead: null, costPerJoin: null }),
    ])
    const none = await read(admin, club, '?from=2026-04-01&months=1&sourceId=0')
    expect([none.total.enquiries, none.bySource.length]).toEqual([1, 1])
  })

  it('shows the head office its clubs side by side, and a club the median of three others', async () => {
    const { head, clubs, of } = await headAndClubs(4)
    const [own = 0, ...others] = clubs
    await came(own, '2026-05-01')
    for (const [index, club] of others.entries()) {
      await came(club, '2026-05-02', { statusId: index === 0 ? enquiry : active })
      await came(club, '2026-05-02', { statusId: index === 2 ? active : enquiry })
    }
    const boss = as((await createAccount(db, { clubId: head.id, isAdmin: true })).sub)
    const all = await read(boss, head.id)
    expect(all.byClub).toHaveLength(4)
    expect([all.total.enquiries, all.total.joins, all.others]).toEqual([7, 3, null])
    const one = await read(await of(own), own)
    expect([one.total.enquiries, one.byClub]).toEqual([1, []])
    expect(one.others).toEqual({ clubs: 3, prospects: 50, trials: 50, joins: 50 })
  })
})

describe('the reasons', () => {
  it('are those of who is not interested, also where none was given, and open their lists', async () => {
    const { head, clubs, of } = await headAndClubs(1)
    const [club = 0] = clubs
    const reason = await db
      .selectFrom('not_interested_reason')
      .select(['id', 'name'])
      .where('club_id', '=', head.id)
      .orderBy('position')
      .executeTakeFirstOrThrow()
    const told = await came(club, '2026-05-02')
    const admin = await of(club)
    const membership = await db
      .selectFrom('club_member')
      .select('id')
      .where('member_id', '=', told.id)
      .executeTakeFirstOrThrow()
    const given = { clubMemberId: membership.id, reasonId: reason.id }
    expect((await admin.post(`/api/member/NotInterested/${told.id}`, given)).status).toBe(200)
    const silent = await came(club, '2026-05-03', { statusId: memberStatus.notInterested })
    await came(club, '2026-05-04')
    expect((await read(admin, club)).reasons).toEqual([
      { id: null, name: 'No reason given', count: 1 },
      { id: reason.id, name: reason.name, count: 1 },
    ])
    const list = async (filter: string) =>
      (await admin.get(`/api/club/GetLeads/${club}?filter=${encodeURIComponent(filter)}`)).body.data.map(
        ({ memberId }: { memberId: number }) => memberId,
      )
    expect(await list('memberStatusId~eq~46~and~reasonId~isnull~undefined')).toEqual([silent.id])
    expect(await list(`memberStatusId~eq~46~and~reasonId~eq~${reason.id}`)).toEqual([told.id])
  })
})

describe('mediansOf', () => {
  it('compares three clubs or none, without those to which nobody came', () => {
    const club = (enquiries: number, joins: number) => ({ enquiries, prospects: joins, trials: joins, joins })
    expect(mediansOf([club(4, 1), club(2, 1), club(0, 0)])).toBe(null)
    expect(mediansOf([club(4, 1), club(2, 1), club(3, 1), club(1, 1)])).toMatchObject({ clubs: 4, joins: 41.7 })
  })
})

describe('getLeads', () => {
  it('says whom to ring: the member, or of a child the guardian who has a number', async () => {
    const { clubs, of } = await headAndClubs(1)
    const [club = 0] = clubs
    const grown = await came(club, '2026-05-02')
    const child = await came(club, '2026-05-01')
    const phone = { first_name: 'Pat', last_name: 'Guardian', phone_mob: '07700 900999' }
    const guardian = await db.insertInto('person').values(phone).returning('id').executeTakeFirstOrThrow()
    await db
      .insertInto('member_contact')
      .values({ member_id: child.id, root_club_id: await rootOf(club), person_id: guardian.id, is_guardian: true })
      .execute()
    const person = (memberId: number) =>
      db
        .updateTable('person')
        .where('id', '=', ({ selectFrom }) => selectFrom('member').select('person_id').where('id', '=', memberId))
    await person(grown.id).set({ phone_day: '01423 555666', dob: '1990-01-01' }).execute()
    await person(child.id).set({ phone_mob: '07700 900111', dob: '2017-01-01' }).execute()
    const { body } = await (await of(club)).get(`/api/club/GetLeads/${club}`)
    expect(body.data.map(({ phone: number }: { phone: string }) => number)).toEqual(['01423 555666', '07700 900999'])
  })

  it('lists those who are counted, to the filter that a figure opens', async () => {
    const { head, clubs, of } = await headAndClubs(2)
    const [club = 0, sister = 0] = clubs
    const waiting = await came(club, '2026-05-02', { sourceId: 1203 })
    const joined = await came(club, '2026-05-03', { statusId: active })
    await came(club, '2026-03-31')
    await came(sister, '2026-05-04')
    const admin = await of(club)
    const list = async (caller: ReturnType<typeof as>, clubId: number, filter: string) => {
      const query = new URLSearchParams({ from: '2026-04-01', months: '2', filter })
      const { body } = await caller.get(`/api/club/GetLeads/${clubId}?${query}`)
      return body.data.map(({ memberId }: { memberId: number }) => memberId)
    }
    expect(await list(admin, club, '')).toEqual([joined.id, waiting.id])
    expect(await list(admin, club, 'step~gte~4')).toEqual([joined.id])
    expect(await list(admin, club, 'daysWaiting~gte~10')).toEqual([waiting.id])
    expect(await list(admin, club, 'daysWaiting~gte~11')).toEqual([])
    expect((await read(admin, club, '?from=2026-04-01&months=2')).waiting).toEqual({ days: 3, count: 1 })
    expect(await list(admin, club, 'sourceId~eq~1203')).toEqual([waiting.id])
    expect(await list(await of(head.id), head.id, '')).toHaveLength(3)
  })
})

describe('saveMarketingCosts', () => {
  it('is for admins, and not over what somebody else has written meanwhile', async () => {
    const { clubs, of } = await headAndClubs(1)
    const [club = 0] = clubs
    const admin = await of(club)
    const save = (caller: ReturnType<typeof as>, amount: number, was: number, sourceId = 1201) =>
      caller.post(`/api/club/SaveMarketingCosts/${club}`, {
        costs: [{ sourceId, month: '2026-05-01', amount, was }],
      })
    expect((await save(await of(club, false), 5, 0)).status).toBe(403)
    expect((await save(admin, 5, 0)).status).toBe(200)
    expect((await save(admin, 6, 0)).status).toBe(409)
    expect((await save(admin, 6, 5)).status).toBe(200)
    expect((await save(admin, 6.001, 6)).status).toBe(400)
    expect((await save(admin, 6, 0, 1101)).status).toBe(400)
    const { body } = await admin.get(`/api/club/GetMarketingCosts/${club}?months=1`)
    expect(body.months).toEqual(['2026-05-01'])
    expect(body.sources.find(({ id }: { id: number }) => id === 1201).costs).toEqual([
      { month: '2026-05-01', amount: 6 },
    ])
    expect((await save(admin, 0, 6)).status).toBe(200)
    expect(await db.selectFrom('marketing_cost').select('club_id').where('club_id', '=', club).execute()).toEqual([])
  })
})
