import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { address, admin, coach, hq, signIn } from './support/people.ts'

test('what a colleague does appears by itself, as a sentence with what it changed', async ({ page, browser }) => {
  await signIn(page, hq, address('/activity/all'))
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const context = await browser.newContext()
  const other = await context.newPage()
  await signIn(other, admin, address('/tasks/member-task-list/0'))
  await other.getByRole('button', { name: 'New task' }).click()
  await other.getByRole('dialog').getByLabel('Task').fill('Order new belts')
  await other.keyboard.press('Enter')
  await expect(other.getByText('Order new belts')).toBeVisible()
  await context.close()

  const entry = page.getByRole('listitem').filter({ hasText: 'the task “Order new belts”' })
  await expect(entry).toContainText('Priya Raman')
  await entry.getByText('Details').press('Enter')
  await expect(entry.getByRole('row', { name: /Subject Order new belts/ })).toBeVisible()
})

test('the tabs, a club, a person and days narrow it down, and stand in the address', async ({ page }) => {
  await signIn(page, hq, address('/activity/all'))
  await page.getByRole('link', { name: 'Classes', exact: true }).click()
  await expect(page).toHaveURL(/\/activity\/classes$/)
  await expect(page.getByText('marked the register').first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Club' }).selectOption({ label: 'Shirokawa Harrogate' })
  await expect(page).toHaveURL(/club=2/)
  await page.getByLabel('To', { exact: true }).fill('10/05/2026')
  await page.getByLabel('To', { exact: true }).press('Tab')
  await expect(page).toHaveURL(/to=2026-05-10/)
  await expect(page.getByText('12 May 2026')).toHaveCount(0)
  await page.getByLabel('From', { exact: true }).fill('10/05/2025')
  await page.getByLabel('To', { exact: true }).fill('11/05/2025')
  await page.getByLabel('To', { exact: true }).press('Tab')
  await expect(page.getByText('Nothing of this kind.')).toBeVisible()
})

test('a member, found by name, limits it to what was done about that member', async ({ page }) => {
  await signIn(page, hq, address('/activity/all'))
  const about = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link', { name: /^[A-Z]/ })
  await expect(about.first()).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('combobox', { name: /member/i })
    .fill('Walker')
  await page
    .getByRole('option', { name: /Walker/ })
    .first()
    .click()
  await expect(page).toHaveURL(/member=\d+/)
  await expect(page.getByRole('button', { name: 'Activity about all members' })).toBeVisible()
  await page.getByRole('button', { name: 'Activity about all members' }).click()
  await expect(page).not.toHaveURL(/member=/)
})

test('a coach sees his own sign-in and nobody else’s', async ({ page }) => {
  await signIn(page, coach, address('/activity/security'))
  await expect(page.getByText('signed in').first()).toBeVisible()
  const people = await page.locator('section li').allInnerTexts()
  expect(new Set(people.map(text => text.split(' signed in')[0])).size).toBe(1)
})

test('Activity is accessible, light and dark', async ({ page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    if (width === 1440) await signIn(page, hq, address('/activity/all'))
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await page.getByText('Details').first().click()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})
