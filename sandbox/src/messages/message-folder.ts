import { randomBytes, randomUUID } from 'node:crypto'
import { EventEmitter, on } from 'node:events'
import { appendFileSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** What became of a message here, for the page. */
export interface Said {
  readonly at: string
  readonly what: string
}

export interface MessageFolder<Message> {
  /** @returns the id, which begins with the time: the order of ids is the order of arrival */
  put(bytes: Buffer | string): Promise<string>
  /** The newest first. */
  ids(): Promise<string[]>
  /** Undefined when there is none of this id. */
  find(id: string): Promise<Message | undefined>
  /** The bytes as they came. */
  raw(id: string): Promise<Buffer | undefined>
  /** The first, there already or still to come, that this holds for. */
  expect(isMeant: (message: Message) => boolean, signal: AbortSignal): Promise<Message>
  note(id: string, what: string): void
  said(id: string): Said[]
  /** The same for all processes that share the folder, and from one start to the next. */
  readonly secret: string
}

interface Options<Message> {
  readonly folder: string
  /** Of the files' names: `eml`. */
  readonly ending: string
  readonly parse: (bytes: Buffer, id: string) => Promise<Message> | Message
}

/** A campaign, and what came before it. */
const kept = 5000
const pruneEvery = 100

/** Messages as files, which are the only state: several processes that share the folder show the same. */
export function openMessageFolder<Message>({ folder, ending, parse }: Options<Message>): MessageFolder<Message> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const arrivals = new EventEmitter()
  arrivals.setMaxListeners(0)
  const read = new Map<string, Message>()
  const fileOf = (id: string) => path.join(folder, `${id}.${ending}`)
  const noteOf = (id: string) => path.join(folder, `${id}.said`)
  let sincePruned = 0

  async function put(bytes: Buffer | string): Promise<string> {
    const id = `${new Date().toISOString().replaceAll(/[-:.]/g, '')}-${randomUUID().slice(0, 8)}`
    await writeFile(fileOf(id), bytes, { mode: 0o600 })
    arrivals.emit('message')
    sincePruned += 1
    if (sincePruned >= pruneEvery) {
      sincePruned = 0
      for (const old of (await ids()).slice(kept)) {
        read.delete(old)
        for (const file of [fileOf(old), noteOf(old)]) await rm(file, { force: true })
      }
    }
    return id
  }

  async function ids(): Promise<string[]> {
    const names = await readdir(folder)
    const ids = names.flatMap(name => (name.endsWith(`.${ending}`) ? name.slice(0, -ending.length - 1) : []))
    return ids.filter(isId).sort((one, other) => (one < other ? 1 : -1))
  }

  async function raw(id: string): Promise<Buffer | undefined> {
    return isId(id) ? await readFile(fileOf(id)).catch(() => undefined) : undefined
  }

  async function find(id: string): Promise<Message | undefined> {
    const known = read.get(id)
    if (known) return known
    const bytes = await raw(id)
    if (!bytes) return undefined
    const message = await parse(bytes, id)
    read.set(id, message)
    return message
  }

  async function expect(isMeant: (message: Message) => boolean, signal: AbortSignal): Promise<Message> {
    const arrival = on(arrivals, 'message', { signal })
    const seen = new Set<string>()
    for (;;) {
      for (const id of await ids()) {
        if (seen.has(id)) continue
        seen.add(id)
        const message = await find(id)
        if (message && isMeant(message)) return message
      }
      await arrival.next()
    }
  }

  return {
    ...{ put, ids, find, raw, expect },
    note(id, what) {
      if (isId(id)) appendFileSync(noteOf(id), `${JSON.stringify({ at: new Date().toISOString(), what })}\n`)
    },
    said(id) {
      try {
        const lines = readFileSync(noteOf(id), 'utf8').trim().split('\n')
        // Written by `note`.
        return isId(id) ? lines.map(line => JSON.parse(line) as Said) : []
      } catch {
        return []
      }
    },
    secret: sharedSecret(path.join(folder, 'secret')),
  }
}

const isId = (id: string) => /^[\w-]{1,60}$/.test(id)

/** The time that an id begins with. */
export const receivedAt = (id: string) => id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d).*/, '$1-$2-$3T$4:$5:$6Z')

/** Whoever is first makes it; the others read it. */
function sharedSecret(file: string): string {
  const mine = `${file}.${randomUUID()}`
  writeFileSync(mine, randomBytes(24).toString('hex'), { mode: 0o600 })
  try {
    linkSync(mine, file)
  } catch {
    // It is there already.
  }
  rmSync(mine, { force: true })
  return readFileSync(file, 'utf8')
}
