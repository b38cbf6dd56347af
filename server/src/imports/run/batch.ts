import { ImportFindings } from '@honbu/contract/import-findings.ts'
import { ImportMapping, ImportReading } from '@honbu/contract/imports.ts'
import type { Db } from '../../platform/database.ts'

/** The row of an import with what it is to do. */
export async function readBatch(db: Db, importId: number) {
  const row = await db.selectFrom('import_batch').selectAll().where('id', '=', importId).executeTakeFirstOrThrow()
  // Written by us, by the same schemas.
  const findings = row.findings === null ? null : ImportFindings.parse(row.findings)
  return { ...row, findings, reading: ImportReading.parse(row.reading), mapping: ImportMapping.parse(row.mapping) }
}

export type Batch = Awaited<ReturnType<typeof readBatch>>
