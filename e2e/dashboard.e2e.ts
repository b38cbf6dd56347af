import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, admin, coach, hq, signIn } from './support/people.ts'

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const figure = (page: Page, label: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${label}`) })
const numberOf = async (page: Page, label: string) => {
  const text = await figure(page, label).first().innerText()
  return Number(text.split('\n')[1]?.replaceAll(',', ''))
}
const panel = (page: Page, name: RegExp) => page.getByRole('region', { name })

test('today’s figures open the lists that they count', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, admin)
  await expect(group(page, 'Today')).toBeVisible()
  const classes = panel(page, /^Today’s classes/)
  const rows = classes.locator('a[href*="class-roster/"]')
  await expect(rows).not.toHaveCount(0)
  await expect(rows).toHaveCount(await numberOf(page, 'Classes'))
  await figure(page, 'Classes').getByRole('button').press('Enter')
  await expect(classes.locator(':focus')).toHaveCount(1)

  const trials = await numberOf(page, 'Trials booked')
  await expect(panel(page, /^Trials/).getByRole('heading')).toHaveText(`Trials ${trials}`)
  await expect(panel(page, /^Trials/).getByRole('listitem')).toHaveCount(trials)

  const due = await numberOf(page, 'Tasks due')
  await figure(page, 'Tasks due').getByRole('link').first().click()
  await expect(page).toHaveURL(/member-task-list\/0\?due=today/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-task]')).toHaveCount(due)
})

test('people of the next days open the list of all of them', async ({ page }) => {
  await signIn(page, admin)
  for (const title of ['Trials', 'New enquiries', 'New members', 'Birthdays']) {
    await page.goto(address('/dashboard'))
    const heading = panel(page, new RegExp(`^${title}`)).getByRole('heading')
    await expect(heading).toHaveText(/ \d+$/)
    const total = Number((await heading.innerText()).match(/\d+$/)?.[0])
    if (total === 0) continue
    await heading.getByRole('link').click()
    await expect(page).toHaveURL(/\/reporting\/.+list=/)
    await expect(page.getByText(`${total} in all`)).toBeVisible()
  }
})

test('the figures of the month open the lists of the reports, with the same sum', async ({ page }) => {
  await signIn(page, admin)
  await expect(group(page, 'Members this month')).toBeVisible()
  for (const [label, title] of [
    ['Active', 'Active members'],
    ['Debt', 'Debt'],
  ] as const) {
    const shown = (await figure(page, label).first().innerText()).split('\n')[1] ?? ''
    await figure(page, label).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: shown }).first()).toBeVisible()
    await page.goBack()
    await expect(group(page, 'Members this month')).toBeVisible()
  }
})

test('a coach sees no money', async ({ page }) => {
  await signIn(page, coach)
  await expect(group(page, 'Members this month')).toBeVisible()
  await expect(group(page, 'Money this month')).toHaveCount(0)
})

test('one club of several: the choice stands in the address, and is remembered', async ({ page }) => {
  await signIn(page, hq)
  await expect(group(page, 'Today')).toBeVisible()
  const all = await numberOf(page, 'Classes')
  await page.getByRole('combobox', { name: 'Club' }).selectOption('Shirokawa Harrogate')
  await expect(page).toHaveURL(/[?&]club=2\b/)
  await expect.poll(() => numberOf(page, 'Classes')).toBeLessThan(all)
  await page.goto(address('/dashboard'))
  await expect(page).toHaveURL(/[?&]club=2\b/)
  await expect(page.getByRole('combobox', { name: 'Club' }).locator('option:checked')).toHaveText('Shirokawa Harrogate')
  await page.getByRole('combobox', { name: 'Club' }).selectOption('All clubs')
  await expect.poll(() => numberOf(page, 'Classes')).toBe(all)
  await page.goto(address('/dashboard'))
  await expect(group(page, 'Today')).toBeVisible()
  expect(page.url()).not.toContain('club=')
  // A club of others, or none at all, is all of one's own.
  await page.goto(address('/dashboard?club=999999'))
  await expect.poll(() => numberOf(page, 'Classes')).toBe(all)
})

test('clubs with too many classes to look through have a line each, which opens the club', async ({ page }) => {
  // As of a head office with hundreds of classes a day: what the demo has, told by club. The server's own test has the rule.
  await page.route('**/api/club/GetDashboard', async route => {
    const answer = await (await route.fetch()).json()
    const byClub = Map.groupBy(answer.classes as TodayRow[], ({ clubId }) => clubId)
    const sum = (rows: readonly TodayRow[], name: 'expected' | 'attended' | 'absent') =>
      rows.reduce((total, each) => total + each[name], 0)
    const clubs = [...byClub.values()].map((rows, index) => ({
      ...{
        clubId: rows[0]?.clubId,
        clubName: rows[0]?.clubName,
        classes: rows.length,
        onNow: index % 2,
        nextAt: '20:15',
      },
      ...{ expected: sum(rows, 'expected'), attended: sum(rows, 'attended'), absent: sum(rows, 'absent') },
      openRegisters: index % 3,
    }))
    await route.fulfill({ json: { ...answer, classes: [], clubs } })
  })
  await signIn(page, hq)
  const lines = panel(page, /^Today’s classes/).getByRole('listitem')
  await expect(lines).not.toHaveCount(0)
  expect(await numberOf(page, 'Classes')).toBeGreaterThan(await lines.count())
  await expect(figure(page, 'Classes')).toContainText(/\d registers? open/)
  await expect(lines.first()).toContainText('2 registers open')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    // The chart is drawn anew.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await expectAccessible(page)
  }
  await lines.first().getByRole('link').press('Enter')
  await expect(page).toHaveURL(/[?&]club=\d+/)
  await expect(panel(page, /^Today’s classes/).locator('a[href*="class-roster/"]')).not.toHaveCount(0)
})

interface TodayRow extends Record<'clubId' | 'expected' | 'attended' | 'absent', number> {
  clubName: string
}

for (const width of [1440, 1024, 390])
  test(`it can be read at ${width} pixels, light and dark`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, width === 390 ? coach : hq)
    await expect(group(page, 'Today')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expectAccessible(page)
  })
