import { role } from '@honbu/contract/ids.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether a place in a club, the row `place` of club_user, comes with any of these roles. Admin is the right, and owner
 * the person whom the club names: neither is given as a role.
 */
export const holdsRole = (place: string, roleIds: readonly number[]): RawBuilder<SqlBool> => {
  const id = (column: string) => sql.ref(`${place}.${column}`)
  const named = (column: 'owner_id' | 'admin_id') => sql<SqlBool>`exists (
    select from club named join account on account.person_id = ${sql.ref(`named.${column}`)}
    where named.id = ${id('club_id')} and account.id = ${id('account_id')})`
  return sql<SqlBool>`(
    exists (select from club_user_role given
      where given.club_user_id = ${id('id')} and given.role_id = any(${[...roleIds]}::bigint[]))
    ${roleIds.includes(role.owner) ? sql`or ${named('owner_id')}` : sql``}
    ${roleIds.includes(role.admin) ? sql`or ${id('is_admin')} or ${named('owner_id')} or ${named('admin_id')}` : sql``}
  )`
}
