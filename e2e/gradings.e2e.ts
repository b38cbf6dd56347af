import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { address, coach, signIn } from './support/people.ts'
import { wholeRows } from './support/register.ts'

/** Tonight's grading in the coach's club: opened from the dashboard's link to its register. */
async function openGrading(page: Page, search: Record<string, string> = {}) {
  if (page.url() === 'about:blank') await signIn(page, coach)
  const link = page.locator('main a[href*="class-roster/"]').filter({ hasText: 'Catch-up Grading' }).first()
  const href = (await link.first().getAttribute('href')) ?? ''
  const id = /class-roster\/(\d+)/.exec(href)?.[1]
  const query = new URLSearchParams({ date: '2026-05-12', ...search })
  await page.goto(address(`/clubadmin/classes-and-events/grading-class-roster/${id}?${query}`))
  await expect(page.getByRole('heading', { level: 1, name: /Catch-up Grading/ })).toBeVisible()
}

const rows = (page: Page) => page.locator('[data-row]')
const ready = (page: Page) =>
  rows(page).and(page.locator('[aria-label$="ready, no result yet"]:not([aria-label*="not ready"])'))
const nameOf = async (row: ReturnType<typeof rows>) => (await row.getAttribute('aria-label'))?.split(', ')[0] ?? ''
const row = (page: Page, name: string) => page.locator(`[data-row][aria-label^="${name}, "]`)

test('results are entered from the keyboard, survive a reload, are saved at once, and taken back', {
  tag: '@journey',
}, async ({ page }) => {
  await openGrading(page)
  const [first, second] = [await nameOf(ready(page).nth(0)), await nameOf(ready(page).nth(1))]
  await row(page, first).focus()
  await page.keyboard.press('p')
  await expect(row(page, first)).toHaveAttribute('aria-label', /pass to .+, not saved yet/)
  await row(page, second).focus()
  await page.keyboard.press('f')
  await expect(row(page, second)).toHaveAttribute('aria-label', /fail, not saved yet/)
  await row(page, second).focus()
  await page.keyboard.press('n')
  await page.keyboard.type('Again in July')
  await page.reload()
  await expect(row(page, first)).toHaveAttribute('aria-label', /pass to .+, not saved yet/)
  await expect(page.getByLabel(`Note on ${second}`, { exact: true }).first()).toBeVisible()

  await expect(page.getByRole('region', { name: 'Results entered' })).toContainText(/Charges .*£|Charges nobody/)
  await row(page, first).focus()
  await page.keyboard.press('Control+Enter')
  await expect(row(page, first)).toHaveAttribute('aria-label', /, passed, /)
  await expect(row(page, second)).toHaveAttribute('aria-label', /, not passed$/)
  await expect(page.getByRole('region', { name: 'Results entered' })).toHaveCount(0)

  await row(page, first).getByRole('button', { name: first }).first().click()
  await expect(page.getByRole('list', { name: `Gradings of ${first}` })).toContainText('12 May 2026')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Certificate', exact: true }).click()
  const file = await (await download).path()
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-')

  for (const name of [first, second]) {
    await page.getByRole('button', { name: `Take back the result of ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    await expect(row(page, name)).toHaveAttribute('aria-label', /no result yet/)
  }
})

test('a double grade needs a reason, and what the server refuses stands on its row', async ({ page }) => {
  await openGrading(page)
  const name = await nameOf(ready(page).first())
  await row(page, name).focus()
  await page.keyboard.press('d')
  await expect(page.getByText('1 needs a reason')).toBeVisible()
  await page.getByRole('button', { name: 'Save 1 result' }).click()
  await expect(row(page, name).getByText(/Give a reason: .+ skips/)).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was saved.' })).toBeVisible()
  await page.getByLabel(`Reason for ${name}`).fill('Far ahead of the grade')
  await expect(row(page, name).getByText(/Give a reason/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
})

test('defaults fill in what is open: a grade at a time, or everyone who is ready', async ({ page }) => {
  await openGrading(page)
  await expect(rows(page).first()).toBeVisible()
  const many = await ready(page).count()
  await page.getByRole('button', { name: 'Pass all ready' }).click()
  await expect(page.getByRole('button', { name: `Save ${many} results` })).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page
    .getByRole('button', { name: /^Pass all: / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Save \d+ results?$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
})

test('a member is added to the list and taken off again', async ({ page }) => {
  await openGrading(page)
  await expect(rows(page).first()).toBeVisible()
  const before = await rows(page).count()
  await page.getByRole('button', { name: 'Add a member' }).click()
  await page.getByRole('region', { name: 'Add a member' }).getByRole('combobox').fill('el')
  const free = page
    .getByRole('listbox')
    .getByRole('option')
    .filter({ hasNotText: /on the register/i })
  await free.first().click()
  await expect(page.getByText(/is on the list\./)).toBeVisible()
  const said = (await page.getByText(/is on the list\./).textContent()) ?? ''
  const name = said.replace(/ is on the list\..*$/, '')
  await expect(row(page, name)).toHaveCount(1)
  await row(page, name).getByRole('button', { name }).first().click()
  await page.getByRole('button', { name: 'Take off the list' }).click()
  await expect(page.getByText(/is off the list\./)).toBeVisible()
  await expect(rows(page)).not.toHaveCount(before + 1)
})

test('a phone shows eight candidates, and all that can be done in an opened row', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openGrading(page)
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByText(/\d+ of \d+ places taken/)).toBeVisible()
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(8)
  const name = await nameOf(ready(page).first())
  const one = row(page, name)
  await one.getByRole('button', { name: 'Pass', exact: true }).click()
  await expect(one).toHaveAttribute('aria-label', /pass to .+, not saved yet/)
  await expect(one.getByRole('button', { name: 'Double' })).toBeHidden()
  await one.getByRole('button', { name }).first().click()
  await one.getByRole('button', { name: 'Double' }).click()
  await one.getByRole('button', { name }).first().click()
  await expect(one.getByRole('button', { name: 'Double' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()

  await page.getByRole('button', { name: 'Views and tools' }).click()
  await expect(page.getByRole('button', { name: 'Pass all ready' })).toBeVisible()
  await page.getByRole('button', { name: 'Belts to order' }).click()
  await expect(page.getByLabel(/^Belt size of /).first()).toBeVisible()
  await page.getByRole('button', { name: 'Results', exact: true }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('belts are counted by size, which can be written there', async ({ page }) => {
  await openGrading(page, { view: 'belts' })
  const field = page.getByLabel(/^Belt size of /).first()
  const label = (await field.getAttribute('aria-label')) ?? ''
  await field.fill('260 cm')
  await field.press('Enter')
  await expect(page.getByText('Size 260 cm')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(label)).toHaveValue('260 cm')
})

test('the examiner has a sheet to print', async ({ page }) => {
  await openGrading(page, { view: 'sheet' })
  await expect(page.getByRole('region', { name: 'Examiner’s sheet, table' }).getByRole('row').nth(1)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0)
})

test('every view is accessible, light and dark', async ({ page }) => {
  // A few rows have everything that many have.
  await openGrading(page, { show: 'notReady' })
  await page
    .getByRole('button', { name: /^Pass all: / })
    .first()
    .click()
  await page.locator('[data-row]').first().getByRole('button').first().click()
  await expect(page.getByRole('button', { name: 'Take off the list' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 900 })
  await page.getByRole('button', { name: 'Views and tools' }).click()
  await expectAccessible(page)
  for (const view of ['Belts to order', 'Examiner’s sheet']) {
    await page.getByRole('button', { name: view, exact: true }).click()
    await expectAccessible(page)
  }
})

test('a result of a grading is recorded on the member’s own page', async ({ page }) => {
  await signIn(page, coach, address('/clubadmin/club/member/view/61/grades'))
  await page.getByRole('button', { name: 'Record result' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save result' }).click()
  await expect(dialog).toContainText('Choose a grading')
  const grading = await dialog
    .getByRole('option', { name: /Catch-up Grading/ })
    .first()
    .textContent()
  await dialog.getByLabel('Grading').selectOption(grading ?? '')
  await dialog.getByLabel('Date').selectOption({ index: 1 })
  await dialog.getByLabel('Discipline').selectOption({ index: 1 })
  const grades = dialog.getByRole('combobox', { name: 'Grade', exact: true })
  await grades.selectOption({ index: (await grades.getByRole('option').count()) - 1 })
  await dialog.getByLabel('Reason (optional)').fill('Came from another club')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save result' }).click()
  await expect(page.getByText('Result saved')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Gradings' })).toContainText('Came from another club')
})

test('those on the list are invited, and all who are ready can be added', async ({ page }) => {
  await openGrading(page)
  const addAll = page.getByRole('button', { name: /^Add all ready \(\d+\)$/ })
  const added = Number(/\d+/.exec((await addAll.textContent()) ?? '')?.[0])
  const before = await rows(page).count()
  await addAll.click()
  await expect(page.getByText(`${added} ${added === 1 ? 'candidate' : 'candidates'} added`)).toBeVisible()
  await expect(addAll).toHaveCount(0)
  await expect(rows(page)).toHaveCount(before + added)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('menuitem', { name: 'No result yet' }).click()
  const bar = page.getByRole('region', { name: 'Selected members' })
  await expect(bar).toContainText(/^\d+ selected/)
  await bar.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('menuitem', { name: 'Tags' }).click()
  await expect(page.getByRole('dialog')).toContainText(/\d+ members/)
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(bar).toHaveCount(0)
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('heading', { name: 'Send a Message' })).toBeVisible()
  await page.getByRole('button', { name: 'Text message' }).click()
  await page.getByLabel(/About a class, booking or payment/).check()
  await page.getByRole('button', { name: 'Next: Who gets it' }).click()
  await expect(page.getByText(/^Only the \d+ members who were ticked/)).toBeVisible()
})
