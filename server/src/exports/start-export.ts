import { createHash, randomBytes } from 'node:crypto'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/exports.ts'
import { readFilter, readSort } from '../directory/index.ts'
import { clubsThatAllow, mayTouch, type User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { type ExportFile, stateOf } from './export-file.ts'
import { exportJob } from './write-export.ts'

const keptFor = 24 * 3_600_000
const ticketFor = 60_000

export async function startExport(context: Write, input: Input<typeof call.startExport>) {
  const { tx, user, now, audit, enqueue } = context
  const { members, filter, clubIds, sort, columns, format, dates } = input
  if ((members === undefined) === (filter === undefined)) {
    const message = 'Name the members, or the search that finds them: one of the two.'
    throw new Refused(400, message, { members: [message] })
  }
  // What cannot be read is told now, not by a job that fails.
  readFilter(filter)
  readSort(sort)
  const from = clubIds ?? clubsThatAllow(user, 'export')
  const file = await tx
    .insertInto('export_file')
    .values({
      account_id: user.accountId,
      club_ids: from,
      member_ids: members ?? null,
      filter: filter ?? '',
      sort,
      columns,
      format,
      dates,
      folder: `exports/${randomBytes(18).toString('base64url')}`,
      expires_at: new Date(now.getTime() + keptFor),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await enqueue(exportJob, { key: file.key })
  for (const clubId of file.club_ids)
    audit({
      clubId,
      subject: 'export_file',
      after: { columns, format, filter: filter ?? null, members: members?.length ?? null },
    })
  return stateOf(file as ExportFile)
}

export async function getExports({ db, user, now }: Read) {
  const files = await db
    .selectFrom('export_file')
    .selectAll()
    .where('account_id', '=', user.accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
  return files.filter(file => maySee(user, file)).map(file => stateOf(file as ExportFile))
}

export const getExport = async ({ db, user, now }: Read, { exportKey }: Input<typeof call.getExport>) =>
  stateOf(await ownFile(db, user, exportKey, now))

export async function openExport({ tx, user, now, audit }: Write, { exportKey }: Input<typeof call.openExport>) {
  const file = await ownFile(tx, user, exportKey, now)
  if (file.state !== 'done') throw new Refused(409, 'The file is not finished yet.')
  const ticket = randomBytes(32).toString('base64url')
  await tx
    .updateTable('export_file')
    .set({ ticket_hash: hashOf(ticket), ticket_until: new Date(now.getTime() + ticketFor) })
    .where('key', '=', exportKey)
    .execute()
  for (const clubId of file.club_ids)
    audit({ clubId, subject: 'export_file', after: { rows: file.written, opened: true } })
  return { address: `exports/${ticket}` }
}

export const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** Someone else's is as if it were not there, and so is one with a club that the user has no rights in any more. */
async function ownFile(db: Db, user: User, key: string, now: Date): Promise<ExportFile> {
  const file = await db
    .selectFrom('export_file')
    .selectAll()
    .where('key', '=', key)
    .where('account_id', '=', user.accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!file || !maySee(user, file)) throw new Refused(404, 'There is no such file any more: files are kept for a day.')
  return file as ExportFile
}

const maySee = (user: User, { club_ids }: { readonly club_ids: readonly number[] }) =>
  club_ids.every(clubId => mayTouch(user, clubId))
