import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Inspect, Reply, Request } from './messages.ts'

interface ServerOptions {
  readonly env: NodeJS.ProcessEnv
  readonly web: string
  readonly inspect: Inspect | null
}

export interface RestartingServer {
  /** Starts the server from its sources as they are now. The one before stops once the new one has loaded. */
  readonly restart: (why: string) => void
  /** Settles with `true` once a server answers that has every change, with `false` when there is none. */
  readonly isReady: () => Promise<boolean>
  readonly stop: () => Promise<void>
}

/** Milliseconds for requests and jobs under way when the server restarts; what takes longer is cut off. */
const patience = 1_000

/** Milliseconds without another change after which the server restarts: an editor or git may write many files. */
const debounce = 50

export function superviseServer({ env, web, inspect }: ServerOptions): RestartingServer {
  /** Answers requests. */
  let current: ChildProcess | undefined
  /** Loads the new modules. */
  let next: ChildProcess | undefined
  /** Has loaded the packages and waits for the next change. */
  let spare: ChildProcess | undefined = launch()
  let [isFirst, isStopping, isStale] = [true, false, false]
  let running = Promise.resolve()
  let waiting: NodeJS.Timeout | undefined
  let ready = Promise.withResolvers<boolean>()
  let isHeld = true

  function launch(): ChildProcess {
    const child = fork(path.join(import.meta.dirname, 'server.ts'), { env, execArgv: ['--no-warnings'] })
    child.once('exit', (code, signal) => {
      if (child === spare) spare = undefined
      if (child !== current || isStopping) return
      current = undefined
      console.error(`The server ended with ${signal ?? code}. It starts again with your next change.`)
    })
    // A message to a process that has just ended.
    child.on('error', () => {})
    return child
  }

  function restart(why: string): void {
    if (!isHeld) ready = Promise.withResolvers()
    isHeld = true
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      isStale = true
      // Its modules are out of date.
      next?.kill('SIGKILL')
      running = running.then(() => bringUp(why))
    }, debounce)
  }

  async function bringUp(why: string): Promise<void> {
    if (!isStale || isStopping) return
    isStale = false
    const begun = performance.now()
    next = spare ?? launch()
    spare = undefined
    const isLoaded = await asked(next, { type: 'load' }, 'loaded')
    if (isStale || isStopping) return
    if (isLoaded) {
      await end(current)
      current = next
      next = undefined
      const isUp = await asked(current, { type: 'open', web, isFirst, inspect }, 'listening')
      if (isUp && !isFirst) console.log(`Server restarted in ${seconds(begun)} (${why}).`)
      if (isUp) isFirst = false
    } else if (current) console.error(`${why} can't be loaded: see above. The server runs on without this change.`)
    else console.error("The server can't be loaded: see above. It starts with your next change.")
    if (!isStale && !isStopping) {
      ready.resolve(current !== undefined)
      isHeld = false
      spare ??= launch()
    }
  }

  async function end(child: ChildProcess | undefined): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    // This process ends it, so its exit is no crash.
    if (child === current) current = undefined
    child.kill('SIGTERM')
    await Promise.race([ended, wait(patience, undefined, { ref: false })])
    child.kill('SIGKILL')
    await ended
  }

  return {
    restart,
    isReady: async () => (await ready.promise) && current !== undefined,
    stop: async () => {
      isStopping = true
      clearTimeout(waiting)
      ready.resolve(false)
      await Promise.all([current, next, spare].map(end))
    },
  }
}

/** Settles with `true` when the process has done what it was asked, with `false` when it has ended. */
function asked(child: ChildProcess, request: Request, reply: Reply): Promise<boolean> {
  return new Promise(resolve => {
    child.on('message', message => {
      if (message === reply) resolve(true)
    })
    if (child.exitCode !== null || child.signalCode !== null) resolve(false)
    else child.once('exit', () => resolve(false))
    child.send(request)
  })
}

const seconds = (begun: number) => `${((performance.now() - begun) / 1000).toFixed(1)} s`
