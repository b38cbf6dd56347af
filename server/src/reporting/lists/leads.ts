import { leadSteps } from '@honbu/contract/marketing.ts'
import { sql } from 'kysely'
import { leadFacts } from '../counts/leads.ts'
import type { ListFor, ReportRows } from '../report-rows.ts'
import { counted, ofGroup } from './by-group.ts'

const rows = (of: ListFor, what: ReturnType<typeof sql>, fewest: number): ReturnType<ReportRows> => {
  const [kind, value] = (of.group ?? '').split(':')
  const step = kind === 'step' && /^[1-4]$/.test(value ?? '') ? Number(value) : 1
  return sql`(
    select fact.club_member_id::text as key, fact.member_id as id, fact.member_id, null::text as name, fact.club_id,
      fact.came_on as on_day, ${what} as what, null::bigint as pence, null::integer as count
    from ${leadFacts(counted(of))} fact
    left join lookup source on source.id = fact.source_id
    where fact.step >= ${Math.max(step, fewest)} and ${ofGroup(of, {
      source: sql`fact.source_id`,
      class: sql`fact.class_id`,
    })}
  )`
}

const stepName = sql`(${leadSteps.map(([, name]) => name)}::text[])[fact.step]`

export const leadLists = {
  enquiries: of => rows(of, stepName, 1),
  joined: of => rows(of, sql`coalesce(source.name, 'Not known')`, 4),
} satisfies Readonly<Record<string, ReportRows>>
