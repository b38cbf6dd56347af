import { randomUUID } from 'node:crypto'
import { EventEmitter, on } from 'node:events'
import { mkdirSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly id: string
  readonly receivedAt: string
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** Every address in the text, in its order. */
  readonly links: readonly string[]
}

export interface MailSandbox {
  /** Where to send mail to: `smtp://127.0.0.1:PORT`. */
  readonly smtpUrl: string
  /** The newest first. */
  list(): Promise<ReceivedMail[]>
  find(id: string): Promise<ReceivedMail | undefined>
  /** The first message, received before or after the call, that is to this address and has these words in its subject. */
  expect(to: string, subject: string, signal: AbortSignal): Promise<ReceivedMail>
  close(): Promise<void>
}

const kept = 200

/**
 * A mail server that delivers nothing: real SMTP on a loopback port, each message a file in the folder. The folder is
 * the only state, so several processes that share it show the same messages.
 */
export async function openMailSandbox({ folder }: { folder: string }): Promise<MailSandbox> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const arrivals = new EventEmitter()
  arrivals.setMaxListeners(0)

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: 10 * 1024 * 1024,
    logger: false,
    onData: (stream, _session, done) => {
      keep(stream).then(() => done(), done)
    },
  })
  // A client that breaks off is its own trouble.
  server.on('error', () => {})

  async function keep(stream: AsyncIterable<Buffer>) {
    const chunks = []
    for await (const chunk of stream) chunks.push(chunk)
    // The name begins with the time, so that the order of names is the order of arrival.
    const id = `${new Date().toISOString().replaceAll(/[-:.]/g, '')}-${randomUUID().slice(0, 8)}`
    await writeFile(path.join(folder, `${id}.eml`), Buffer.concat(chunks), { mode: 0o600 })
    arrivals.emit('message')
    const names = await fileNames()
    for (const name of names.slice(kept)) await rm(path.join(folder, name), { force: true })
  }

  async function fileNames(): Promise<string[]> {
    const names = await readdir(folder)
    return names.filter(name => /^[\w-]+\.eml$/.test(name)).sort((one, other) => (one < other ? 1 : -1))
  }

  async function list(): Promise<ReceivedMail[]> {
    const messages = await Promise.all((await fileNames()).map(name => read(path.join(folder, name))))
    return messages.filter(message => message !== undefined)
  }

  async function expect(to: string, subject: string, signal: AbortSignal): Promise<ReceivedMail> {
    const arrival = on(arrivals, 'message', { signal })
    for (;;) {
      const found = (await list()).find(message => message.to.includes(to) && message.subject.includes(subject))
      if (found) return found
      await arrival.next()
    }
  }

  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => listening())
  })
  // A TCP server's address is always an object.
  const { port } = server.server.address() as AddressInfo

  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    list,
    expect,
    find: async id => (/^[\w-]+$/.test(id) ? read(path.join(folder, `${id}.eml`)) : undefined),
    close: () => new Promise(closed => server.close(closed)),
  }
}

/** Undefined when the file has gone in the meantime. */
async function read(file: string): Promise<ReceivedMail | undefined> {
  let raw: Buffer
  try {
    raw = await readFile(file)
  } catch {
    return undefined
  }
  const message = await PostalMime.parse(raw)
  const id = path.basename(file, '.eml')
  const text = message.text ?? ''
  return {
    id,
    receivedAt: id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d).*/, '$1-$2-$3T$4:$5:$6Z'),
    from: message.from?.address ?? '',
    to: (message.to ?? []).flatMap(({ address }) => address ?? []),
    subject: message.subject ?? '',
    text,
    links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [],
  }
}
