import http from 'node:http'
import https from 'node:https'

/** Where an account's webhooks go. */
export interface Endpoint {
  readonly url: string
  readonly secret: string
}

export interface OutboxOptions<Event> {
  /** At most so many events in a request. */
  readonly batch: number
  readonly endpointOf: (account: string) => Endpoint | undefined
  readonly requestOf: (
    events: readonly Event[],
    endpoint: Endpoint,
  ) => { headers: Record<string, string>; body: string /** Where the events themselves say another. */; url?: string }
  /** Whether an answer ends the matter; everything else is tried again. */
  readonly settles: (status: number) => boolean
  readonly delivered: (account: string, events: readonly Event[]) => void
  /** Whether events go out of order, and twice. */
  readonly disorder: () => { readonly shuffle: boolean; readonly repeat: boolean }
  /** Whether events go out by themselves; otherwise `deliver` sends them. */
  readonly automatic: boolean
}

export interface Outbox<Event> {
  add(account: string, event: Event): void
  /** Sends all that waits now, each once; resolves when that is done. */
  deliver(): Promise<{ delivered: number; failed: number }>
  /** How many events an account's endpoint has not accepted. */
  waiting(account: string): number
  close(): void
}

interface Parcel<Event> {
  readonly account: string
  readonly events: readonly Event[]
  readonly attempts: number
  readonly dueAt: number
}

/** Requests under way at once. */
const lanes = 24
const second = 1000
/** Before the second attempt, the third, …; after the last, once an hour. */
const backoff = [1, 2, 5, 15, 60, 300, 900].map(seconds => seconds * second)

/** Sends events to the accounts' endpoints, in batches, again and again until they are accepted. */
export function openOutbox<Event>(options: OutboxOptions<Event>): Outbox<Event> {
  const fresh = new Map<string, Event[]>()
  let again: Parcel<Event>[] = []
  let underWay = 0
  let closed = false
  let timer: NodeJS.Timeout | undefined
  const counts = new Map<string, number>()
  const agents = {
    http: new http.Agent({ keepAlive: true, maxSockets: lanes }),
    https: new https.Agent({ keepAlive: true, maxSockets: lanes }),
  }

  /** New events first, then what has waited long enough. */
  function next(now: number, isForced: boolean): Parcel<Event> | undefined {
    for (const [account, events] of fresh) {
      if (events.length === 0 || !options.endpointOf(account)) continue
      if (options.disorder().shuffle) shuffle(events)
      const taken = events.splice(0, options.batch)
      return { account, events: taken, attempts: 0, dueAt: now }
    }
    const place = again.findIndex(parcel => (isForced || parcel.dueAt <= now) && options.endpointOf(parcel.account))
    return place < 0 ? undefined : again.splice(place, 1)[0]
  }

  async function send(parcel: Parcel<Event>): Promise<boolean> {
    const endpoint = options.endpointOf(parcel.account)
    const isAccepted = endpoint !== undefined && options.settles(await post(parcel.events, endpoint))
    if (!isAccepted) {
      const wait = backoff[parcel.attempts] ?? 3600 * second
      again.push({ ...parcel, attempts: parcel.attempts + 1, dueAt: Date.now() + wait })
      return false
    }
    counts.set(parcel.account, (counts.get(parcel.account) ?? 0) - parcel.events.length)
    options.delivered(parcel.account, parcel.events)
    if (options.disorder().repeat) await post(parcel.events, endpoint)
    return true
  }

  function post(events: readonly Event[], endpoint: Endpoint): Promise<number> {
    const { headers, body, url = endpoint.url } = options.requestOf(events, endpoint)
    const isSecure = url.startsWith('https:')
    return new Promise(answered => {
      const request = (isSecure ? https : http).request(url, {
        method: 'POST',
        agent: isSecure ? agents.https : agents.http,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        timeout: 10 * second,
      })
      request.on('response', response => {
        response.resume()
        response.on('close', () => answered(response.statusCode ?? 0))
      })
      request.on('timeout', () => request.destroy())
      // Nobody there: as good as no answer.
      request.on('error', () => answered(0))
      request.end(body)
    })
  }

  function work(): void {
    timer = undefined
    while (!closed && underWay < lanes) {
      const parcel = next(Date.now(), false)
      if (!parcel) break
      underWay += 1
      void send(parcel).finally(() => {
        underWay -= 1
        wake(0)
      })
    }
    const soonest = again.reduce((least, { dueAt }) => Math.min(least, dueAt), Number.POSITIVE_INFINITY)
    if (underWay < lanes && Number.isFinite(soonest)) wake(Math.max(soonest - Date.now(), 50))
  }

  function wake(ms: number): void {
    if (!options.automatic || closed) return
    if (timer && ms > 0) return
    clearTimeout(timer)
    timer = setTimeout(work, ms)
    // What waits is in the file: it keeps no process alive.
    timer.unref()
  }

  async function deliver(): Promise<{ delivered: number; failed: number }> {
    const parcels: Parcel<Event>[] = []
    for (let parcel = next(Date.now(), true); parcel; parcel = next(Date.now(), true)) parcels.push(parcel)
    let [delivered, failed] = [0, 0]
    const lane = async () => {
      for (let parcel = parcels.shift(); parcel; parcel = parcels.shift()) {
        if (await send(parcel)) delivered += parcel.events.length
        else failed += parcel.events.length
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return { delivered, failed }
  }

  return {
    add(account, event) {
      const events = fresh.get(account)
      if (events) events.push(event)
      else fresh.set(account, [event])
      counts.set(account, (counts.get(account) ?? 0) + 1)
      // A moment later, so that what happens at once is one request.
      wake(20)
    },
    deliver,
    waiting: account => counts.get(account) ?? 0,
    close() {
      closed = true
      clearTimeout(timer)
      again = []
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

function shuffle(items: unknown[]): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1))
    const item = items[last]
    items[last] = items[other]
    items[other] = item
  }
}
