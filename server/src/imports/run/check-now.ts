import { UnreadableFile } from '../file/unreadable-file.ts'
import { choicesIn } from '../guess/choices.ts'
import type { ImportJob } from '../job-names.ts'
import { readBatch } from './batch.ts'
import { withSheets } from './findings.ts'
import { forecastImport } from './forecast.ts'
import { countsOf, makePlan, planHash } from './make-plan.ts'
import { placeOf } from './place.ts'
import { beginProgress } from './progress.ts'
import { tableOfBatch } from './table-of-batch.ts'
import { failWith, requireRights, type Work } from './work.ts'
import { writeLines } from './write-lines.ts'

/** The job that finds out what an import would do. Run twice it does the same twice. */
export async function checkNow(work: Work, { importId, accountId }: ImportJob): Promise<void> {
  const { db, files, now } = work
  const batch = await readBatch(db, importId)
  if (batch.state !== 'checking') return
  try {
    await requireRights(db, { accountId: accountId ?? batch.account_id, clubId: batch.club_id }, now())
    const { table, content } = await tableOfBatch(files, batch)
    await beginProgress(db, importId, { total: table.rows.length, now })
    const place = await placeOf(db, batch.club_id, now())
    if (!place) throw new UnreadableFile('The club is not there any more.')
    const choices = await choicesIn(db, place)
    const plan = await makePlan(db, { table, mapping: batch.mapping, choices, place })
    const forecast =
      plan.kind === 'members' ? await forecastImport(db, plan, { batch, place, choices, now: now() }) : null
    await db.transaction().execute(async tx => {
      const { rootClubId } = place
      await writeLines(tx, plan.lines, { importId, rootClubId, memberIdOf: () => null })
      await tx
        .updateTable('import_batch')
        .set({
          ...{ ...countsOf(plan.lines), state: 'checked', plan_hash: planHash(plan), failure: '' },
          billing: forecast && JSON.stringify(forecast.billing),
          findings: forecast && JSON.stringify(withSheets(forecast.findings, content)),
        })
        .where('id', '=', importId)
        .where('state', '=', 'checking')
        .execute()
    })
  } catch (error) {
    await failWith(work, importId, error)
  }
}
