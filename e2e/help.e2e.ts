import { expect, type Page, test } from '@playwright/test'
import { findingsIn } from './support/accessibility.ts'
import { address, coach, signIn } from './support/people.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function looksRight(page: Page) {
  for (const theme of ['light', 'dark'] as const) expect(await findingsIn(theme, page)).toEqual([])
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('an article is found by a misspelt word, with the keyboard, read, and said to be helpful', async ({ page }) => {
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
