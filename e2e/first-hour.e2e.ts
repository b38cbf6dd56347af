import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { setEvening } from './support/evening.ts'
import { address, admin, hq, signIn } from './support/people.ts'

const password = 'a long enough password'
const list = (page: Page) => page.getByRole('region', { name: /^Set up / })
const step = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })
const wayBack = (page: Page) => page.getByRole('complementary', { name: 'Set-up guide' })
const dialog = (page: Page) => page.getByRole('dialog')

async function logIn(page: Page, email: string) {
  await setEvening(page)
  await page.goto(address('/dashboard'))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

async function makeAccount(page: Page, email: string) {
  await page.goto(address('/Identity/Account/Register'))
  await page.getByLabel('First name').fill('Keiko')
  await page.getByLabel('Last name').fill('Marsh')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Password')).toHaveCount(0)
  const mail = page.getByRole('row', { name: email }).getByRole('link')
  await expect(async () => {
    await page.goto(address('/sandbox/mail'))
    await expect(mail).toBeVisible({ timeout: 500 })
  }).toPass()
  await mail.click()
  await setEvening(page)
  await page.getByRole('link', { name: /ConfirmEmail/ }).click()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button').click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

test('from a new account to the first mark in a register, left in the middle', { tag: '@journey' }, async ({
  page,
}) => {
  await makeAccount(page, 'keiko@mail.example')
  await page.goto(address('/dashboard'))
  await expect(list(page)).toContainText('0 of 15')
  await expectAccessible(page)
  await list(page).getByRole('link', { name: 'Create club' }).click()

  await page.getByLabel('Name').fill('Marsh Judo')
  await page.getByRole('button', { name: 'Create club' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Marsh Judo' })).toBeVisible()
  await expect(wayBack(page)).toContainText('1 of 15 done')
  await wayBack(page)
    .getByRole('link', { name: /^Next: add a room/ })
    .click()
  await expect(page.getByRole('button', { name: 'Save location' })).toBeVisible()
  await page.getByLabel('Name').fill('Hall')
  await page.getByRole('button', { name: 'Save location' }).click()
  await expect(wayBack(page)).toContainText('2 of 15 done')
  await wayBack(page).getByRole('link', { name: 'Back to set-up guide' }).click()
  await expect(step(page, 'Add a room or venue')).toContainText('Done')

  // A discipline without grades is half of it.
  await list(page).getByRole('link', { name: 'Add a discipline' }).click()
  await page.getByLabel('Name').fill('Judo')
  await page.getByRole('button', { name: 'Create discipline' }).click()
  await expect(page.getByRole('button', { name: 'Add grade' })).toBeVisible()
  await wayBack(page).getByRole('link', { name: 'Back to set-up guide' }).click()
  await expect(list(page)).toContainText('Judo has no belts yet.')

  // Left here, and found again.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await logIn(page, 'keiko@mail.example')
  await expect(list(page)).toContainText('2 of 15')
  await list(page).getByRole('link', { name: 'Add grades' }).click()
  await page.getByRole('button', { name: 'Add grade' }).click()
  await page.getByLabel('Name', { exact: true }).fill('White')
  await page.getByRole('button', { name: 'Save grades' }).click()
  await expect(wayBack(page)).toContainText('3 of 15 done')
  await wayBack(page)
    .getByRole('link', { name: /^Next: put your classes/ })
    .click()
  await page.getByLabel('Days, times and classes').fill('Tue 18:30–19:30 Juniors')
  await page.getByRole('button', { name: 'Create 1 class' }).click()
  await expect(wayBack(page)).toContainText('4 of 15 done')

  await wayBack(page).getByRole('link', { name: 'Back to set-up guide' }).click()
  await list(page).getByRole('button', { name: 'Not needed: Add a training plan' }).click()
  await list(page).getByRole('link', { name: 'Import members' }).click()
  const content = 'First name,Last name,Status\nAya,Stone,Active\nBen,Reed,Active\n'
  const file = { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
  await page.getByLabel('File to import').setInputFiles(file)
  await page.getByRole('button', { name: 'Check 2 lines' }).click()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Import' }).click()
  await expect(page.getByText('2 members imported.')).toBeVisible()
  await expect(wayBack(page)).toContainText('6 of 15 done')

  await wayBack(page).getByRole('link', { name: 'Back to set-up guide' }).click()
  await list(page).getByRole('link', { name: 'Open the register' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Juniors')
  await page.getByRole('button', { name: 'Add a member' }).first().click()
  await page.getByRole('region', { name: 'Add a member' }).getByRole('combobox').fill('Aya')
  await page.getByRole('option', { name: /Aya Stone/ }).click()
  await expect(wayBack(page)).toContainText('7 of 15 done')
  await wayBack(page).getByRole('link', { name: 'Back to set-up guide' }).click()
  await expectAccessible(page)

  // The rest can wait, or isn't needed: then the guide is gone.
  const skip = list(page).getByRole('button', { name: /^Not needed: / })
  for (let left = 8; left > 0; left--) {
    await expect(skip).toHaveCount(left)
    await skip.first().click()
  }
  await expect(list(page)).toContainText('Your club is set up')
  await list(page).getByRole('link', { name: 'Go to dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(list(page)).toHaveCount(0)
  await page.goto(address('/member/search'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(wayBack(page)).toContainText('Your club is set up.')
  await wayBack(page).getByRole('link', { name: 'Go to dashboard' }).click()
  await expect(wayBack(page)).toHaveCount(0)
})

test('a step that is not needed, and the whole put away and found again', async ({ page }) => {
  await signIn(page, admin, address('/club/create'))
  await page.getByLabel('Name').fill('Nishi Dojo')
  await page.getByRole('button', { name: 'Create club' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nishi Dojo' })).toBeVisible()
  // Nobody who did not ask for it is led.
  await expect(wayBack(page)).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address('/dashboard'))
  await expect(list(page)).toContainText('Set up Nishi Dojo')
  await list(page).getByRole('button', { name: 'Not needed: Add a room or venue' }).click()
  await expect(list(page)).toContainText('2 of 15')
  await page.reload()
  await expect(list(page)).not.toContainText('Add a room or venue')
  await list(page).getByRole('link', { name: 'See all steps' }).click()
  await expect(step(page, 'Add a room or venue')).toContainText('Not needed')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expectAccessible(page)
  await list(page).getByRole('button', { name: 'Needed after all: Add a room or venue' }).click()
  await expect(list(page)).toContainText('1 of 15')

  // Another new club may be waiting behind it.
  const nishi = page.getByRole('region', { name: 'Set up Nishi Dojo' })
  await page.goto(address('/dashboard'))
  await nishi.getByRole('button', { name: 'Hide' }).click()
  await expect(nishi).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Today’s classes' })).toBeVisible()
  await expect(nishi).toHaveCount(0)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('link', { name: 'Nishi Dojo' }).click()
  await page.getByRole('link', { name: 'Locations' }).click()
  await page.getByRole('link', { name: 'Open set-up guide' }).click()
  await list(page).getByRole('button', { name: 'Show on dashboard' }).click()
  await expect(list(page).getByRole('button', { name: 'Show on dashboard' })).toHaveCount(0)
  await page.goto(address('/dashboard'))
  await expect(list(page)).toBeVisible()
})

test('the dashboard of the demo leads to a club of one’s own, and says what goes with the demo', async ({ page }) => {
  await signIn(page, hq, address('/dashboard'))
  const demo = page.getByRole('region', { name: 'Demo' })
  await expect(demo.getByRole('link', { name: 'Create your own club' })).toHaveAttribute('href', /\/club\/create$/)
  await demo.getByRole('button', { name: 'Discard demo' }).click()
  await expect(dialog(page)).toContainText('1,200 members')
  await expect(dialog(page)).toContainText('Your login is part of the demo.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Keep' }).click()
  await expect(dialog(page)).toHaveCount(0)
})
