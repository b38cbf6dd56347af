import { expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { chargeFor, choose, dialog, row } from './support/money.ts'
import { address, admin, signIn } from './support/people.ts'

const money = address('/clubadmin/club/member/view/64/money')

test('a member pays by a link and leaves the card, by which the next is taken', { tag: '@journey' }, async ({
  page,
}) => {
  await signIn(page, admin, money)
  await chargeFor(page, 'A new gi', '42.00')
  await choose(page, 'A new gi', 'Send pay link')
  await expect(dialog(page)).toContainText('For A new gi: £42.00')
  await dialog(page).getByRole('button', { name: 'QR code' }).click()
  await expect(dialog(page).getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await expectAccessible(page)
  const link = (await dialog(page).getByRole('link', { name: 'Open page' }).getAttribute('href')) ?? ''
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listitem').filter({ hasText: 'Shown at the desk' })).toContainText('A new gi')

  const payer = await page.context().newPage()
  await payer.goto(link)
  await expect(payer.getByRole('heading', { level: 1 })).toContainText('£42.00 to')
  await expect(payer.getByRole('listitem')).toContainText('A new gi')
  await expectAccessible(payer)
  await payer.getByRole('link', { name: 'Pay by card, and keep it for later' }).click()
  await payer.getByLabel('E-mail').fill('payer@mail.example')
  await payer.getByRole('button', { name: 'Pay' }).click()
  await expect(payer.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(payer.locator('main')).toContainText('has got £42.00')
  await payer.goto(link)
  await expect(payer.getByRole('heading', { name: 'Already paid' })).toBeVisible()
  await payer.close()

  await page.reload()
  await expect(row(page, 'A new gi').first()).toContainText('Paid')
  await expect(page.getByText('Card saved')).toBeVisible()
  await expect(page.getByText('What falls due is taken by it on its day.')).toBeVisible()
  // Not due yet: what is may be taken by itself, whenever the hour of that comes.
  await chargeFor(page, 'A mouthguard', '12.00', '20/05/2026')
  await choose(page, 'A mouthguard', 'Take by saved card')
  await dialog(page).getByRole('button', { name: 'Take £12.00' }).click()
  await expect(page.getByText('£12.00 is being taken by card.')).toBeVisible()
  await expect(row(page, 'A mouthguard').first()).toContainText('Paid')
  await expect(page.getByText('Owes')).toBeHidden()
})

test('nothing can be asked for where nothing is owed, and all of it fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, admin, address('/clubadmin/club/member/view/65/money'))
  await expect(page.getByRole('heading', { name: 'Pay links and cards' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ask for a card' }).click()
  await expect(dialog(page)).toContainText('Nothing is taken now')
  await dialog(page).getByRole('button', { name: 'QR code' }).click()
  await expect(dialog(page).getByRole('img', { name: 'QR code of the link' })).toBeVisible()
})

test('the desk cancels a page that the payer has opened, and it can be paid otherwise', async ({ page }) => {
  await signIn(page, admin, address('/clubadmin/club/member/view/66/money'))
  await chargeFor(page, 'A belt', '9.00')
  await choose(page, 'A belt', 'Send pay link')
  await dialog(page).getByRole('button', { name: 'QR code' }).click()
  const link = (await dialog(page).getByRole('link', { name: 'Open page' }).getAttribute('href')) ?? ''
  await page.keyboard.press('Escape')
  const payer = await page.context().newPage()
  await payer.goto(link)
  await payer.getByRole('link', { name: 'Pay by card', exact: true }).click()
  await expect(payer.getByLabel('E-mail')).toBeVisible()
  await expect(row(page, 'A belt')).toContainText('On its way')
  await choose(page, 'A belt', 'Cancel the open page')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Cancel the open page' }).click()
  await expect(page.getByText('The page is being closed.')).toBeVisible()
  await expect(row(page, 'A belt')).not.toContainText('On its way')
  await payer.reload()
  await expect(payer.getByRole('button', { name: 'Pay' })).toBeHidden()
  await choose(page, 'A belt', 'Send pay link')
  await expect(dialog(page)).toContainText('For A belt: £9.00')
})
