import { expect, type Page, test } from '@playwright/test'
import { findingsIn } from './support/accessibility.ts'
import { address, admin, hq, signIn } from './support/people.ts'

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

test('members ticked in the directory get a message, and nobody else', async ({ page }) => {
  await signIn(page, hq, address('/member/search?filter=memberStatusId~eq~21&pageSize=10'))
  const rows = page.getByRole('table', { name: 'Members' }).locator('tbody tr')
  await expect(rows).toHaveCount(10)
  for (const place of [1, 3]) await rows.nth(place).getByRole('checkbox').click()
  const bar = page.getByRole('region', { name: 'Selected members' })
  await bar.getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('button', { name: 'Text message' }).click()
  await page.getByLabel(/About a class, booking or payment/).check()
  await page.getByRole('button', { name: 'Next: Who gets it' }).click()
  await expect(page.getByText('Only the 2 members who were ticked')).toBeVisible()
  await expect(page.getByText(/messages? for 2 people/)).toBeVisible()
  await inBothThemes(page)
  await page.getByRole('button', { name: 'Next: What it says' }).click()
  await page.getByRole('main').getByRole('textbox').first().fill('The hall is closed tonight.')
  // Kept, and gone on with after a reload.
  await page.waitForResponse(response => response.url().includes('SaveMessageDraft'))
  await page.reload()
  await expect(page.getByRole('main').getByRole('textbox').first()).toHaveValue('The hall is closed tonight.')
  await page.getByRole('button', { name: 'Next: Check and send' }).click()
  await expect(page.getByRole('heading', { name: /of 2 get it/ })).toBeVisible()

  await page.goto(address('/member/search?filter=memberStatusId~eq~21&pageSize=10'))
  await rows.nth(1).getByRole('checkbox').click()
  await bar.getByRole('button', { name: /^Select all .* that match$/ }).click()
  await bar.getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('button', { name: 'Next: Who gets it' }).click()
  await expect(page.getByText(/Whoever fits this search when the message leaves: Status: Active/)).toBeVisible()

  await page.goto(address('/create-message?selection=elsewhere'))
  await expect(page.getByText('The selection is not known here')).toBeVisible()
  await page.goto(address('/create-message?member=999999'))
  await expect(page.getByText('There is no member 999999.')).toBeVisible()
})
