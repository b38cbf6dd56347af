import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { createClub, createMember } from '../../../test/factories/people.ts'
import { birthdaysSql } from './days-ahead.ts'

const { db } = await freshDatabase()

test('a birthday of 29 February is kept on 1 March where there is none, and each year once', async () => {
  const club = await createClub(db)
  const names = new Map<number, string>()
  for (const [firstName, dob] of [
    ['Leap', '2004-02-29'],
    ['March', '2003-03-01'],
    ['February', '2003-02-28'],
    ['Eve', '2001-12-31'],
    ['New year', '2002-01-01'],
  ] as const) {
    const { id } = await createMember(db, { clubId: club.id, firstName, dob, statusId: memberStatus.active })
    names.set(id, firstName)
  }
  const between = async (from: string, until: string) => {
    const { rows } = await sql<{ member_id: number; birthday: string }>`
      select member_id, birthday from ${birthdaysSql({ clubIds: [club.id], from, until })} entry
      order by birthday, member_id`.execute(db)
    return rows.map(({ member_id, birthday }) => `${birthday} ${names.get(member_id)}`)
  }
  expect(await between('2027-02-28', '2027-03-01')).toEqual([
    '2027-02-28 February',
    '2027-03-01 Leap',
    '2027-03-01 March',
  ])
  expect(await between('2028-02-28', '2028-03-01')).toEqual([
    '2028-02-28 February',
    '2028-02-29 Leap',
    '2028-03-01 March',
  ])
  expect(await between('2028-03-01', '2028-03-07')).toEqual(['2028-03-01 March'])
  expect(await between('2026-12-29', '2027-01-04')).toEqual(['2026-12-31 Eve', '2027-01-01 New year'])
  // Of more than a year, the first.
  expect(await between('2026-02-01', '2028-01-31')).toEqual([
    '2026-02-28 February',
    '2026-03-01 Leap',
    '2026-03-01 March',
    '2026-12-31 Eve',
    '2027-01-01 New year',
  ])
})
