import { memberStatus } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Memberships while they are active or have an issue, on the terms of those days: rows of membership_piece. Until_on is the
 * day on which it is something else.
 */
export const piecesSql = (clubIds: readonly number[]): RawBuilder<unknown> =>
  sql`(select * from membership_piece where club_id = any(${[...clubIds]}))`

/** Those of them that are paid and frozen, while they are: the same, and frozen_pence, frozen_from and reason. */
export const frozenSql = (clubIds: readonly number[]): RawBuilder<unknown> => sql`(
  select piece.club_id, piece.club_member_id, piece.member_id, piece.status_id, piece.run_from, piece.training_plan_id,
    piece.sub_frequency_id, piece.pence, still.price_pence as frozen_pence, still.reason, still.frozen_from,
    greatest(piece.from_on, still.frozen_from) as from_on,
    least(piece.until_on, coalesce(still.frozen_until + 1, 'infinity')) as until_on
  from membership_freeze still
  join membership_piece piece on piece.club_member_id = still.club_member_id and still.frozen_from < piece.until_on
    and coalesce(still.frozen_until + 1, 'infinity') > piece.from_on
  where piece.is_paid and still.club_id = any(${[...clubIds]})
)`

/** Prospects while their trial runs, likewise. */
export const trialsSql = (clubIds: readonly number[]): RawBuilder<unknown> => sql`(
  select span.club_id, span.club_member_id, span.member_id, greatest(span.from_on, tried.trial_start) as from_on,
    span.until_on, tried.trial_plan_id
  from membership_span span join club_member tried on tried.id = span.club_member_id
  where span.club_id = any(${[...clubIds]}) and span.status_id = ${sql.lit(memberStatus.prospect)}
    and tried.trial_start is not null and greatest(span.from_on, tried.trial_start) < span.until_on
)`
