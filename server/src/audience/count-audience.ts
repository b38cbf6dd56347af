import {
  audienceColumns,
  type countAudience as call,
  type getAudienceMembers as listCall,
} from '@honbu/contract/audience.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { type Refusal, refusalKinds } from '@honbu/contract/reach.ts'
import { sql } from 'kysely'
import { todayOf } from '../directory/index.ts'
import type { Db } from '../platform/database.ts'
import { gridQuery } from '../platform/grid.ts'
import { planForValues } from '../platform/plan-for-values.ts'
import type { Read } from '../platform/route.ts'
import { type Recipients, reachOfAudience, recipientsOf } from './recipients-of.ts'

export const countAudience = async ({ db, now }: Read, input: Input<typeof call>) =>
  await countRecipients(db, { ...input, today: await todayOf(db, input.clubIds, now) })

/** How many are meant, how many get a message, and why the others get none. */
export async function countRecipients(
  db: Db,
  { onePerAddress, ...question }: Recipients,
): Promise<Output<typeof call>> {
  const reached = reachOfAudience(question)
  // Addresses are counted by grouping twice: a distinct count would sort all of them.
  const { rows } = await db.transaction().execute(async tx => {
    await planForValues(tx)
    // What is sorted and grouped here is 10 MB at most for a hundred thousand.
    await sql`select set_config('work_mem', '64MB', true)`.execute(tx)
    return await sql<{ refusal: Refusal | null; people: number; addresses: number }>`
      select refusal, sum(people)::bigint as people, count(*) as addresses
      from (
        select refusal, count(*) as people from (${reached}) reached
        group by refusal, case when refusal is null and ${onePerAddress}::boolean then lower(address) end
      ) grouped
      group by refusal`.execute(tx)
  })
  const got = rows.find(({ refusal }) => refusal === null)
  const reachedCount = got ? (onePerAddress ? got.addresses : got.people) : 0
  const counts = new Map(rows.map(({ refusal, people }) => [refusal, people]))
  counts.set('duplicate', (got?.people ?? 0) - reachedCount)
  return {
    total: rows.reduce((sum, { people }) => sum + people, 0),
    reached: reachedCount,
    refused: refusalKinds.flatMap(reason => {
      const count = counts.get(reason) ?? 0
      return count > 0 ? [{ reason, count }] : []
    }),
  }
}

export async function getAudienceMembers({ db, now }: Read, input: Input<typeof listCall>) {
  const { clubIds, audience, channel, purpose, onePerAddress, ...grid } = input
  const today = await todayOf(db, clubIds, now)
  const recipients = recipientsOf({ clubIds, audience, channel, purpose, onePerAddress, today })
  const rows = db.selectFrom(
    sql<ListedRow>`(
      select recipient.member_id, recipient.club_id, recipient.person_id, recipient.address, recipient.refusal,
        trim(self.first_name || ' ' || self.last_name) as own_name, coalesce(recipient.name, '') as to_name,
        club.name as club_name
      from (${recipients}) recipient
      join club on club.id = recipient.club_id
      left join member on member.id = recipient.member_id
      join person self on self.id = coalesce(member.person_id, recipient.person_id)
    )`.as('listed'),
  )
  const { data, total } = await gridQuery(
    rows.select(['member_id', 'club_id', 'own_name', 'to_name', 'address', 'club_name', 'refusal']),
    {
      columns: audienceColumns,
      expressions: {
        name: 'own_name',
        toName: 'to_name',
        address: 'address',
        clubName: 'club_name',
        refusal: 'refusal',
      },
      id: sql`coalesce(member_id * 2, person_id * 2 + 1)`,
      sort: [{ field: 'name', dir: 'asc' }],
    },
    grid,
  )
  return {
    total,
    data: data.map(row => ({
      memberId: row.member_id,
      clubId: row.club_id,
      name: row.own_name,
      toName: row.to_name,
      address: row.address,
      clubName: row.club_name,
      refusal: row.refusal,
    })),
  }
}

interface ListedRow {
  member_id: number | null
  club_id: number
  person_id: number | null
  address: string | null
  refusal: Refusal | null
  own_name: string
  to_name: string
  club_name: string
}
