import { expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, coach, signIn } from './support/people.ts'

test('a walk-in takes three taps and a name on a phone, and the parent adds the rest', { tag: '@journey' }, async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, coach, address('/dashboard'))
  await page.locator('main a[href*="/class-roster/"]').filter({ hasText: 'Adult Beginners' }).click()
  let taps = 0
  const tap = async (name: RegExp | string, role: 'button' | 'option' = 'button') => {
    taps += 1
    await page.getByRole(role, { name }).first().click()
  }
  await tap('Add a member')
  await page.getByRole('combobox', { name: 'Member Search' }).last().fill('Wilfred Doorstep')
  await tap(/^Walk-in: Wilfred Doorstep/, 'option')
  await expect(page.getByText('Wilfred Doorstep is on the register, present.')).toBeVisible()
  await expectAccessible(page)
  await tap('Details link')
  const dialog = page.getByRole('dialog', { name: 'Wilfred’s details' })
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  expect(taps).toBe(3)
  await expectAccessible(page)

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const parent = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await parent.goto(link)
  await expect(parent.getByRole('heading', { level: 1 })).toContainText('Wilfred’s details for')
  await expect(parent.getByLabel('Child’s first name')).toHaveValue('Wilfred')
  await parent.getByLabel('Your first name').fill('Enid')
  await parent.getByLabel('Your last name').fill('Doorstep')
  await parent.getByLabel('Child’s date of birth').fill('2016-03-04')
  await parent.getByLabel('E-mail').first().fill('enid@mail.example')
  await parent.getByLabel('Phone').first().fill('07700 900777')
  await parent.getByRole('button', { name: 'Send' }).click()
  await expect(parent.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await parent.context().close()

  await dialog.getByRole('button', { name: 'Close' }).click()
  const row = page.getByRole('row', { name: /Wilfred Doorstep/ })
  await expect(row).toBeVisible()
  await page.goto(address('/member/search'))
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByLabel('Member Search').first().fill('enid')
  await expect(page.getByRole('option', { name: /Wilfred Doorstep/ })).toContainText(
    'Enid Doorstep, parent or guardian',
  )
})
