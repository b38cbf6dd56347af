import { addMonths } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/marketing.ts'
import { followUpDays } from '@honbu/contract/marketing.ts'
import { sql } from 'kysely'
import { mayTouch } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import { funnelOf, mediansOf } from './funnel.ts'
import { type Scope, scopeOf } from './scope.ts'

export async function getMarketing(read: Read, input: Input<typeof call.getMarketing>) {
  const { db, user } = read
  const scope = await scopeOf(read, input)
  const { clubId, clubName, thisMonth, today, clubIds, from, until } = scope
  const { months, sourceId, classId } = input
  const [funnel, others, costs] = await Promise.all([
    funnelOf(db, { clubIds, from, until, today, sourceId, classId }),
    otherClubs(db, scope).then(ids => funnelOf(db, { clubIds: ids, from, until, today, sourceId })),
    classId === undefined ? costsBySource(db, scope) : null,
  ])
  const byMonth = new Map(funnel.byMonth.map(each => [each.month, each]))
  const nothing = { enquiries: 0, prospects: 0, trials: 0, joins: 0 }
  const unasked = (costs ?? [])
    .filter(({ id }) => (sourceId === undefined || sourceId === id) && !funnel.bySource.some(each => each.id === id))
    .map(({ id, name }) => ({ id, name, ...nothing }))
  return {
    ...{ clubId, clubName, isAdmin: mayTouch(user, clubId, true), today, thisMonth, from, months },
    total: funnel.total,
    medianDaysToClass: funnel.medianDaysToClass,
    waiting: { days: followUpDays, count: funnel.waiting },
    byMonth: Array.from({ length: months }, (_, index) => {
      const month = addMonths(from, index)
      return byMonth.get(month) ?? { month, ...nothing }
    }),
    bySource: [...funnel.bySource, ...unasked].map(each => {
      // Of those who came by no source, nothing was paid for one.
      const pence = costs && each.id !== null ? (costs.find(({ id }) => id === each.id)?.pence ?? 0) : null
      return {
        ...each,
        cost: pence === null ? null : pounds(pence),
        costPerLead: costPer(pence, each.enquiries),
        costPerJoin: costPer(pence, each.joins),
      }
    }),
    byClass: [...funnel.byClass],
    byClub: clubIds.length > 1 ? [...funnel.byClub] : [],
    reasons: [...funnel.reasons],
    others: mediansOf(others.byClub),
  }
}

/** In pounds; to the penny. */
const costPer = (pence: number | null, people: number): number | null =>
  pence === null || pence === 0 || people === 0 ? null : pounds(Math.round(pence / people))

async function otherClubs(db: Db, { rootClubId, clubIds }: Scope): Promise<number[]> {
  const rows = await db.selectFrom('club').select('id').where('root_club_id', '=', rootClubId).execute()
  const own = new Set(clubIds)
  return rows.map(({ id }) => id).filter(id => !own.has(id))
}

async function costsBySource(db: Db, { clubIds, from, until }: Scope) {
  const { rows } = await sql<{ id: number; name: string; pence: number }>`
    select source.id, source.name, sum(amount_pence)::bigint as pence
    from marketing_cost cost join lookup source on source.id = cost.marketing_source_id
    where cost.club_id = any(${[...clubIds]}) and month >= ${from}::date and month < ${until}::date
    group by source.id order by source.name, source.id`.execute(db)
  return rows
}
