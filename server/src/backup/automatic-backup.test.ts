import { createReadStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { openFakeS3 } from '../../test/fake-s3.ts'
import { createOurRows } from '../../test/our-rows.ts'
import { queueInMemory } from '../../test/queue-in-memory.ts'
import { newIdentity, recipientOf } from '../platform/age.ts'
import { openStorage } from '../platform/storage.ts'
import { backUpBySchedule } from './automatic-backup.ts'
import { backupMetrics, backupState, checkBackup, unpackBackup } from './index.ts'

const database = await freshDatabase()
const { db, pool } = database
const folder = mkdtempSync(path.join(tmpdir(), 'honbu-automatic-'))
const s3 = await openFakeS3()
const dataDir = path.join(folder, 'data')
const place = path.join(folder, 'backups')
const identity = await newIdentity()
const recipient = await recipientOf(identity)
const files = openStorage({ dataDir, storage: undefined })
afterAll(() => {
  s3.close()
  rmSync(folder, { recursive: true, force: true })
})

let now = new Date('2026-05-12T01:30:00Z')
const later = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000)
}
const told: object[] = []
const log = { error: (details: object) => void told.push(details) }

beforeAll(async () => {
  await createOurRows(db)
  mkdirSync(place)
  await files.put('logos/one.png', Buffer.from('a picture'), 'image/png')
})
afterEach(async () => {
  told.length = 0
  s3.refuse(() => false)
  await db.deleteFrom('backup_run').execute()
})

async function scheduled(to: string, recipients: string[] = []) {
  const queue = queueInMemory()
  const backup = { to, at: { hour: 2, minute: 30 }, hours: 24, keep: { days: 2, weeks: 0, months: 0 }, recipients }
  await backUpBySchedule(queue.jobs, {
    database,
    config: { dataDir, backup },
    files,
    version: '2.4.4',
    now: () => now,
    log,
  })
  return { onTime: () => queue.runScheduled('back-up'), anHour: () => queue.runScheduled('back-up-missed') }
}

const figures = async () => {
  const register = new Registry()
  backupMetrics(db, { hours: 24 })(register)
  const lines = (await register.metrics()).split('\n').filter(line => line.startsWith('honbu_backup_'))
  return Object.fromEntries(lines.map(line => line.replace('honbu_backup_', '').split(' ')))
}

describe('an automatic backup', () => {
  it('is made on time, is read again, and says so; the old ones go', async () => {
    for (const name of ['notes.txt', 'honbu-20260512T013000Z.tar', 'honbu-20260513T013000Z.tar'])
      writeFileSync(path.join(place, name), '')
    const { onTime, anHour } = await scheduled(place)
    later(48)
    await onTime()
    await anHour()
    const names = ['honbu-20260513T013000Z.tar', 'honbu-20260514T013000Z.tar', 'notes.txt']
    expect(readdirSync(place).sort()).toEqual(names)
    const read = path.join(folder, 'read')
    const content = createReadStream(path.join(place, names[1] ?? ''))
    await unpackBackup({ content, isEncrypted: false, identities: [], folder: read })
    const manifest = await checkBackup(read)
    expect([manifest.madeAt, manifest.files.length]).toEqual([now.toISOString(), 1])
    const { length } = readFileSync(path.join(place, names[1] ?? ''))
    expect(await figures()).toEqual({
      interval_seconds: '86400',
      bytes: String(length),
      duration_seconds: '0',
      failures: '0',
      last_success_timestamp_seconds: String(now.getTime() / 1000),
    })
    expect([told, readdirSync(dataDir)]).toEqual([[], ['files']])
  })

  it('goes encrypted into a bucket, and is read again without the private key', async () => {
    const { anHour } = await scheduled(s3.address('club/backups'), [recipient])
    // The first one isn't waited for.
    await anHour()
    const [name = '', file] = [...s3.held][0] ?? []
    expect(name).toMatch(/^\/club\/backups\/honbu-\d{8}T\d{6}Z\.tar\.age$/)
    expect(file?.body.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/)
    expect((await backupState(db)).last?.bytes).toBe(file?.body.length)
    const asked = s3.seen.map(({ method }) => method)
    expect(asked.slice(asked.lastIndexOf('POST'))).toEqual(['POST', 'GET', 'GET'])
  })

  it('that fails leaves nothing, says why, and is made an hour later', async () => {
    const { onTime, anHour } = await scheduled(s3.address('spare/backups'))
    s3.held.clear()
    s3.refuse(({ method, url }) => method === 'PUT' && Boolean(url?.startsWith('/spare/')))
    await onTime()
    const problem = `The file store at ${s3.host} answered 403 to PUT. We’ll try again within the hour. If it goes on, run “doctor”.`
    expect([told, await backupState(db)]).toEqual([[{ problem }], { last: null, failures: 1, problem }])
    expect([s3.held.size, s3.uploads.size, readdirSync(dataDir)]).toEqual([0, 0, ['files']])
    expect(await figures()).toMatchObject({ failures: '1', last_success_timestamp_seconds: '0' })
    s3.refuse(() => false)
    later(1)
    await anHour()
    expect([[...s3.held].length, await backupState(db)]).toEqual([
      1,
      expect.objectContaining({ failures: 0, problem: null }),
    ])
  })

  it('that isn’t what was written is deleted again', async () => {
    const { onTime } = await scheduled(s3.address('worn/backups'), [recipient])
    s3.held.clear()
    s3.refuse(({ method, headers }) => {
      const [file] = s3.held.values()
      if (method === 'GET' && headers.range) file?.body.fill(0, file.body.length - 20)
      return false
    })
    await onTime()
    expect((await backupState(db)).problem).toMatch(/^The backup can’t be read: it was cut off or changed\./)
    expect(s3.held.size).toBe(0)
  })

  it('says that its folder is missing, and never makes it', async () => {
    const { onTime } = await scheduled(path.join(folder, 'unmounted'))
    await onTime()
    expect(told).toEqual([{ problem: `${folder}/unmounted isn’t there: make the folder, or mount its disk.` }])
    expect(readdirSync(folder)).not.toContain('unmounted')
  })

  it('is made by one process of a fleet, and clears up after one that was killed', async () => {
    const { onTime } = await scheduled(place)
    const other = await pool.connect()
    await other.query(`select pg_advisory_lock(hashtextextended('honbu backup', 0))`)
    const before = readdirSync(place)
    await onTime()
    expect([readdirSync(place), await db.selectFrom('backup_run').selectAll().execute()]).toEqual([before, []])
    // What the killed one had begun.
    await db.insertInto('backup_run').values({ started_at: now }).execute()
    mkdirSync(path.join(dataDir, 'backup-unfinished/one'), { recursive: true })
    const half = 'honbu-20260514T013000Z.tar.0b8f3c52-53f0-4d4b-9c3e-5f4f6f0c0d11.unfinished'
    writeFileSync(path.join(place, half), 'half of it')
    other.release(true)
    later(24)
    await expect
      .poll(
        async () => {
          await onTime()
          return (await backupState(db)).last?.startedAt
        },
        { message: 'the lock of the killed one' },
      )
      .toEqual(now)
    expect([readdirSync(place).includes(half), readdirSync(dataDir)]).toEqual([false, ['files']])
    const [cut] = await db.selectFrom('backup_run').select('problem').orderBy('id').execute()
    expect(cut?.problem).toBe('It was cut off, because its process was stopped or killed.')
  })
})
