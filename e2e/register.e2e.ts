import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, admin, coach, signIn } from './support/people.ts'
import { expectWholeRegister, readMarksSlowly, rows } from './support/register.ts'

/** Opens tonight's register of adult beginners from the dashboard; no test marks more than two of its nine. */
async function openRegister(page: Page) {
  const link = page.locator('main a[href*="/class-roster/"]').filter({ hasText: 'Adult Beginners' })
  const href = await link.getAttribute('href')
  await link.click()
  await expectWholeRegister(page)
  return new URL(href ?? '', page.url()).href
}

const present = (page: Page, name: string) => page.getByRole('button', { name: `Present: ${name}` })

/** The first member nobody has marked, by name. */
async function firstUnmarked(page: Page): Promise<string> {
  const label = await page.locator('[data-member][aria-label$=", not marked"]').first().getAttribute('aria-label')
  return (label ?? '').replace(/, not marked$/, '')
}

test("tonight's register is taken, and is still there after a reload", { tag: '@journey' }, async ({ page }) => {
  await signIn(page, coach)
  await openRegister(page)
  const name = await firstUnmarked(page)
  await present(page, name).click()
  await expect(present(page, name)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('status').filter({ hasText: `${name} present` })).toBeAttached()

  await page.reload()
  await expect(present(page, name)).toHaveAttribute('aria-pressed', 'true')
  await present(page, name).click()
  await expect(present(page, name)).toHaveAttribute('aria-pressed', 'false')
})

test('a mark is kept though the page ends while the device still writes it', async ({ page }) => {
  await signIn(page, coach)
  await openRegister(page)
  const name = await firstUnmarked(page)
  await page.evaluate(async () => {
    const opening = indexedDB.open('honbu')
    await new Promise(opened => opening.addEventListener('success', opened))
    const marks = opening.result.transaction('marks', 'readwrite').objectStore('marks')
    // As long as it is asked, nothing else is written.
    const ask = () => marks.count().addEventListener('success', ask)
    ask()
  })
  await present(page, name).click()
  await expect(present(page, name)).toHaveAttribute('aria-pressed', 'true')
  const saved = page.waitForResponse('**/api/member/SaveAttendance/*')
  await page.reload()
  expect((await saved).status()).toBe(200)
  await expect(present(page, name)).toHaveAttribute('aria-pressed', 'true')
})

test('the register works from the keyboard alone', { tag: '@journey' }, async ({ page }) => {
  // The answer is there before the marks: what is typed at once has to go into the search box all the same.
  await readMarksSlowly(page)
  await signIn(page, coach)
  await openRegister(page)
  await expect(page.getByLabel('Find on this register')).toBeFocused()
  const all = await rows(page).count()
  const name = await firstUnmarked(page)
  await page.keyboard.type(name.split(' ')[0]?.slice(0, 3) ?? '')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Find on this register')).toHaveValue('')
  // The rows follow what is typed a moment later, and the first would be another one.
  await expect(rows(page)).toHaveCount(all)

  await page.keyboard.press('ArrowDown')
  const first = rows(page).first()
  await expect(first).toBeFocused()
  const was = await first.getAttribute('aria-label')
  await page.keyboard.press('Space')
  await expect(first).not.toHaveAttribute('aria-label', was ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1)).toBeFocused()
  await page.keyboard.press('a')
  await expect(rows(page).nth(1)).toHaveAttribute('aria-label', /, absent$/)
})

test('a mark the server refuses is taken back with a message', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, coach)
  await openRegister(page)
  const name = await firstUnmarked(page)
  await page.route('**/api/member/SaveAttendance/*', route =>
    route.fulfill({ status: 400, json: { isSuccess: false, error: 'invalid', message: 'The register is closed.' } }),
  )
  await present(page, name).click()
  await expect(page.getByText('The register is closed.').first()).toBeVisible()
  await expect(present(page, name)).toHaveAttribute('aria-pressed', 'false')
})

test('an emergency contact is called from the row, and health is in red with its word', async ({ page }) => {
  await signIn(page, coach)
  await page.locator('main a[href*="/class-roster/"]').filter({ hasText: 'Adult Beginners' }).click()
  const row = page.locator('[data-member]').filter({ hasText: 'Health: Asthma' }).first()
  await expect(row.getByRole('link', { name: /^Call .+, emergency contact of / })).toHaveAttribute('href', /^tel:\+44/)
  await row.getByRole('button', { name: /Asthma/ }).click()
  await expect(row.getByRole('list', { name: 'Health' })).toContainText('The inhaler is in the front pocket')
  await expect(row.getByRole('list', { name: 'Emergency contacts' }).getByRole('link').first()).toHaveAttribute(
    'href',
    /^tel:/,
  )
  await expectAccessible(page)
})

test('a search finds an enquiry that the register leaves out', async ({ page }) => {
  await signIn(page, coach)
  await page.locator('main a[href*="/class-roster/"]').filter({ hasText: 'Adult Beginners' }).click()
  await expectWholeRegister(page)
  const enquiry = rows(page).filter({ hasText: 'Enquiry' })
  await expect(enquiry).toHaveCount(0)
  await page.getByText('Enquiries', { exact: true }).click()
  const name = (await enquiry.first().getAttribute('aria-label'))?.split(',')[0] ?? ''
  await page.getByText('Enquiries', { exact: true }).click()
  await expect(enquiry).toHaveCount(0)
  await page.getByPlaceholder('Find by name').fill(name)
  await expect(enquiry).toHaveAttribute('aria-label', `${name}, not marked`)
  await page.getByPlaceholder('Find by name').fill('')
  await expect(enquiry).toHaveCount(0)
})

test('a register to come is closed, and says when it opens', async ({ page }) => {
  await signIn(page, coach)
  await page.locator('main a[href*="/class-roster/"]').filter({ hasText: 'Adult Beginners' }).click()
  await page.getByRole('link', { name: /^Next session/ }).click()
  await expect(page.getByText(/^Opens on \d+ May 2026\. These members are expected\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Present: / }).first()).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Mark all' })).toHaveCount(0)
  await rows(page).first().focus()
  await page.keyboard.press('Space')
  await expect(page.locator('[data-member][aria-label$=", present"]')).toHaveCount(0)
  await expectAccessible(page)
})

test('two people at one register see each other’s marks', { tag: '@journey' }, async ({ browser }) => {
  const [mine, theirs] = await Promise.all([browser.newContext(), browser.newContext()])
  const [one, two] = await Promise.all([mine.newPage(), theirs.newPage()])
  await signIn(one, coach)
  const register = await openRegister(one)
  await signIn(two, admin, register)
  const name = await firstUnmarked(one)
  await present(one, name).click()
  await expect(present(two, name)).toHaveAttribute('aria-pressed', 'true')
  await two.getByRole('button', { name: `Absent: ${name}` }).click()
  await expect(one.getByRole('button', { name: `Absent: ${name}` })).toHaveAttribute('aria-pressed', 'true')
  await mine.close()
  await theirs.close()
})

test('a visiting member is found and added', async ({ page }) => {
  await signIn(page, coach)
  await openRegister(page)
  const before = await rows(page).count()
  await page.getByRole('button', { name: 'Add a member' }).first().click()
  const search = page.getByRole('region', { name: 'Add a member' }).getByRole('combobox')
  const found = page.getByRole('listbox').getByRole('option')
  for (const text of ['an', 'ar', 'el']) {
    await search.fill(text)
    await expect(found.first()).toBeVisible()
    const free = found.filter({ hasNotText: /on the register/i })
    if ((await free.count()) === 0) continue
    await free.first().click()
    await expect(rows(page)).toHaveCount(before + 1)
    await expect(rows(page).filter({ hasText: 'Visitor' })).toHaveCount(1)
    return
  }
  throw new Error('the demo has nobody who could visit this class')
})

// Unit tests run in Auckland's zone, so the fast tier has the other one.
for (const [timezoneId, tag] of Object.entries({ 'Pacific/Auckland': [], 'America/Los_Angeles': ['@journey'] }))
  test(`a date is the same date in ${timezoneId}`, { tag }, async ({ browser }) => {
    const context = await browser.newContext({ timezoneId })
    const page = await context.newPage()
    await signIn(page, coach)
    await openRegister(page)
    const name = await firstUnmarked(page)
    const saved = page.waitForRequest('**/api/member/SaveAttendance/*')
    await present(page, name).click()
    expect((await saved).postDataJSON()).toMatchObject({ classDate: '2026-05-12' })
    await expect(page.getByRole('button', { name: /12 May 2026/ })).toBeVisible()
    await context.close()
  })

test('a date on which the class does not run says so and offers others', async ({ page }) => {
  await signIn(page, coach)
  const register = await openRegister(page)
  const { pathname } = new URL(register)
  await page.goto(`${address()}${pathname.slice(1)}?date=2026-05-13`)
  await expect(page.getByText(/does not run/i).first()).toBeVisible()
})
