import { type Expression, type RawBuilder, sql } from 'kysely'

/** A club and all above it, as a table: id, name, and depth (0 the topmost). */
export const clubsAbove = (clubId: number | Expression<unknown>): RawBuilder<unknown> => sql`(
  with recursive up (id, parent_club_id, name, distance) as (
    select id, parent_club_id, name, 0 from club where id = ${clubId}
    union all
    select club.id, club.parent_club_id, club.name, up.distance + 1 from club join up on club.id = up.parent_club_id
  )
  select id, name, max(distance) over () - distance as depth from up
)`

/** The ids of the same, to be looked for in. */
export const clubIdsAbove = (clubId: number) => sql<number>`(select id from ${clubsAbove(clubId)} above)`
