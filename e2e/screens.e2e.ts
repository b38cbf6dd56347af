import { expect, type Page, test } from '@playwright/test'
import { expectNoSidewaysScroll, findingsIn } from './support/accessibility.ts'
import { address, hq, signIn } from './support/people.ts'
import { screens } from './support/routes.ts'
import { follow } from './support/spec-pages.ts'
import { watchLoading } from './support/whole-screen.ts'

// They only look, so each runs on whichever worker is free.
test.describe.configure({ mode: 'parallel' })

const looks = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 390 },
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 1440 },
] as const

type Look = (typeof looks)[number]
interface Signed {
  readonly page: Page
  readonly whole: (path: string) => Promise<void>
}
type Opening = (page: Page, path: string) => Promise<unknown>

async function signedIn(page: Page): Promise<Signed> {
  const whole = watchLoading(page)
  await signIn(page, hq)
  return { page, whole }
}

/** A busy calendar, and screens that no route of the specification names. */
const more = [
  '/clubadmin/2/classes-and-events/week',
  '/settings/set-up/2',
  '/tasks/club-schedule/2?view=month',
  '/tasks/club-schedule/2?view=rooms',
  '/clubadmin/2/settings?year=2030',
  '/reporting/members?list=joins&period=this-year',
]
const all = [...new Set([...screens, ...more])]

/** As from a bookmark. */
const byAddress = (page: Page, path: string) => page.goto(address(path))

/**
 * As a link does: to load the application and axe again takes longer than to look at the screen. An address that does not
 * exist comes first, so that the screen before cannot pass for this one.
 */
async function byLink(page: Page, path: string) {
  await follow(page, '/no/such/screen')
  await expect(page).toHaveTitle(notFound)
  await follow(page, path)
  await expect(page, path).not.toHaveTitle(notFound)
}

const notFound = /not found/i

/** Of a page that is signed in: opens a screen and expects one heading, a title, nothing wider than the screen, and nothing from axe. */
async function expectGoodScreen(
  { page, whole }: Signed,
  path: string,
  { theme, width }: Look,
  open: Opening = byAddress,
) {
  await page.setViewportSize({ width, height: 900 })
  await open(page, path)
  // A letter in the editor has headings of its own.
  const heading = page.locator('h1:not([contenteditable] *)')
  await expect(page, path).toHaveTitle(/ · Honbu$/)
  await expect(heading, path).toHaveCount(1)
  await expect.soft(heading, path).not.toHaveText(notFound)
  await whole(path)
  expect.soft(await findingsIn(theme, page), `${path} at ${width}`).toEqual([])
  await expectNoSidewaysScroll(page)
}

// Eight, so that no test is much longer than a journey.
const lots = 8
for (let lot = 0; lot < lots; lot++) {
  const inLot = all.map((path, index) => ({ path, index })).filter(({ index }) => index % lots === lot)
  // The look changes from screen to screen, and so does each lot's first.
  const lookOf = (index: number, turn: number) =>
    looks[(Math.floor(index / lots) + index + turn) % looks.length] ?? looks[0]

  test(`screens open, readable to everyone (${lot + 1} of ${lots})`, { tag: '@journey' }, async ({ page }) => {
    const signed = await signedIn(page)
    for (const { path, index } of inLot) await expectGoodScreen(signed, path, lookOf(index, 0), byLink)
  })

  test(`screens open, readable to everyone, in the other looks (${lot + 1} of ${lots})`, async ({ page }) => {
    const signed = await signedIn(page)
    for (const { path, index } of inLot)
      for (const turn of [1, 2, 3]) await expectGoodScreen(signed, path, lookOf(index, turn))
  })
}

test('a register is readable to everyone', { tag: '@journey' }, async ({ page }) => {
  const signed = await signedIn(page)
  const register = await page.locator('main a[href*="/class-roster/"]').first().getAttribute('href')
  const { pathname } = new URL(register ?? '', page.url())
  for (const look of looks) await expectGoodScreen(signed, pathname, look)
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
