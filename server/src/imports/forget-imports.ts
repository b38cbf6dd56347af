import type { Db } from '../platform/database.ts'
import { deleteFileJob } from '../platform/files.ts'
import type { Jobs } from '../platform/jobs.ts'

const days = (now: Date, count: number) => new Date(now.getTime() - count * 86_400_000)

/**
 * Every night: what was needed for undoing goes when that is over, with the file itself; a file that nobody has imported
 * within a week goes too, and after a month what became of the single lines. Counts, and who did it, stay.
 */
export async function forgetImports(db: Db, now: Date, enqueue: Jobs['enqueue']): Promise<void> {
  await db.transaction().execute(async tx => {
    const over = await tx
      .selectFrom('import_batch')
      .select(['id', 'file_key as key', 'imported_at as importedAt'])
      .where(({ or, and, eb }) =>
        or([
          and([eb('undo_until', '<', now), eb('file_key', 'is not', null)]),
          and([eb('imported_at', 'is', null), eb('created_at', '<', days(now, 7))]),
        ]),
      )
      .forUpdate()
      .execute()
    for (const { id, key, importedAt } of over) {
      if (importedAt === null) await tx.deleteFrom('import_batch').where('id', '=', id).execute()
      else {
        await tx.deleteFrom('import_change').where('import_batch_id', '=', id).execute()
        await tx.updateTable('import_batch').set({ file_key: null }).where('id', '=', id).execute()
      }
      if (key) await enqueue(tx, deleteFileJob, { key })
    }
    await tx
      .deleteFrom('import_line')
      .where('import_batch_id', 'in', old =>
        old.selectFrom('import_batch').select('id').where('imported_at', '<', days(now, 30)),
      )
      .execute()
  })
}
