import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Refused } from '../platform/refused.ts'
import type { Platform } from '../platform/route.ts'
import { byLink } from '../platform/secret-links.ts'
import type { Files } from '../platform/storage.ts'
import { type ExportFile, partKey } from './export-file.ts'
import { mayStillExport } from './may-still-export.ts'
import { hashOf } from './start-export.ts'

/** Hands a finished file to whoever brings the ticket that its owner has just been given; the ticket is gone by that. */
export function serveExportFiles(app: FastifyInstance, { db, files, now }: Platform): void {
  app.get<{ Params: { ticket: string } }>('/exports/:ticket', byLink, async (request, reply) => {
    const at = now()
    const found = await db
      .updateTable('export_file')
      .set({ ticket_hash: null, ticket_until: null })
      .where('ticket_hash', '=', hashOf(request.params.ticket))
      .where('ticket_until', '>', at)
      .where('state', '=', 'done')
      .returningAll()
      .executeTakeFirst()
    const mayHave = async ({ account_id, club_ids }: { account_id: number; club_ids: number[] }) =>
      await mayStillExport(db, { accountId: account_id, clubIds: club_ids }, now())
    if (!found || !(await mayHave(found)))
      throw new Refused(404, 'This address was good for one download. Ask for the file again in the application.')
    const file = found as ExportFile
    return reply
      .headers({
        'content-type': partKey(file, 1).contentType,
        'content-length': file.bytes,
        'content-disposition': `attachment; filename="members-${at.toISOString().slice(0, 10)}.${file.format}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(Readable.from(partsOf(files, file, () => mayHave(file))))
  })
}

/** A download can take minutes, in which rights can end: the browser is told that it has failed. */
async function* partsOf(files: Files, file: ExportFile, mayHave: () => Promise<boolean>) {
  for (let part = 1; part <= file.parts; part += 1) {
    if (part > 1 && !(await mayHave()))
      throw new Error('the person who downloads an export has no right to it any more')
    const stored = await files.get(partKey(file, part).key)
    if (!stored) throw new Error('a part of an export is gone')
    yield stored.bytes
  }
}
