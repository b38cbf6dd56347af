import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { emptyDatabase, separateDatabase } from '../test/database.ts'
import { createOurRows, type OurRows } from '../test/our-rows.ts'
import { deadLetters, openJobs } from './platform/jobs.ts'
import { NotSent } from './platform/not-sent.ts'

const project = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'honbu-command-'))
const image = path.join(folder, 'app')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the image has, by its Containerfile, with the packages of this machine. */
function copyImage(): void {
  const last =
    readFileSync(path.join(project, 'Containerfile'), 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? ''
  const copied = [...last.matchAll(/^COPY (?!--from)(\S+) (\S+)$/gm)].map(([, from = '']) => from)
  expect(copied).toEqual(['package.json', 'contract', 'sandbox', 'server'])
  for (const from of copied)
    cpSync(path.join(project, from), path.join(image, from === '.' ? '' : from), {
      recursive: true,
      filter: file => !/node_modules|\.test\.ts$|[/\\]test([/\\]|$)/.test(path.relative(project, file)),
    })
  const packages = path.join(project, 'node_modules')
  mkdirSync(path.join(image, 'node_modules/@honbu'), { recursive: true })
  for (const name of readdirSync(packages).filter(name => name !== '@honbu' && !name.startsWith('.')))
    symlinkSync(path.join(packages, name), path.join(image, 'node_modules', name))
  for (const name of ['contract', 'sandbox', 'server'])
    symlinkSync(path.join(image, name), path.join(image, 'node_modules/@honbu', name))
}

const database = await separateDatabase()
let rows: OurRows

beforeAll(async () => {
  copyImage()
  rows = await createOurRows(database.db)
  const jobs = await openJobs(database.connection, { error: () => {} })
  await jobs.work('letters', async () => {
    throw new NotSent('The server said no (550).', { canRetry: false })
  })
  await database.db.transaction().execute(tx => jobs.enqueue(tx, 'letters', { subject: 'Your class' }))
  const failed = () => database.pool.query(`select from pgboss.job where name = '${deadLetters}'`)
  await vi.waitFor(async () => expect((await failed()).rowCount, 'dead letters').toBe(1), { timeout: 30_000 })
  await jobs.stop()
}, 120_000)

function addressOf(name: string | undefined): string {
  const { host, port, user, password } = inject('postgres')
  const who = password ? `${user}:${password}` : user
  return `postgres://${who}@localhost/${name}?${new URLSearchParams({ host, port: String(port) })}`
}

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

const envOf = (env: Record<string, string>) => ({
  PATH: process.env.PATH,
  HONBU_DATA: path.join(folder, 'data'),
  DATABASE_URL: addressOf(database.connection.database),
  BASE_URL: 'https://club.example',
  ...env,
})

const program = path.join(image, 'server/src/command.ts')

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const all = envOf(env)
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: image, env: all })
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, err: stderr }
  }
}

describe('the commands, with the files of the image', () => {
  it('are all there, and say what they do', async () => {
    const { code, out } = await run([])
    const named = out
      .split('\n')
      .filter(line => /^\S/.test(line))
      .map(line => line.split(' ')[0])
    expect([code, named]).toEqual([
      0,
      [
        'backup',
        'restore',
        'import',
        'ledger-check',
        'create-owner',
        'grant-operator',
        'revoke-operator',
        'reset-password',
        'lost-second-factor',
        'lost-key',
      ].concat('send-test-email', 'jobs', 'doctor'),
    ])
    expect(await run(['backpu'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no command backpu\./),
    })
  })

  it('back up, check and restore, and then wait for a word', async () => {
    const backup = path.join(folder, 'backup')
    expect((await run(['backup', backup])).out).toMatch(
      /^Read test_\w+ at this machine \(Postgres .*\n.* holds 3 clubs, 3 members, /,
    )
    expect((await run(['restore', '--check', backup])).out).toMatch(/ is whole: 3 clubs, 3 members, /)
    const copy = await emptyDatabase()
    try {
      const there = { DATABASE_URL: addressOf(copy.connection.database), HONBU_DATA: path.join(folder, 'restored') }
      expect((await run(['restore', backup], there)).out).toContain('This copy sends and collects nothing.')
      expect((await run(['doctor'], there)).out).toContain('a restored copy, which sends and collects nothing')
      const again = await run(['restore', backup], there)
      expect(again).toMatchObject({ code: 1, err: 'The database is in use: a backup is restored into an empty one.\n' })
      expect((await run(['restore', '--this-is-the-real-one'], there)).out).toContain('This is the real one now.')
    } finally {
      await copy.close()
    }
  }, 120_000)

  it('make automatic backups now, list them, and read and restore them with the private key', async () => {
    const [place, keys, restored] = ['automatic', 'backup.key', 'restored key'].map(name => path.join(folder, name))
    mkdirSync(place ?? '')
    expect((await run(['backup'])).err).toBe('HONBU_BACKUP_TO is not set: name a folder, or set it.\n')
    const made = await run(['backup', '--new-key', keys ?? ''])
    const recipient = /^HONBU_BACKUP_RECIPIENT=(age1\w+)\n/.exec(made.out)?.[1] ?? ''
    expect((await run(['backup', '--new-key', keys ?? ''])).err).toMatch(/can’t be written: EEXIST/)
    const env = { HONBU_BACKUP_TO: place ?? '', HONBU_BACKUP_RECIPIENT: recipient }
    expect((await run(['doctor'], env)).out).toMatch(/^✗ backups +none yet in .*automatic, encrypted: is a worker/m)
    const { out } = await run(['backup'], env)
    const name = /^Wrote (honbu-\d{8}T\d{6}Z\.tar\.age) \(\d+ KB\) to .*, and read it again/.exec(out)?.[1] ?? ''
    expect((await run(['backup', '--list'], env)).out).toEqual(
      expect.stringMatching(/^honbu-\S+ {2}\d+ KB\n1 backup in .*automatic\.\n$/),
    )
    expect((await run(['doctor'], env)).out).toMatch(
      /^✓ backups +the last one less than an hour ago \(\d+ KB\) in .*automatic, encrypted\n✓ backups +1 backup kept$/m,
    )
    // By its name, and by its path where the settings don't say where it is.
    const whole = / is whole: 3 clubs, 3 members, /
    expect((await run(['restore', '--check', name, '--key', keys ?? ''], env)).out).toMatch(whole)
    expect((await run(['restore', '--check', path.join(place ?? '', name), '--key', keys ?? ''])).out).toMatch(whole)
    expect((await run(['restore', '--check', name], env)).err).toBe(
      `${name} is encrypted: add --key FILE with the private key.\n`,
    )
    const data = path.join(folder, 'data')
    const checking = spawn(process.execPath, [program, 'restore', '--check', name, '--key', keys ?? ''], {
      env: envOf(env),
      stdio: 'ignore',
    })
    const ended = once(checking, 'exit')
    const unpacked = () => readdirSync(data).filter(each => each.startsWith('restore-'))
    while (unpacked().length === 0 && checking.exitCode === null) await immediate()
    checking.kill('SIGINT')
    expect([(await ended)[0], unpacked()]).toEqual([1, []])
    await run(['backup', '--new-key', `${keys}.other`])
    expect((await run(['restore', '--check', name, '--key', `${keys}.other`], env)).err).toBe(
      'The backup can’t be read: it’s encrypted for another key.\n',
    )
    const copy = await emptyDatabase()
    try {
      const there = { ...env, DATABASE_URL: addressOf(copy.connection.database), HONBU_DATA: restored ?? '' }
      expect(await run(['restore', name, '--key', keys ?? ''], there)).toMatchObject({
        out: expect.stringMatching(/^Restored 3 clubs, 3 members, /),
        err: '',
      })
      expect((await run(['backup'], there)).err).toMatch(/^This is a restored copy\./)
    } finally {
      await copy.close()
    }
  }, 300_000)

  it('leave no half of a backup when they’re killed', async () => {
    const [place, data] = ['killed', 'killed data'].map(name => path.join(folder, name))
    mkdirSync(place ?? '')
    const env = { HONBU_BACKUP_TO: place ?? '', HONBU_DATA: data ?? '' }
    const found = () => [place, data].flatMap(each => (existsSync(each ?? '') ? readdirSync(each ?? '') : []))
    for (const sign of ['backup-unfinished', '.unfinished']) {
      const started = spawn(process.execPath, [program, 'backup'], { env: envOf(env), stdio: 'ignore' })
      const ended = once(started, 'exit')
      const isThere = () => found().some(name => (sign === '.unfinished' ? name.endsWith(sign) : name === sign))
      while (!isThere() && started.exitCode === null) await immediate()
      started.kill('SIGKILL')
      await ended
      expect(readdirSync(place ?? '').filter(name => name.endsWith('.tar'))).toEqual([])
    }
    expect((await run(['doctor'], env)).out).toMatch(/^✗ backups +1 backup failed since then\. It was cut off/m)
    expect((await run(['backup'], env)).out).toMatch(/^Wrote /)
    expect(found()).toEqual([expect.stringMatching(/^honbu-\d{8}T\d{6}Z\.tar$/)])
  }, 300_000)

  it('leave the tables of another version as they are', async () => {
    const never = { DATABASE_URL: '', HONBU_DATA: path.join(folder, 'never') }
    for (const name of ['ledger-check', 'jobs'])
      expect((await run([name], never)).err).toMatch(/^Nothing has been started in .*never yet\./)
    expect(existsSync(path.join(folder, 'never'))).toBe(false)
    const older = await emptyDatabase()
    try {
      const there = { DATABASE_URL: addressOf(older.connection.database) }
      const { err } = await run(['ledger-check'], there)
      expect(err).toMatch(/^An older Honbu has made this database \(0001-/)
      const { rows: made } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(
        older.db,
      )
      expect(made).toEqual([])
    } finally {
      await older.close()
    }
  })

  it('add up the ledger', async () => {
    expect(await run(['ledger-check'])).toMatchObject({ code: 0, out: 'The ledger adds up.\n' })
  })

  it('let the first owner in without an email, and someone who forgot their password', async () => {
    const link = /https:\/\/club\.example\/Identity\/Account\/ResetPassword\?token=[\w-]{43}\n$/
    expect((await run(['create-owner', 'first@club.example', 'Ada', 'Marsh'])).out).toMatch(link)
    const account = await database.db
      .selectFrom('account')
      .select(['email_confirmed_at', 'password_hash'])
      .where('email', '=', 'first@club.example')
      .executeTakeFirstOrThrow()
    expect(account).toEqual({ email_confirmed_at: expect.any(Date), password_hash: null })
    expect((await run(['create-owner', 'FIRST@club.example', 'Ada', 'Marsh'])).err).toContain('has an account already')
    expect((await run(['reset-password', 'first@club.example'])).out).toMatch(link)
    expect((await run(['reset-password', 'nobody@club.example'])).err).toBe('No account has this email address.\n')
    expect((await run(['lost-second-factor', 'first@club.example'])).out).toContain('nothing to remove')
  })

  it('grant the operators’ page, and take it back', async () => {
    expect((await run(['grant-operator', 'first@club.example'])).out).toMatch(
      /^Granted: https:\/\/club\.example\/operator\nThey need two-factor login first: \S+\n$/,
    )
    expect((await run(['revoke-operator', 'first@club.example'])).out).toBe('Taken back.\n')
    expect((await run(['grant-operator', 'nobody@club.example'])).err).toContain('No account has this email')
  })

  it('list failed jobs and run them again', async () => {
    const { out } = await run(['jobs'])
    const id = /failed: letters “Your class” (\S+), 1 try, .*: The server said no \(550\)\./.exec(out)?.[1] ?? ''
    expect(await run(['jobs', 'retry', id])).toMatchObject({ code: 0, out: '1 will run again.\n' })
    expect((await run(['jobs'])).out).toContain('letters: 1 waiting')
    expect((await run(['jobs', 'drop', id])).err).toBe(`No failed job has the id ${id}.\n`)
  })

  it('import a list', async () => {
    const { err } = await run(['import', 'nothing.csv', '--club', String(rows.club)])
    expect(err).toMatch(/^nothing\.csv cannot be read/)
  })

  it('say where emails go', async () => {
    expect((await run(['send-test-email', 'me@club.example'])).err).toContain('SMTP_URL is not set')
    const refused = await run(['send-test-email', 'me@club.example'], { SMTP_URL: 'smtp://127.0.0.1:1' })
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^127\.0\.0\.1:1 refused it: .*ECONNREFUSED/) })
  })

  it('show on one page how it is, without a secret', async () => {
    const secrets = {
      HONBU_KEY: 'k'.repeat(44),
      SMTP_URL: 'smtp://us:hunter2@127.0.0.1:1',
      BASE_URL: 'http://club.example',
    }
    const { out } = await run(['doctor'], secrets)
    expect(out).not.toMatch(/hunter2|kkkk/)
    expect(out).toContain('SMTP_URL=smtp://(hidden)@127.0.0.1:1')
    for (const part of ['database', 'schema', 'queues', 'providers', 'certificate', 'disk', 'backups', 'clock'])
      expect(out, part).toMatch(new RegExp(`^[✓✗] ${part} +\\S`, 'm'))
    expect(out).toMatch(/^✗ email +127\.0\.0\.1:1: .*ECONNREFUSED/m)
  })
})
