import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'

export interface Proxy {
  readonly port: number
  close(): Promise<void>
}

/**
 * What stands in front of several servers: each request goes to the next in turn, wherever the one before it went. Where
 * nobody listens, the one after is asked; what breaks off later is the client's to ask again.
 */
export async function openProxy(servers: readonly number[]): Promise<Proxy> {
  let turn = 0
  const proxy = createServer(async (asked, response) => {
    const body = await buffer(asked).catch(() => undefined)
    if (body) pass({ asked, response, body }, turn++, servers.length)
  })

  function pass(call: Call, first: number, tries: number): void {
    const { asked, response, body } = call
    const { method, url: path, headers } = asked
    const port = servers[first % servers.length]
    const forwarded = {
      'x-forwarded-for': asked.socket.remoteAddress,
      'x-forwarded-proto': 'http',
      connection: 'close',
    }
    const onward = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent: false,
      headers: { ...headers, ...forwarded },
    })
    onward.once('response', answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, response, () => {})
    })
    onward.on('error', error => {
      if (response.headersSent) response.destroy()
      else if ('code' in error && error.code === 'ECONNREFUSED' && tries > 1) pass(call, first + 1, tries - 1)
      else response.writeHead(502).end()
    })
    response.once('close', () => onward.destroy())
    onward.end(body)
  }

  await new Promise<void>(listening => proxy.listen(0, '127.0.0.1', listening))
  return {
    port: (proxy.address() as AddressInfo).port,
    close: () =>
      new Promise(closed => {
        proxy.close(() => closed())
        proxy.closeAllConnections()
      }),
  }
}

interface Call {
  readonly asked: IncomingMessage
  readonly response: ServerResponse
  readonly body: Buffer
}
