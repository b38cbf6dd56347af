import { expect, test } from '@playwright/test'
import { address, admin, coach, signIn } from './support/people.ts'

test('a schedule by week, day, room and month, from the keyboard too', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, admin, address('/tasks/club-schedule/2'))
  const schedule = page.getByRole('region', { name: 'Schedule' })
  const title = schedule.getByRole('heading', { level: 2 })
  await expect(title).toHaveText('11 – 17 May 2026')
  await expect(page.getByRole('link', { name: /Adult Beginners/ }).first()).toBeVisible()

  await page.keyboard.press('ArrowRight')
  await expect(title).toHaveText('18 – 24 May 2026')
  await expect(page).toHaveURL(/day=2026-05-19/)
  await page.keyboard.press('m')
  await expect(title).toHaveText('May 2026')
  // Until the month is there, the links are those of the week that was shown.
  await expect(schedule).toHaveAttribute('aria-busy', 'false')
  await page
    .getByRole('link', { name: /\+\d+ more/ })
    .first()
    .click()
  await expect(page).toHaveURL(/view=day/)
  await page.goBack()
  await expect(title).toHaveText('May 2026')
  await page.keyboard.press('t')
  await page.keyboard.press('d')
  await expect(title).toHaveText('Tuesday 12 May 2026')
  await page.getByRole('button', { name: 'Rooms' }).click()
  await expect(page.getByRole('region', { name: 'Main dojo' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Rooms' })).toHaveAttribute('aria-pressed', 'true')
})

test('filters stay in the address, and one that leaves nothing says so', async ({ page }) => {
  await signIn(page, admin, address('/clubadmin/2/club-schedule'))
  await page.getByLabel('Discipline').selectOption('Kickboxing')
  const classes = page.locator('main a[href*="/class-roster/"]')
  await expect(classes.filter({ hasText: 'Kickboxing' }).first()).toBeVisible()
  await expect(classes.filter({ hasText: 'Juniors' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Discipline')).toHaveValue('Kickboxing')
  await page.goto(address('/clubadmin/2/club-schedule?room=Nowhere'))
  await expect(page.getByText('Nothing fits these filters')).toBeVisible()
})

test('a calendar is subscribed to by an address that can be taken away', async ({ page, request }) => {
  await signIn(page, admin, address('/clubadmin/2/club-schedule'))
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const club = page.getByRole('region', { name: 'All classes of this club' })
  await club.getByRole('button', { name: 'Make an address' }).click()
  const feed = await club.getByLabel('Address: All classes of this club').inputValue()
  const calendar = await request.get(feed)
  expect(calendar.headers()['content-type']).toContain('text/calendar')
  expect(await calendar.text()).toContain('SUMMARY:Adult Beginners')
  await club.getByRole('button', { name: 'Revoke' }).click()
  await expect(club.getByText('The address no longer works.')).toBeVisible()
  expect((await request.get(feed)).status()).toBe(404)
})

test('a coach has his own calendar and not the club’s', async ({ page }) => {
  await signIn(page, coach, address('/clubadmin/2/club-schedule'))
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('region', { name: 'What I teach' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'All classes of this club' })).toHaveCount(0)
})

test('a week prints on one page', async ({ page }) => {
  await signIn(page, admin, address('/tasks/club-schedule/2'))
  await expect(page.getByRole('link', { name: /Adult Beginners/ }).first()).toBeVisible()
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
