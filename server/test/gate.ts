import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'

export interface Gate {
  /** The way to the database through the gate. */
  readonly connection: pg.ClientConfig
  /** Every connection breaks, and no new one is taken: as when the database's machine is gone. */
  readonly close: () => Promise<void>
  /** Nothing comes through any more, either way, and nothing breaks: as when its machine has stopped. Until it is closed. */
  readonly silence: () => void
  /** Connections are taken again, at the same address. */
  readonly open: () => Promise<void>
}

/** Stands between the product and its database, so that this can be gone for a while. */
export async function gateTo(database: pg.ClientConfig): Promise<Gate> {
  const sockets = new Set<Socket>()
  const { host = '', port = 5432 } = database
  let isSilent = false
  const server = createServer(near => {
    if (isSilent) {
      sockets.add(near)
      return
    }
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    connection: { ...database, host: '127.0.0.1', port: address.port },
    close: async () => {
      if (!server.listening) return
      isSilent = false
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
    silence: () => {
      isSilent = true
      for (const socket of sockets) socket.unpipe()
    },
    open: async () => {
      server.listen(address.port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
