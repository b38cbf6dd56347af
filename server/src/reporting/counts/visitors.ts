import { addMonths } from '@honbu/contract/calendar.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Bucket, CountFor } from '../buckets.ts'
import type { Subject } from '../subjects.ts'

export const visitors: Subject<'visitors'> = { counts: ['visitors'], count: countVisitors }

/** Each member once in a bucket. In a single month that is a row each; over several, one has to look who came again. */
async function countVisitors(db: Db, { clubIds, buckets }: CountFor) {
  const months = buckets.map(monthsIn)
  const within = (isWanted: (months: number) => boolean) =>
    buckets.flatMap((bucket, index) => {
      const own = months[index] ?? []
      return isWanted(own.length) ? own.map(month => ({ index, month, ...bucket })) : []
    })
  const single = within(count => count === 1)
  const several = within(count => count > 1)
  const found = await Promise.all([
    single.length > 0 ? visits(sql`count(*)`, clubIds, single).execute(db) : { rows: [] },
    several.length > 0 ? visits(sql`count(distinct member_id)`, clubIds, several).execute(db) : { rows: [] },
  ])
  return found.flatMap(({ rows }) => rows)
}

interface Part extends Bucket {
  readonly index: number
  readonly month: string
}

const visits = (counted: RawBuilder<number>, clubIds: readonly number[], parts: readonly Part[]) => sql<{
  clubId: number
  bucket: number
  visitors: number
}>`
  select club_id as "clubId", part.bucket, ${counted} as visitors
  from unnest(${parts.map(({ index }) => index)}::int[], ${parts.map(({ month }) => month)}::date[],
    ${parts.map(({ from }) => from)}::date[], ${parts.map(({ until }) => until)}::date[]
  ) part (bucket, month, from_on, until_on)
  join member_month own on own.month = part.month and own.club_id = any(${[...clubIds]})
  where own.days & days_between(part.month, part.from_on, part.until_on) <> 0
  group by 1, 2`

/** The first days of the months that it touches. */
function monthsIn({ from, until }: Bucket): string[] {
  const months: string[] = []
  for (let month = `${from.slice(0, 7)}-01`; month <= until; month = addMonths(month, 1)) {
    months.push(month)
    if (month.startsWith('9999-12')) break
  }
  return months
}
