import { Socket } from 'node:net'
import pg from 'pg'
import { readOnlyServer } from './trouble.ts'

/** Hosts are asked whether they can be written to, and given up, within this. */
const patience = 2000
/**
 * How to connect to an address that may have several hosts, as libpq has it
 * (`postgres://one:5432,two:5432/honbu?target_session_attrs=read-write`): to whichever of them can be written to when a
 * connection is opened; or, for reading, to one that can only be read. pg knows one host, but takes a socket that goes elsewhere, and so does every library upon it.
 *
 * A host that has fallen silent breaks off nothing: when another one is right, connections to the first are cut.
 * @param every milliseconds after which is asked whether that is so, while there are connections
 */
export function connectionTo(url: string, purpose: Purpose = 'writing', every = 3000): pg.ClientConfig {
  const addresses = addressesIn(url)
  const [connectionString = url] = addresses
  if (addresses.length === 1) return { connectionString }
  const sockets = new Set<FollowingSocket>()
  const ask = () => addresses.map(address => askWhether(address, purpose))
  let asked: Promise<Place> | undefined
  const find = () => {
    asked ??= firstOf(ask()).finally(() => {
      asked = undefined
    })
    return asked
  }

  const findAll = async () => {
    const answers = await Promise.allSettled(ask())
    return answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
  }

  let looking: NodeJS.Timeout | undefined
  /** There is one to write to, and nobody waits for what the others say; to read there may be many. */
  async function look() {
    const right = await (purpose === 'writing' ? find().then(place => [place]) : findAll()).catch(() => [])
    for (const socket of sockets) {
      const { place } = socket
      if (!place || right.length === 0 || right.some(each => isSame(each, place))) continue
      socket.destroy(gone(`${place.host}:${place.port} is not the one any more`))
    }
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

type Purpose = 'writing' | 'reading'

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

/** The first to answer: one that does not holds up nobody. @throws why the first cannot be used, if none can */
async function firstOf(asked: readonly Promise<Place>[]): Promise<Place> {
  return await Promise.any(asked).catch(({ errors }: AggregateError) => {
    throw errors.find(error => error.code !== readOnlyServer) ?? errors[0]
  })
}

/** @throws where it is not right for that, or does not answer */
async function askWhether(connectionString: string, purpose: Purpose): Promise<Place> {
  const within = { connectionTimeoutMillis: patience, query_timeout: patience }
  const client = new pg.Client({ connectionString, ...within, application_name: 'honbu looks' })
  const { host, port } = client
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    const isWritable = rows[0]?.transaction_read_only === 'off'
    if (isWritable === (purpose === 'writing')) return { host, port }
    throw gone(`${host}:${port} can ${isWritable ? 'be written to' : 'only be read'}`, readOnlyServer)
  } finally {
    void client.end().catch(() => {})
  }
}
