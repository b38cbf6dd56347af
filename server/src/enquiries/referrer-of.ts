import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** A member whose link somebody has followed. */
export interface Referrer {
  readonly memberId: number
  readonly code: string
  readonly name: string
}

/**
 * Whose code it is: as it is written, or else in capitals or small letters, as people type it. A record that has become
 * one with another is that other one; who has been forgotten is nobody.
 */
export async function referrerOf(tx: Kysely<Tables>, rootClubId: number, written: string): Promise<Referrer | null> {
  const code = written.trim()
  if (code === '') return null
  const { rows } = await sql<Referrer>`
    with recursive meant as (
      (select id, merged_into_id from member
      where root_club_id = ${rootClubId} and code = any(${[code, code.toUpperCase(), code.toLowerCase()]})
      order by code = ${code} desc, id limit 1)
      union all
      select member.id, member.merged_into_id from member join meant on member.id = meant.merged_into_id
    )
    select member.id as "memberId", member.code, trim(person.first_name || ' ' || person.last_name) as name
    from meant join member on member.id = meant.id join person on person.id = member.person_id
    where meant.merged_into_id is null and member.erased_at is null`.execute(tx)
  return rows[0] ?? null
}
