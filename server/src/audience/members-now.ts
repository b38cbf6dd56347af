import { type RawBuilder, sql } from 'kysely'

/** SQL: the ids of these members as they are now; of a record that was merged into another since, the other. */
export const membersNow = (ids: readonly number[]): RawBuilder<unknown> => sql`
  with recursive meant (id, merged_into_id) as (
    select id, merged_into_id from member where id = any(${[...ids]}::bigint[])
    union
    select member.id, member.merged_into_id from member join meant on member.id = meant.merged_into_id
  )
  select id from meant where merged_into_id is null`
