import { expect, test } from '@playwright/test'
import { findingsIn } from './support/accessibility.ts'
import { address, admin, coach, hq, signIn } from './support/people.ts'

const harrogate = 2
const marketing = address(`/marketing/${harrogate}`)

test('a figure opens the list of its people', async ({ page }) => {
  await signIn(page, admin, marketing)
  await page.getByLabel('Months').selectOption('12')
  await expect(page).toHaveURL(/months=12/)
  for (const theme of ['light', 'dark'] as const) expect(await findingsIn(theme, page)).toEqual([])
  const row = page.getByRole('table', { name: 'By source' }).getByRole('row').nth(1)
  const figure = row.getByRole('link').first()
  const count = Number((await figure.textContent())?.replaceAll(',', ''))
  expect(count).toBeGreaterThan(0)
  await figure.click()
  await expect(page.getByRole('button', { name: 'People', pressed: true })).toBeVisible()
  await expect(page.getByText(new RegExp(`\\b${count}\\b`)).first()).toBeVisible()
  for (const theme of ['light', 'dark'] as const) expect(await findingsIn(theme, page)).toEqual([])
})

test('an admin adds a source and writes down what it cost', async ({ page }) => {
  await signIn(page, admin, `${marketing}?view=costs&months=1`)
  await page.getByRole('button', { name: 'New source' }).click()
  await page.getByLabel('Name').fill('Open day')
  await page.getByRole('button', { name: 'Save source' }).click()
  const cost = page.getByRole('textbox', { name: /^Open day, / })
  await cost.fill('a lot')
  await page.getByRole('button', { name: 'Save costs' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'give an amount in pounds' })).toBeVisible()
  await cost.fill('49.99')
  await page.getByRole('button', { name: 'Save costs' }).click()
  await expect(page.getByText('The costs are saved.')).toBeVisible()
  await page.reload()
  await expect(cost).toHaveValue('49.99')
  for (const theme of ['light', 'dark'] as const) expect(await findingsIn(theme, page)).toEqual([])
  await page.getByRole('button', { name: 'Figures' }).click()
  const table = page.getByRole('table', { name: 'By source' })
  await expect(table.getByRole('row', { name: /Open day/ })).toContainText('£49.99')
})

test('the head office sees its clubs side by side, a coach no fields to type into', async ({ page, browser }) => {
  await signIn(page, hq, address('/marketing/1'))
  await expect(page.getByRole('table', { name: 'Club by club' })).toBeVisible()
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await signIn(phone, coach, `${marketing}?view=costs`)
  await expect(phone.getByText('Admins of the club write them down.')).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Save costs' })).toHaveCount(0)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await context.close()
})
