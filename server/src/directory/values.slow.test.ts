import { countedUpTo } from '@honbu/contract/directory.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { createAccount, createClub } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** Of each kind more than are walked along, and of those asked for more than are counted. */
const active = 6000
const lapsed = countedUpTo + 1000
const many = active + lapsed
let sub = ''
let disciplines: number[] = []

/**
 * The lapsed come first by their ids: they are Juniors of the first discipline, without a plan but for three. The active are
 * Tigers of the second discipline, with a plan and a direct debit; the last three of them are as old as Juniors and study
 * the first discipline too.
 */
beforeAll(async () => {
  const club = await createClub(db)
  sub = (await createAccount(db, { clubId: club.id })).sub
  const own = sql`${club.id}::bigint, ${club.id}::bigint`
  const named = (table: string, name: string) =>
    sql`insert into ${sql.table(table)} (club_id, root_club_id, name) values (${own}, ${name})`.execute(db)
  for (const name of ['Juniors', 'Tigers']) await named('member_category', name)
  for (const name of ['Gold', 'Silver']) await named('training_plan', name)
  disciplines = [
    (await createDiscipline(db, { clubId: club.id })).id,
    (await createDiscipline(db, { clubId: club.id })).id,
  ]
  await sql`
    insert into person (first_name, last_name, dob)
    select 'Ada', lpad(n::text, 5, '0'),
      case when n <= ${lapsed} or n > ${many - 3} then '2010-01-01'::date + n % 1000 else '2020-01-01'::date + n % 1000 end
    from generate_series(1, ${many}::integer) n order by n`.execute(db)
  await sql`
    insert into member (root_club_id, person_id, code)
    select ${club.id}, id, last_name from person where first_name = 'Ada' order by id`.execute(db)
  await sql`
    insert into club_member (member_id, club_id, root_club_id, member_status_id, category_id, training_plan_id, member_since)
    select member.id, ${own},
      case when code::integer <= ${lapsed} then ${memberStatus.lapsed}::integer else ${memberStatus.active}::integer end,
      (select id from member_category where name = case when code::integer <= ${lapsed} then 'Juniors' else 'Tigers' end),
      (select id from training_plan where name = case
        when code::integer <= 3 then 'Silver' when code::integer > ${lapsed} then 'Gold' end),
      '2020-01-01'
    from member where root_club_id = ${club.id} order by code`.execute(db)
  await sql`
    insert into member_discipline (member_id, discipline_id, root_club_id, studied_since)
    select id, case when code::integer <= ${lapsed} then ${disciplines[0]}::bigint else ${disciplines[1]}::bigint end, ${club.id}::bigint, '2020-01-01'::date
    from member where root_club_id = ${club.id}
    union all
    select id, ${disciplines[0]}::bigint, ${club.id}::bigint, '2020-01-01'::date from member
    where root_club_id = ${club.id} and code::integer > ${many - 3}`.execute(db)
  // How somebody comes by a direct debit is not what is tried here.
  await sql`
    update directory_entry set has_mandate = true where member_status_id = ${memberStatus.active}`.execute(db)
  await sql`analyze`.execute(db)
})

const page = async (sort: string, filter: string, number: number) => {
  const { body } = await as(sub).post('/api/member/search', { sort, filter, page: number, pageSize: 50 })
  return body.data.map((row: { code: string }) => Number(row.code))
}

const first = (from: number, to: number) => Array.from({ length: 50 }, (_, n) => (from < to ? from + n : from - n))

describe('search sorted by one of a few values', () => {
  const isLapsed = `memberStatusId~eq~${memberStatus.lapsed}`
  const older = "dob~lt~datetime'2015-01-01T00-00-00'"

  it.each([
    ['those without come last, after the few who have one', 'planName-asc', isLapsed, first(1, many)],
    ['and so backwards', 'planName-desc', isLapsed, [3, 2, 1, ...first(lapsed, 1)].slice(0, 50)],
    ['nobody who has lapsed pays by direct debit', 'hasMandate-desc', isLapsed, first(lapsed, 1)],
    [
      'few of a category are of an age',
      'categoryName-desc',
      older,
      [...first(many, 1).slice(0, 3), ...first(lapsed, 1)].slice(0, 50),
    ],
    ['others of an age', 'categoryName-asc', older, first(1, many)],
  ])('%s', async (_, sort, filter, expected) => {
    expect(await page(sort, filter, 1)).toEqual(expected)
  })

  it('counts a further discipline like the first', async () => {
    const studies = `disciplineId~eq~${disciplines[0]}`
    expect(await page('memberStatusId-asc', studies, 1)).toEqual(
      first(many - 2, many)
        .slice(0, 3)
        .concat(first(1, many))
        .slice(0, 50),
    )
    expect(await page('memberStatusId-desc', studies, 1)).toEqual(first(lapsed, 1))
  })

  it.each(['planName', 'categoryName', 'memberStatusId', 'hasMandate'])(
    '%s: the same pages by whichever way they are found',
    async field => {
      for (const filter of [isLapsed, older, "categoryName~eq~'Juniors'", `disciplineId~eq~${disciplines[0]}`, ''])
        for (const dir of ['asc', 'desc'])
          for (const number of [1, 130]) {
            const readAll = await page(`${field}-${dir}~code-${dir}`, filter, number)
            expect(await page(`${field}-${dir}`, filter, number), `${filter} ${dir} ${number}`).toEqual(readAll)
            expect(readAll.length).toBe(50)
          }
    },
  )
})
