/**
 * The server's process in `npm run dev`. It loads the packages at once and waits: when a change arrives, only the
 * product's own modules are still to be loaded. Told `load` it loads them, told `open` it starts.
 */
import { globSync, readFileSync } from 'node:fs'
import inspector from 'node:inspector'
import { enableCompileCache, flushCompileCache } from 'node:module'
import path from 'node:path'
import { orExit } from '@honbu/server/platform/cannot-start.ts'
import { readConfig } from '@honbu/server/platform/config.ts'
import type { Closers } from '@honbu/server/start.ts'
import type { Reply, Request } from './messages.ts'
import { resolveQuickly } from './resolve-quickly.ts'

const project = path.resolve(import.meta.dirname, '../..')
const loadServer = () => import('@honbu/server/start.ts')

let loading: ReturnType<typeof loadServer> | undefined
let starting: Promise<void> | undefined
const closers: Closers = []

resolveQuickly(project)
enableCompileCache(path.join(project, '.tmp/dev/compiled'))
process.on('message', (request: Request) => void orExit(() => obey(request)))
for (const signal of ['SIGTERM', 'disconnect']) process.on(signal, () => void stop())
// The keyboard's Ctrl-C reaches every process. The one that supervises this one stops it.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})
await loadPackages()

async function obey(request: Request): Promise<void> {
  if (request.type === 'load') {
    loading = loadServer()
    await loading
    reply('loaded')
  } else {
    if (request.inspect) inspector.open(request.inspect.port, request.inspect.host)
    starting = open(request)
    await starting
  }
}

async function open({ web, isFirst }: Extract<Request, { type: 'open' }>): Promise<void> {
  const { start } = await (loading ?? loadServer())
  const started = await start(readConfig(process.env), closers, undefined, undefined, { webDist: web })
  reply('listening')
  flushCompileCache()
  if (isFirst) await (await import('@honbu/server/say-hello.ts')).sayHello(started)
}

function reply(type: Reply): void {
  process.send?.(type)
}

/** Requests and jobs under way finish first. The process that supervises this one cuts them off when they take long. */
async function stop(): Promise<void> {
  await starting?.catch(() => {})
  if (closers.length === 0) process.exit(0)
  const { closeAll } = await loadServer()
  process.exit((await closeAll(closers)) ? 0 : 1)
}

/** Loads every package that a module of the server names. A package that can't be loaded shows with its module. */
async function loadPackages(): Promise<void> {
  const files = globSync('{server,contract,sandbox}/src/**/*.ts', { cwd: project, exclude: ['**/*.test.ts'] })
  const names = files.flatMap(file =>
    [
      ...readFileSync(path.join(project, file), 'utf8').matchAll(
        /^(?:import (?!type)|\} )[^'\n]*from '([^.'][^']*)'/gm,
      ),
    ].map(([, name = '']) => name),
  )
  for (const name of new Set(names)) if (!/^(@honbu\/|node:)/.test(name)) await import(name).catch(() => {})
}
