import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ApiRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ApiAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body: unknown
}

/**
 * How the provider misbehaves: `down` breaks every connection, `slow` answers late, `lost` does what it was asked and
 * breaks the connection before it says so.
 */
export const troubles = ['none', 'down', 'slow', 'lost', '429', '500'] as const
export type Trouble = (typeof troubles)[number]

export interface Fault {
  readonly trouble: Trouble
  /** For so many requests; null: until it is taken back. */
  readonly left: number | null
}

export interface ListenerOptions {
  readonly answer: (request: ApiRequest) => Promise<ApiAnswer> | ApiAnswer
  /** What is wrong with this request; asked once for each. */
  readonly trouble: (request: IncomingMessage) => Trouble
  readonly refusal: (status: 429 | 500) => ApiAnswer
  readonly slowMs: number
}

export interface Listener {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  close(): Promise<void>
}

const mostBytes = 1024 * 1024

/** An API on a loopback port. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const server = createServer((request, response) => {
    respond(options, request, response).catch(() => void response.destroy())
  })
  // A client keeps its connections for longer than the 5 s that Node gives them, and would meet a closed one.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => listening())
  })
  server.unref()
  // A TCP server's address is always an object.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise(closed => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function respond(options: ListenerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const trouble = options.trouble(request)
  if (trouble === 'down') {
    request.socket.destroy()
    return
  }
  const body = await bodyOf(request)
  if (trouble === 'slow') await new Promise<void>(late => setTimeout(late, options.slowMs))
  const url = new URL(request.url ?? '/', 'http://sandbox')
  const {
    status,
    headers,
    body: answer,
  } = trouble === '429' || trouble === '500'
    ? options.refusal(trouble === '429' ? 429 : 500)
    : await options.answer({
        method: request.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body,
      })
  if (trouble === 'lost') {
    request.socket.destroy()
    return
  }
  const text = JSON.stringify(answer)
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      ...headers,
    })
    .end(text)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > mostBytes) throw new Error('a request is shorter than that')
  }
  return text
}
