import { expect, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll, findingsIn } from './support/accessibility.ts'
import { address, hq, signIn } from './support/people.ts'
import { screens } from './support/routes.ts'
import { followFromNowhere, heading, leadsTo, openSignedIn, openStranger, type Screen } from './support/spec-pages.ts'
import { addressesOf, type SpecRoute, specRedirects, specRoutes, unlistedScreens } from './support/spec-routes.ts'
import { sayHowMany, states } from './support/spec-statements.ts'
import { watchLoading } from './support/whole-screen.ts'

// Each screen is opened once, and everything about it looked at there: what the specification says of its route, and that
// everyone can read it.

const looks = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 390 },
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 1440 },
] as const

type Look = (typeof looks)[number]

/** A busy calendar, and screens that no route of the specification names. */
const more = [
  '/clubadmin/2/classes-and-events/week',
  '/settings/set-up/2',
  '/operator',
  '/tasks/club-schedule/2?view=month',
  '/tasks/club-schedule/2?view=rooms',
  '/clubadmin/2/settings?year=2030',
  '/reporting/members?list=joins&period=this-year',
]
const all = [...new Set([...screens, ...more])]
/** Theme and width change from screen to screen. */
const lookAt = (path: string, turn = 0): Look => looks[(all.indexOf(path) + turn) % looks.length] ?? looks[0]

const notFound = /not found/i

/** Of an open screen: expects one heading, a title, nothing wider than the screen, and nothing from axe. */
async function expectGoodScreen(page: Page, whole: Screen['whole'], path: string, { theme, width }: Look) {
  await expect(page, path).toHaveTitle(/ · Honbu$/)
  await expect(heading(page), path).toHaveCount(1)
  await expect.soft(heading(page), path).not.toHaveText(notFound)
  await whole(path)
  expect.soft(await findingsIn(theme, page), `${path} at ${width}`).toEqual([])
  await expectNoSidewaysScroll(page)
}

async function resize(page: Page, { width }: Look): Promise<void> {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 })
}

/** The tab of a record has its name, of which only the shape is known. */
const titleOf = ({ title }: SpecRoute) =>
  typeof title === 'string'
    ? `${title} · Honbu`
    : new RegExp(`${title.source.replace(/\$$/, '')} · Honbu$`, title.flags)

test.describe('routes (section 2)', () => {
  let screen: Screen

  test.beforeAll(async ({ browser }) => {
    screen = await openSignedIn(browser)
  })
  test.afterAll(() => screen.page.context().close())

  /** To load the application and axe again takes longer than to look at the screen. */
  async function visit(path: string) {
    await resize(screen.page, lookAt(path))
    await followFromNowhere(screen.page, path)
    await expectGoodScreen(screen.page, screen.whole, path, lookAt(path))
  }

  for (const route of specRoutes)
    states(2, `${route.route} is its screen, and readable to everyone`, async () => {
      const paths = addressesOf(route)
      expect(paths).not.toEqual([])
      const { page } = screen
      for (const path of paths) {
        await visit(path)
        await expect(heading(page), path).toHaveText(route.heading)
        await expect(page, path).toHaveTitle(titleOf(route))
        expect(await page.locator('main').getByRole('alert').filter({ hasText: /\S/ }).allInnerTexts(), path).toEqual(
          [],
        )
      }
    })
  test('screens beside the specification open, readable to everyone', { tag: '@journey' }, async () => {
    for (const path of more) await visit(path)
  })
  for (const [from, to] of specRedirects)
    states(2, `${from} renders the page of the route that it leads to`, async () => {
      await followFromNowhere(screen.page, from)
      await expect.poll(() => screen.page.url().slice(address('').length)).toMatch(to)
    })
})

test.describe('visitors (section 2)', () => {
  states(2, 'no screen is missing from the routes', () => expect(unlistedScreens()).toEqual([]))
  states(2, 'every screen is for those who are signed in, and the login comes back to it', async ({ browser }) => {
    const stranger = await openStranger(browser)
    const paths = all.map(path => `${path}${path.includes('?') ? '&' : '?'}from=a#b`)
    const logins = paths.map(
      path => `${address('/authentication/login')}?${new URLSearchParams({ returnUrl: address(path) })}`,
    )
    expect(await leadsTo(stranger, paths)).toEqual(logins)
    await stranger.context().close()
  })
})

test('a register is readable to everyone', { tag: '@journey' }, async ({ page }) => {
  const whole = watchLoading(page)
  await signIn(page, hq)
  const register = await page.locator('main a[href*="/class-roster/"]').first().getAttribute('href')
  const { pathname } = new URL(register ?? '', page.url())
  for (const look of looks) {
    await resize(page, look)
    await page.goto(address(pathname))
    await expectGoodScreen(page, whole, pathname, look)
  }
})

test('the pages of identity are readable to everyone', { tag: '@journey' }, async ({ page }) => {
  for (const [index, name] of ['Login', 'Register', 'ForgotPassword'].entries()) {
    await page.goto(address(`/Identity/Account/${name}`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await findingsIn(index % 2 ? 'dark' : 'light', page), name).toEqual([])
  }
})

test('an unknown address says so and shows the way home', async ({ page }) => {
  await signIn(page, hq, address('/no/such/place/at/all'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found|nothing here/i)
})

test.describe('in the other looks', () => {
  // They only look, so each runs on whichever worker is free.
  test.describe.configure({ mode: 'parallel' })
  const lots = 8
  for (let lot = 0; lot < lots; lot++)
    test(`screens open, readable to everyone (${lot + 1} of ${lots})`, async ({ page }) => {
      const whole = watchLoading(page)
      await signIn(page, hq)
      for (const path of all.filter((_, index) => index % lots === lot))
        for (const turn of [1, 2, 3]) {
          await resize(page, lookAt(path, turn))
          // As from a bookmark.
          await page.goto(address(path))
          await expectGoodScreen(page, whole, path, lookAt(path, turn))
        }
    })
})

sayHowMany('the routes')
