import { memberStatus } from '@honbu/contract/ids.ts'
import { expect, type Page, test } from '@playwright/test'
import { address } from './people.ts'
import { follow, heading, sidebar } from './spec-pages.ts'
import { inTest, states } from './spec-statements.ts'

const statuses = ['Active', 'Prospect', 'Lapsed', 'Issue', 'Not interested', 'Enquiry', 'Unconverted']
const formats = (words: string) => inTest('contract/src/format.test.ts', words)
const requests = (words: string) => inTest('web/src/app/request.test.ts', words)
const sidebarTest = (words: string) => inTest('web/src/app/shell/sidebar-query.test.ts', words)

export function lookStatements(screen: () => { readonly page: Page }): void {
  test.describe('the application (sections 1, 6, 8 and 9)', () => {
    test.afterEach(() => screen().page.unrouteAll({ behavior: 'ignoreErrors' }))

    states(
      1,
      'the chat starts with name, id, time, hash and email',
      inTest('web/src/help/chat-user.test.ts', 'the chat is started with the claims'),
    )
    states(
      1,
      'the chat is started for who is signed in',
      inTest('e2e/support-chat.e2e.ts', 'Intercom is booted with who it is'),
    )
    states(
      1,
      'the chat is updated with each render of the root',
      inTest('e2e/support-chat.e2e.ts', 'told of each screen'),
    )
    states(
      1,
      'the application is below the base path of its page',
      inTest('e2e/accounts.e2e.ts', 'a register opens below a base path'),
    )
    states(1, 'the locale is en-GB in a browser of another language', async () => {
      const { page } = screen()
      expect(await page.evaluate(() => navigator.language)).toBe('de-DE')
      await page.goto(address('/clubadmin/club/member/view/61/money'))
      await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
      await expect(page.getByRole('row').filter({ hasText: '18 Dec 2025' })).toContainText('£48.00')
    })
    states(1, 'a web font with weights 100 to 700 is loaded, before sans-serif', async () => {
      const { page } = screen()
      await page.goto(address('/help'))
      await expect(heading(page)).toBeVisible()
      const fonts = await page.evaluate(async () => {
        await document.fonts.ready
        return [...document.fonts].filter(({ status }) => status === 'loaded').map(font => [font.family, font.weight])
      })
      expect(fonts.map(([family = '', weight]) => [family.replaceAll('"', ''), weight])).toContainEqual([
        'IBM Plex Sans',
        '100 700',
      ])
      expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(
        /^"?IBM Plex Sans"?,.*sans-serif$/,
      )
    })
    states(1, 'the page says Loading... before its first script', async () => {
      const html = await (await screen().page.request.get(address('/'))).text()
      expect(html).toMatch(/<div id="root"><p class="loading">Loading\.\.\.<\/p><\/div>/)
    })
    states(1, 'Loading... is shown while a screen loads', async () => {
      const { page } = screen()
      await page.goto(address('/help'))
      await expect(heading(page)).toBeVisible()
      const arrived = Promise.withResolvers<void>()
      await page.route('**/assets/EditUsers-*.js', async route => {
        await arrived.promise
        await route.fallback()
      })
      await follow(page, '/clubadmin/2/users/edit')
      await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
      arrived.resolve()
      await expect(heading(page)).toHaveText('Edit users')
      await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
    })
    states(2, 'marketing help is loaded on demand', async () => {
      const { page } = screen()
      const asked: string[] = []
      const note = (request: { url: () => string }) => asked.push(request.url())
      page.on('request', note)
      await page.goto(address('/help'))
      await expect(heading(page)).toHaveText('Support')
      expect(asked.filter(url => url.includes('MarketingHelp'))).toEqual([])
      await follow(page, '/marketing-help')
      await expect(heading(page)).toHaveText('Marketing help')
      expect(asked.filter(url => /MarketingHelp-.*\.js/.test(url))).toHaveLength(1)
      page.off('request', note)
    })
    for (const path of ['/marketing-help/more', '/marketing-help/search/more', '/clubadmin/2/details/more'])
      states(2, `${path} is no screen, because the route is exact`, async () => {
        const { page } = screen()
        await follow(page, path)
        await expect(heading(page)).toHaveText('Page not found')
      })
    states(
      2,
      'the sidebar is hidden at the login and its callback',
      inTest('web/src/app/shell/is-current-item.test.ts', "['/authentication/login-callback/x', true]"),
    )
    states(
      2,
      'the current item is found by its path',
      inTest('web/src/app/shell/is-current-item.test.ts', "describe('isCurrentItem'"),
    )

    for (const [style, memberStatusId, hasAttended] of [
      ['first-timer-and-prospect', memberStatus.prospect, false],
      ['prospect', memberStatus.prospect, true],
      ['first-timer', memberStatus.active, false],
    ] as const)
      states(2, `the row style ${style} is of its own in the class list`, async () => {
        const { page } = screen()
        await page.route('**/api/club/GetClassMembers/1', async route => {
          const response = await route.fetch()
          const { data, ...rest }: { data: object[] } = await response.json()
          const usual = { memberStatusId: memberStatus.active, hasAttended: true }
          const changed = data.map((row, index) => ({
            ...row,
            ...(index === 0 ? { memberStatusId, hasAttended } : usual),
          }))
          await route.fulfill({ response, json: { ...rest, data: changed } })
        })
        await page.goto(address('/clubadmin/classes-and-events/class-roster/1?date=2026-05-12'))
        const rows = page.locator('[data-member]')
        const own = page.locator(`[data-member][class~="${style}"]`)
        await expect(own).toHaveCount(1)
        const other = rows
          .filter({ hasNot: page.locator('nothing') })
          .and(page.locator(`:not([class~="${style}"])`))
          .first()
        const edge = (row: typeof own) =>
          row.evaluate(element => {
            const { borderLeft, boxShadow, backgroundImage } = getComputedStyle(element)
            return [borderLeft, boxShadow, backgroundImage]
          })
        expect(await edge(own)).not.toEqual(await edge(other))
      })
    states(
      2,
      'the row styles follow status and attendance',
      inTest('web/src/classes/register-view.test.ts', "'first-timer-and-prospect'"),
    )
    states(4, 'the statuses of members are shown by name', async () => {
      const { page } = screen()
      await page.goto(address('/member/search'))
      await page.getByRole('button', { name: 'Filter' }).first().click()
      const boxes = page.getByRole('dialog').getByRole('group', { name: 'Status' }).getByRole('checkbox')
      await expect(boxes).toHaveCount(statuses.length)
      const names = await boxes.evaluateAll(each => each.map(box => box.closest('label')?.textContent?.trim() ?? ''))
      expect(names.toSorted()).toEqual(statuses.toSorted())
    })

    states(4, 'the menu of a small screen is collapsed or expanded', async () => {
      const { page } = screen()
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(address('/help'))
      const burger = page.locator('[aria-controls="sidebar"]')
      await expect(burger).toHaveAttribute('aria-expanded', 'false')
      await burger.click()
      await expect(burger).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.press('Escape')
      await expect(burger).toHaveAttribute('aria-expanded', 'false')
      await page.setViewportSize({ width: 1440, height: 900 })
      await expect(sidebar(page)).toBeVisible()
    })
    states(4, 'a sidebar that does not load is tried again', sidebarTest('five times'))
    states(
      4,
      'after 5 failed attempts the sidebar leads to the login',
      inTest('e2e/sign-in.e2e.ts', 'leads to the login after five attempts'),
    )
    states(9, 'the sidebar is tried 5 times, 800 ms apart', sidebarTest('800 ms apart'))
    states(
      8,
      'no message is shown when the sidebar fails, until it fails again',
      inTest('e2e/sign-in.e2e.ts', 'ends at the login, which says why'),
      { decision: 90 },
    )
    states(
      7,
      'a list of clubs that is refused starts a sign-in once',
      inTest('e2e/sign-in.e2e.ts', 'starts a sign-in once only'),
    )

    states(
      6,
      'the settings come from the configuration of the web client',
      inTest('web/src/app/sign-in/settings.test.ts', '/_configuration/Honbu.Web'),
    )
    states(6, 'a profile may have a list of roles', inTest('web/src/app/sign-in/user.test.ts', 'several are a list'))
    states(
      6,
      'a role check tests membership of the list',
      inTest('web/src/app/sign-in/user.test.ts', 'a role check tests membership in the list'),
    )
    states(
      6,
      'a user of a club may be an admin',
      inTest('e2e/clubs.e2e.ts', 'nobody takes their own admin access away'),
    )
    states(6, 'actions need rights, which the screens say', inTest('e2e/roles.e2e.ts', 'says so and whom to ask'), {
      decision: 85,
    })

    states(8, 'a GET that returns 403 throws Not authorised!', requests("[getClub, 403, 'Not authorised!']"))
    states(8, 'a GET that returns 401 throws Not authenticated!', requests("[getClub, 401, 'Not authenticated!']"))
    states(8, 'a POST that returns 5xx throws Api call failed', requests("[saveAttendance, 503, 'Api call failed']"))
    states(
      8,
      'a refused POST is a result with a message',
      inTest('e2e/register.e2e.ts', 'a mark the server refuses is taken back with a message'),
    )
    states(
      8,
      'a chunk that does not load raises an error with type and request',
      inTest('web/src/app/chunk.test.ts', "type: 'error', request"),
    )
    states(9, 'a chunk may take 120000 ms', inTest('web/src/app/chunk.test.ts', 'gives up after 120000 ms'))
    states(9, 'the users are stored below the name of the client', async () => {
      const keys = await screen().page.evaluate(() => Object.keys(localStorage))
      expect(keys.filter(key => /^Honbu\.Webuser:/.test(key))).toHaveLength(1)
    })
    states(
      9,
      'the tax of a transaction is 0',
      inTest('e2e/billing.e2e.ts', 'the price of a product that is charged comes from the server'),
    )
    states(9, 'no coordinates are 0', inTest('web/src/clubs/club-form.test.ts', 'makes 0 of no coordinates'))
    states(9, 'money is a symbol and two decimals, minus in parentheses', formats("'(£1,234.50)'"))
    states(9, 'thousands are separated by commas from 1,000', formats("[1000, '£1,000.00', '£1,000.00']"))
    states(9, 'dates are dd/MM/y, d MMM y and d MMMM y', formats('short is dd/MM/y, medium d MMM y, long d MMMM y'))
    states(9, 'times are HH:mm', formats("'15 Jul 2026, 00:30'"))
    states(9, 'the dollar is US$', formats("'US$3.00'"))
  })
}
