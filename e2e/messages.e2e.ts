import { expect, type Page, test } from '@playwright/test'
import { findingsIn } from './support/accessibility.ts'
import { address, admin, signIn } from './support/people.ts'

const harrogate = 2
const dialog = (page: Page) => page.getByRole('dialog')

async function inBothThemes(page: Page) {
  for (const theme of ['light', 'dark'] as const) expect(await findingsIn(theme, page)).toEqual([])
}

test('a text message is written, checked, sent, and stands among the sent items', async ({ page }) => {
  await signIn(page, admin, address(`/create-message/${harrogate}`))
  await expect(page.getByRole('heading', { name: 'Send a Message' })).toBeVisible()
  await page.getByRole('button', { name: 'Text message' }).click()
  await page.getByLabel(/About a class, booking or payment/).check()
  await inBothThemes(page)
  await page.getByRole('button', { name: 'Next: Who gets it' }).click()
  await expect(page.getByText('Who is left out')).toBeVisible()
  await page.getByRole('button', { name: '4. Check and send' }).click()
  await expect(page.getByText('Write the message.')).toBeVisible()
  await page.getByRole('button', { name: '3. What it says' }).click()
  await page.getByRole('main').getByRole('textbox').first().fill('Hello {{ member.firstName }}, no class tonight.')
  await page.getByRole('button', { name: 'Next: Check and send' }).click()
  await expect(page.getByRole('heading', { name: /of .+ get it/ })).toBeVisible()
  await expect(page.getByText(/Hello .+, no class tonight/)).toBeVisible()
  await page.getByLabel('Name among the sent items').fill('No class')
  await inBothThemes(page)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'No class' })).toBeVisible()
  await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
})

test('a message that was sent shows what became of it, and the very copy', async ({ page }) => {
  await signIn(page, admin, address(`/messaging/sent-items/${harrogate}`))
  await page.getByRole('link', { name: 'Gradings in the hall' }).click()
  await expect(page.getByText('Who it was for')).toBeVisible()
  await expect(page.getByText(/delivered/).first()).toBeVisible()
  await inBothThemes(page)
  await page
    .getByRole('button', { name: /Show what was sent to/ })
    .first()
    .click()
  await expect(dialog(page).getByText('Grading day: when to be there')).toBeVisible()
  await inBothThemes(page)
})

test('a scheduled message leaves at another time, or not at all', async ({ page }) => {
  await signIn(page, admin, address(`/messaging/scheduled/${harrogate}`))
  const more = page.getByRole('button', { name: 'More for Closed on the holiday' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Change the time' }).click()
  await dialog(page).getByLabel('Day and time, by the clock of the club').fill('2026-05-01T09:00')
  await dialog(page).getByRole('button', { name: 'Save time' }).click()
  await expect(dialog(page).getByText('This time has passed.')).toBeVisible()
  await dialog(page).getByLabel('Day and time, by the clock of the club').fill('2026-05-20T09:00')
  await dialog(page).getByRole('button', { name: 'Save time' }).click()
  await expect(page.getByText(/20\/05\/2026|20 May 2026/)).toBeVisible()
  await more.click()
  await page.getByRole('menuitem', { name: 'Cancel' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel message' }).click()
  await expect(page.getByText('Nothing is scheduled')).toBeVisible()
})
