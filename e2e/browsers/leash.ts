import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { evening, moveDates } from '../support/evening.ts'

/**
 * A proxy between a browser and the product that can be cut: WebDriver can't take a browser off the network. It also sets
 * the clock of the pages to the evening of the demo, and keeps what goes wrong in them, in the script that each page runs
 * first.
 */
export async function openLeash({ port, to }: { port: number; to: number }) {
  const server = createServer((asked, answer) => void forward(asked, answer, to))
  const mend = async () => {
    server.listen(port, 'localhost')
    await once(server, 'listening')
  }
  /** As on a device without signal: nobody answers. */
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  await mend()
  return { cut, mend }
}

async function forward(asked: IncomingMessage, answer: ServerResponse, port: number): Promise<void> {
  const { method, url = '/', headers } = asked
  const isFirstScript = url.split('?')[0] === '/theme.js'
  const onward = request({
    host: 'localhost',
    port,
    method,
    path: url,
    headers: { ...headers, ...(isFirstScript && plain) },
  })
  asked.pipe(onward)
  onward.once('error', () => answer.destroy())
  const [got]: [IncomingMessage] = await once(onward, 'response').then(([got]) => [got])
  if (!isFirstScript || got.statusCode !== 200) {
    answer.writeHead(got.statusCode ?? 502, got.headers)
    got.pipe(answer)
    got.once('error', () => answer.destroy())
    return
  }
  const script = Buffer.concat([Buffer.from(prelude()), await buffer(got)])
  const { 'content-length': _length, etag: _etag, ...kept } = got.headers
  answer.writeHead(200, { ...kept, 'content-length': script.length })
  answer.end(script)
}

/** Neither compressed nor taken from what the browser has. */
const plain = { 'accept-encoding': 'identity', 'if-none-match': '' }

const prelude = () => `(${moveDates})(${evening.getTime() - Date.now()});(${watchProblems})();\n`

declare global {
  interface Window {
    problems?: string[]
  }
}

/** Runs in the page. */
function watchProblems() {
  window.problems = []
  window.addEventListener('error', ({ message }) => window.problems?.push(message))
  window.addEventListener('unhandledrejection', ({ reason }) => window.problems?.push(String(reason)))
}
