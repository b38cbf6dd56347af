/**
 * The service worker: keeps the application itself (its page and its built files) on the device, so that it opens without
 * a connection. It never keeps or answers a call of the API or anything of signing in. The build fills in what there is to
 * keep (see vite.config.ts), so that another build is another worker with a cache of its own.
 */
import { forgetKept } from './forget-kept.ts'
import { isScreen } from './is-screen.ts'
import { type BuiltFile, keepFile } from './keep-file.ts'

/** Filled in by the build: the files of this build, and a name made from them. */
declare const __FILES__: readonly BuiltFile[]
declare const __BUILD__: string

// What is used of a worker's own types, which cannot stand beside those of a page.
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  readonly registration: { readonly scope: string }
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}
const worker = globalThis as unknown as Worker

const prefix = 'honbu '
const cacheName = `${prefix}${__BUILD__}`
/** Where the application is mounted, with a closing slash; also the address under which its page is kept. */
const base = worker.registration.scope

/** Milliseconds after which a page that does not come is taken from the device: a hall with one bar of signal. */
const patience = 4_000

/** Files fetched at once: half the connections a browser has for a server without HTTP/2, the rest are the page's. */
const atOnce = 3

worker.addEventListener('install', event => {
  event.waitUntil(keepAll().then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', event => {
  event.waitUntil(forgetOldBuilds().then(() => worker.clients.claim()))
})

worker.addEventListener('fetch', event => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(base)) return
  const path = new URL(request.url).pathname.slice(new URL(base).pathname.length)
  if (request.mode === 'navigate') {
    if (isScreen(path)) event.respondWith(page(request))
    else if (path.startsWith('Identity/Account/Login')) event.respondWith(loginPage(request))
  } else if (path.startsWith('assets/')) event.respondWith(builtFile(request))
  else if (path === 'theme.js' || path === 'favicon.svg') event.respondWith(freshFile(request))
  else if (import.meta.env.DEV && isModule.test(path)) event.respondWith(freshModule(request))
})

async function keepAll() {
  const cache = await caches.open(cacheName)
  const asFresh = (file: string) => new Request(base + file, { cache: 'no-cache', redirect: 'error' })
  await cache.addAll(['', 'theme.js', 'favicon.svg'].map(asFresh))
  const left = [...__FILES__]
  const keepRest = async () => {
    for (let next = left.shift(); next; next = left.shift()) await keepFile(cache, base + next.file, next.integrity)
  }
  await Promise.all(Array.from({ length: atOnce }, keepRest))
}

/** Keeps the build before this one too: pages that are open still load their parts from it. */
async function forgetOldBuilds() {
  const others = (await caches.keys()).filter(name => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(others.slice(0, -1).map(name => caches.delete(name)))
}

/** From the server, so that a new version is there at once; from the device when the server does not answer in time. */
async function page(request: Request): Promise<Response> {
  const kept = () => caches.match(base, { ignoreVary: true })
  const fetched = fetch(request)
  try {
    const answer = await Promise.race([fetched, after(patience)])
    if (answer && answer.status < 500) return answer
    return (await kept()) ?? (await fetched)
  } catch (error) {
    const answer = await kept()
    if (!answer) throw error
    return answer
  }
}

/** The server shows it only where no one is logged in: then nothing of members may stay on the device. */
async function loginPage(request: Request): Promise<Response> {
  const answer = await fetch(request)
  if (answer.ok) await forgetKept().catch(() => {})
  return answer
}

async function builtFile(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? (await fetch(request))
}

/** In development no build lists the files: the addresses of modules, packages and Vite's own client. */
const isModule = /^(@|src\/|node_modules\/)/

/** As it is written now, kept for when there is no connection. */
async function freshModule(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request)
    if (answer.ok) await (await caches.open(cacheName)).put(request, answer.clone())
    return answer
  } catch (error) {
    const kept = await caches.match(request, { ignoreVary: true })
    if (!kept) throw error
    return kept
  }
}

async function freshFile(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(request)
    if (!kept) throw error
    return kept
  }
}

const after = (milliseconds: number) =>
  new Promise<undefined>(resolve => {
    setTimeout(() => resolve(undefined), milliseconds)
  })
