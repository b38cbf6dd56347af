import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const main = path.resolve(import.meta.dirname, '../../src/main.ts')

/** One process of the product, as it is run for real; it goes with the one that started it. */
export interface FleetProcess {
  readonly name: string
  readonly port: number
  /** Starts it; resolved when it says that it is ready. @throws what it said, when it ends instead */
  start(): Promise<void>
  /** As a machine does whose power fails. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** What it has logged, of all its lives. */
  log(): string
}

export function fleetProcess(name: string, port: number, settings: Record<string, string>): FleetProcess {
  let child: ChildProcess | undefined
  let said = ''

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  return {
    name,
    port,
    async start() {
      const env = { ...process.env, ...settings, PORT: String(port), LOG_LEVEL: 'error' }
      const born = fork(main, { execArgv: [], env, silent: true })
      child = born
      for (const stream of [born.stdout, born.stderr])
        stream?.on('data', (text: Buffer) => {
          said += text.toString()
        })
      while (!(await isReady(port))) {
        if (born.exitCode !== null || born.signalCode !== null) throw new Error(`${name} has ended: ${said}`)
        await pause(100)
      }
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    log: () => said,
  }
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** So many, held all at once so that they are different ones. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(
    Array.from({ length: count }, async () => {
      const probe = createServer()
      await new Promise<void>(listening => probe.listen(0, '127.0.0.1', listening))
      return probe
    }),
  )
  const ports = probes.map(probe => (probe.address() as { port: number }).port)
  await Promise.all(probes.map(probe => new Promise(closed => probe.close(closed))))
  return ports
}
