import { countedUpTo } from '@honbu/contract/directory.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** More than are counted, and more than are looked through one by one. */
const many = countedUpTo + 2000
let sub = ''
let clubIds: number[] = []

beforeAll(async () => {
  const head = await createClub(db)
  const local = await createClub(db, { parentClubId: head.id })
  sub = (await createAccount(db, { clubId: head.id })).sub
  clubIds = [head.id, local.id]
  await sql`
    insert into person (first_name, last_name, dob, email)
    select 'First' || n % 7, 'Last' || lpad(n::text, 5, '0') || case when n = 11111 then 'xyzzy' else '' end,
      case when n % 3 > 0 then '2000-01-01'::date + n end, 'n' || n || '@mail.example'
    from generate_series(1, ${many}::integer) n order by n`.execute(db)
  await sql`
    insert into member (root_club_id, person_id, code)
    select ${head.id}, id, 'N' || right(last_name, 5) from person where last_name like 'Last%' order by id`.execute(db)
  // The first thousand have lapsed, and lie at the far end of what is sorted downwards.
  await sql`
    insert into club_member (member_id, club_id, root_club_id, member_status_id, member_since)
    select member.id, case when person.id % 2 = 0 then ${head.id}::bigint else ${local.id}::bigint end, ${head.id}::bigint,
      case when row_number() over (order by person.id) <= 1000 then ${memberStatus.lapsed}::integer else ${memberStatus.active}::integer end,
      '2020-01-01'::date + (row_number() over (order by person.id))::integer / 10
    from member join person on person.id = member.person_id where member.root_club_id = ${head.id} order by person.id`.execute(
    db,
  )
  await sql`analyze`.execute(db)
})

const search = async (body: object) => (await as(sub).post('/api/member/search', body)).body

/** All pages of a sort, in order. */
async function walk(sort: string, pages: number) {
  const ids: number[] = []
  for (let page = 1; page <= pages; page += 1) {
    const { data } = await search({ sort, page, pageSize: 500 })
    ids.push(...data.map((row: { clubMemberId: number }) => row.clubMemberId))
  }
  return ids
}

describe('search among many', () => {
  it('counts so far and says that there are more, until the last page tells', async () => {
    const first = await search({ pageSize: 50 })
    expect([first.total, first.isTotalMore, first.data.length]).toEqual([countedUpTo, true, 50])
    const deep = await search({ pageSize: 500, page: 22 })
    expect([deep.total, deep.isTotalMore]).toEqual([11_000, true])
    const last = await search({ pageSize: 500, page: 25 })
    expect([last.total, last.isTotalMore, last.data.length]).toEqual([12_000, true, 0])
    const few = await search({ filter: `memberStatusId~eq~${memberStatus.lapsed}` })
    expect([few.total, few.isTotalMore]).toEqual([1000, false])
  })

  it.each(['lastName-desc', 'dob-asc', 'dob-desc', 'clubName-asc', 'memberStatusId-desc'])(
    '%s: pages neither overlap nor leave a row out',
    async sort => {
      expect(new Set(await walk(sort, 24)).size).toBe(many)
    },
  )

  it('gives the same page by whichever way it was found', async () => {
    const everybody = "email~contains~'@'"
    for (const sort of ['lastName-desc', 'dob-desc', 'dob-asc', 'memberSince-desc', 'clubName-desc', 'age-asc']) {
      const one = await search({ sort, pageSize: 50 })
      const two = await search({ sort, pageSize: 50, filter: everybody })
      const three = await search({ sort: `${sort}~code-asc`, pageSize: 50 })
      expect(two.data).toEqual(one.data)
      expect(three.data.length).toBe(50)
    }
    // A text that more than are counted have, sorted by itself.
    for (const filter of ["lastName~startswith~'la'", "lastName~contains~'ast'", "email~contains~'@MAIL'"])
      for (const sort of ['lastName-asc', 'lastName-desc', 'email-desc', 'planName-asc'])
        expect((await search({ sort, filter })).data).toEqual((await search({ sort })).data)
    // None of the first thousands of the walk fits.
    const late = await search({
      sort: 'memberSince-desc',
      filter: "memberStatusId~neq~21~or~memberSince~lt~datetime'2023-04-01T00-00-00'",
    })
    const days = late.data.map((row: { memberSince: string }) => row.memberSince)
    expect(days[0]).toBe('2023-03-31')
    expect(days).toEqual(days.toSorted().reverse())
  })
})

describe('basicSearch among many', () => {
  const find = async (filter: string) => {
    const { body } = await as(sub).get(`/api/member/basicSearch?${new URLSearchParams({ filter })}`)
    return body.map((each: { label: string }) => each.label)
  }

  it('finds by the beginning of a name, two in any order, and what stands inside', async () => {
    expect(await find('last00007')).toEqual(['First0 Last00007 [N00007]'])
    expect(await find('first1 last0000')).toEqual(['First1 Last00001 [N00001]', 'First1 Last00008 [N00008]'])
    expect(await find('last0000 first1')).toEqual(await find('first1 last0000'))
    expect(await find('yzz')).toEqual(['First2 Last11111xyzzy [Nxyzzy]'])
    expect(await find('yzz first2')).toEqual(['First2 Last11111xyzzy [Nxyzzy]'])
    expect(await find('yzz first3')).toEqual([])
    expect(await find('n11999@mail')).toEqual(['First1 Last11999 [N11999]'])
    expect((await find('n11999'))[0]).toBe('First1 Last11999 [N11999]')
  })

  it('gives 20 of the many who fit alike', async () => {
    for (const text of ['la', 'last', 'first', 'mail', 'st0', 'fi la']) expect((await find(text)).length, text).toBe(20)
    expect((await find('first0'))[0]).toBe('First0 Last00007 [N00007]')
  })
})

it('an account of one of the clubs sees no other', async () => {
  const [, local = 0] = clubIds
  const coach = await createAccount(db, { clubId: local })
  const { body } = await as(coach.sub).post('/api/member/search', { sort: 'clubName-asc', pageSize: 500 })
  expect(new Set(body.data.map((row: { clubId: number }) => row.clubId))).toEqual(new Set([local]))
  expect([body.total, body.isTotalMore]).toEqual([many / 2, false])
})
