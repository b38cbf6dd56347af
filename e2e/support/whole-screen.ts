import { expect, type Page, type Request } from '@playwright/test'

/** Follows what a page asks for from now on: the answer waits until a screen has all of it, and shows it. */
export function watchLoading(page: Page): (path: string) => Promise<void> {
  const underWay = new Set<Request>()
  page.on('request', request => {
    // The stream of Activity is open as long as its screen is.
    if (!request.url().includes('Stream')) underWay.add(request)
  })
  const ended = (request: Request) => void underWay.delete(request)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  const waiting = page.locator('[aria-busy="true"], .loading, [data-skeleton]')
  return async path => {
    await expect
      .poll(
        async () => {
          await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn))))
          return underWay.size + (await waiting.count())
        },
        { message: `${path} has all that it shows`, intervals: [10, 20, 50] },
      )
      .toBe(0)
  }
}
