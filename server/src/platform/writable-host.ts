import { Socket } from 'node:net'
import pg from 'pg'
import { readOnlyServer } from './trouble.ts'

/** Hosts are asked whether they can be written to, and given up, within this. */
const patience = 2000
/**
 * How to connect to an address that may have several hosts, as libpq has it
 * (`postgres://one:5432,two:5432/honbu?target_session_attrs=read-write`): to whichever of them can be written to when a
 * connection is opened. pg knows one host, but takes a socket that goes elsewhere, and so does every library upon it.
 *
 * A host that has fallen silent breaks off nothing: when another one can be written to, connections to the first are cut.
 * @param every milliseconds after which is asked whether that is so, while there are connections
 */
export function connectionTo(url: string, every = 5000): pg.ClientConfig {
  const addresses = addressesIn(url)
  const [connectionString = url] = addresses
  if (addresses.length === 1) return { connectionString }
  const sockets = new Set<FollowingSocket>()
  let asked: Promise<Place> | undefined
  const find = () => {
    asked ??= firstWritable(addresses).finally(() => {
      asked = undefined
    })
    return asked
  }

  let looking: NodeJS.Timeout | undefined
  async function look() {
    const place = await find().catch(() => undefined)
    if (!place) return
    for (const socket of sockets)
      if (socket.place && !isSame(socket.place, place)) socket.destroy(gone(`${place.host} has taken over`))
  }

  const stream = () => {
    const socket = new FollowingSocket(find)
    sockets.add(socket)
    looking ??= setInterval(look, every).unref()
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size > 0) return
      clearInterval(looking)
      looking = undefined
    })
    return socket
  }
  return { connectionString, stream }
}

/** An address with several hosts as one for each. */
export function addressesIn(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map(host => before + host + after) : [url]
}

type Place = Pick<pg.Client, 'host' | 'port'>

const isSame = (one: Place, other: Place) => one.host === other.host && one.port === other.port

/** As of a connection that breaks: the database is gone for a moment. */
const gone = (message: string, code = 'ECONNRESET') => Object.assign(new Error(message), { code })

class FollowingSocket extends Socket {
  readonly #find: () => Promise<Place>
  /** Where it goes, once that is known. */
  place: Place | undefined

  constructor(find: () => Promise<Place>) {
    super()
    this.#find = find
  }

  /** What pg knows as host and port is left out. */
  override connect(): this {
    // What is written meanwhile waits.
    Object.assign(this, { connecting: true })
    this.#find().then(
      place => {
        // Given up meanwhile: to connect would open it again.
        if (this.destroyed) return
        this.place = place
        if (place.host.startsWith('/')) super.connect(`${place.host}/.s.PGSQL.${place.port}`)
        else super.connect(place.port, place.host)
      },
      error => this.destroy(error),
    )
    return this
  }
}

/** All are asked at once: one that does not answer holds up nobody. @throws why the first cannot be used, if none can */
async function firstWritable(addresses: readonly string[]): Promise<Place> {
  const asked = addresses.map(askWhetherWritable)
  return await Promise.any(asked).catch(({ errors }: AggregateError) => {
    throw errors.find(error => error.code !== readOnlyServer) ?? errors[0]
  })
}

async function askWhetherWritable(connectionString: string): Promise<Place> {
  const within = { connectionTimeoutMillis: patience, query_timeout: patience }
  const client = new pg.Client({ connectionString, ...within, application_name: 'honbu looks' })
  const { host, port } = client
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    if (rows[0]?.transaction_read_only === 'off') return { host, port }
    throw gone(`${host}:${port} can only be read`, readOnlyServer)
  } finally {
    void client.end().catch(() => {})
  }
}
