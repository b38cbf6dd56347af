import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/imports.ts'
import type { ImportState } from '@honbu/contract/imports.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { choicesIn } from './guess/choices.ts'
import { checkJob } from './job-names.ts'
import { type Batch, readBatch } from './run/batch.ts'
import { mappingFault } from './run/check-mapping.ts'
import { placeOf } from './run/place.ts'
import { guess, refuseUnreadable } from './upload-import.ts'

/** The import with its row locked, in one of the states in which this can be done. */
export async function lockBatch(tx: Write['tx'], importId: number, states: readonly ImportState[]): Promise<Batch> {
  await tx.selectFrom('import_batch').select('id').where('id', '=', importId).forUpdate().execute()
  const batch = await readBatch(tx, importId)
  if (states.some(state => state === batch.state)) return batch
  throw new Refused(409, whyNot[batch.state] ?? 'This cannot be done with the import as it is now.')
}

const whyNot: Readonly<Record<string, string>> = {
  uploaded: 'Check it first: nobody has seen yet what would happen.',
  checking: 'It is being checked. Wait for that.',
  checked: 'It has not been imported yet.',
  importing: 'It is being imported.',
  imported: 'It has been imported already.',
  failed: 'It has failed. Check it again.',
  undoing: 'It is being undone.',
  undone: 'It has been undone. Choose the file again to import it once more.',
}

/** The states in which nothing is stored yet and nothing is under way. */
export const open: readonly ImportState[] = ['uploaded', 'checked', 'failed']

export async function saveImportReading(write: Write, { id, ...reading }: Input<typeof call.saveImportReading>) {
  const { tx, now, files, audit } = write
  const batch = await lockBatch(tx, id, open)
  const file = batch.file_key === null ? null : await files.get(batch.file_key)
  if (!file) throw new Refused(409, 'The file of this import has been deleted. Choose it again.')
  const { mapping } = await refuseUnreadable('headerLine', () =>
    guess(tx, file.bytes, { clubId: batch.club_id, reading, now }),
  )
  await tx
    .updateTable('import_batch')
    .set({ reading: JSON.stringify(reading), mapping: JSON.stringify(mapping), kind: mapping.kind, state: 'uploaded' })
    .where('id', '=', id)
    .execute()
  audit({ clubId: batch.club_id, subject: 'import_batch', subjectId: id, before: batch.reading, after: reading })
  return { importId: id }
}

export async function checkImport(write: Write, { id, ...mapping }: Input<typeof call.checkImport>) {
  const { tx, user, now, audit, enqueue } = write
  const batch = await lockBatch(tx, id, [...open, 'checking'])
  const place = await placeOf(tx, batch.club_id, now)
  const fault = place && mappingFault(mapping, await choicesIn(tx, place))
  if (fault) throw new Refused(400, fault.message, { [fault.field]: [fault.message] })
  await tx
    .updateTable('import_batch')
    .set({
      mapping: JSON.stringify(mapping),
      kind: mapping.kind,
      state: 'checking',
      failure: '',
      ...{ done: 0, total: 0, progress_at: now },
    })
    .where('id', '=', id)
    .execute()
  await enqueue(checkJob, { importId: id, accountId: user.accountId })
  const { kind, existing } = mapping
  audit({ clubId: batch.club_id, subject: 'import_batch', subjectId: id, after: { kind, existing } })
  return { importId: id }
}
