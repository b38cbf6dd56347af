/** The server's process: reads the settings, starts, says where it is, and stops cleanly. */
import { CannotStart, orExit } from './platform/cannot-start.ts'
import { readConfig } from './platform/config.ts'
import { firstFreePort, portsToTry } from './platform/port.ts'
import { logSteps, reportSteps } from './platform/steps.ts'
import { sayHello } from './say-hello.ts'
import { type Closers, closeAll, start } from './start.ts'

/** What runs ends within this, or is cut off. */
const patience = 10_000
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

await orExit(async () => {
  const given = readConfig(process.env)
  // Asked before anything is opened, so that a taken port leaves no trace.
  await firstFreePort(given.host, portsToTry(given))

  const closers: Closers = []
  const show = process.argv.includes('--launched') ? reportSteps : logSteps
  const webBuilt = process.argv.includes('--await-web') ? webIsBuilt() : undefined
  const abort = new AbortController()
  const { signal } = abort
  const starting = start(given, closers, undefined, undefined, { show, webBuilt, signal })
  stopWhenAsked(starting, closers, abort)
  try {
    await sayHello(await starting)
  } catch (error) {
    await closeAll(closers)
    // What fails is what was asked to stop, and `stop` ends the process.
    if (!signal.aborted) throw error
  }
})

/**
 * Settles when the launcher has built the web.
 * @throws CannotStart when the server is asked to stop first
 */
function webIsBuilt(): Promise<void> {
  const built = new Promise<void>((resolve, reject) => {
    process.on('message', message => {
      if (message === 'webBuilt') resolve()
    })
    for (const signal of [...stopSignals, 'disconnect'])
      process.once(signal, () => reject(new CannotStart('Honbu stops before the web is built.')))
  })
  // Awaited only once the database is ready.
  built.catch(() => {})
  return built
}

/**
 * Ctrl-C, SIGTERM, or the launcher gone. Asked during the start, it waits until that has ended or failed, so that nothing
 * is left half open; asked again, it is stopping already.
 */
function stopWhenAsked(starting: Promise<unknown>, closers: Closers, abort: AbortController): void {
  let asked = false
  let hasStarted = false
  starting.then(
    () => {
      hasStarted = true
    },
    () => {},
  )
  async function stop() {
    if (asked) return
    asked = true
    setTimeout(() => {
      console.error(`Honbu has not stopped within ${patience / 1000} seconds and ends now.`)
      process.exit(1)
    }, patience).unref()
    if (!hasStarted) abort.abort(new CannotStart('Honbu stops before it has started.'))
    await starting.catch(() => {})
    process.exit((await closeAll(closers)) ? 0 : 1)
  }
  for (const signal of [...stopSignals, 'disconnect']) process.on(signal, () => void stop())
}
