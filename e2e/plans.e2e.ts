import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, coach, hq, signIn } from './support/people.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const plans = (page: Page) => page.getByRole('list', { name: 'Training plans' })

test('a plan is made, refused where it does not fit, changed, and archived', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, hq, address('/clubadmin/1/training-plans'))
  await expect(plans(page).getByRole('listitem').filter({ hasText: 'Two classes a week' })).toContainText(
    '£39.00 monthly',
  )
  await expect(page.getByRole('list', { name: 'Archived' })).toContainText('Founder')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New training plan' }).click()
  await expect(page).toHaveTitle(/^New training plan/)
  await page.getByRole('textbox', { name: 'Name' }).fill('Evening class')
  await page.getByRole('button', { name: 'Save training plan' }).click()
  await expect(page.getByText('Give at least one price; 0 is one too')).toBeVisible()
  await page.getByLabel('Monthly').fill('36.50')
  await page.getByLabel('Classes a week').fill('1')
  await page.getByText('Covers every class').click()
  await page.getByRole('checkbox', { name: 'Karate', exact: true }).check()
  await page.getByLabel('Joining fee').fill('20')
  await page.getByLabel('Second member: percent off').fill('10')
  await page.getByLabel('From age').fill('16')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save training plan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Evening class' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Prices' }).getByRole('row', { name: /Monthly/ })).toContainText(
    '£32.85',
  )
  await expect(page.getByText('all Karate')).toBeVisible()
  await expect(page.getByText('Ages from 16')).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Unlimited')
  await page.getByRole('button', { name: 'Save training plan' }).click()
  await expect(page.getByText('This club has a plan of that name already.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Late class')
  await page.getByRole('button', { name: 'Save training plan' }).click()

  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Late class (copy)')
  await expect(page.getByRole('checkbox', { name: 'Karate', exact: true })).toBeChecked()
  await page.getByRole('textbox', { name: 'Name' }).fill('Later class')
  await page.getByLabel('Monthly').fill('40')
  await page.getByRole('button', { name: 'Save training plan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Later class' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Prices' }).getByRole('row', { name: /Monthly/ })).toContainText(
    '£36.00',
  )

  await page.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Archived: not offered any more')).toBeVisible()
  await page.goto(address('/training-plans/1'))
  await expect(page.getByRole('list', { name: 'Archived' })).toContainText('Later class')
})

test('a plan from above is only read, and a coach changes none', async ({ page }) => {
  await signIn(page, hq, address('/training-plans/2'))
  await expect(plans(page).getByRole('listitem').filter({ hasText: 'Unlimited' })).toContainText('From')
  await page.goto(address('/training-plan/update/2/4'))
  await expect(page.getByText(/belongs to/)).toBeVisible()
  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await signIn(page, coach, address('/training-plans/2'))
  await expect(plans(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'New training plan' })).toHaveCount(0)
})

test('the price of those who have a plan changes after a preview, once, and can be taken back', {
  tag: '@journey',
}, async ({ page }) => {
  await signIn(page, hq, address('/training-plans/1/3'))
  await expect(page.getByRole('table', { name: 'Members with this plan' }).getByRole('row').nth(1)).toContainText('£')
  await page.getByRole('link', { name: 'Change prices for members' }).click()
  await page.getByLabel('New price').fill('41')
  const table = page.getByRole('table', { name: 'Who pays what' })
  await expect(table.getByRole('row').nth(1)).toContainText('£')
  await expect(page.getByText(/By direct debit ten working days of notice are kept: 28 May 2026/)).toBeVisible()
  await page.getByRole('textbox', { name: 'From' }).fill('01/05/2026')
  await page.getByRole('textbox', { name: 'From' }).press('Tab')
  await expect(page.getByText('Should not be in the past').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'From' }).fill('01/06/2026')
  await page.getByRole('textbox', { name: 'From' }).press('Tab')
  const rows = table.getByRole('row')
  const totals = page.getByLabel('In all')
  await expect(totals).toContainText('With a price of their own, left out')
  await page.getByRole('switch', { name: 'Also those with a price of their own' }).click()
  await expect(totals).toContainText('With a price of their own, included')
  await page.getByRole('switch', { name: 'Also those with a price of their own' }).click()
  await expect(totals).toContainText('With a price of their own, left out')
  // Some keep their price, such as those with another change to come.
  const changing = rows.filter({ has: page.locator('strong', { hasText: '£41.00' }) })
  for (const row of [0, 1]) await changing.nth(row).getByRole('checkbox').check()
  await expect(page.getByText(/For 2 members alone/)).toBeVisible()
  await page.getByRole('button', { name: 'Change the price for 2 members…' }).click()
  await expect(dialog(page)).toContainText('£41.00 monthly')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Change and tell them' }).dblclick()
  const changes = page.getByRole('list', { name: 'Price changes for members' })
  await expect(changes.getByRole('listitem')).toHaveCount(1)
  await expect(changes).toContainText('2 members to come')
  await expectAccessible(page)
  await changes.getByRole('button', { name: 'Take back' }).click()
  await dialog(page).getByRole('button', { name: 'Take back' }).click()
  await expect(changes).toContainText('Taken back')
  await expect(changes.getByRole('button', { name: 'Take back' })).toHaveCount(0)
})
