import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { address, admin, coach, hq, signIn } from './support/people.ts'
import { watchLoading } from './support/whole-screen.ts'

const harrogate = 2
const marketing = address(`/marketing/${harrogate}`)

test('a club leads to its marketing and its activity, and the dashboard to that of all', async ({ page }) => {
  await signIn(page, admin, address('/dashboard'))
  await page.getByRole('main').getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(page).toHaveURL(/\/activity\/all$/)
  await page.goto(address(`/clubadmin/${harrogate}/details`))
  await page.getByRole('main').getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(page).toHaveURL(/\/activity\/all\?club=2$/)
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Marketing', exact: true }).click()
  await expect(page).toHaveURL(/\/marketing\/2$/)
  await page.goto(address(`/messaging/sent-items/${harrogate}`))
  await page.getByRole('link', { name: 'What marketing brings' }).click()
  await expect(page).toHaveURL(/\/marketing\/2$/)
})

test('a figure opens the list of its people', async ({ page }) => {
  const whole = watchLoading(page)
  await signIn(page, admin, marketing)
  await page.getByLabel('Months').selectOption('12')
  await expect(page).toHaveURL(/months=12/)
  // The figures before stay until the new ones have come.
  await whole('the last 12 months')
  await expectAccessible(page)
  const row = page.getByRole('table', { name: 'By source' }).getByRole('row').nth(1)
  const figure = row.getByRole('link').nth(1)
  const count = Number((await figure.textContent())?.replaceAll(',', ''))
  expect(count).toBeGreaterThan(0)
  await figure.click()
  await expect(page.getByRole('button', { name: 'People', pressed: true })).toBeVisible()
  await expect(page.getByText(new RegExp(`^1 to \\d+ of ${count}$`))).toBeVisible()
  await expectAccessible(page)
})

test('each figure is the number of people in the list that it opens', async ({ page }) => {
  await signIn(page, admin, `${marketing}?months=12`)
  await expect(page.getByRole('table', { name: 'By source' })).toBeVisible()
  const links = page.locator('main a[href*="view=people"]')
  const all = await links.evaluateAll(found =>
    found.map(link => ({ href: link.getAttribute('href') ?? '', figure: (link.textContent ?? '').replace(/\D/g, '') })),
  )
  expect(all.length).toBeGreaterThan(20)
  // One of each kind: the steps, who waits, a reason, a month, a source, a class.
  const some = [...new Map(all.map(each => [each.href.replace(/\d+/g, '#'), each])).values()].slice(0, 12)
  for (const { href, figure } of some) {
    await page.goto(new URL(href, page.url()).href)
    await expect(page.getByText(new RegExp(`^1 to \\d+ of ${figure}$`))).toBeVisible()
  }
})

test('somebody who waits is rung, and noted as not interested', async ({ page }) => {
  await signIn(page, admin, `${marketing}?view=people&months=12`)
  await page.getByRole('button', { name: 'Waiting 3 days' }).click()
  const row = page.getByRole('region', { name: 'People who came' }).locator('tbody tr').first()
  await expect(row.getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:/)
  await expectAccessible(page)
  const name = (await row.getByRole('link').first().textContent()) ?? ''
  await row.getByRole('button', { name: /^More for / }).click()
  await page.getByRole('menuitem', { name: 'Not interested' }).click()
  const dialog = page.getByRole('dialog', { name: `${name} does not join` })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose a reason.')).toBeVisible()
  await dialog.getByLabel('Why').selectOption('Too far')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Noted, with the reason.')).toBeVisible()
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
})

test('a member is thanked for a friend, once, and has the link to send on', async ({ page }) => {
  await signIn(page, admin, `${marketing}?view=referrals&months=12`)
  const row = page.locator('tbody tr').filter({ hasText: 'Thank' }).filter({ hasText: 'Active' }).first()
  const referrer = (await row.getByRole('link').first().textContent()) ?? ''
  const friend = (await row.getByRole('link').nth(1).textContent()) ?? ''
  await row.getByRole('button', { name: /^Thank / }).click()
  const dialog = page.getByRole('dialog', { name: `Thank ${referrer}` })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Give the credit' }).click()
  await expect(dialog.getByText('Give an amount', { exact: true })).toBeVisible()
  await dialog.getByLabel('Credit at').fill('12.50')
  await dialog.getByRole('button', { name: 'Give the credit' }).click()
  await expect(page.getByText('The credit is given.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: friend }).getByText('£12.50 credit')).toBeVisible()
  await page.getByRole('row').filter({ hasText: friend }).getByRole('link', { name: referrer, exact: true }).click()
  const list = page.getByRole('list', { name: 'Came by the link' })
  await expect(list.getByRole('listitem').filter({ hasText: friend })).toContainText('£12.50 credit')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: /^Copy link to / }).click()
  await expect(page.getByText('The link is copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/enquire\/shirokawa-harrogate\?ref=\w+/)
  await expectAccessible(page)
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
  await expectAccessible(page)
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
  await expectNoSidewaysScroll(phone)
  await context.close()
})
