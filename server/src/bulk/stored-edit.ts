import type { BulkChange, BulkKind, getBulkEdit as call } from '@honbu/contract/bulk.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { mayTouch, type User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import { kindOf } from './kinds.ts'

export type Shown = Output<typeof call>

interface Row {
  readonly bulkEditId: number
  readonly clubId: number
  readonly kind: BulkKind
  readonly state: Shown['state']
  readonly done: number
  readonly total: number
  readonly changed: number
  readonly leftOut: number
  readonly undone: number
  readonly failure: string
  readonly kept: Shown['kept']
  readonly by: string
  readonly createdAt: Date
  readonly undoUntil: Date | null
  readonly accountId: number
}

/** The person who made it, or an admin: others might lack the right to change it back. */
export const mayUndoOf = (user: User, { clubId, accountId }: { clubId: number; accountId: number }) =>
  accountId === user.accountId || mayTouch(user, clubId, true)

/** Changes to many people, the latest first: one, or those of a club that can be undone. */
export async function readEdits(
  db: Db,
  which: { readonly id: number } | { readonly clubId: number },
  { user, now }: Pick<Read, 'user' | 'now'>,
): Promise<Shown[]> {
  const wanted =
    'id' in which ? sql`edit.id = ${which.id}` : sql`edit.club_id = ${which.clubId} and edit.undo_until > ${now}`
  const { rows } = await sql<Row>`
    select edit.id as "bulkEditId", edit.club_id as "clubId", edit.kind, edit.state, edit.done, edit.failure,
      edit.created_at as "createdAt", edit.undo_until as "undoUntil", edit.account_id as "accountId", counted.*,
      trim(author.first_name || ' ' || author.last_name) as by
    from bulk_edit edit join account on account.id = edit.account_id join person author on author.id = account.person_id
    cross join lateral (
      select count(*)::integer as total,
        count(*) filter (where outcome in ('changed', 'kept'))::integer as changed,
        count(*) filter (where outcome = 'leftOut')::integer as "leftOut",
        count(*) filter (where outcome = 'undone')::integer as undone,
        coalesce(json_agg(json_build_object('memberId', member.id, 'why', each.why,
          'memberName', trim(person.first_name || ' ' || person.last_name)) order by person.last_name, member.id)
          filter (where outcome = 'kept'), '[]') as kept
      from bulk_edit_member each join member on member.id = each.member_id join person on person.id = member.person_id
      where each.bulk_edit_id = edit.id
    ) counted
    where ${wanted} order by edit.id desc limit 50`.execute(db)
  return rows.map(({ undoUntil, createdAt, accountId, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    mayUndo:
      row.state === 'done' &&
      undoUntil !== null &&
      undoUntil > now &&
      row.changed > 0 &&
      mayUndoOf(user, { clubId: row.clubId, accountId }),
  }))
}

export async function readEdit(db: Db, id: number, viewer: Pick<Read, 'user' | 'now'>): Promise<Shown> {
  const [edit] = await readEdits(db, { id }, viewer)
  if (!edit) throw new Error(`there is no bulk edit ${id}`)
  return edit
}

/** What carrying it out and undoing it need. */
export async function editOf(db: Db, id: number) {
  const { change, ...edit } = await db
    .selectFrom('bulk_edit')
    .select(['id', 'club_id as clubId', 'account_id as accountId', 'change', 'figures', 'state'])
    .select('undo_until as undoUntil')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const members = await db
    .selectFrom('bulk_edit_member')
    .select(['member_id as memberId', 'outcome'])
    .where('bulk_edit_id', '=', id)
    .orderBy('member_id')
    .execute()
  // It was written as the contract has checked it.
  const asked = change as BulkChange
  return { ...edit, change: asked, kind: kindOf(asked), members }
}

export type StoredEdit = Awaited<ReturnType<typeof editOf>>
