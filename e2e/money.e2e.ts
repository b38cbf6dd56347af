import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { chargeFor, choose, dialog, row } from './support/money.ts'
import { address, admin, signIn } from './support/people.ts'

/** Of Harrogate: one who has given a mandate, one who pays by a link, and one who buys at the desk. */
const [debtor, payer, buyer] = [66, 67, 68]
const money = (memberId: number) => address(`/clubadmin/club/member/view/${memberId}/money`)
const item = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('a charge is taken by the direct debit that is there, and called off again', { tag: '@journey' }, async ({
  page,
}) => {
  await signIn(page, admin, money(debtor))
  await chargeFor(page, 'A sparring kit', '55.00')
  await choose(page, 'A sparring kit', 'Take by direct debit')
  await expect(dialog(page)).toContainText('Take £55.00 by direct debit?')
  await dialog(page).getByRole('button', { name: 'Take £55.00' }).dblclick()
  const collections = page.getByRole('region', { name: 'Collections' })
  const collection = collections.getByRole('listitem').filter({ hasText: 'A sparring kit' })
  await expect(collection).toHaveCount(1)
  await expect(collection).toContainText('Pending')
  await expect(row(page, 'A sparring kit')).toContainText('On its way')
  await expectAccessible(page)
  await collection.getByRole('button', { name: /^More for the collection of £55.00/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel collection' }).click()
  await expect(dialog(page)).toContainText('and stays owed.')
  await dialog(page).getByRole('button', { name: 'Cancel collection' }).click()
  await expect(collection).toContainText('Cancelled')
  await expect(row(page, 'A sparring kit')).toContainText('£55.00')
  await expect(row(page, 'A sparring kit')).not.toContainText('On its way')
})

test('what was paid by card is given back in part by the card provider', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, admin, money(payer))
  await chargeFor(page, 'A weekend course', '60.00')
  await choose(page, 'A weekend course', 'Send pay link')
  await dialog(page).getByRole('button', { name: 'QR code' }).click()
  const link = (await dialog(page).getByRole('link', { name: 'Open page' }).getAttribute('href')) ?? ''
  await page.keyboard.press('Escape')
  const theirs = await page.context().newPage()
  await theirs.goto(link)
  await theirs.getByRole('link', { name: 'Pay by card', exact: true }).click()
  await theirs.getByLabel('E-mail').fill('payer@mail.example')
  await theirs.getByRole('button', { name: 'Pay' }).click()
  await expect(theirs.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await theirs.close()

  await page.reload()
  const payment = page
    .getByRole('region', { name: 'Payments' })
    .getByRole('listitem')
    .filter({ hasText: 'A weekend course' })
  await payment.getByRole('button').click()
  await page.getByRole('menuitem', { name: /Refund/ }).click()
  await expect(dialog(page)).toContainText('£60.00 of this payment is left.')
  await dialog(page).getByLabel('Amount').fill('70')
  await dialog(page).getByLabel('Is it still owed?').selectOption('Yes: £60.00 is owed again')
  await dialog(page).getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog(page)).toContainText('Only £60.00 of it is left.')
  await dialog(page).getByLabel('Amount').fill('20')
  await dialog(page).getByLabel('Why').fill('Came on one day only')
  await expect(dialog(page).getByLabel('Is it still owed?')).toContainText('Yes: £20.00 is owed again')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Refund', exact: true }).dblclick()
  await expect
    .poll(async () => {
      await page.reload()
      await expect(payment.first()).toBeVisible()
      return await payment.first().textContent()
    })
    .toContain('£20.00 given back')
  await expect(row(page, 'A weekend course')).toContainText('£20.00')
  await expectAccessible(page)
})

test('one of two things that were bought is taken back, and the money for it given', async ({ page }) => {
  await signIn(page, admin, address(`/tasks/member-order/${buyer}`))
  await page.getByLabel('Find products').fill('water')
  await page.getByRole('button', { name: 'Add Water bottle' }).click()
  await page.getByRole('button', { name: 'Add Water bottle' }).click()
  await page.getByRole('button', { name: 'Complete order, £18.00' }).click()
  const receipt = page.getByRole('article', { name: /^Receipt/ })
  await receipt.getByRole('button', { name: 'Take back 2 × Water bottle' }).click()
  await dialog(page).getByLabel('How many').fill('3')
  await dialog(page).getByLabel('Why').fill('Leaks')
  await dialog(page).getByRole('button', { name: 'Take back' }).click()
  await expect(dialog(page)).toContainText(/Only 2|2 of it|are left/)
  await dialog(page).getByLabel('How many').fill('1')
  await dialog(page).getByRole('button', { name: 'Take back' }).dblclick()
  await expect(page.getByText('Taken back. Give back £9.00.')).toBeVisible()
  await expect(receipt).toContainText('1 of 2 taken back, £9.00')
  await expectAccessible(page)
  await page.goto(money(buyer))
  await expect(item(page, 'given back').first()).toContainText('£9.00')
})

test('who owes a club, since when, and as a file', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, admin, address('/clubadmin/2/payouts?view=debt'))
  const table = page.getByRole('table', { name: 'Who owes' })
  await expect(table.getByRole('row').nth(1)).toContainText('£')
  await expect(page.getByText('Owed in all')).toBeVisible()
  await expectAccessible(page)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
  await table.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address('/clubadmin/2/payouts?view=debt'))
  await expect(page.getByText('Owed in all')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('someone who owes is sent a pay link from the list, and the list says when', { tag: '@journey' }, async ({
  page,
}) => {
  await signIn(page, admin, address('/clubadmin/2/payouts?view=debt'))
  const table = page.getByRole('table', { name: 'Who owes' })
  const row = table.getByRole('row').nth(1)
  await row.getByRole('checkbox').click()
  // What else can be done with those who are selected.
  await expect(
    page.getByRole('region', { name: 'Selected members' }).getByRole('button', { name: 'Edit' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Send pay link to 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send pay link' }).click()
  await expect(page.getByText('1 pay link sent')).toBeVisible()
  await expect(row).toContainText('12 May 2026')
  await expect(row.getByRole('checkbox')).not.toBeChecked()
})
