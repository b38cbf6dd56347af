import { expect, type Page, test } from '@playwright/test'
import { address, admin, coach, signIn } from './support/people.ts'

test('the lookup leads from a word to pages and help', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, admin, address('/member/search'))
  const box = page.getByLabel('Member Search').first()
  const options = page.getByRole('listbox').getByRole('option')
  // Which pages each word leads to is in web/src/lookup/find-places.test.ts.
  async function look(text: string, first: string) {
    await box.fill(text)
    await expect(page.getByText(`No member found for “${text}”`)).toBeVisible()
    await expect(options.first()).toContainText(first)
    await expect(options.filter({ hasText: 'Add a member' })).toHaveCount(1)
    await expect(options.last()).toContainText('Add a member')
  }
  await look('refund', 'Money')
  await options.filter({ hasText: 'A charge or payment is wrong' }).click()
  await expect(page).toHaveURL(/\/help\/category\/10\?article=wrong-charge/)
  await look('belts', 'Disciplines')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/clubadmin\/\d+\/disciplines/)
  await opensSetting(page, 'bank holiday', 'Days closed')
  await opensSetting(page, 'gocardless keys', 'Payment providers')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address('/member/search'))
  await page.getByRole('button', { name: 'Menu' }).click()
  await opensSetting(page, 'waiver', 'Documents to sign')
})

test('who may not see money isn’t led to it, and a postcode isn’t offered as a new member’s name', async ({ page }) => {
  await signIn(page, coach, address('/member/search'))
  const box = page.getByLabel('Member Search').first()
  await box.fill('refund')
  await expect(page.getByRole('option').first()).toContainText('A charge or payment is wrong')
  await expect(page.getByRole('option', { name: 'Money' })).toHaveCount(0)
  await box.fill('M1 1AA 1AA')
  await expect(page.getByText(/^Nobody found/)).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(0)
})

async function opensSetting(page: Page, text: string, panel: string) {
  await page.getByLabel('Member Search').first().fill(text)
  await page.getByRole('listbox').getByRole('option').first().click()
  const heading = page.getByRole('heading', { name: panel })
  await expect(heading).toBeFocused()
  await expect.poll(async () => (await heading.boundingBox())?.y ?? -1).toBeGreaterThan(0)
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 9999).toBeLessThan(600)
}
