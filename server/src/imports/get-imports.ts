import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/imports.ts'
import type { Read } from '../platform/route.ts'
import { readBatch } from './run/batch.ts'
import { summaries, summaryOf } from './summary.ts'

export async function getImports({ db, now }: Read, { id }: Input<typeof call.getImports>) {
  const rows = await summaries(db).where('club_id', '=', id).orderBy('id', 'desc').limit(50).execute()
  // The contract checks the words on their way out.
  return rows.map(row => summaryOf(row, now)) as Output<typeof call.getImports>
}

/** A job that has written nothing for so long has died with its process. */
const stuckAfter = 60_000

export async function getImport({ db, now }: Read, { id }: Input<typeof call.getImport>) {
  const batch = await readBatch(db, id)
  const row = await summaries(db).where('id', '=', id).executeTakeFirstOrThrow()
  const club = await db.selectFrom('club').select('name').where('id', '=', batch.club_id).executeTakeFirstOrThrow()
  const isWorking = ['checking', 'importing', 'undoing'].includes(batch.state)
  const last = batch.progress_at?.getTime() ?? batch.created_at.getTime()
  return {
    ...summaryOf(row, now),
    clubName: club.name,
    reading: batch.reading,
    mapping: batch.mapping,
    billing: batch.state === 'checked' ? batch.billing : null,
    progress: { done: batch.done, total: batch.total, isStuck: isWorking && now.getTime() - last > stuckAfter },
    failure: batch.failure,
    hasFile: batch.file_key !== null,
  } as Output<typeof call.getImport>
}
