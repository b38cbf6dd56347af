import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { busyDashboard, busySchedule } from './support/busy-day.ts'
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

test('the schedule goes to any date', async ({ page }) => {
  await signIn(page, admin, address('/clubadmin/2/club-schedule?view=day'))
  await page.getByRole('button', { name: /^Go to date/ }).click()
  await page.getByRole('button', { name: /next month/i }).click()
  await page.getByRole('button', { name: /\b18(th)?\b.*June|June.*\b18(th)?\b/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Thursday 18 June 2026' })).toBeVisible()
  await expect(page).toHaveURL(/day=2026-06-18/)
})

test('a class is as high in its room as it is long', async ({ page }) => {
  await signIn(page, admin, address('/clubadmin/2/club-schedule?view=rooms'))
  const box = async (name: RegExp) => {
    const found = await page.getByRole('main').getByRole('link', { name }).boundingBox()
    if (!found) throw new Error(`${name} isn’t drawn`)
    return found
  }
  const juniors = await box(/^17:30.18:30 ?Junior Karate/)
  const adults = await box(/^18:45.19:45 ?Adult Beginners/)
  const grading = await box(/^20:30.21:45 ?Catch-up Grading/)
  const minute = (adults.y - juniors.y) / 75
  expect(grading.y - juniors.y).toBeCloseTo(180 * minute, 0)
  expect(grading.height - juniors.height).toBeCloseTo(15 * minute, 0)
  expect(adults.x).toBe(juniors.x)
  expect(grading.x).toBeGreaterThan(adults.x)
  // A room in which nothing is on is there too.
  await expect(page.getByRole('region', { name: 'Harrogate Sports Hall' })).toBeVisible()
  await expectAccessible(page)
})

test('an admin starts a new class from an empty slot', async ({ page }) => {
  await signIn(page, admin, address('/clubadmin/2/club-schedule?view=rooms'))
  await page.getByRole('link', { name: 'New class, Tuesday 12 May, 20:00, Main dojo' }).click()
  await expect(page.getByRole('textbox', { name: 'First day' })).toHaveValue('12/05/2026')
  await expect(page.getByLabel('Tuesday start')).toHaveValue('20:00')
  await expect(page.getByLabel('Tuesday finish')).toHaveValue('21:00')
  await expect(page.getByLabel('Monday start')).toHaveValue('')
  await expect(page.getByLabel('Room').locator('option:checked')).toHaveText(/Main dojo/)

  await page.goto(address('/clubadmin/2/club-schedule'))
  await page.getByRole('link', { name: 'New class, Thursday 14 May, 16:00' }).click()
  await expect(page.getByLabel('Thursday start')).toHaveValue('16:00')
  await page.goto(address('/clubadmin/2/club-schedule?day=2026-05-16'))
  await page.getByRole('link', { name: 'New class', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'First day' })).toHaveValue('16/05/2026')
})

test('a coach, who may not create classes, is offered none', async ({ page }) => {
  const choices = page.waitForResponse('**/api/club/GetClassChoices/*')
  await signIn(page, coach, address('/clubadmin/2/club-schedule'))
  await choices
  await expect(page.getByRole('link', { name: /Adult Beginners/ }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^New class/ })).toHaveCount(0)
})

test('a week prints on one sheet for the wall, without a number of members', async ({ page }) => {
  await signIn(page, admin, address('/tasks/club-schedule/2'))
  await expect(page.getByRole('link', { name: /Adult Beginners/ }).first()).toBeVisible()
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  // 297 × 210 mm in points.
  expect(/\/MediaBox \[0 0 84[12][.\d]* 59[45][.\d]*\]/.test(pdf)).toBe(true)

  await page.emulateMedia({ media: 'print' })
  const schedule = page.getByRole('region', { name: 'Schedule' })
  const printed = await schedule.innerText()
  for (const words of [
    'Shirokawa Harrogate · 11 – 17 May 2026',
    '18:45–19:45',
    'Adult Beginners',
    'Main dojo',
    'Priya Raman',
  ])
    expect(printed).toContain(words)
  expect(printed).not.toMatch(/\d+ of \d+|expected|booked|waiting|not marked|shared with|today|\bnow\b/)
  const ink = await schedule
    .getByText('Adult Beginners')
    .first()
    .evaluate(name => getComputedStyle(name).color)
  expect(ink).toBe('rgb(0, 0, 0)')
})

/** Of what is shown: classes that lie over each other, and names of which a part is cut off. */
const unreadable = (page: Page) =>
  page.evaluate(() => {
    const blocks = [...document.querySelectorAll('main a[href*="class-roster/"]')].filter(each =>
      each.checkVisibility(),
    )
    const boxes = blocks.map(each => each.getBoundingClientRect()).sort((a, b) => a.left - b.left || a.top - b.top)
    const overlaps = boxes.filter((box, index) => {
      const next = boxes[index + 1]
      return next && next.left === box.left && next.top < box.bottom - 0.5
    })
    const cut = blocks.filter(each =>
      [...each.querySelectorAll('[class*="name"]')].some(name => name.scrollWidth > name.clientWidth + 1),
    )
    return { shown: blocks.length, overlaps: overlaps.length, cut: cut.length }
  })

for (const width of [1440, 390])
  test(`a day of 60 classes is readable at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    await busySchedule(page)
    await signIn(page, admin, address('/clubadmin/2/club-schedule?view=day'))
    const classes = page.locator('main a[href*="class-roster/"]')
    await expect(classes).toHaveCount(60)
    expect(await unreadable(page)).toEqual({ shown: 60, overlaps: 0, cut: 0 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    // On a laptop three screens, on a phone seven.
    const screens = await page.evaluate(() => document.documentElement.scrollHeight / innerHeight)
    expect(screens).toBeLessThan(width === 390 ? 8 : 3)

    await page.goto(address('/clubadmin/2/club-schedule'))
    await expect(classes).toHaveCount(420)
    expect(await unreadable(page)).toEqual({ shown: width === 390 ? 60 : 420, overlaps: 0, cut: 0 })
    await expectNoSidewaysScroll(page)
  })

for (const width of [1440, 390])
  test(`the dashboard has room for a day of 60 classes at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await busyDashboard(page)
    await signIn(page, admin)
    const classes = page.locator('#classes a[href*="class-roster/"]')
    await expect(classes.first()).toBeVisible()
    await page.getByRole('button', { name: /^Show all \d+$/ }).click()
    await expect(classes).toHaveCount(60)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
