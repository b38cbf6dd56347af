import type { Reach } from '@honbu/contract/users.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'

interface Employment {
  readonly clubId: number
  readonly accountId: number
  readonly today: string
  readonly isAdmin: boolean
  readonly roleIds: readonly number[]
  /** Which clubs below it opens, as the contract's `Reach`; with `some`, those chosen. */
  readonly reach: Reach
  readonly reachClubIds?: readonly number[]
  readonly seesFigures?: boolean
}

/**
 * Makes an account a user of a club from today on, without a last day. Who works there already loses nothing; who had
 * left comes back as what is given now, not as what he was.
 * @returns the id of the row in `club_user`
 */
export async function employ(
  tx: Transaction<Tables>,
  { clubId, accountId, today, isAdmin, roleIds, reach, reachClubIds = [], seesFigures = false }: Employment,
) {
  const before = await tx
    .selectFrom('club_user')
    .select(['id', 'user_until as userUntil'])
    .where('club_id', '=', clubId)
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const hasLeft = before !== undefined && before.userUntil !== null && before.userUntil < today
  if (hasLeft) {
    await tx.deleteFrom('club_user_role').where('club_user_id', '=', before.id).execute()
    await tx.deleteFrom('club_user_reach').where('club_user_id', '=', before.id).execute()
  }
  const { rows } = await sql<{ id: number }>`
    insert into club_user (club_id, account_id, user_since, is_admin, reach, sees_figures)
    values (${clubId}, ${accountId}, ${today}, ${isAdmin}, ${reach}, ${seesFigures})
    on conflict (club_id, account_id) do update set
      is_admin = excluded.is_admin or (club_user.is_admin and not ${hasLeft}::boolean),
      -- Of the two, the wider.
      reach = case when ${hasLeft}::boolean then excluded.reach else (array['own', 'some', 'all'])[greatest(
        array_position(array['own', 'some', 'all'], club_user.reach),
        array_position(array['own', 'some', 'all'], excluded.reach))] end,
      sees_figures = excluded.sees_figures or (club_user.sees_figures and not ${hasLeft}::boolean),
      user_since = least(club_user.user_since, excluded.user_since),
      user_until = null,
      version = club_user.version + 1
    returning id`.execute(tx)
  const id = rows[0]?.id ?? 0
  await sql`
    insert into club_user_role (club_user_id, role_id)
    select ${id}::bigint, unnest(${[...roleIds]}::integer[]) on conflict do nothing`.execute(tx)
  await sql`
    insert into club_user_reach (club_user_id, club_id)
    select ${id}::bigint, unnest(${[...reachClubIds]}::bigint[]) on conflict do nothing`.execute(tx)
  return id
}
