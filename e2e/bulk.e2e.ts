import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, admin, hq, password, signIn } from './support/people.ts'

const dialog = (page: Page) => page.getByRole('dialog')
/** Opens a change to the members that are ticked. */
async function edit(page: Page, change: string) {
  await bar(page).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('menuitem', { name: change, exact: true }).click()
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selected members' })

test('members are ticked, tagged and handed out as a file', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, admin, address('/member/search?filter=memberStatusId~eq~21&pageSize=10'))
  const rows = page.getByRole('table', { name: 'Members' }).locator('tbody tr')
  await expect(rows).toHaveCount(10)
  await rows.nth(1).getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await rows
    .nth(3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 selected')
  await expectAccessible(page)

  await edit(page, 'Tags')
  await dialog(page).getByLabel('Tags').fill('Summer camp, Bus')
  await dialog(page).getByRole('button', { name: 'Preview' }).click()
  await expect(dialog(page).getByText('3 members will change')).toBeVisible()
  await expect(dialog(page).getByText('+ Summer camp, + Bus')).toHaveCount(3)
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Change 3 members' }).click()
  await expect(dialog(page).getByText('3 members changed.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()

  await bar(page)
    .getByRole('button', { name: /^Select all .* that match$/ })
    .click()
  await expect(bar(page)).toContainText(/^All .* selected/)
  await bar(page).getByRole('button', { name: 'Clear' }).click()
  await expect(bar(page)).toHaveCount(0)

  await page.goto(address("/member/search?filter=tag~eq~'Summer camp'"))
  await expect(rows).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'All on this page' }).click()
  await bar(page).getByRole('button', { name: 'Export' }).click()
  await dialog(page).getByRole('button', { name: 'CSV' }).click()
  await dialog(page).getByLabel('Tags').check()
  await dialog(page).getByRole('button', { name: 'Make the file' }).click()
  await expect(dialog(page).getByText('3 rows')).toBeVisible()
  await expectAccessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^members-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(4)
  expect(text).toContain('"Bus, Summer camp"')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()

  await bar(page).getByRole('button', { name: 'Labels' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Address labels' })).toBeVisible()
  await expect(page.getByText(/^\d labels?$/)).toBeVisible()
  await expectAccessible(page)
})

test('all who match get another way to pay, and have it undone', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, admin, address('/member/search?filter=memberStatusId~eq~21&pageSize=10'))
  await page.getByRole('checkbox', { name: 'All on this page' }).click()
  await bar(page)
    .getByRole('button', { name: /^Select all .* that match$/ })
    .click()
  await edit(page, 'Way to pay')
  await dialog(page).getByLabel('Way to pay').selectOption({ label: 'Cheque' })
  await dialog(page).getByRole('button', { name: 'Preview' }).click()
  const apply = dialog(page).getByRole('button', { name: /^Change [\d,]+ members$/ })
  await expect(apply).toBeVisible()
  await expect(dialog(page).getByText('Next charges today')).toBeVisible()
  await expectAccessible(page)
  await apply.click()
  await expect(dialog(page).getByText(/^[\d,]+ members changed\./)).toBeVisible({ timeout: 20_000 })
  await dialog(page).getByRole('button', { name: 'Undo' }).click()
  await expect(dialog(page).getByText(/^Undone for [\d,]+ members\./)).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
})

test('a file waits until a password is given, where the club asks for it', async ({ page }) => {
  await signIn(page, hq, address('/member/search?filter=memberStatusId~eq~21&pageSize=10'))
  await page.getByRole('checkbox', { name: 'All on this page' }).click()
  await bar(page).getByRole('button', { name: 'Export' }).click()
  await dialog(page).getByRole('button', { name: 'CSV' }).click()
  let refused = 0
  await page.route('**/api/member/StartExport', async route => {
    if (refused++ > 0) return route.fallback()
    await route.fulfill({
      status: 403,
      json: { isSuccess: false, error: 'proof_required', message: 'Your club asks for your password again.' },
    })
  })
  await dialog(page).getByRole('button', { name: 'Make the file' }).click()
  const ask = page.getByRole('dialog', { name: "Confirm it's you" })
  await expect(ask).toBeVisible()
  await expectAccessible(page)
  const [proof] = await Promise.all([
    page.waitForEvent('popup'),
    ask.getByRole('button', { name: 'Enter password' }).click(),
  ])
  await proof.getByLabel('Your password').fill('not the register')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof.getByText('This is not your password.').first()).toBeVisible()
  await expectAccessible(proof)
  await proof.getByLabel('Your password').fill(password)
  await Promise.all([proof.waitForEvent('close'), proof.getByRole('button', { name: 'Continue' }).click()])
  // A headless browser gives no focus back.
  await page.evaluate(() => void window.dispatchEvent(new Event('focus')))
  await expect(ask).toBeHidden()
  await expect(dialog(page).getByRole('button', { name: 'Download' })).toBeVisible()
  expect(refused).toBe(2)
})

test('another list shows at once what was changed in it, and undone', async ({ page }) => {
  await signIn(page, hq, address('/training-plans/2/1'))
  const row = page
    .getByRole('table', { name: 'Members with this plan' })
    .getByRole('row')
    .filter({ hasText: 'Active' })
    .first()
  const name = (await row.getByRole('link').first().textContent()) ?? ''
  const theirs = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  await row.getByRole('checkbox').click()
  await page.getByRole('region', { name: 'Selected members' }).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('menuitem', { name: 'Status', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Preview' }).click()
  await dialog(page).getByRole('button', { name: 'Change 1 member' }).click()
  await expect(dialog(page).getByText('1 member changed.')).toBeVisible()
  await expect(theirs).toContainText('Issue')
  await dialog(page).getByRole('button', { name: 'Undo' }).click()
  await expect(theirs).toContainText('Active')
})
