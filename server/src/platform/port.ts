import { createServer } from 'node:net'
import { CannotStart, codeOf, reasonOf } from './cannot-start.ts'
import type { GivenConfig } from './config.ts'

const standardPort = 3000
/** How many ports after the standard one are tried when PORT is not set. */
const attempts = 20

/** The ports to try, in their order: the one that was set and no other, or the standard one and those after it. */
export function portsToTry({ port }: Pick<GivenConfig, 'port'>): number[] {
  return port === undefined ? Array.from({ length: attempts + 1 }, (_, index) => standardPort + index) : [port]
}

/**
 * The first port that is free now. Another process may still take it before it is listened on.
 * @throws CannotStart where none is, or the host is not this machine's
 */
export async function firstFreePort(host: string, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    if (await isFree(host, port)) return port
  }
  throw portTaken(host, ports)
}

/** What to say when a port is in use. */
export function portTaken(host: string, ports: readonly number[]): CannotStart {
  const [first, last] = [ports[0], ports.at(-1)]
  const taken = first === last ? `${first} is in use` : `${first} to ${last} are in use`
  return new CannotStart(`PORT must be a free port: on ${host} ${taken}.`)
}

/** `localhost` is looked up as both in browsers: a program on the other one would be found in our place. */
const loopbacks = ['127.0.0.1', '::1']

async function isFree(host: string, port: number): Promise<boolean> {
  const others = host === 'localhost' || loopbacks.includes(host) ? loopbacks.filter(other => other !== host) : []
  if (!(await canListen(host, port))) return false
  for (const other of others) {
    // A machine may have no IPv6 at all; that is no reason to refuse.
    if (!(await canListen(other, port).catch(() => true))) return false
  }
  return true
}

function canListen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', error => {
      const code = codeOf(error)
      if (code === 'EADDRINUSE') resolve(false)
      else if (code === 'EACCES') reject(new CannotStart(`PORT must be one that this user may listen on, not ${port}.`))
      else reject(new CannotStart(`HOST must be an address of this machine: ${reasonOf(error)}.`))
    })
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}
