import { lockTree } from '../../members/index.ts'
import { choicesIn } from '../guess/choices.ts'
import type { ImportJob } from '../job-names.ts'
import { wordingOf } from '../plan/wording.ts'
import { readBatch } from './batch.ts'
import { countsOf, makePlan, planHash } from './make-plan.ts'
import { placeOf } from './place.ts'
import { beginProgress } from './progress.ts'
import { storePlan } from './store-plan.ts'
import { studiesOf } from './studies-of.ts'
import { tableOfBatch } from './table-of-batch.ts'
import { CannotImport, failWith, isAlone, requireRights, type Work } from './work.ts'
import { writeLines } from './write-lines.ts'

/** An import can be undone for 24 hours. */
export const undoUntil = (now: Date) => new Date(now.getTime() + 24 * 3_600_000)

/**
 * The job that imports: everything in one transaction, or nothing. Where the process dies in the middle, nothing is there,
 * and the job comes again.
 */
export async function runNow(work: Work, { importId, accountId }: ImportJob): Promise<void> {
  const { db, files, now } = work
  const batch = await readBatch(db, importId)
  if (batch.state !== 'importing') return
  const askedBy = { accountId: accountId ?? batch.account_id, clubId: batch.club_id }
  try {
    await requireRights(db, askedBy, now())
    const { table } = await tableOfBatch(files, batch)
    const rows = table.rows.length
    const progress = await beginProgress(db, importId, { total: rows * 2, now })
    await db.transaction().execute(async tx => {
      if (!(await isAlone(tx, importId))) return
      // It may have been done by another process while this one was reading.
      if ((await readBatch(tx, importId)).state !== 'importing') return
      const place = await placeOf(tx, batch.club_id, now())
      if (!place) throw new CannotImport('The club is not there any more.')
      const { clubId, rootClubId, today } = place
      await lockTree(tx, rootClubId)
      const choices = await choicesIn(tx, place)
      const { mapping } = batch
      const plan = await makePlan(tx, { table, mapping, choices, place })
      if (batch.plan_hash !== '' && planHash(plan) !== batch.plan_hash)
        throw new CannotImport('Members have been changed since this was checked. Check it again, and look once more.')
      await progress.add(rows)
      const made = await storePlan(tx, plan, {
        importId,
        clubId,
        rootClubId,
        accountId: batch.account_id,
        today,
        now: now(),
        disciplineOf: wordingOf(choices).disciplineOf,
        disciplineId: studiesOf(mapping),
        enrolClassId: mapping.enrolClassId,
        onStored: progress.add,
      })
      const memberIdOf = (line: number) => made.get(line)?.memberId ?? null
      await writeLines(tx, plan.lines, { importId, rootClubId, memberIdOf })
      await tx
        .updateTable('import_batch')
        .set(({ selectFrom, fn }) => ({
          ...countsOf(plan.lines),
          state: 'imported',
          // It names members, and is shown before the import only.
          billing: null,
          failure: '',
          done: rows * 2,
          imported_at: now(),
          undo_until: undoUntil(now()),
          audit_id: selectFrom('audit').select(fn.max('id').as('last')),
        }))
        .where('id', '=', importId)
        .execute()
      // Not through the transaction, which may have begun minutes ago.
      await requireRights(db, askedBy, now())
    })
  } catch (error) {
    await failWith(work, importId, error)
  }
}
