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
 * A branch has moved to another tree, and uses the reasons for not joining that are known there. What it had inherited
 * comes along where its history needs it, or where nothing is inherited any more; what both have is one. Called with the
 * constraints deferred, after the clubs have their new root.
 */
export async function moveNotInterestedReasons(tx: Transaction<Tables>, { clubId, moved, wereAbove }: Move) {
  const mine = [...moved]
  const known = sql`
    select id, club_id, lower(name) as name from not_interested_reason where club_id in ${clubIdsAbove(clubId)}`
  await sql`
    insert into not_interested_reason (club_id, name, position)
    select distinct on (lower(reason.name)) ${clubId}::bigint, reason.name, reason.position
    from not_interested_reason reason
    where reason.club_id = any(${[...wereAbove]})
      and lower(reason.name) not in (select name from (${known}) known)
      and ((select parent_club_id is null from club where id = ${clubId}) or exists (
        select from member_status_change
        where not_interested_reason_id = reason.id and club_id = any(${mine})))
    order by lower(reason.name), reason.id`.execute(tx)
  // The same reason in a club above, or else in the moved club itself, for each that is used or doubled below.
  const same = sql`
    select distinct on (reason.id) reason.id, known.id as kept_id
    from not_interested_reason reason join (${known}) known on known.name = lower(reason.name) and known.id <> reason.id
    where (reason.club_id = any(${mine}) or reason.club_id = any(${[...wereAbove]})) and known.club_id <> reason.club_id
      and not known.club_id = any(${mine.filter(id => id !== clubId)})
      and not (reason.club_id = ${clubId} and known.club_id = ${clubId})
    order by reason.id, known.club_id = ${clubId}`
  await sql`
    update member_status_change set not_interested_reason_id = same.kept_id from (${same}) same
    where same.id = member_status_change.not_interested_reason_id
      and member_status_change.club_id = any(${mine})`.execute(tx)
  await sql`
    delete from not_interested_reason where club_id = any(${mine}) and id in (select id from (${same}) same)`.execute(
    tx,
  )
}
