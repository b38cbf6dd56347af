import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import type { PageAnswer, PageRequest } from './html.ts'
import { type ApiAnswer, type ApiRequest, type ListenerOptions, listen, type Trouble } from './listener.ts'

/** A sandbox's state, opened. */
export interface Room {
  answer(request: ApiRequest): Promise<ApiAnswer>
  page(request: PageRequest): Promise<PageAnswer>
  /** What is wrong with the next request. */
  trouble(): Trouble
  /** What the accounts' secrets are made from. */
  readonly secret: string
  close(): Promise<void>
}

export interface HolderOptions<R extends Room> {
  readonly folder: string
  readonly name: string
  readonly slowMs: number
  readonly refusal: ListenerOptions['refusal']
  readonly open: () => Promise<R>
}

export interface Held<R extends Room> {
  /** This process's own address, whoever holds the folder. */
  readonly url: string
  readonly secret: string
  page(request: PageRequest): Promise<PageAnswer>
  /** The state, where this process holds it. @throws Error otherwise */
  room(): R
  close(): Promise<void>
}

/** Written into the lock. */
interface Holder {
  readonly url: string
  readonly token: string
  readonly secret: string
}

const pagePath = '/__page'
const checkEvery = 2000

/**
 * Opens a sandbox's state in one process only, however many share its folder: the others pass on what they are asked, and
 * one of them takes over when the holder has gone.
 */
export async function openHeld<R extends Room>(options: HolderOptions<R>): Promise<Held<R>> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  const lock = path.join(options.folder, `${options.name}.lock`)
  const token = randomUUID()
  let room: R | undefined
  let other: Holder | undefined
  let settling: Promise<void> | undefined
  let closed = false

  const listener = await listen({
    slowMs: options.slowMs,
    refusal: options.refusal,
    // A page is not the provider's API, and another process's request has its trouble there.
    trouble: request => (room && request.url !== pagePath ? room.trouble() : 'none'),
    answer,
  })

  async function answer(request: ApiRequest): Promise<ApiAnswer> {
    await settle()
    if (request.path === pagePath) return pageFor(request)
    return room ? room.answer(request) : passedOn(request)
  }

  async function pageFor({ headers, body }: ApiRequest): Promise<ApiAnswer> {
    if (headers.authorization !== token || !room) return { status: 404, body: {} }
    // Sent by `page` below.
    return { status: 200, body: await room.page(JSON.parse(body) as PageRequest) }
  }

  async function passedOn(request: ApiRequest): Promise<ApiAnswer> {
    if (!other) throw new Error('it has been settled who holds the folder')
    try {
      return await ask(other.url, request)
    } catch (error) {
      if (!isGone(error)) throw error
      other = undefined
      return answer(request)
    }
  }

  /** Finds out who holds the folder; it is this process where nobody does. */
  function settle(): Promise<void> {
    if (room || other) return Promise.resolve()
    settling ??= findHolder().finally(() => {
      settling = undefined
    })
    return settling
  }

  async function findHolder(): Promise<void> {
    for (;;) {
      if (take(lock, token)) {
        room = await options.open().catch((error: unknown) => {
          rmSync(lock, { force: true })
          throw error
        })
        // Read by others only once there is something to ask.
        replace(lock, { url: listener.url, token, secret: room.secret })
        return
      }
      const found = holderIn(lock)
      if (typeof found === 'object' && (await isThere(found.url))) {
        other = found
        return
      }
      if (found === 'opening' && (await opensSoon(lock))) continue
      putAside(lock, found)
    }
  }

  await settle()
  const timer = setInterval(() => {
    const watched = other
    if (!watched || closed) return
    isThere(watched.url)
      .then(isAlive => {
        if (isAlive || closed || other !== watched) return undefined
        other = undefined
        return settle()
      })
      .catch(() => {})
  }, checkEvery)
  timer.unref()

  return {
    url: listener.url,
    get secret() {
      return room?.secret ?? other?.secret ?? ''
    },
    room() {
      if (!room) throw new Error('Another process holds this sandbox.')
      return room
    },
    async page(request) {
      await settle()
      if (room) return room.page(request)
      const headers = { authorization: other?.token ?? '', 'content-type': 'application/json' }
      const body = JSON.stringify(request)
      const { body: said } = await passedOn({
        method: 'POST',
        path: pagePath,
        query: new URLSearchParams(),
        headers,
        body,
      })
      // Answered by `pageFor` of another process.
      return said as PageAnswer
    },
    async close() {
      closed = true
      clearInterval(timer)
      await settling?.catch(() => {})
      await listener.close()
      if (!room) return
      await room.close()
      rmSync(lock, { force: true })
    },
  }
}

/** @returns whether the lock was free, and is ours now */
function take(lock: string, token: string): boolean {
  const mine = `${lock}.${token}`
  writeFileSync(mine, JSON.stringify({ pid: process.pid }), { mode: 0o600 })
  try {
    linkSync(mine, lock)
    return true
  } catch {
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

function replace(lock: string, holder: Holder): void {
  const mine = `${lock}.${holder.token}`
  writeFileSync(mine, JSON.stringify({ pid: process.pid, ...holder }), { mode: 0o600 })
  renameSync(mine, lock)
}

type Found = (Holder & { readonly pid: number }) | 'opening' | 'nobody'

function holderIn(lock: string): Found {
  try {
    // Written by `take` and `replace`.
    const found = JSON.parse(readFileSync(lock, 'utf8')) as { pid: number } & Partial<Holder>
    const { pid, url, token, secret } = found
    if (url && token && secret) return { pid, url, token, secret }
    return isRunning(pid) ? 'opening' : 'nobody'
  } catch {
    return 'nobody'
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Waits a little for a process that is reading its file. @returns whether to look again */
async function opensSoon(lock: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    await new Promise<void>(later => setTimeout(later, 100))
    if (holderIn(lock) !== 'opening') return true
  }
  return false
}

/** Takes away a lock whose holder has gone; another process may have been quicker, whose lock is put back. */
function putAside(lock: string, gone: Found): void {
  const aside = `${lock}.${randomUUID()}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  const taken = holderIn(aside)
  const isAnother = typeof taken === 'object' && (typeof gone !== 'object' || taken.token !== gone.token)
  if (isAnother) {
    try {
      linkSync(aside, lock)
    } catch {
      // Somebody holds it by now.
    }
  }
  rmSync(aside, { force: true })
}

/** Whether somebody listens there. */
const isThere = (url: string) =>
  new Promise<boolean>(answered => {
    const request = http.request(`${url}${pagePath}`, { method: 'POST', agent: false, timeout: 5000 })
    request.on('response', response => {
      response.resume()
      answered(true)
    })
    request.on('timeout', () => request.destroy(new Error('late')))
    request.on('error', error => answered(!isGone(error)))
    request.end()
  })

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'

const notPassedOn = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'date'])

function ask(url: string, { method, path: asked, query, headers, body }: ApiRequest): Promise<ApiAnswer> {
  const search = query.size > 0 ? `?${query}` : ''
  const passed = Object.entries(headers).filter(([name]) => !notPassedOn.has(name))
  return new Promise((answered, failed) => {
    const request = http.request(`${url}${asked}${search}`, {
      method,
      headers: { ...Object.fromEntries(passed), 'content-length': Buffer.byteLength(body) },
    })
    request.on('error', failed)
    request.on('response', response => {
      let text = ''
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      response.on('error', failed)
      response.on('end', () => {
        const back = Object.entries(response.headers).filter(([name]) => !notPassedOn.has(name))
        answered({
          status: response.statusCode ?? 500,
          headers: Object.fromEntries(back.map(([name, value]) => [name, String(value)])),
          body: JSON.parse(text),
        })
      })
    })
    request.end(body)
  })
}
