import type { Files } from '../../platform/storage.ts'
import { readInWorker } from '../file/read-in-worker.ts'
import { UnreadableFile } from '../file/unreadable-file.ts'
import { tableOf } from '../guess/table.ts'
import type { Batch } from './batch.ts'

/**
 * The list in the file of an import, read as it was chosen.
 * @throws UnreadableFile also when the file has been deleted
 */
export async function tableOfBatch(files: Files, { file_key, reading }: Pick<Batch, 'file_key' | 'reading'>) {
  const file = file_key === null ? null : await files.get(file_key)
  if (!file) throw new UnreadableFile('The file of this import has been deleted. Choose it again.')
  const content = await readInWorker(file.bytes, reading)
  return { content, table: tableOf(content.records, reading.headerLine) }
}
