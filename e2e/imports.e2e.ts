import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, admin, coach, signIn } from './support/people.ts'

const fixture = (name: string) => path.resolve(import.meta.dirname, '../server/test/fixtures', name)
const imports = () => address('/clubadmin/2/import')
const dialog = (page: Page) => page.getByRole('dialog')
const lines = (page: Page) => page.getByRole('table', { name: 'Lines of the file' })
const counts = (page: Page) => page.getByRole('list', { name: 'Lines by what becomes of them' })

const choose = async (page: Page, file: string | { name: string; content: string }) =>
  await page
    .getByLabel('File to import')
    .setInputFiles(
      typeof file === 'string'
        ? fixture(file)
        : { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.content) },
    )

test('a spreadsheet is looked at, imported, and undone', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, admin, address('/clubadmin/2/members'))
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible()
  await choose(page, 'instructors-spreadsheet.csv')
  await expect(page.getByRole('heading', { level: 1, name: 'instructors-spreadsheet.csv' })).toBeVisible()
  await expect(page.getByLabel('What D.O.B. is')).toHaveValue('dob')
  await expect(page.getByText('can only begin with the day').first()).toBeVisible()
  await page.getByLabel('wht is').selectOption({ label: 'Karate: White' })
  await page.getByRole('button', { name: 'Check 314 lines' }).click()
  await expect(counts(page)).toContainText('310')
  await expect(page.getByText('Nothing is stored yet.')).toBeVisible()

  await counts(page).getByRole('link', { name: 'Left out' }).click()
  await expect(lines(page).getByRole('row')).toHaveCount(4)
  await expect(lines(page)).toContainText('"TOTAL 312" is not a person\'s name')
  await counts(page).getByRole('link', { name: 'New' }).click()
  await lines(page)
    .getByText(/\d+ fields/)
    .first()
    .click()
  await expect(lines(page)).toContainText('Meaghan Kohler')

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Import' }).click()
  await expect(page.getByText('310 members imported.')).toBeVisible()
  // It survives a reload: everything is in the address and on the server.
  await page.reload()
  await expect(page.getByText('310 members imported.')).toBeVisible()
  await page.goto(imports())
  await expect(page.getByRole('listitem').filter({ hasText: 'instructors-spreadsheet.csv' })).toContainText('Imported')

  await choose(page, 'instructors-spreadsheet.csv')
  await page.getByRole('button', { name: 'Check 314 lines' }).click()
  await expect(page.getByText('There is nothing to import')).toBeVisible()
  await page.getByRole('button', { name: 'Throw away' }).click()
  await dialog(page).getByRole('button', { name: 'Throw away' }).click()

  // The list as it was is shown until it has been read again.
  await expect(page.getByRole('link', { name: 'instructors-spreadsheet.csv' })).toHaveCount(1)
  await page.getByRole('link', { name: 'instructors-spreadsheet.csv' }).click()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await expect(dialog(page)).toContainText('Nobody has worked with them since.')
  await dialog(page).getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('what it had made is taken away')).toBeVisible()
})

test('the check says who will be billed, and settles for all who won’t be', async ({ page }) => {
  await signIn(page, admin, imports())
  const content = [
    'Name,DOB,Membership,Monthly fee,Next payment',
    'Zac Newman,1/2/1990,,42.00,1/6/2026',
    'Zoe Newman,1/2/1991,,42.00,1/6/2026',
  ].join('\n')
  await choose(page, { name: 'fees.csv', content })
  await page.getByRole('button', { name: 'Check 2 lines' }).click()
  const billing = page.getByRole('region', { name: 'Billing' })
  await expect(billing).toContainText('No one will be billed. 2 current members won’t be:')
  await expect(billing.getByRole('listitem')).toContainText('No way to pay is chosen')
  await expect(billing.getByRole('button', { name: 'Set for all 2' })).toBeDisabled()
  await billing.getByLabel('Way to pay').selectOption({ label: 'Cash' })
  await billing.getByRole('button', { name: 'Set for all 2' }).click()
  await expect(billing).toContainText(
    '2 members will be billed, first on 1 June 2026. Their first charges come to £84.00.',
  )
  await expect(billing.getByRole('listitem')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Throw away' }).click()
  await dialog(page).getByRole('button', { name: 'Throw away' }).click()
})

test('a column that isn’t recognised is shown first, and someone decides', async ({ page }) => {
  await signIn(page, admin, imports())
  const content = 'Name,DOB,Shirt,Aikido seit\nZed Newman,1/2/1990,L,5/6/2020'
  await choose(page, { name: 'strange.csv', content })
  await expect(page.getByText('We don’t know what 2 columns are.')).toBeVisible()
  await expect(page.getByLabel(/^What .* is$/).first()).toHaveAccessibleName('What Shirt is')
  await page.getByRole('button', { name: 'Check 1 lines' }).click()
  await expect(page.getByRole('alert')).toContainText('leave them out: Shirt, Aikido seit.')
  await page.getByLabel('What Shirt is').selectOption('Leave out')
  await page.getByLabel('What Aikido seit is').selectOption('Joined')
  await page.getByRole('button', { name: 'Check 1 lines' }).click()
  await expect(lines(page)).toContainText('Zed Newman')
  await page.getByRole('button', { name: 'Throw away' }).click()
  await dialog(page).getByRole('button', { name: 'Throw away' }).click()
})

test('a workbook and a list of gradings are told apart, and refused where they have to be', async ({ page }) => {
  await signIn(page, admin, imports())
  await choose(page, { name: 'broken.csv', content: 'Name,Born\n"Ann,1990' })
  await expect(page.getByRole('alert')).toContainText('a quotation mark that begins in line 2 is never closed')
  await choose(page, 'hall-workbook.xlsx')
  await expect(page.getByLabel('Headings in line')).toHaveValue('3')
  await expect(page.getByLabel('What Tel is')).toHaveValue('mobile')
  await page.getByLabel('What Forename is').selectOption('Leave out')
  await page.getByRole('button', { name: 'Check 140 lines' }).click()
  await expect(page.getByRole('alert')).toContainText('Say which column holds the name')
  await page.getByRole('button', { name: 'Guess again' }).click()
  await expect(page.getByLabel('What Forename is')).toHaveValue('firstName')

  await page.goto(imports())
  await choose(page, 'gradings-list.csv')
  await expect(page.getByRole('button', { name: 'Gradings' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Check 156 lines' }).click()
  await expect(lines(page)).toContainText('is no member of this club: import the members first')
})

test('is for admins', async ({ page }) => {
  await signIn(page, coach, imports())
  await expect(page.getByText('You can’t import members')).toBeVisible()
})

test('by keyboard alone', async ({ page }) => {
  await signIn(page, admin, imports())
  const content = 'Name,Date of birth,Belt\n"Zzyzx, Ann",5/11/1990,wht\n'
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await page.getByLabel('Order of day and month in Date of birth').focus()
  await page.keyboard.press('m')
  await page.getByRole('button', { name: 'Check 1 lines' }).focus()
  await page.keyboard.press('Enter')
  await page
    .getByText(/\d+ fields/)
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(lines(page)).toContainText('11 May 1990')
  await page.getByRole('button', { name: 'Import', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await dialog(page).getByRole('button', { name: 'Import' }).press('Enter')
  await expect(page.getByText('1 member imported.')).toBeVisible()
  await lines(page).getByRole('link', { name: 'Ann Zzyzx' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /Ann Zzyzx/ })).toBeVisible()
})

test('is accessible, light and dark, and on a phone', async ({ page }) => {
  await signIn(page, admin, imports())
  await expectAccessible(page)
  await choose(page, {
    name: 'few.csv',
    content: `${(await readFile(fixture('instructors-spreadsheet.csv'), 'utf8')).slice(0, 3000)}"`,
  })
  await expect(page.getByRole('button', { name: /^Check/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Check/ }).click()
  await expect(lines(page)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBeLessThanOrEqual(390)
  await page.getByRole('link', { name: 'Change columns' }).click()
  await expect(page.getByRole('button', { name: /^Check/ })).toBeVisible()
  expect(await width()).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})
