import { exportColumns } from '@honbu/contract/exports.ts'
import { sql } from 'kysely'
import { allMembers, todayOf } from '../directory/index.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Files } from '../platform/storage.ts'
import { byteOrderMark, csvLine } from './csv.ts'
import { type ExportFile, partKey } from './export-file.ts'
import { cellText, type ExportRow, exportRows } from './export-rows.ts'
import { mayStillExport } from './may-still-export.ts'
import { xlsxWriter } from './xlsx.ts'

export const exportJob = 'export-members'

/** Rows that are read at once, and bytes that are stored at once: all that is ever in memory. */
const batch = 1000
const partSize = 512 * 1024

interface ExportParts {
  readonly db: Db
  readonly files: Files
  readonly now: () => Date
}

/** Works on exports, one at a time in each process; and lets go what has been kept for a day. */
export async function workOnExports(jobs: Jobs, parts: ExportParts): Promise<void> {
  await jobs.work<{ key: string }>(exportJob, ({ key }) => writeExport(parts, key), {
    retryLimit: 3,
  })
  await jobs.schedule('forget-exports', '*/20 * * * *', () => forgetExports(parts.db, parts.files, parts.now()))
}

/** The person who asked for the file has no right to its clubs any more. */
class NoRights extends Error {}

/** Writes the file from the beginning, also when it had been begun before: parts of the same number take the old ones' place. */
export async function writeExport(work: ExportParts, key: string): Promise<void> {
  const { db } = work
  const file = await db.selectFrom('export_file').selectAll().where('key', '=', key).executeTakeFirst()
  if (!file || file.state === 'done') return
  await db.updateTable('export_file').set({ state: 'running', written: 0, parts: 0 }).where('key', '=', key).execute()
  try {
    await write(work, file as ExportFile)
  } catch (error) {
    await db.updateTable('export_file').set({ state: 'failed' }).where('key', '=', key).execute()
    if (!(error instanceof NoRights)) throw error
    await deleteParts(work.files, file as ExportFile)
  }
}

async function write({ db, files, now }: ExportParts, file: ExportFile): Promise<void> {
  const today = await todayOf(db, file.club_ids, now())
  const stored = partWriter(files, file)
  const format = file.format === 'csv' ? csvFormat(file, stored.add) : xlsxFormat(file, stored.add)
  const progress = async (values: { written?: number; total?: number }) =>
    await db.updateTable('export_file').set(values).where('key', '=', file.key).execute()
  const requireRights = async () => {
    if (!(await mayStillExport(db, { accountId: file.account_id, clubIds: file.club_ids }, now()))) throw new NoRights()
  }
  let written = 0
  // One snapshot, so that nobody is in the file twice or not at all because he was changed meanwhile.
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async tx => {
      const wanted = {
        clubIds: file.club_ids,
        filter: file.filter,
        sort: file.sort,
        today,
        ...(file.member_ids && { memberIds: file.member_ids }),
      }
      await requireRights()
      const all = await allMembers(tx, wanted)
      await progress({ total: all.total })
      for (let ids = await all.next(batch); ids.length > 0; ids = await all.next(batch)) {
        await requireRights()
        format.rows(await exportRows(tx, ids, { clubIds: file.club_ids, today }))
        await stored.flush(false)
        written += ids.length
        await progress({ written })
      }
    })
  format.end()
  const { parts, bytes } = await stored.flush(true)
  await sql`update export_file set state = 'done', written = ${written}, parts = ${parts}, bytes = ${bytes}
    where key = ${file.key}`.execute(db)
}

interface Format {
  rows(rows: readonly ExportRow[]): void
  end(): void
}

function csvFormat({ columns, dates }: ExportFile, add: (bytes: Uint8Array) => void): Format {
  add(Buffer.from(byteOrderMark + csvLine(columns.map(column => exportColumns[column]))))
  return {
    rows: rows =>
      add(Buffer.from(rows.map(row => csvLine(columns.map(column => cellText(column, row[column], dates)))).join(''))),
    end: () => undefined,
  }
}

function xlsxFormat({ columns }: ExportFile, add: (bytes: Uint8Array) => void): Format {
  const writer = xlsxWriter('Members', columns.length, add)
  writer.rows([columns.map(column => exportColumns[column])], 'title')
  return { rows: rows => writer.rows(rows.map(row => columns.map(column => row[column]))), end: writer.end }
}

/** Collects bytes and stores them in parts. */
function partWriter(files: Files, file: ExportFile) {
  let waiting: Uint8Array[] = []
  let size = 0
  let parts = 0
  let bytes = 0
  return {
    add(chunk: Uint8Array) {
      waiting.push(chunk)
      size += chunk.length
    },
    async flush(isLast: boolean) {
      if (size > 0 && (isLast || size >= partSize)) {
        parts += 1
        bytes += size
        const whole = Buffer.concat(waiting)
        waiting = []
        size = 0
        const { key, contentType } = partKey(file, parts)
        await files.put(key, whole, contentType)
      }
      return { parts, bytes }
    },
  }
}

export async function forgetExports(db: Db, files: Files, now: Date): Promise<void> {
  const old = await db.selectFrom('export_file').selectAll().where('expires_at', '<', now).limit(100).execute()
  for (const file of old) {
    await deleteParts(files, file as ExportFile)
    await db.deleteFrom('export_file').where('key', '=', file.key).execute()
  }
}

async function deleteParts(files: Files, file: ExportFile): Promise<void> {
  // One more than is known of: a part may have been stored before its number was.
  for (let part = 1; part <= Math.max(file.parts, Math.ceil(file.written / batch)) + 1; part += 1)
    await files.delete(partKey(file, part).key)
}
