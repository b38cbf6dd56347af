import { expect, type Page, test } from '@playwright/test'
import { setEvening, setEveningThatPasses } from './evening.ts'
import { address, coach, hq, signIn } from './people.ts'
import { follow, heading, hold, menuTexts, openPage, sent, sidebar } from './spec-pages.ts'
import { states } from './spec-statements.ts'

const items = [
  ['Dashboard', '/'],
  [/^My Task List/, '/tasks/member-task-list/0'],
  ['All Members', '/member/search'],
  ['Shirokawa Harrogate', '/clubadmin/2/club-schedule'],
  ['New Club', '/club/create'],
  ['Send a Message', '/create-message'],
  ['Messaging', '/messaging/sent-items'],
  ['Reporting', '/reporting/management'],
  ['Support', '/help'],
] as const

const search = (page: Page) => page.getByRole('combobox', { name: 'Member Search' })

/** Answers with a sidebar that differs from the real one. */
const changeSidebar = (page: Page, change: object) =>
  page.route('**/api/club/GetSidebarConfig', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...change } })
  })

export function sidebarStatements(): void {
  test.describe('sidebar (section 2)', () => {
    let page: Page

    test.beforeAll(async ({ browser }) => {
      page = await openPage(browser)
      await signIn(page, hq)
    })
    test.afterAll(() => page.context().close())
    test.afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

    for (const [name, path] of items)
      states(2, `${name} in the menu leads to ${path}`, async () => {
        await follow(page, '/clubadmin/discounts')
        const link = sidebar(page).getByRole('link', { name, exact: true })
        await expect(link).not.toHaveAttribute('aria-current', 'page')
        await link.click()
        await expect(page).toHaveURL(address(path))
        if (path !== '/club/create') await expect(link).toHaveAttribute('aria-current', 'page')
      })
    states(2, 'the items of the menu are in their order', async () => {
      const texts = await menuTexts(page)
      const clubs = texts.slice(texts.indexOf('Your Clubs') + 1, texts.indexOf('New Club'))
      expect(clubs.length).toBeGreaterThan(1)
      expect(texts.filter(text => !clubs.includes(text)).map(text => text.replace(/ \d+ open$/, ''))).toEqual([
        ...['Dashboard', 'My Task List', 'All Members', 'Your Clubs', 'New Club'],
        ...['Send a Message', 'Messaging', 'Reporting', 'Support', 'Logout'],
      ])
    })
    states(2, 'Your Clubs has one entry per club', async () => {
      const config = page.waitForResponse('**/api/club/GetSidebarConfig')
      await page.reload()
      const { clubs }: { clubs: { name: string }[] } = await (await config).json()
      await expect(sidebar(page).getByRole('list', { name: 'Your Clubs' }).getByRole('link')).toHaveText(
        clubs.map(({ name }) => name),
      )
    })
    states(2, 'the dashboard is current only at the exact root', async () => {
      const dashboard = sidebar(page).getByRole('link', { name: 'Dashboard', exact: true })
      await follow(page, '/dashboard')
      await expect(heading(page)).toHaveText('Dashboard')
      await expect(dashboard).not.toHaveAttribute('aria-current')
      await follow(page, '/')
      await expect(dashboard).toHaveAttribute('aria-current', 'page')
    })
    states(2, 'the footer shows v2.4.4', () => expect(sidebar(page).locator('footer')).toContainText('v2.4.4'))
    states(2, 'without a logo a plain one is shown, and without open tasks no badge', async () => {
      await changeSidebar(page, { clubLogo: '', taskListCount: 0 })
      await page.reload()
      const logo = sidebar(page).getByRole('link', { name: 'Honbu, to the dashboard' })
      await expect(sidebar(page).getByRole('link', { name: 'My Task List', exact: true })).toHaveText('My Task List')
      await expect(logo.locator('svg')).toBeVisible()
      await expect(logo.locator('img')).toHaveCount(0)
    })
    states(2, 'the logo of the club is shown, and the count of open tasks', async () => {
      await changeSidebar(page, { clubLogo: address('/favicon.svg'), taskListCount: 3 })
      await page.reload()
      await expect(sidebar(page).getByRole('link', { name: /^My Task List/ })).toHaveText('My Task List3 open')
      const logo = sidebar(page).getByRole('link', { name: 'Honbu, to the dashboard' })
      await expect(logo.locator('img')).toHaveAttribute('src', address('/favicon.svg'))
    })
    states(2, 'a spinner shows while the sidebar loads', async () => {
      await page.route('**/api/club/GetSidebarConfig', hold)
      await page.reload()
      await expect(page.getByRole('status', { name: 'Loading the menu' })).toBeVisible()
      await expect(sidebar(page).getByRole('link', { name: 'All Members' })).toHaveCount(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.reload()
      await expect(sidebar(page).getByRole('link', { name: 'All Members' })).toBeVisible()
      await expect(page.getByRole('status', { name: 'Loading the menu' })).toHaveCount(0)
    })
    for (const path of ['/marketing-help', '/marketing-help/category/1', '/marketing-help/search'])
      states(2, `the sidebar is hidden at ${path}`, async () => {
        await follow(page, path)
        await expect(heading(page)).toBeVisible()
        await expect(sidebar(page)).toHaveCount(0)
        await follow(page, '/help')
        await expect(sidebar(page)).toBeVisible()
      })
    states(2, 'on a small screen a burger opens the menu and a cross closes it', async () => {
      const menu = sidebar(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(menu).toBeHidden()
      const burger = page.getByRole('button', { name: 'Open the menu' })
      await expect(burger.locator('svg.tabler-icon-menu-2')).toBeVisible()
      await burger.click()
      await expect(menu).toBeVisible()
      const cross = page.getByRole('button', { name: 'Close the menu' })
      await expect(cross.locator('svg.tabler-icon-x')).toBeVisible()
      await cross.click()
      await expect(menu).toBeHidden()
      await page.setViewportSize({ width: 1440, height: 900 })
      await expect(menu).toBeVisible()
    })
    states(2, 'the circle has the first letter of the name, and loads the page of the account', async () => {
      const circle = sidebar(page).getByRole('link', { name: /^Your account, / })
      const name = (await circle.getAttribute('aria-label'))?.replace('Your account, ', '') ?? ''
      await expect(circle).toHaveText(name.charAt(0).toUpperCase())
      const loaded = page.waitForRequest(request => request.isNavigationRequest())
      await circle.click()
      expect((await loaded).url()).toBe(address('/Identity/Account/Manage/'))
      await expect(heading(page)).toHaveText('Your account')
      await page.goto(address('/help'))
    })
    states(6, 'every user who is signed in sees every item of the menu', async () => {
      const all = await menuTexts(page)
      const other = await openPage(page.context().browser())
      await setEvening(other)
      await signIn(other, coach)
      const theirs = await menuTexts(other)
      const withoutClubs = (texts: string[]) =>
        texts.toSpliced(texts.indexOf('Your Clubs') + 1, texts.indexOf('New Club') - texts.indexOf('Your Clubs') - 1)
      const named = (texts: string[]) => withoutClubs(texts).map(text => text.replace(/ \d+ open$/, ''))
      expect(named(theirs)).toEqual(named(all))
      await other.context().close()
    })
  })

  test.describe('member search box (section 2)', () => {
    let page: Page
    /** The queries of the box since the last look. */
    const asked: URL[] = []

    test.beforeAll(async ({ browser }) => {
      page = await openPage(browser)
      page.on('request', request => {
        if (/\/(basic|class)Search\?/.test(request.url())) asked.push(new URL(request.url()))
      })
      await setEveningThatPasses(page)
      await signIn(page, hq)
    })
    test.afterAll(() => page.context().close())

    /** Types into a box, and says what it has asked just before and at a time after. */
    async function askedAfter(box: ReturnType<typeof search>, text: string, milliseconds: number) {
      await expect(box).toBeVisible()
      await stopClock(page)
      asked.splice(0)
      await box.fill(text)
      await page.clock.runFor(milliseconds - 1)
      const before = asked.length
      await page.clock.runFor(1)
      await page.evaluate(() => {})
      await page.clock.resume()
      return {
        before,
        queries: asked.map(url => [url.pathname.split('/').at(-1), Object.fromEntries(url.searchParams)]),
      }
    }

    async function openBox(path: string) {
      await page.goto(address(path))
      await sidebar(page).getByPlaceholder('Member Search').click()
      await expect(search(page)).toBeFocused()
      return search(page)
    }

    states(2, 'the placeholder is Member Search, before and after the box is used', async () => {
      await page.goto(address('/help'))
      await expect(page.getByPlaceholder('Member Search')).toHaveCount(1)
      await sidebar(page).getByPlaceholder('Member Search').click()
      await expect(search(page)).toHaveAttribute('placeholder', 'Member Search')
    })
    states(9, 'the query follows 1000 ms after the last keystroke, of all clubs in the sidebar', async () => {
      const box = await openBox('/help')
      const { before, queries } = await askedAfter(box, 'dawson', 1000)
      expect({ before, queries }).toEqual({ before: 0, queries: [['basicSearch', { filter: 'dawson' }]] })
    })
    states(2, 'a result ends in a code in brackets', async () => {
      const box = await openBox('/help')
      await askedAfter(box, 'claire dawson', 1000)
      const options = page.getByRole('listbox').getByRole('option')
      await expect(options.first()).toBeVisible()
      for (const text of await options.allInnerTexts()) expect(text).toMatch(/^\p{Lu}[^\n]* \[[^\][]+\]$/mu)
    })
    states(2, 'picking a member clears the box and goes to the member', async () => {
      const box = await openBox('/help')
      await askedAfter(box, 'claire dawson', 1000)
      await page
        .getByRole('option', { name: /^Claire Dawson/ })
        .first()
        .click()
      await expect(page).toHaveURL(/\/clubadmin\/club\/member\/view\/\d+$/)
      await expect(heading(page)).toHaveText('Claire Dawson')
      await expect(box).toHaveValue('')
    })
    states(2, 'a text that looks like a completed selection is not asked for', async () => {
      const box = await openBox('/help')
      const { before, queries } = await askedAfter(box, 'Claire Dawson [HG-61]', 5000)
      expect({ before, queries }).toEqual({ before: 0, queries: [] })
    })
    states(2, 'plain mode is limited to a club', async () => {
      await page.goto(address('/clubadmin/discounts/view/1'))
      const box = page.locator('main').getByRole('combobox', { name: 'Member Search' })
      const { queries } = await askedAfter(box, 'dawson', 1000)
      expect(queries).toEqual([['basicSearch', { filter: 'dawson', clubId: expect.stringMatching(/^\d+$/) }]])
    })
    states(2, 'class mode is limited to a class and a date', async () => {
      await page.goto(address('/clubadmin/classes-and-events/class-roster/1?date=2026-05-12'))
      await page.getByRole('button', { name: 'Add a member' }).first().click()
      const box = page.getByRole('region', { name: 'Add a member' }).getByRole('combobox')
      const { queries } = await askedAfter(box, 'dawson', 1000)
      expect(queries).toEqual([['classSearch', { filter: 'dawson', classId: '1', classDate: '2026-05-12' }]])
    })
    states(2, 'class mode reports the selection to its screen, and keeps its label', async () => {
      await page.goto(address('/clubadmin/classes-and-events/class-roster/1?date=2026-05-12'))
      await page.getByRole('button', { name: 'Add a member' }).first().click()
      const box = page.getByRole('region', { name: 'Add a member' }).getByRole('combobox')
      await askedAfter(box, 'claire dawson', 1000)
      await page.route('**/api/member/SaveAttendance/*', hold)
      const { path } = await sent(page, '/api/member/SaveAttendance/', () =>
        page
          .getByRole('option', { name: /^Claire Dawson/ })
          .first()
          .click(),
      )
      expect(path).toMatch(/\/\d+$/)
      await expect(box).toHaveValue(/^Claire Dawson \[.+\]$/)
    })
  })
}

/** Stops the page's clock a little later than it is. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)
}
