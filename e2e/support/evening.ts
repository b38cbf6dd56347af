import type { BrowserContext, Page } from '@playwright/test'

/** The evening at which the product under test stands still. */
export const evening = new Date('2026-05-12T17:40:00Z')

const atEvening = new WeakSet<BrowserContext>()

/**
 * Sets the clock of a browser's pages to the evening, from which it goes on. Only its dates are moved: Playwright's own
 * clock takes the place of the browser's timers and frames too, and where one of its turns never ended, nothing that
 * waited for a timer ever came.
 */
export async function setEvening(page: Page): Promise<void> {
  const context = page.context()
  if (atEvening.has(context)) return
  atEvening.add(context)
  await context.addInitScript(moveDates, evening.getTime() - Date.now())
}

/** For a page whose time is to pass faster: Playwright's clock, which can be told to. */
export async function setEveningThatPasses(page: Page): Promise<void> {
  atEvening.add(page.context())
  await page.clock.setSystemTime(evening)
}

/** Runs in the page, before anything else does. */
export function moveDates(by: number) {
  const Real = Date
  const now = () => Real.now() + by
  globalThis.Date = new Proxy(Real, {
    construct: (target, given: [], as) => Reflect.construct(target, given.length > 0 ? given : [now()], as),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
