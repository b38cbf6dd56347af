/**
 * `npm run dev`: the product on one address while you change it. Vite listens and serves the web's modules; all other
 * requests go to the server, a process of its own that restarts when one of its files changes. The embedded database
 * stays up meanwhile. `npm run dev -- --inspect` opens the debugger on the server, at the same port after each restart.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CannotStart, orExit } from '@honbu/server/platform/cannot-start.ts'
import { configOnPort, readConfig } from '@honbu/server/platform/config.ts'
import { openEmbedded } from '@honbu/server/platform/embedded-postgres.ts'
import { firstFreePort, portsToTry } from '@honbu/server/platform/port.ts'
import { devPage, openDevWeb } from '../web/dev-server.ts'
import type { Inspect } from './dev/messages.ts'
import { superviseServer } from './dev/restarting-server.ts'

const project = path.resolve(import.meta.dirname, '..')
const folder = path.join(project, '.tmp/dev')
/** The server's process reads these and no others. */
const watched = ['server/src', 'server/migrations', 'contract/src', 'sandbox/src', 'scripts/dev/server.ts']

const closers: (() => unknown)[] = []
let stopping: Promise<void> | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => void stop())

await orExit(async () => {
  try {
    await run()
  } catch (error) {
    if (stopping) return
    await close()
    throw error
  }
})

async function run(): Promise<void> {
  const inspect = inspectIn(process.argv.slice(2))
  const given = readConfig(process.env)
  const config = configOnPort(given, await firstFreePort(given.host, portsToTry(given)))
  // Between this process and the server only.
  const inner = await firstFreePort(
    '127.0.0.1',
    Array.from({ length: 200 }, (_, index) => config.port + 1000 + index),
  )
  const isNew = !given.databaseUrl && !existsSync(path.join(given.dataDir, 'postgres/PG_VERSION'))
  const first = `The first start makes the database${given.demo ? ' and fills the demo' : ''}.`
  console.log(isNew ? `Starting. ${first}` : 'Starting.')

  mkdirSync(folder, { recursive: true })
  const web = mkdtempSync(path.join(folder, 'page-'))
  closers.push(() => rmSync(web, { recursive: true, force: true }))
  const server = superviseServer({ env: serverEnv(config, inner), web, inspect })
  closers.push(server.stop)
  if (!given.databaseUrl) {
    const database = await openEmbedded(given.dataDir)
    // First in the list, so it closes last: the last process to leave stops Postgres.
    closers.unshift(database.stop)
  }
  const vite = await openDevWeb({
    ...{ host: config.host, port: config.port, baseUrl: config.baseUrl, basePath: config.basePath },
    ...{ target: `http://127.0.0.1:${inner}`, isServerReady: server.isReady },
    cacheDir: path.join(folder, 'vite'),
  })
  closers.push(() => vite.close())
  const writePage = async () => writeFileSync(path.join(web, 'index.html'), await devPage(vite))
  await writePage()

  const indexHtml = path.join(project, 'web/index.html')
  const folders = watched.map(each => path.join(project, each))
  vite.watcher.add(folders)
  vite.watcher.on('all', (event, file) => {
    if (event === 'addDir' || event === 'unlinkDir' || stopping) return
    const isServers = folders.some(each => file === each || file.startsWith(each + path.sep))
    if (file === indexHtml) void writePage().then(() => server.restart('web/index.html'))
    else if (isServers && !/\.test\.tsx?$/.test(file)) server.restart(path.relative(project, file))
  })
  if (stopping) return
  await vite.listen()
  server.restart('start')
}

/** The server listens for this process alone, and knows the address that browsers use. */
function serverEnv({ baseUrl }: { readonly baseUrl: string }, port: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: baseUrl,
    TRUST_PROXY: '1',
    HONBU_API_DOCS: 'open',
  }
}

/** @throws CannotStart for anything but `--inspect`, alone or with `=port` or `=host:port` */
function inspectIn(args: string[]): Inspect | null {
  const expected = '--inspect, --inspect=PORT or --inspect=HOST:PORT'
  const wanted = args.map(arg => (arg === '--inspect' ? '--inspect=9229' : arg))
  try {
    const { inspect } = parseArgs({ args: wanted, options: { inspect: { type: 'string' } } }).values
    if (inspect === undefined) return null
    const [, host = '127.0.0.1', port] = /^(?:(.+):)?(\d{1,5})$/.exec(inspect) ?? []
    if (port) return { host, port: Number(port) }
  } catch {
    // Another option, which the line below refuses.
  }
  throw new CannotStart(`npm run dev takes ${expected}, not ${args.join(' ')}.`)
}

function stop(): Promise<void> {
  stopping ??= close().then(() => process.exit(0))
  return stopping
}

async function close(): Promise<void> {
  for (let one = closers.pop(); one; one = closers.pop())
    try {
      await one()
    } catch (error) {
      console.error(error)
    }
}
