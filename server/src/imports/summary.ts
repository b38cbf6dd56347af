import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Tables } from '../platform/tables.ts'

const by = (eb: ExpressionBuilder<Tables, 'import_batch'>) =>
  eb
    .selectFrom('account')
    .innerJoin('person', 'person.id', 'account.person_id')
    .whereRef('account.id', '=', 'import_batch.account_id')
    .select(sql<string>`trim(person.first_name || ' ' || person.last_name)`.as('name'))

/** Imports with everything that a list of them shows. */
export const summaries = (db: Db) =>
  db
    .selectFrom('import_batch')
    .select(['id', 'club_id', 'file_name', 'kind', 'state', 'created_at', 'imported_at', 'undo_until', 'undone_at'])
    .select(['new_count', 'changed_count', 'duplicate_count', 'refused_count', 'problem_count'])
    .select(eb => by(eb).as('by'))

type Row = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number]

export const summaryOf = (row: Row, now: Date) => ({
  importId: row.id,
  clubId: row.club_id,
  fileName: row.file_name,
  kind: row.kind,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  importedAt: row.imported_at?.toISOString() ?? null,
  undoUntil: row.state === 'imported' && row.undo_until && row.undo_until > now ? row.undo_until.toISOString() : null,
  undoneAt: row.undone_at?.toISOString() ?? null,
  by: row.by ?? '',
  counts: {
    new: row.new_count,
    changed: row.changed_count,
    duplicate: row.duplicate_count,
    refused: row.refused_count,
    withProblems: row.problem_count,
  },
})
