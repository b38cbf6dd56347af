import { type Kysely, sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Tables } from '../platform/tables.ts'

/** A way by which people come to a club. */
export interface Source {
  readonly id: number
  readonly name: string
}

/** The sources that any of these clubs uses: those of the product first, then those of the clubs above, and their own. */
export async function usableSources(db: Kysely<Tables>, clubIds: readonly number[]): Promise<Source[]> {
  const { rows } = await sql<Source>`
    with recursive above as (
      select id, parent_club_id from club where id = any(${[...clubIds]})
      union
      select club.id, club.parent_club_id from club join above on above.parent_club_id = club.id
    )
    select id, name from lookup
    where kind = 'marketing_source' and (club_id is null or club_id in (select id from above))
    order by club_id is not null, position, folded_text(name), id`.execute(db)
  return rows
}

interface Given {
  readonly clubId: number
  readonly id: number | null
  /** Under which a refusal stands. */
  readonly field: string
}

/** @throws Refused 400 under the field for a source that the club does not use; none given is none wrong */
export async function requireSource(db: Kysely<Tables>, { clubId, id, field }: Given): Promise<void> {
  if (id === null) return
  const usable = await usableSources(db, [clubId])
  if (!usable.some(source => source.id === id))
    throw new Refused(400, 'Choose one of the list', { [field]: ['Choose one of the list'] })
}
