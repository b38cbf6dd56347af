import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { address, admin, coach, signIn } from './support/people.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function looksRight(page: Page) {
  await expectAccessible(page)
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    // The menu leaves the page in the frame after.
    await expectNoSidewaysScroll(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('an article is found by a misspelt word, with the keyboard, read, and said to be helpful', {
  tag: '@journey',
}, async ({ page }) => {
  await signIn(page, coach)
  await page.goto(address('/marketing-help'))
  await expect(heading(page)).toHaveText('Marketing help')
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await looksRight(page)
  await page.getByRole('searchbox').fill('newslettr')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/marketing-help\/search\?q=newslettr$/)
  const first = page.getByRole('main').getByRole('listitem').getByRole('link', { name: 'A newsletter that is read' })
  await expect(first).toBeVisible()
  await expect(first.locator('mark')).toHaveText(['newsletter'])
  await looksRight(page)
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('A newsletter that is read')
  await expect(page).toHaveTitle('A newsletter that is read · Honbu')
  await looksRight(page)
  const yes = page.getByRole('button', { name: 'Yes' })
  await expect(yes).toHaveAttribute('aria-pressed', 'false')
  await yes.click()
  await expect(page.getByText('You can change your answer')).toBeVisible()
  await page.reload()
  await expect(yes).toHaveAttribute('aria-pressed', 'true')
  await yes.click()
  await expect(yes).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('link', { name: 'Templates', exact: true }).click()
  await expect(heading(page)).toHaveText('Messaging')
})

test('a category leads to its articles, and from one article to the next the heading takes the focus', async ({
  page,
}) => {
  await signIn(page, coach)
  await page.goto(address('/marketing-help/category/4'))
  await expect(heading(page)).toHaveText('Consent and delivery')
  await looksRight(page)
  await page.getByRole('link', { name: 'Consent and the law' }).click()
  await expect(heading(page)).toHaveText('Consent and the law')
  await page.getByRole('link', { name: /^Unsubscribing/ }).click()
  await expect(heading(page)).toHaveText(/^Unsubscribing/)
  await expect(heading(page)).toBeFocused()
  await page.goBack()
  await expect(heading(page)).toHaveText('Consent and the law')
})

test('what is not there says so and shows a way on', async ({ page }) => {
  await signIn(page, coach)
  await page.goto(address('/marketing-help/category/4?article=no-such-thing'))
  await expect(heading(page)).toHaveText('No such article')
  await page.getByRole('link', { name: 'See all articles' }).click()
  await expect(heading(page)).toHaveText('Consent and delivery')
  await page.goto(address('/marketing-help/category/99'))
  await expect(heading(page)).toHaveText('No such category')
  await page.goto(address('/marketing-help/search?q=xyzzyplugh'))
  await expect(page.getByText('Nothing found for “xyzzyplugh”')).toBeVisible()
  await looksRight(page)
  await page.getByRole('searchbox').fill('')
  await expect(page).toHaveURL(/\/marketing-help\/search$/)
})

test('support: a misspelt word, a highlighted hit, a vote, related articles', async ({ page }) => {
  await signIn(page, coach)
  await page.getByRole('link', { name: 'Support', exact: true }).click()
  await expect(heading(page)).toHaveText('Support')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await looksRight(page)
  await page.getByRole('searchbox').fill('regster')
  await page.keyboard.press('Enter')
  const first = page.locator('main ol > li a[class*=title]').first()
  await expect(first).toHaveText('Take the register')
  await expect(first.locator('mark')).toHaveText(['register'])
  await first.click()
  await expect(heading(page)).toHaveText('Take the register')
  await looksRight(page)
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible()
  await page.getByRole('link', { name: 'The hall has no signal' }).click()
  await expect(heading(page)).toHaveText('The hall has no signal')
  await expect(heading(page)).toBeFocused()
})

test('a screen leads to its article, and a tab to its own, with the keyboard', async ({ page }) => {
  await signIn(page, admin)
  await page.getByRole('link', { name: 'All Members' }).click()
  await expect(heading(page)).toHaveText('All Members')
  await expect(heading(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Help with this page' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Find members, and keep the search')
  await page.goBack()
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click()
  await page
    .getByRole('tab', { name: 'Notes' })
    .or(page.getByRole('link', { name: 'Notes', exact: true }))
    .click()
  await page.getByRole('link', { name: 'Help with this page' }).click()
  await expect(heading(page)).toHaveText('Notes and reminders')
  await expect(page.getByRole('link', { name: 'Help with this page' })).toHaveCount(0)
})

test('support is written to, with the page and the request that failed', async ({ page }) => {
  await signIn(page, coach)
  const requestId = '7b0f2a8e-0c6f-4f5e-9d50-0f1f3f2b9c11'
  await page.route('**/api/help/GetHelpVote**', route =>
    route.fulfill({
      status: 500,
      json: { isSuccess: false, error: 'internal', message: 'Something went wrong on our side.', requestId },
    }),
  )
  await page.getByRole('link', { name: 'My Task List' }).click()
  await expect(heading(page)).toHaveText('My Task List')
  await page.getByRole('link', { name: 'Help with this page' }).click()
  await expect(page.getByText('Was this helpful?')).toBeVisible()
  await page.getByRole('link', { name: 'Support', exact: true }).first().click()
  await expect(page.getByText(/the page you came from \(\/tasks\/member-task-list\/0\)/)).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Say in a few words what it is about')).toBeVisible()
  await expect(page.getByLabel('What is it about?')).toBeFocused()
  await page.getByLabel('What is it about?').fill('A task that stays')
  await page.getByLabel('Your question').fill('It is done and stays.\nWhy?')
  await looksRight(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your message is on its way')).toBeVisible()
  await expect
    .poll(async () => await (await page.request.get(address('/sandbox/mail'))).text())
    .toContain('Support: A task that stays')
  await page.goto(address('/help?contact=yes'))
  await expect(page.getByLabel('What is it about?')).toBeFocused()
})

test('a failure on the server offers to write to support', async ({ page }) => {
  await page.route('**/api/club/GetTasks/**', route =>
    route.fulfill({
      status: 500,
      json: { isSuccess: false, error: 'internal', message: 'Wrong.', requestId: 'abc-1' },
    }),
  )
  await signIn(page, coach, address('/tasks/member-task-list/0'))
  await page.getByRole('alert').getByRole('link', { name: 'Contact support' }).click()
  await expect(page.getByLabel('What is it about?')).toBeFocused()
  await expect(page.getByText('the request that failed (abc-1)')).toBeVisible()
})
