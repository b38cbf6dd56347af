import { type Browser, expect, type Page, type Request, type Route } from '@playwright/test'
import { setEvening } from './evening.ts'
import { address, hq, signIn } from './people.ts'
import { watchLoading } from './whole-screen.ts'

export const heading = (page: Page) => page.locator('h1:not([contenteditable] *)')
export const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** A page whose API calls are counted. */
interface Screen {
  readonly page: Page
  readonly calls: readonly Request[]
  /** Goes to a screen as a link does, and waits until it is whole. */
  readonly visit: (path: string) => Promise<void>
}

export async function openSignedIn(browser: Browser): Promise<Screen> {
  // Whatever the browser's language is, ours is British English.
  const context = await browser.newContext({ locale: 'de-DE' })
  const page = await context.newPage()
  const calls: Request[] = []
  page.on('request', request => {
    if (request.url().includes('/api/')) calls.push(request)
  })
  const whole = watchLoading(page)
  await signIn(page, hq)

  async function visit(path: string) {
    // An address that does not exist comes first, so that the screen before cannot pass for this one.
    await follow(page, '/no/such/screen')
    await expect(heading(page)).toHaveText('Page not found')
    await follow(page, path)
    await expect(page, path).not.toHaveTitle(/not found/i)
    await expect(heading(page), path).toHaveCount(1)
    await whole(path)
  }
  return { page, calls, visit }
}

/** A visitor without a session whose browser never gets the client of the identity provider, so that every page waits. */
export async function openStranger(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await setEvening(page)
  await holdProvider(page)
  await page.goto(address('/help'))
  await expect(heading(page)).toHaveText('Processing login')
  return page
}

export const holdProvider = (page: Page) => page.route('**/assets/provider-*.js', hold)

/** Answers nothing. */
export const hold = (_: Route) => {}

/** The router listens to pushState. */
export const follow = (page: Page, path: string, state: object = {}) =>
  page.evaluate(([to, kept]) => history.pushState(kept, '', to), [address(path), state] as const)

/** The first request to a path that `act` leads to. */
export async function sent(page: Page, path: string, act: () => Promise<unknown>) {
  const [request] = await Promise.all([page.waitForRequest(`**${path}**`), act()])
  const { pathname, searchParams } = new URL(request.url())
  return {
    method: request.method(),
    path: pathname,
    query: Object.fromEntries(searchParams),
    body: request.method() === 'POST' ? request.postDataJSON() : null,
  }
}

export const openPage = async (browser: Browser | null): Promise<Page> => {
  if (!browser) throw new Error('The page has no browser.')
  return await (await browser.newContext()).newPage()
}

/** The items of the menu and the heading of the clubs, in their order. */
export const menuTexts = async (page: Page): Promise<string[]> => {
  await expect(sidebar(page).getByRole('link', { name: 'Logout' })).toBeVisible()
  const texts = await sidebar(page).locator('ul a, h2, a[href$="/club/create"]').allTextContents()
  return texts.map(text => text.replace(/(\d+ open)$/, ' $1'))
}
