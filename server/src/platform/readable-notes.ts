import { noteAudience, noteCategory } from '@honbu/contract/note-category.ts'
import { type RawBuilder, sql } from 'kysely'
import { mayDo, type User } from './access.ts'

/** What decides which notes someone reads, apart from the member, whom the call's guard has looked at. */
export interface NoteReader {
  readonly accountId: number
  readonly clubIds: readonly number[]
  readonly adminIds: readonly number[]
  readonly welfareIds: readonly number[]
  readonly healthIds: readonly number[]
}

export function noteReader(user: User): NoteReader {
  const { accountId, clubs } = user
  const all = [...clubs]
  const those = (
    has: (rights: User['clubs'] extends ReadonlyMap<number, infer R> ? R : never) => boolean | undefined,
  ) => all.filter(([, rights]) => has(rights)).map(([id]) => id)
  return {
    accountId,
    clubIds: [...clubs.keys()],
    adminIds: those(({ isAdmin }) => isAdmin),
    welfareIds: those(({ isWelfare }) => isWelfare),
    healthIds: [...clubs.keys()].filter(id => mayDo(user, id, 'seeHealth')),
  }
}

const of = (audience: ReturnType<typeof noteAudience>) =>
  sql.lit(Object.values(noteCategory).find(id => noteAudience(id) === audience) ?? 0)

/**
 * Whether a row of `member_note` may be read: one rule for every query (contract/src/note-category.ts).
 * @param alias of the table in the query
 */
export function isReadableNote(
  reader: { [K in keyof NoteReader]: unknown },
  alias = 'member_note',
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const any = (ids: unknown) => sql`any(${ids}::bigint[])`
  return sql<boolean>`(
    ${column('category_id')} = ${of('anyClub')} and exists (
      select from club_member own where own.member_id = ${column('member_id')} and own.club_id = ${any(reader.healthIds)})
    or ${column('club_id')} = ${any(reader.clubIds)} and (
      ${column('account_id')} = ${reader.accountId}
      or case ${column('category_id')}
        when ${of('admins')} then ${column('club_id')} = ${any(reader.adminIds)}
        when ${of('anyClub')} then false
        when ${of('welfare')} then ${column('club_id')} = ${any(reader.welfareIds)}
        else true end))`
}

/** Whether a note may stand where everyone at the mat sees it, however it is pinned. */
export const isForTheMat = (alias = 'member_note'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.category_id`)} <> ${of('welfare')}`
