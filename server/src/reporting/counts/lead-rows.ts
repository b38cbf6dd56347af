import { sql } from 'kysely'
import { keptRows } from '../kept/rows.ts'
import { bucketTable } from './by-bucket.ts'
import { leadFacts } from './leads.ts'

interface LeadGroup extends Record<'enquiries' | 'booked' | 'trialled' | 'joined', number> {
  by: 'source' | 'class'
  source_id: number | null
  class_id: number | null
}

export const leadGroups = keptRows<LeadGroup>({
  ...{ name: 'leads by source and class', reads: ['leads'] },
  columns: ['by', 'source_id', 'class_id', 'enquiries', 'booked', 'trialled', 'joined'],
  sql: of => sql`(
    select fact.club_id, part.bucket, case grouping(source_id, class_id) when 1 then 'source' else 'class' end as by,
      source_id, class_id, count(*) as enquiries, count(*) filter (where step >= 2) as booked,
      count(*) filter (where step >= 3) as trialled, count(*) filter (where step >= 4) as joined
    from ${leadFacts(of)} fact join ${bucketTable(of.buckets)} part on fact.day between part.starts and part.ends
    group by grouping sets ((fact.club_id, part.bucket, source_id), (fact.club_id, part.bucket, class_id))
  )`,
})
