import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/imports.ts'
import { type ImportReading, importLimits } from '@honbu/contract/imports.ts'
import type { Db } from '../platform/database.ts'
import { newKey } from '../platform/files.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { readInWorker } from './file/read-in-worker.ts'
import { UnreadableFile } from './file/unreadable-file.ts'
import { choicesIn } from './guess/choices.ts'
import { guessMapping } from './guess/guess-mapping.ts'
import { tableOf } from './guess/table.ts'
import { placeOf } from './run/place.ts'

const readAsItIs: ImportReading = { sheet: null, encoding: null, delimiter: null, headerLine: null }

export async function uploadImport(write: Write, { id: clubId, fileName, base64 }: Input<typeof call.uploadImport>) {
  const { tx, user, now, files, audit } = write
  const bytes = decode(base64)
  const guessed = await refuseUnreadable('base64', () => guess(tx, bytes, { clubId, reading: readAsItIs, now }))
  const [ending, contentType] = guessed.isWorkbook ? (['xlsx', xlsx] as const) : (['csv', 'text/csv'] as const)
  const key = newKey('imports', ending)
  await files.put(key, bytes, contentType)
  const { id: importId } = await tx
    .insertInto('import_batch')
    .values({
      club_id: clubId,
      root_club_id: guessed.rootClubId,
      account_id: user.accountId,
      file_name: fileName,
      file_key: key,
      kind: guessed.mapping.kind,
      reading: JSON.stringify(readAsItIs),
      mapping: JSON.stringify(guessed.mapping),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  audit({ clubId, subject: 'import_batch', subjectId: importId, after: { fileName, bytes: bytes.length } })
  return { importId }
}

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function decode(base64: string): Buffer {
  const refused = (message: string) => new Refused(400, message, { base64: [message] })
  if (!/^[\w+/]*={0,2}$/.test(base64)) throw refused('The file should be sent in base64.')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0) throw refused('The file is empty: there is no line in it.')
  if (bytes.length > importLimits.bytes) throw refused('The file should have at most 10 MB.')
  return bytes
}

interface Guess {
  readonly clubId: number
  readonly reading: ImportReading
  readonly now: Date
}

/** What a file most likely means in a club. */
export async function guess(db: Db, bytes: Uint8Array, { clubId, reading, now }: Guess) {
  const content = await readInWorker(bytes, reading)
  const place = await placeOf(db, clubId, now)
  if (!place) throw new Refused(404, `There is no club ${clubId}.`)
  const mapping = guessMapping(tableOf(content.records, reading.headerLine), await choicesIn(db, place))
  return { mapping, rootClubId: place.rootClubId, isWorkbook: content.isWorkbook }
}

/** A file that cannot be read is no failure of ours. */
export async function refuseUnreadable<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnreadableFile) throw new Refused(400, error.message, { [field]: [error.message] })
    throw error
  }
}
