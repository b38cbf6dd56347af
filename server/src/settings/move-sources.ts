import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { clubIdsAbove } from './above.ts'

interface Move {
  readonly clubId: number
  /** The club and all below it. */
  readonly moved: readonly number[]
  /** The clubs that were above it. */
  readonly wereAbove: readonly number[]
}

/**
 * A branch has moved to another tree. A source that it had from above, and that somebody came by or something was paid
 * for, becomes the one of the same name there; where there is none, it becomes one of the branch itself.
 */
export async function moveMarketingSources(tx: Transaction<Tables>, { clubId, moved, wereAbove }: Move): Promise<void> {
  const mine = [...moved]
  const left = sql`
    select source.id, source.name from lookup source
    where source.club_id = any(${[...wereAbove]}) and (
      exists (select from club_member where marketing_source_id = source.id and club_id = any(${mine}))
      or exists (select from marketing_cost where marketing_source_id = source.id and club_id = any(${mine})))`
  const known = sql`
    select id, lower(name) as name from lookup
    where kind = 'marketing_source' and (club_id is null or club_id in ${clubIdsAbove(clubId)})`
  await sql`
    insert into lookup (kind, name, club_id)
    select distinct on (lower(name)) 'marketing_source', name, ${clubId}::bigint from (${left}) had
    where lower(name) not in (select name from (${known}) known)
    order by lower(name), id`.execute(tx)
  const { rows } = await sql<{ id: number; kept: number }>`
    select had.id, min(known.id) as kept from (${left}) had join (${known}) known on known.name = lower(had.name)
    group by had.id order by had.id`.execute(tx)
  for (const { id, kept } of rows) {
    await sql`
      update club_member set marketing_source_id = ${kept}
      where marketing_source_id = ${id} and club_id = any(${mine})`.execute(tx)
    await sql`
      insert into marketing_cost (club_id, marketing_source_id, month, amount_pence)
      select club_id, ${kept}::integer, month, amount_pence from marketing_cost
      where marketing_source_id = ${id} and club_id = any(${mine})
      on conflict (club_id, marketing_source_id, month)
        do update set amount_pence = marketing_cost.amount_pence + excluded.amount_pence`.execute(tx)
    await sql`delete from marketing_cost where marketing_source_id = ${id} and club_id = any(${mine})`.execute(tx)
  }
}
