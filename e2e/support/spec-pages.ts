import { type Browser, expect, type Page, type Request, type Route } from '@playwright/test'
import { setEvening } from './evening.ts'
import { address, hq, signIn } from './people.ts'
import { watchLoading } from './whole-screen.ts'

export const heading = (page: Page) => page.locator('h1:not([contenteditable] *)')
export const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** A page whose API calls are counted. */
export interface Screen {
  readonly page: Page
  readonly calls: readonly Request[]
  /** Waits until a screen has all that it shows. */
  readonly whole: (path: string) => Promise<void>
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
  return { page, calls, whole }
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

/**
 * Goes to a screen as a link does. An address that does not exist comes first, so that the screen before cannot pass for
 * this one. Waits within the page, frame by frame: Playwright looks again up to half a second later.
 */
export async function followFromNowhere(page: Page, path: string): Promise<void> {
  const isLeft = await page.evaluate(
    async ([nowhere, to]) => {
      const isNowhere = () => /not found/i.test(document.title)
      async function become(wanted: boolean) {
        for (const end = performance.now() + 20_000; isNowhere() !== wanted && performance.now() < end; )
          await new Promise(requestAnimationFrame)
        return isNowhere() === wanted
      }
      history.pushState({}, '', nowhere)
      if (!(await become(true))) return false
      history.pushState({}, '', to)
      return await become(false)
    },
    [address('/no/such/screen'), address(path)] as const,
  )
  expect(isLeft, `${path} is a screen`).toBe(true)
}

/** The addresses to which links lead in the end. */
export const leadsTo = (page: Page, paths: readonly string[]): Promise<string[]> =>
  page.evaluate(
    async links => {
      const reached: string[] = []
      for (const link of links) {
        history.pushState({}, '', link)
        for (const end = performance.now() + 5_000; location.href === link && performance.now() < end; )
          await new Promise(requestAnimationFrame)
        reached.push(location.href)
      }
      return reached
    },
    paths.map(path => address(path)),
  )

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
