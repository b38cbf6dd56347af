import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, coach, hq, signIn } from './support/people.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const charging = () => address('/clubadmin/3/charging')
const planned = (page: Page) => page.getByRole('table', { name: 'What would be charged' })
test('a dry run says what is taken, a run takes it, and a reload keeps both', { tag: '@journey' }, async ({ page }) => {
  // A day that is in no calendar is passed over.
  await signIn(page, hq, `${charging()}?on=2026-13-45`)
  await expect(page.getByRole('heading', { name: 'Dry run: today' })).toBeVisible()
  await expect(planned(page).getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)
  const amount = await page.locator('dd').first().textContent()
  const button = page.getByRole('button', { name: /^Charges \(/ })
  const count = Number(/\(([\d,]+)\)/.exec((await button.textContent()) ?? '')?.[1]?.replace(',', ''))
  expect(count).toBeGreaterThan(0)

  await page.getByRole('button', { name: /^Left out \(/ }).click()
  await expect(planned(page)).toHaveCount(0)

  await endsBetweenTwoReadings(page)
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(dialog(page)).toContainText(amount ?? 'no amount')
  await dialog(page).getByRole('button', { name: 'Run now' }).click()
  const runs = page.getByRole('region', { name: 'Runs so far' }).getByRole('table')
  await expect(runs.getByRole('row').nth(1)).toContainText('12 May 2026')
  await expect(runs.getByRole('row').nth(1)).toContainText(amount ?? 'no amount')
  await page.reload()
  await expect(page.getByText('Nothing is due.')).toBeVisible()

  await runs.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Run of 12 May 2026' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: `of ${count}` })).toBeVisible()
  await expectAccessible(page)
})

test('a new club sees its first run, settles what is missing, and starts billing', async ({ page }) => {
  await signIn(page, hq, address('/club/create'))
  await page.getByLabel('Name').fill('Mizu Judo')
  await page.getByRole('button', { name: 'Create club' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mizu Judo' })).toBeVisible()
  const club = new URL(page.url()).pathname.split('/')[2]
  await page.goto(address(`/clubadmin/${club}/charging`))
  const start = page.getByRole('region', { name: 'Billing hasn’t started' })
  await expect(start).toContainText('No one would be billed yet.')
  await expect(page.getByLabel('Charge each night')).toHaveCount(0)

  await page.goto(address(`/clubadmin/${club}/import`))
  const content =
    'Name,DOB,Monthly fee,Next payment\nZac Mizu,1/2/1990,42.00,1/6/2026\nZoe Mizu,1/2/1991,38.00,1/6/2026'
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'mizu.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await page.getByRole('button', { name: 'Check 2 lines' }).click()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Import' }).click()
  await expect(page.getByText('2 members imported.')).toBeVisible()

  await page.goto(address(`/clubadmin/${club}/charging`))
  await expect(start).toContainText('2 members: No way to pay is chosen')
  const setWayToPay = async (label: string) => {
    await start.getByRole('button', { name: 'Set for all 2' }).click()
    await dialog(page).getByLabel('Way to pay').selectOption({ label })
    await dialog(page).getByRole('button', { name: 'Preview' }).click()
    await dialog(page).getByRole('button', { name: 'Change 2 members' }).click()
    await expect(dialog(page).getByText('2 members changed.')).toBeVisible()
  }
  await setWayToPay('Cash')
  await dialog(page).getByRole('button', { name: 'Undo' }).click()
  await expect(dialog(page).getByText('Undone for 2 members.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(start).toContainText('2 members: No way to pay is chosen')
  await setWayToPay('Direct debit')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(start).toContainText(
    '2 members would be billed, first on 1 June 2026. The first charges come to £80.00.',
  )
  await expect(start).toContainText('2 of them have no Direct Debit yet (£80.00)')

  // As a club that comes from another program sees it.
  const kept = { count: 2, amount: 80, nextOn: '2026-06-01', ending: 0, refused: 1, problem: 'Could not be cancelled.' }
  await page.route('**/api/billing/GetFirstRun/*', async route => {
    const run = await (await route.fetch()).json()
    await route.fulfill({ json: { ...run, subscriptions: kept } })
  })
  await page.reload()
  await expect(start).toContainText('2 subscriptions in GoCardless still collect £80.00, next on 1 June 2026')
  await expect(start).toContainText('GoCardless refused to end 1. Could not be cancelled.')
  await start.getByRole('button', { name: 'End all 2' }).click()
  await dialog(page).getByRole('button', { name: 'End subscriptions' }).click()
  await expect(page.getByText('There are 0 subscriptions to end now. Look at them again.')).toBeVisible()
  await start.getByLabel('Leave the subscriptions for now').check()
  await expectAccessible(page)
  await page.unroute('**/api/billing/GetFirstRun/*')
  await page.reload()
  await expect(start.getByLabel('Leave the subscriptions for now')).toHaveCount(0)
  await expectAccessible(page)
  await start.getByRole('button', { name: 'Start billing' }).last().click()
  await expect(start).toHaveCount(0)
  await expect(page.getByLabel('Charge each night')).toBeChecked()
})

test('how a club charges is saved, and changes the nights to come', async ({ page }) => {
  await signIn(page, hq, charging())
  await page.getByLabel('Working days ahead').fill('-1')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Not below zero')).toBeVisible()
  const firstRun = page.getByRole('region', { name: 'Next runs' }).getByRole('row').nth(1)
  const before = (await firstRun.textContent()) ?? ''
  await page.getByLabel('Working days ahead').fill('3')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  // A row that is replaced between press and release gets no click.
  await expect(firstRun).not.toHaveText(before)
  await page
    .getByRole('button', { name: /^Dry run of/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Back to today' })).toBeVisible()
  await expect(page).toHaveURL(/on=2026-/)
})

test('uncharged days are charged in part and waived in part', async ({ page }) => {
  await signIn(page, hq, charging())
  await page.getByRole('button', { name: /^Uncharged \(/ }).click()
  const rows = page.getByRole('table', { name: 'Uncharged days' }).getByRole('row')
  await expect(rows.nth(2)).toBeVisible()
  await expectAccessible(page)
  const count = await rows.count()
  const member = await rows.nth(1).getByRole('link').getAttribute('href')
  await rows.nth(1).getByRole('button').click()
  await dialog(page).getByLabel('Charge', { exact: true }).selectOption({ label: 'The last periods only' })
  await dialog(page).getByLabel('Number of periods').fill('1')
  await dialog(page).getByRole('button', { name: 'Save decision' }).click()
  await expect(dialog(page).getByText('Say why')).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('Agreed at the desk')
  const [, charged = '?', waived = '?'] =
    /charge (£[\d.]+) and waive (£[\d.]+)\./.exec((await dialog(page).textContent()) ?? '') ?? []
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save decision' }).click()
  await expect(rows).toHaveCount(count - 1)
  await expect(page.getByText(`${charged} charged`)).toBeVisible()
  const other = await rows.nth(1).getByRole('link').getAttribute('href')
  await page.goto(address(`${member?.replace(/membership$/, 'money')}`))
  const lines = page.getByRole('row').filter({ hasText: 'Waived: Agreed at the desk' })
  await expect(lines).toContainText(waived)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address(`${other?.replace(/membership$/, 'money')}`))
  await expect(page.getByRole('heading', { name: 'Uncharged days' })).toBeVisible()
  await page.goto(charging())
  await page.getByRole('button', { name: /^Uncharged \(/ }).click()
  await expect(rows.nth(1)).toBeVisible()
})

test('books are closed, and take no entry of that time', async ({ page }) => {
  await signIn(page, hq, address('/clubadmin/4/charging'))
  const books = page.getByRole('region', { name: 'Closed books' })
  await books.getByRole('textbox', { name: 'Closed to' }).fill('31/12/2026')
  await books.getByRole('button', { name: 'Save books' }).click()
  await expect(books.getByText('Should be before today')).toBeVisible()
  await books.getByRole('textbox', { name: 'Closed to' }).fill('31/03/2026')
  await books.getByRole('button', { name: 'Save books' }).click()
  await expect(page.getByText('Books closed')).toBeVisible()
  await expectAccessible(page)
})

test('a coach is told who charges', async ({ page }) => {
  await signIn(page, coach, address('/clubadmin/2/charging'))
  await expect(page.getByText('Charging is for admins')).toBeVisible()
})

test('a membership is frozen and goes on again', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, hq, address('/member/search?filter=memberStatusId~eq~21'))
  await page.getByRole('table', { name: 'Members' }).getByRole('link').first().click()
  await page.getByRole('navigation', { name: 'Member' }).getByRole('link', { name: 'Membership', exact: true }).click()
  await page.getByRole('button', { name: 'Freeze', exact: true }).first().click()
  await expect(dialog(page).getByText(/put right|Nothing that was charged/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Freeze', exact: true }).click()
  await expect(dialog(page).getByText('Say why')).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'Last day' }).fill('30/06/2026')
  await dialog(page).getByLabel('Reason').selectOption('Other')
  await dialog(page).getByLabel('In your words').fill('Knee injury')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Freeze', exact: true }).click()
  const shown = page.getByText('Frozen until 30 Jun 2026')
  await expect(page.getByRole('main').locator('header').filter({ has: shown })).toBeVisible()
  await expect(shown).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unfreeze' }).click()
  await dialog(page).getByRole('button', { name: 'Unfreeze' }).click()
  await expect(shown).toHaveCount(0)
})

test('on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, hq, charging())
  await expect(page.getByRole('heading', { name: 'Dry run: today' })).toBeVisible()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)
})

/** The list of runs is read while the run has just begun, and what is under way only when it has ended. */
async function endsBetweenTwoReadings(page: Page) {
  await page.route('**/api/billing/GetCharging/*', async route => {
    const read = async () => await (await route.fetch()).json()
    await expect.poll(async () => (await read()).openRun).toBe(null)
    await route.fulfill({ json: await read() })
  })
  await page.route(
    '**/api/billing/GetChargingRuns**',
    async route => {
      const { data, ...grid } = await (await route.fetch()).json()
      const justBegun = { state: 'waiting', charged: 0, amount: 0, leftOut: 0 }
      await route.fulfill({ json: { ...grid, data: data.map((run: object) => ({ ...run, ...justBegun })) } })
    },
    { times: 1 },
  )
}
