import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { launch, signInToDemo } from './demo.ts'
import { screens } from './routes.ts'

/** From this on a screen is named: a tenth of what is said to be good. */
const named = 0.01
/** Milliseconds that an answer is late, at most. */
const late = 400
const sizes = { '1440 px': { width: 1440, height: 900 }, '390 px': { width: 390, height: 844 } }

interface Shift {
  readonly value: number
  /** What has moved, from where to where. */
  readonly what: readonly string[]
}

/**
 * How much of each screen moves by itself while it is loading, each answer being late by as much as chance will have it:
 * cumulative layout shift, with what has moved. Source: https://web.dev/articles/cls
 */
export async function measureShifts(demo: string): Promise<void> {
  const browser = await chromium.launch(launch)
  try {
    for (const [size, viewport] of Object.entries(sizes)) {
      const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
      await context.addInitScript(observe)
      const page = await context.newPage()
      await page.goto(`${demo}/dashboard`)
      await signInToDemo(page)
      await answerLate(context)
      let still = 0
      for (const screen of new Set(screens)) {
        const shifts = await shiftsOf(page, demo + screen)
        const sum = shifts.reduce((all, { value }) => all + value, 0)
        if (sum < named) {
          still++
          continue
        }
        console.log(`${screen} at ${size}: ${sum.toFixed(3)}`)
        for (const { value, what } of shifts) console.log(`    ${value.toFixed(3)}: ${what.join('; ')}`)
      }
      console.log(`${still} screens at ${size}: less than ${named}`)
      await context.close()
    }
  } finally {
    await browser.close()
  }
}

/** Some of the answers of the product, and never the same, are given later than others. */
const answerLate = (context: BrowserContext) =>
  context.route('**/api/**', async route => {
    await new Promise(resolve => setTimeout(resolve, Math.random() * late))
    // The page may be gone meanwhile.
    await route.continue().catch(() => {})
  })

async function shiftsOf(page: Page, url: string): Promise<readonly Shift[]> {
  await page.goto('about:blank')
  await page.goto(url)
  await page.locator('h1').first().waitFor()
  // One that is told what is new is never idle.
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
  // What came last is drawn, and has been reported.
  await page.waitForTimeout(late)
  return page.evaluate(() => (globalThis as { shifts?: readonly Shift[] }).shifts ?? [])
}

/** In the page: gathers what moves. */
function observe() {
  interface Source {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }
  interface LayoutShift {
    readonly value: number
    readonly sources: readonly Source[]
  }
  const shifts: { value: number; what: string[] }[] = []
  Object.assign(globalThis, { shifts })
  const place = ({ x, y }: DOMRectReadOnly) => `${Math.round(x)}, ${Math.round(y)}`
  const words = ({ node, previousRect, currentRect }: Source) =>
    `“${(node?.textContent ?? '').trim().slice(0, 30)}” ${place(previousRect)} → ${place(currentRect)}`
  new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries() as unknown as LayoutShift[])
      shifts.push({ value, what: sources.map(words) })
  }).observe({ type: 'layout-shift', buffered: true })
}
