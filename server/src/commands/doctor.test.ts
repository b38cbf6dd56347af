import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { checkBackups } from './doctor.ts'

const database = await freshDatabase()
const { db } = database
const place = mkdtempSync(path.join(tmpdir(), 'honbu-doctor-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const now = new Date('2026-05-12T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const backup = {
  ...{ to: place, at: { hour: 2, minute: 30 }, hours: 24, keep: { days: 7, weeks: 4, months: 12 } },
  recipients: ['age1'],
}
const found = async (given: Omit<typeof backup, 'to'> & { to?: string | undefined } = backup) =>
  (await checkBackups({ backup: { to: undefined, ...given } }, database, now)).map(
    ({ isGood, text }) => `${isGood ? '✓' : '✗'} ${text}`,
  )
const name = 'honbu-20260512T013000Z.tar.age'
const succeeded = (at: Date) =>
  db.insertInto('backup_run').values({ started_at: at, ended_at: at, name, bytes: 12_345_678 }).execute()

it('says how old the last backup is, and where it is', async () => {
  expect(await found({ ...backup, to: undefined })).toEqual([
    '✓ HONBU_BACKUP_TO is not set: none is made automatically',
  ])
  expect(await found()).toEqual([`✗ none yet in ${place}, encrypted: is a worker running? To make one now, run backup`])
  await succeeded(ago(47))
  const last = (hours: number) => `the last one ${hours} hours ago (13 MB) in ${place}`
  expect(await found()).toEqual([
    `✓ ${last(47)}, encrypted`,
    `✗ 0 backups kept, but ${name} is missing: find out what deletes there`,
  ])
  writeFileSync(path.join(place, name), '')
  expect(await found({ ...backup, hours: 12, recipients: [] })).toEqual([
    `✗ ${last(47)}, not encrypted, and one is due every 12 hours: is a worker running?`,
    '✓ 1 backup kept',
  ])
  await db.insertInto('backup_run').values({ started_at: now, ended_at: now, problem: 'No room.' }).execute()
  expect(await found()).toEqual([
    `✓ ${last(47)}, encrypted`,
    '✗ 1 backup failed since then. No room.',
    '✓ 1 backup kept',
  ])
})
