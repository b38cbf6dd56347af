import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, admin, signIn } from './support/people.ts'

const money = address('/clubadmin/club/member/view/61/money')
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a member is charged, pays in cash, is refunded, and all of it stays in the ledger', { tag: '@journey' }, async ({
  page,
}) => {
  await signIn(page, admin, money)
  await page.getByRole('button', { name: 'Charge' }).click()
  await dialog(page).getByRole('button', { name: 'Charge' }).click()
  await expect(dialog(page)).toContainText('Say what it is for')
  await dialog(page).getByLabel('What for').fill('A lost belt')
  await dialog(page).getByLabel('Amount').fill('12,50')
  await dialog(page).getByLabel('Amount').press('Enter')
  await expect(dialog(page)).toContainText('12,50 looks like 12.50. Type it with a point: 12.50')
  await dialog(page).getByLabel('Amount').fill('12.50')
  await dialog(page).getByLabel('Amount').press('Enter')
  await expect(row(page, 'A lost belt')).toContainText('£12.50')

  await page.getByRole('button', { name: 'More for A lost belt' }).click()
  await page.getByRole('menuitem', { name: 'Take payment' }).click()
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('12.50')
  await dialog(page).getByLabel('How').selectOption('Cheque')
  await dialog(page).getByLabel('Number of the cheque').fill('000123')
  await dialog(page).getByRole('button', { name: 'Save payment' }).click()
  await expect(row(page, 'A lost belt')).toContainText('Paid')
  const payment = page.getByRole('listitem').filter({ hasText: 'no. 000123' })
  await expect(payment).toContainText('Cheque for A lost belt')

  await payment.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Refund' }).click()
  await dialog(page).getByLabel('Amount').fill('20')
  await dialog(page).getByRole('button', { name: 'Write down refund' }).click()
  await expect(dialog(page)).toContainText('Say whether it is still owed')
  await dialog(page).getByLabel('Is it still owed?').selectOption('Yes: £12.50 is owed again')
  await dialog(page).getByRole('button', { name: 'Write down refund' }).click()
  await expect(dialog(page)).toContainText('Only £12.50 of it is left.')
  await dialog(page).getByLabel('Amount').fill('2.50')
  await expect(dialog(page).getByLabel('Is it still owed?')).toContainText('No: £2.50 is given up')
  await dialog(page).getByRole('button', { name: 'Write down refund' }).click()
  await expect(payment).toContainText('£2.50 given back')
  await expect(row(page, 'A lost belt')).toContainText('£2.50')

  await page.getByRole('button', { name: 'More for A lost belt' }).click()
  await page.getByRole('menuitem', { name: 'Take back' }).click()
  await expect(dialog(page)).toContainText('The £10.00 that was paid for it becomes credit.')
  await dialog(page).getByLabel('Why').fill('It was found')
  await page.keyboard.press('Enter')
  await expect(row(page, 'A lost belt')).toContainText('Taken back')
  await expect(row(page, 'It was found')).toContainText('(£12.50)')
})

test('the money of a member is accessible in both themes, and fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, admin, money)
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Charge' }).click()
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
})
