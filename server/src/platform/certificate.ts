import { connect } from 'node:tls'

export interface Certificate {
  readonly until: Date
  /** Why browsers don't trust it; empty: they do. */
  readonly problem: string
}

/** The certificate at a public address, or null where the address has none. @throws when nothing answers there */
export async function certificateAt(baseUrl: string | null | undefined): Promise<Certificate | null> {
  if (!baseUrl?.startsWith('https:')) return null
  const { hostname, port } = new URL(baseUrl)
  const to = { host: hostname, port: Number(port || 443), servername: hostname, timeout: 10_000 }
  return await new Promise((resolve, reject) => {
    // An expired one is read too, to say until when it was good.
    const socket = connect({ ...to, rejectUnauthorized: false }, () => {
      const { authorized, authorizationError } = socket
      const problem = authorized ? '' : `${authorizationError}`
      resolve({ until: new Date(socket.getPeerCertificate().valid_to), problem })
      socket.destroy()
    })
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error(`${hostname} does not answer`)))
  })
}

export const daysUntil = (until: Date, now: Date) => Math.floor((until.getTime() - now.getTime()) / 86_400_000)
