import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { GoCardlessClient } from 'gocardless-nodejs'
import { Environments } from 'gocardless-nodejs/constants'
import type { SandboxOptions } from '../provider/sandbox.ts'
import { openBankSandbox } from './open.ts'

/** Tuesday, half past six in the evening in London: after the cut-off of the banks. */
export const evening = new Date('2026-05-12T17:30:00Z')
/** Tuesday, noon in London. */
export const noon = new Date('2026-05-12T11:00:00Z')

export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-bank-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A bank whose clock stands, and which sends webhooks when it is told to. */
export function openTestBank(folder: string, options: Partial<SandboxOptions> = {}) {
  return openBankSandbox({ folder, clock: () => noon, sendsWebhooks: false, ...options })
}

/** The real client. It takes no address of its own: the one that it begins with is a private field. */
export function gocardless(url: string, token = 'sandbox_club', options = {}): GoCardlessClient {
  const client = new GoCardlessClient(token, Environments.Sandbox, options)
  Reflect.set(Reflect.get(client, '_api'), '_baseUrl', url)
  return client
}

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An endpoint for webhooks, which answers with what `status` says. */
export async function openEndpoint(status: (received: Received) => number = () => 204) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      const one = { headers: request.headers, body }
      received.push(one)
      response.writeHead(status(one)).end()
    })
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  // A TCP server's address is always an object.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    close: () =>
      new Promise<void>(closed => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
