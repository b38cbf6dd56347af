import { expect, type Page, test } from '@playwright/test'
import { findings, findingsIn } from './support/accessibility.ts'
import { address, hq, signIn } from './support/people.ts'
import { routes } from './support/routes.ts'

// They only look: each goes to whichever worker is free.
test.describe.configure({ mode: 'parallel' })

async function isFineAt(page: Page, path: string, width: number) {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(address(path))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  for (const theme of ['light', 'dark'] as const)
    expect(await findingsIn(theme, page), `${path} at ${width}`).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${path} at ${width} scrolls sideways`).toBeLessThanOrEqual(0)
}

const widths = [1440, 1024, 390]
for (const [path, at] of [
  ['/dashboard', widths],
  ['/clubadmin/2/club-schedule', widths],
  ['/tasks/club-schedule/2?view=month', [1440, 390]],
  ['/tasks/club-schedule/2?view=rooms', [390]],
  ['/clubadmin/2/locations', [1440, 390]],
  ['/clubadmin/1/locations/create', [390]],
  ['/clubadmin/1/disciplines', [1440, 390]],
  ['/clubadmin/1/disciplines/edit/1', [1440, 390]],
  ['/member/search', [1440, 390]],
] as const)
  test(`${path} is accessible, light and dark, at ${at.join(' and ')}`, async ({ page }) => {
    await signIn(page, hq, address(path))
    for (const width of at) await isFineAt(page, path, width)
  })

test('a register is accessible, light and dark, at each width', async ({ page }) => {
  await signIn(page, hq)
  const register = await page.locator('main a[href*="/class-roster/"]').first().getAttribute('href')
  const { pathname } = new URL(register ?? '', page.url())
  for (const width of widths) await isFineAt(page, pathname, width)
})

test('the pages of identity are accessible', async ({ page }) => {
  for (const name of ['Login', 'Register', 'ForgotPassword']) {
    await page.goto(address(`/Identity/Account/${name}`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await findings(page), name).toEqual([])
  }
})

const lots = [1, 2, 3, 4]
for (const lot of lots)
  test(`every route of the specification has a screen with a title (${lot} of ${lots.length})`, async ({ page }) => {
    await signIn(page, hq)
    for (const route of routes.filter((_, index) => index % lots.length === lot - 1)) {
      await page.goto(address(route))
      // Not one of a letter that is being written.
      const heading = page.locator('h1:not([contenteditable] *)')
      await expect(heading, route).toHaveCount(1)
      await expect(heading, route).not.toHaveText(/not found/i)
      await expect(page, route).toHaveTitle(/ · Honbu$/)
    }
  })

test('an address that is none says so and shows the way home', async ({ page }) => {
  await signIn(page, hq, address('/no/such/place/at/all'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found|nothing here/i)
})
