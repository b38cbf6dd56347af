import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { coach, hq, signIn } from './support/people.ts'
import { expectWholeRegister, rows, wholeRows } from './support/register.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}, `) })
const nameOf = async (page: Page, index: number) =>
  ((await rows(page).nth(index).getAttribute('aria-label')) ?? '').replace(/, [^,]+$/, '')

/** Opens a register of tonight that no other test marks: the last one of those to come with a handful of members. */
async function openRegister(page: Page) {
  await signIn(page, hq)
  const links = page.locator('main a[href*="/class-roster/"]')
  await expect(links.first()).toBeVisible()
  const hrefs = await links.evaluateAll(found =>
    found
      .filter(link => !/Adult Beginners|Grading/.test(link.textContent))
      .filter(link => Number(/(?<!\d)0 of (\d+)/.exec(link.textContent)?.[1] ?? 0) >= 6)
      .map(link => (link as HTMLAnchorElement).href),
  )
  const register = hrefs.at(-1) ?? ''
  await page.goto(register)
  await expectWholeRegister(page)
  return register
}

test('everyone is marked at once, and the whole step is undone', { tag: '@journey' }, async ({ page }) => {
  await openRegister(page)
  const total = await rows(page).count()
  const first = await nameOf(page, 0)
  await page.getByRole('button', { name: `Absent: ${first}` }).click()
  const saved = page.waitForResponse('**/api/member/SaveAttendances')
  await page.getByRole('button', { name: 'Mark all' }).click()
  await page.getByRole('menuitem', { name: `Everyone present (${total})` }).click()
  await expect(page.getByRole('dialog')).toContainText('1 member is marked absent. That changes to present.')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark present' }).click()
  expect((await saved).status()).toBe(200)
  await expect(page.locator('[data-member][aria-label$=", present"]')).toHaveCount(total)
  await page.getByRole('button', { name: 'Mark all' }).click()
  await page.getByRole('menuitem', { name: `Everyone absent (${total})` }).click()
  await expect(page.getByRole('dialog')).toContainText(`${total} members are marked present. That changes to absent.`)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('[data-member][aria-label$=", present"]')).toHaveCount(total)
  // Step by step, also on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: `Undo: ${total} marked present` }).click()
  await expect(rowOf(page, first)).toHaveAttribute('aria-label', `${first}, absent`)
  await expect(page.locator('[data-member][aria-label$=", not marked"]')).toHaveCount(total - 1)
  await page.getByRole('button', { name: `Undo: ${first} absent` }).click()
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await page.reload()
  await expect(page.locator('[data-member][aria-label$=", not marked"]')).toHaveCount(total)
})

test('a class with more members than places says so', async ({ page }) => {
  await openRegister(page)
  await page.route('**/api/club/GetClassAvailabilities/*', async route => {
    const answer = await route.fetch()
    const body = await answer.json()
    const slots = body.slots.map((slot: object) => ({ ...slot, taken: 49, capacity: 20 }))
    await route.fulfill({ response: answer, json: { ...body, slots } })
  })
  await page.reload()
  await expect(page.getByText('49 of 20 places taken')).toContainText('29 too many')
  await expectAccessible(page)
})

test('names stay where they are when the head of the register comes after them', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openRegister(page)
  const { promise: rowsAreThere, resolve: letTheHeadCome } = Promise.withResolvers<void>()
  for (const call of ['GetClass', 'GetClassDates', 'GetClassAvailabilities'])
    await page.route(`**/api/club/${call}/*`, async route => {
      await rowsAreThere
      await route.continue()
    })
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  const before = await rows(page).first().boundingBox()
  letTheHeadCome()
  await expect(page.getByText(/\d+ of \d+ places taken/)).toBeVisible()
  await expect(page.locator('main header [aria-hidden][class*="skeleton"]')).toHaveCount(0)
  expect(await rows(page).first().boundingBox()).toEqual(before)
})

test('a phone shows eight names of the largest class, and more once it is scrolled', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, hq)
  const links = page.locator('main a[href*="/class-roster/"]')
  await expect(links.first()).toBeVisible()
  const [largest] = await links.evaluateAll(found =>
    found
      .map(link => ({
        href: (link as HTMLAnchorElement).href,
        size: Number(/\d+ of (\d+)$/.exec(link.textContent)?.[1] ?? 0),
      }))
      .sort((a, b) => b.size - a.size),
  )
  expect(largest?.size).toBeGreaterThan(20)
  await page.goto(largest?.href ?? '')
  await expectWholeRegister(page)
  await expect(page.getByText(/\d+ of \d+ places taken/)).toBeVisible()
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(8)
  const search = page.getByLabel('Find on this register')
  await expect(search).toBeInViewport({ ratio: 1 })

  // Marked, a row stays as high as it was, and what was done can be undone from wherever the page is.
  const before = await rows(page).nth(7).boundingBox()
  await page.getByRole('button', { name: `Present: ${await nameOf(page, 1)}` }).click()
  expect(await rows(page).nth(7).boundingBox()).toEqual(before)
  await page.evaluate(() => scrollTo(0, 700))
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(11)
  for (const control of [search, page.getByRole('button', { name: 'Mark all' }), page.getByText(/^Not marked \d+$/)])
    await expect(control).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)

  // The tools come into sight, however far down they are asked for.
  await page.evaluate(() => scrollTo(0, 700))
  await page.getByRole('button', { name: 'Sort and view' }).click()
  await expect(page.getByRole('combobox', { name: 'Sort' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: 'Print sheet' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('a mark that waits for a connection makes no row of a phone higher', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openRegister(page)
  const heights = () => rows(page).evaluateAll(all => all.map(row => row.getBoundingClientRect().height))
  const before = await heights()
  // The menu is loaded when it is first wanted.
  await page.getByRole('button', { name: 'Mark all' }).click()
  await expect(page.getByRole('menuitem', { name: /^Everyone present/ })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('menuitem', { name: /^Everyone present/ }).click()
  await expect(rows(page).getByText('Waiting')).toHaveCount(before.length)
  expect(await heights()).toEqual(before)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page.context().setOffline(false)
  await expect(rows(page).getByText('Waiting')).toHaveCount(0)
})

test('a member is removed from the class, put back, enrolled and booked', async ({ page }) => {
  await openRegister(page)
  const total = await rows(page).count()
  const name = await nameOf(page, 1)
  const openMenu = async () => {
    const more = page.getByRole('button', { name: `More for ${name}` })
    if (!(await more.isVisible())) await rowOf(page, name).getByRole('button', { name }).first().click()
    await more.click()
  }
  await openMenu()
  await page.getByRole('menuitem', { name: 'Remove from the class' }).click()
  await expect(rows(page)).toHaveCount(total - 1)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(rows(page)).toHaveCount(total)

  await openMenu()
  await page.getByRole('menuitem', { name: 'Book for this date' }).click()
  await expect(rowOf(page, name).getByText('Booked').first()).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).last().click()
  await openMenu()
  await page.getByRole('menuitem', { name: 'Cancel the booking' }).click()
  await expect(rowOf(page, name).getByText('Booked')).toHaveCount(0)

  await page.getByRole('button', { name: 'Add a member' }).first().click()
  const panel = page.getByRole('region', { name: 'Add a member' })
  await panel.getByRole('button', { name: 'Enrolled' }).click()
  await panel.getByRole('combobox').fill('an')
  const free = page.getByRole('option').filter({ hasNotText: /on the register/i })
  await free.first().click()
  // A class that is full asks first.
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Enrol / })
  await expect(confirm.or(page.getByText(/ enrolled in /)).first()).toBeVisible()
  if (await confirm.isVisible()) await confirm.click()
  await expect(rows(page)).toHaveCount(total + 1)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(rows(page)).toHaveCount(total)
})

test('after a trial somebody is booked again, or joins', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, coach)
  await page.locator('main a[href*="/class-roster/"]').filter({ hasText: 'Adult Beginners' }).click()
  await expectWholeRegister(page)
  const texts = await rows(page).allTextContents()
  const name = await nameOf(
    page,
    texts.findIndex(text => text.includes('Prospect')),
  )
  await rowOf(page, name).getByRole('button', { name }).first().click()

  await page.getByRole('button', { name: 'After the trial' }).click()
  await page.getByRole('menuitem', { name: 'Not interested' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose a reason.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const scheduled = page.waitForResponse('**/api/notification/scheduler/activation')
  await page.getByRole('button', { name: 'Book the next session' }).click()
  await expect(page.getByText(new RegExp(`${name} is booked for `))).toBeVisible()
  expect((await scheduled).status()).toBe(200)

  await page.getByRole('button', { name: 'After the trial' }).click()
  await page.getByRole('menuitem', { name: 'Book another class' }).click()
  await expect(dialog.getByLabel('Class')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Activate' }).click()
  await dialog.getByLabel('Plan').selectOption({ index: 1 })
  await dialog.getByLabel(/^Paid(?! by)/).selectOption({ index: 1 })
  await dialog.getByLabel('Paid by').selectOption('Direct debit')
  await dialog.getByRole('button', { name: 'Activate' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, name).getByText('Active', { exact: true })).toBeVisible()
})

test('what the rows show is chosen, and remembered', async ({ page }) => {
  await openRegister(page)
  await page.getByRole('button', { name: 'What the rows show' }).click()
  await page.getByRole('switch', { name: 'Last attendance' }).click()
  await page.getByRole('switch', { name: 'Flags' }).click()
  await expect(
    rows(page)
      .getByText(/^(Last |Never yet)/)
      .first(),
  ).toBeVisible()
  await page.reload()
  await expect(
    rows(page)
      .getByText(/^(Last |Never yet)/)
      .first(),
  ).toBeVisible()
  await expect(rows(page).getByText('Not ready')).toHaveCount(0)
})

test('the sheet to print is A4 upright, with a line for each member', async ({ page }) => {
  await openRegister(page)
  const total = await rows(page).count()
  await page.getByRole('link', { name: 'Print sheet' }).click()
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(total)
  await expectAccessible(page)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  // 210 × 297 mm in points.
  expect(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/.test(pdf)).toBe(true)
  await page.getByRole('link', { name: 'Back to the register' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('the register is accessible with all of it open', async ({ page }) => {
  await openRegister(page)
  await rows(page).first().getByRole('button').first().click()
  await page.getByRole('button', { name: 'What the rows show' }).click()
  await page.getByRole('button', { name: 'Add a member' }).first().click()
  await expect(page.getByRole('region', { name: 'Add a member' }).getByRole('combobox')).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    if (width === 390) await page.getByRole('button', { name: 'Sort and view' }).click()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})
