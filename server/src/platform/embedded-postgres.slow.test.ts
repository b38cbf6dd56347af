import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { embeddedBinaries } from './embedded-postgres/binaries.ts'
import { postmasterOf } from './embedded-postgres/postmaster.ts'
import { type Embedded, openEmbedded } from './embedded-postgres.ts'

const opened = new Set<Embedded>()
const holders = new Set<ChildProcess>()
const folders = new Set<string>()

afterEach(async () => {
  for (const holder of holders) if (holder.kill('SIGKILL')) await ended(holder)
  for (const embedded of opened) await embedded.stop()
  // A holder's connection may have outlived it by a moment in which it was not the last.
  for (const folder of folders) {
    const pid = pidIn(folder)
    if (pid) process.kill(pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, maxRetries: 20 })
  }
  for (const used of [opened, holders, folders]) used.clear()
})

/** Named so that what a killed run leaves is swept by the next (server/test/scratch.ts). */
function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `honbu-test-${process.pid}-`))
  chmodSync(folder, 0o755)
  folders.add(folder)
  return folder
}

async function open(...args: Parameters<typeof openEmbedded>): Promise<Embedded> {
  const embedded = await openEmbedded(...args)
  opened.add(embedded)
  return embedded
}

async function close(embedded: Embedded): Promise<void> {
  opened.delete(embedded)
  await embedded.stop()
}

async function ask(connection: pg.ClientConfig | string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' })
    return rows.flat()
  } finally {
    await client.end()
  }
}

/** Another process that has the folder open; settled with what it printed once it is in or has failed. */
function hold(folder: string, as: 'guest' | 'server'): Promise<{ holder: ChildProcess; said: string }> {
  const program = path.resolve(import.meta.dirname, '../../test/hold-embedded.ts')
  const holder = spawn(process.execPath, [program, folder, as], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  holders.add(holder)
  return new Promise(resolve => {
    let said = ''
    const hear = (data: Buffer) => {
      said += data
      if (said === 'written\n') resolve({ holder, said })
    }
    holder.stdout?.on('data', hear)
    holder.stderr?.on('data', hear)
    holder.once('close', code => resolve({ holder, said: `${said}exit code ${code}` }))
  })
}

/** A folder of programs in which the test may put what it likes in the place of Postgres. */
function ownPrograms() {
  const own = embeddedBinaries()
  const folder = path.join(temporaryFolder(), 'bin')
  mkdirSync(folder)
  symlinkSync(path.join(own.folder, 'initdb'), path.join(folder, 'initdb'))
  const real = path.join(own.folder, 'postgres')
  return { binaries: { ...own, folder }, program: path.join(folder, 'postgres'), real }
}

const ended = (child: ChildProcess) => new Promise(resolve => child.once('exit', resolve))
const pidIn = (folder: string) => postmasterOf({ folder: path.join(folder, 'postgres') })?.pid

describe('openEmbedded', () => {
  it.runIf(process.getuid?.() === 0)(
    'starts a copy by root, whose files and folders have different owners',
    async () => {
      const folder = temporaryFolder()
      const first = await open(folder)
      await ask(first.connection, `create table shelf as select 'kept' as word`)
      await close(first)
      const copy = temporaryFolder()
      // Nobody but root gets in, as in a folder for temporary files.
      chmodSync(copy, 0o700)
      await cp(folder, copy, { recursive: true })
      const again = await open(copy)
      expect(await ask(again.connection, 'select word from shelf')).toEqual(['kept'])
    },
  )

  it('keeps what was written, and stops with the last one out', async () => {
    const folder = temporaryFolder()
    const first = await open(folder)
    await ask(first.connection, `create table shelf as select 'kept' as word`)
    const pid = pidIn(folder)
    const second = await open(folder)
    expect(pidIn(folder)).toBe(pid)
    await close(first)
    expect(await ask(second.connection, 'select word from shelf')).toEqual(['kept'])
    await close(second)
    expect(pidIn(folder)).toBeUndefined()

    const again = await open(folder)
    expect(await ask(again.url, `select word from shelf union all select current_setting('fsync')`)).toEqual([
      'kept',
      'on',
    ])
  })

  it('opens an empty folder for two at once', async () => {
    const folder = temporaryFolder()
    const [one, other] = await Promise.all([hold(folder, 'guest'), hold(folder, 'guest'), open(folder)])
    expect([one.said, other.said]).toEqual(['written\n', 'written\n'])
  })

  it('lets in one server, and guests beside it', async () => {
    const folder = temporaryFolder()
    const server = await open(folder, { as: 'server' })
    const { said } = await hold(folder, 'server')
    expect(said).toBe(`${folder} is already in use by another Honbu (pid ${process.pid}).\nexit code 1`)
    expect((await hold(folder, 'guest')).said).toBe('written\n')
    expect(await ask(server.connection, 'select count(*)::int from written')).toEqual([1])
  })

  it('adopts the Postgres of a killed process, with all that it wrote', async () => {
    const folder = temporaryFolder()
    const { holder } = await hold(folder, 'server')
    const pid = pidIn(folder)
    holder.kill('SIGKILL')
    await ended(holder)
    const embedded = await open(folder, { as: 'server' })
    expect(pidIn(folder)).toBe(pid)
    expect(await ask(embedded.connection, 'select pid from written')).toEqual([holder.pid])
  })

  it('recovers all that was written when everything was killed', async () => {
    const folder = temporaryFolder()
    const { holder } = await hold(folder, 'server')
    holder.kill('SIGKILL')
    process.kill(pidIn(folder) ?? 0, 'SIGKILL')
    await ended(holder)
    const embedded = await open(folder, { as: 'server' })
    expect(await ask(embedded.connection, 'select pid from written')).toEqual([holder.pid])
  })

  it('starts Postgres again when it is killed under a running server', async () => {
    const folder = temporaryFolder()
    const embedded = await open(folder, { as: 'server' })
    const pid = pidIn(folder) ?? 0
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => pidIn(folder), { timeout: 8_000 }).not.toBe(pid)
    await expect.poll(() => ask(embedded.connection, 'select 1').catch(() => []), { timeout: 8_000 }).toEqual([1])
    expect((await hold(folder, 'server')).said).toContain('already in use')
  })

  it('goes on trying while Postgres cannot be started again, says so once, and is there when it can', async () => {
    const folder = temporaryFolder()
    const { binaries, program, real } = ownPrograms()
    symlinkSync(real, program)
    const embedded = await open(folder, { as: 'server', binaries })
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    rmSync(program)
    process.kill(pidIn(folder) ?? 0, 'SIGKILL')
    await expect.poll(() => said.mock.calls).toEqual([[expect.stringContaining('could not be started again')]])
    symlinkSync(real, program)
    await expect.poll(() => ask(embedded.connection, 'select 1').catch(() => [])).toEqual([1])
    expect(said).toHaveBeenCalledOnce()
    said.mockRestore()
  })

  it('starts Postgres once what is left of a killed one has gone, whatever that says last', async () => {
    const folder = temporaryFolder()
    const { binaries, program, real } = ownPrograms()
    const tried = path.join(temporaryFolder(), 'tried')
    mkdirSync(tried)
    chmodSync(tried, 0o777)
    writeFileSync(
      program,
      `#!/bin/sh
[ -e '${tried}/once' ] && exec '${real}' "$@"
touch '${tried}/once'
echo 'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use' >&2
echo 'FATAL:  terminating connection due to unexpected postmaster exit' >&2
exit 1
`,
      { mode: 0o755 },
    )
    const embedded = await open(folder, { binaries })
    expect(existsSync(path.join(tried, 'once'))).toBe(true)
    expect(await ask(embedded.connection, 'select 1')).toEqual([1])
  })

  it('removes a lock file whose number now is that of another program', async () => {
    const folder = temporaryFolder()
    await close(await open(folder))
    const cluster = path.join(folder, 'postgres')
    writeFileSync(path.join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n0\n5432\n${cluster}\n\n`)
    const embedded = await open(folder)
    expect(pidIn(folder)).not.toBe(process.pid)
    expect(await ask(embedded.connection, 'select 1')).toEqual([1])
  })

  it.each([
    ['with a space, a comma and quotes', `a b, "c" 'd'`],
    ['with letters of two bytes', '本部 Übung'],
    ['longer than a socket may be', 'x'.repeat(120)],
  ])('works in a path %s', async (_, name) => {
    const folder = path.join(temporaryFolder(), name)
    const embedded = await open(folder)
    expect(await ask(embedded.connection, 'select 1')).toEqual([1])
    expect(await ask(embedded.url, 'select 1')).toEqual([1])
    await close(embedded)
    expect(existsSync(embedded.connection.host)).toBe(name.length < 100)
  })

  it('listens on no port, or with a password on loopback', async () => {
    const socket = await open(temporaryFolder())
    expect(await ask(socket.connection, 'show listen_addresses')).toEqual([''])
    const tcp = await open(temporaryFolder(), { tcp: true })
    expect(tcp.connection.host).toBe('127.0.0.1')
    expect(await ask(tcp.url, 'show listen_addresses')).toEqual(['127.0.0.1'])
    await expect(ask({ ...tcp.connection, password: 'wrong' }, 'select 1')).rejects.toThrow('password')
  })

  it('says in one line that the folder cannot be written', async () => {
    const parent = temporaryFolder()
    const file = path.join(parent, 'file')
    writeFileSync(file, '')
    const line = /^HONBU_DATA must be a folder that can be written: [^\n]+\.$/
    await expect(open(file)).rejects.toMatchObject({ name: 'CannotStart', message: expect.stringMatching(line) })
    // Root may write everywhere.
    if (process.getuid?.() === 0) return
    const closed = path.join(parent, 'closed')
    mkdirSync(closed, { mode: 0o500 })
    await expect(open(closed)).rejects.toMatchObject({ name: 'CannotStart', message: expect.stringMatching(line) })
  })

  it('says in one line what Postgres did not like', async () => {
    const starting = open(temporaryFolder(), { settings: { shared_buffers: 'plenty' } })
    await expect(starting).rejects.toMatchObject({
      name: 'CannotStart',
      message: expect.stringMatching(/^The embedded Postgres does not start: invalid value [^\n]+postgres\.log\)\.$/),
    })
  })
})
