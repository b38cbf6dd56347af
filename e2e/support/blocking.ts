import { type BrowserContext, chromium } from '@playwright/test'
import { launch, signInToDemo } from './demo.ts'

/** What Lighthouse slows a telephone's processor down by, and what a task may take there before it blocks. */
const slower = 4
const allowed = 50
const loads = 7

/** An event of the browser's trace; times in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Of it, what the thread had of a processor. */
  readonly tdur?: number
  readonly args?: { readonly data?: { readonly documentLoaderURL?: string } }
}

/**
 * How long the main thread is blocked while a page is opened, in milliseconds: what its tasks take beyond 50 each when they
 * are four times slower, without what they wait for a processor that others have. The median of seven loads of each screen with an empty cache, at a telephone's size. Unlike
 * Lighthouse's score it can be compared before and after a change, in turn on one machine.
 */
export async function measureBlocking(demo: string, screens: Readonly<Record<string, string>>): Promise<void> {
  const browser = await chromium.launch(launch)
  try {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
      hasTouch: true,
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    await page.goto(`${demo}/dashboard`)
    await signInToDemo(page)
    for (const [name, url] of Object.entries(screens)) {
      const times: number[] = []
      while (times.length < loads) times.push(blocked(await traceOf(context, url), url))
      const median = times.toSorted((a, b) => a - b)[Math.floor(loads / 2)] ?? 0
      console.log(`${name}: blocked for ${Math.round(median)} ms (${times.map(time => Math.round(time)).join(', ')})`)
    }
  } finally {
    await browser.close()
  }
}

async function traceOf(context: BrowserContext, url: string): Promise<TraceEvent[]> {
  const page = await context.newPage()
  const browser = context.browser()
  if (!browser) throw new Error('The context has no browser.')
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'blink.user_timing'] })
  await page.goto(url, { waitUntil: 'networkidle' })
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  await page.close()
  return traceEvents
}

function blocked(events: readonly TraceEvent[], url: string): number {
  const { origin } = new URL(url)
  const begun = events.findLast(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith(origin),
  )
  if (!begun) throw new Error(`The trace of ${url} has no beginning.`)
  const tasks = events
    .filter(({ name, ph, pid, tid, ts }) => {
      const isTask = ph === 'X' && /(^|::)RunTask$/.test(name)
      return isTask && pid === begun.pid && tid === begun.tid && ts > begun.ts
    })
    .toSorted((a, b) => a.ts - b.ts)
  let end = 0
  let sum = 0
  for (const { ts, dur = 0, tdur = dur } of tasks) {
    // One within another has been counted with it.
    if (ts < end) continue
    end = ts + dur
    sum += Math.max(0, (slower * tdur) / 1000 - allowed)
  }
  return sum
}
