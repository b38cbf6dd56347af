import { readFile } from 'node:fs/promises'
import { reportTabs, reportTitles } from '@honbu/contract/report-tabs.ts'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { dialog } from './support/money.ts'
import { address, hq, signIn } from './support/people.ts'

const figure = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Figures' }).getByRole('link', { name: new RegExp(`^${name}: `) })

const period = (page: Page) => page.getByRole('combobox', { name: /^Period/ })
/** What the rows of a list add up to. */
const sum = (page: Page) => page.getByRole('main').getByRole('status').first()

/**
 * Walks through the main part of a page by Tab: what can be pressed or filled in there and was not come by, or does not show
 * that it has the focus.
 */
async function missedByTab(page: Page): Promise<string[]> {
  const stops = await page.getByRole('main').evaluate(main => {
    const all = main.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')
    const seen = [...all].filter(
      each => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility({ visibilityProperty: true }),
    )
    // The ring may be around it, around what is drawn over it, or around what stands beside a box that is not drawn.
    const isRinged = (each: Element) =>
      ['', '::after'].some(part => getComputedStyle(each, part || undefined).outlineStyle !== 'none')
    for (const each of seen) {
      each.dataset.stop = 'missed'
      each.addEventListener('focus', () => {
        const isShown = [each, ...each.querySelectorAll('*'), ...(each.parentElement?.children ?? [])].some(isRinged)
        if (isShown && each.matches(':focus-visible')) each.dataset.stop = 'shown'
      })
    }
    // Where it begins, which no press comes to.
    seen[0]?.focus()
    delete seen[0]?.dataset.stop
    return seen.length
  })
  for (let press = 0; press < stops; press += 1) await page.keyboard.press('Tab')
  return await page
    .getByRole('main')
    .evaluate(main => [...main.querySelectorAll('[data-stop=missed]')].map(each => each.outerHTML.slice(0, 120)))
}

test('a figure opens its list, whose total is the figure, and back leads to the same report', {
  tag: '@journey',
}, async ({ page }) => {
  await signIn(page, hq, address('/reporting/members?period=last-month&compare=year'))
  for (const name of ['Active members', 'Joined', 'Monthly recurring revenue']) {
    const link = figure(page, name)
    const value = await link.innerText()
    await link.click()
    await expect(page).toHaveURL(/list=/)
    // Of recurring revenue, what they pay, which stands beside how many they are.
    await expect(sum(page)).toContainText(value)
    await expect(page.getByText('Apr 2026', { exact: true })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/members\?period=last-month&compare=year$/)
    await expect(figure(page, name)).toHaveText(value)
  }
})

test('what a table counts opens its list; the way up keeps clubs and days, as do tabs and a reload', async ({
  page,
}) => {
  await signIn(page, hq, address('/reporting/members'))
  await period(page).selectOption({ label: 'This year' })
  await page.getByRole('button', { name: /^Clubs: All/ }).click()
  await page.getByRole('button', { name: 'Untick all' }).click()
  await page.getByRole('checkbox', { name: 'Shirokawa Harrogate' }).check()
  await page.getByRole('checkbox', { name: 'Shirokawa Otley' }).check()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/period=this-year/)
  await expect(page.getByText('2 clubs')).toBeVisible()

  const table = page.getByRole('region', { name: 'Clubs side by side: table' })
  await table.getByRole('button', { name: 'Active members' }).click()
  const counts = (await table.getByRole('link', { name: /Active members$/ }).allInnerTexts()).map(Number)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  const cell = table.getByRole('link', { name: /Shirokawa Otley, Active members$/ })
  const count = await cell.innerText()
  await cell.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Active members' })).toBeVisible()
  await expect(sum(page)).toContainText(`${count} in all`)
  await expect(page.getByText('Shirokawa Otley', { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Reporting: members' }).click()
  await expect(page.getByText('2 clubs')).toBeVisible()

  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Attendance' }).click()
  await page.reload()
  await expect(page.getByText('2 clubs')).toBeVisible()
  await expect(period(page)).toHaveValue('this-year')
})

test('any two days can be looked at, but not backwards', async ({ page }) => {
  await signIn(page, hq, address('/reporting/members'))
  await period(page).selectOption({ label: 'Other days' })
  await page.getByLabel('From', { exact: true }).fill('10/05/2026')
  await page.getByLabel('From', { exact: true }).press('Tab')
  await expect(page.getByText('10 May 2026 to 31 May 2026', { exact: true })).toBeVisible()
  await page.getByLabel('Until', { exact: true }).fill('09/05/2026')
  await page.getByLabel('Until', { exact: true }).press('Tab')
  await expect(page.getByText('The last day comes before the first.')).toBeVisible()
  await page.goto(address('/reporting/members?from=2026-05-09&until=2026-05-01'))
  await expect(page.getByText('May 2026', { exact: true })).toBeVisible()
})

test('a chart is walked along by the keyboard, and is a table at a press', async ({ page }) => {
  await signIn(page, hq, address('/reporting/members'))
  const chart = page.getByRole('slider', { name: /Month by month/ }).first()
  await chart.focus()
  const last = await chart.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(chart).not.toHaveAttribute('aria-valuetext', last ?? '')
  await page.getByRole('button', { name: 'Show as table: Month by month' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Month by month: table' })).toContainText('May 2026')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Month by month: table' })).toBeVisible()
  await page.getByRole('button', { name: 'What “Net growth” means' }).press('Enter')
  await expect(page.getByText('Joined + rejoined − lapsed')).toBeVisible()
})

test('a report and a list are taken out as files', async ({ page }) => {
  await signIn(page, hq, address('/reporting/members'))
  const active = await figure(page, 'Active members').innerText()
  const take = async (format: string) => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: format }).click()
    const file = await download
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const csv = await take('CSV')
  expect(csv.name).toBe('report-members-2026-05-01-2026-05-31.csv')
  expect(csv.bytes.toString('utf8')).toContain(`Active members,${/,/.test(active) ? `"${active}"` : active},`)
  const pdf = await take('PDF')
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const xlsx = await take('Excel (XLSX)')
  expect(xlsx.bytes.subarray(0, 2).toString()).toBe('PK')
  await figure(page, 'Active members').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Active members' })).toBeVisible()
  const list = await take('CSV')
  const lines = list.bytes.toString('utf8').trimEnd().split('\r\n')
  expect(lines).toHaveLength(Number(active.replace(',', '')) + 1)
})

test('a report is sent by e-mail: made, sent now, changed and ended, by the keyboard', async ({ page }) => {
  await signIn(page, hq, address('/reporting/management'))
  await page.getByRole('button', { name: 'Send by e-mail' }).press('Enter')
  await dialog(page).getByRole('button', { name: 'New', exact: true }).press('Enter')
  await dialog(page).getByLabel('About').selectOption({ label: 'Last month' })
  await dialog(page).getByRole('button', { name: 'Have it sent' }).press('Enter')
  await expect(dialog(page).getByText('Choose at least one person')).toBeVisible()
  await dialog(page)
    .getByRole('checkbox', { name: /hq@demo/ })
    .press('Space')
  await dialog(page).getByRole('button', { name: 'Have it sent' }).press('Enter')
  const entry = dialog(page).getByRole('listitem').filter({ hasText: 'Management, last month' })
  await expect(entry).toContainText('Every Monday at 07:00, PDF')
  await entry.getByRole('button', { name: /Send it to me now/ }).press('Enter')
  await expect(page.getByText(`It is on its way to ${hq}.`)).toBeVisible()
  await entry.getByRole('button', { name: /^Change/ }).press('Enter')
  await dialog(page).getByLabel('How often').selectOption({ label: 'Every month' })
  await dialog(page).getByRole('button', { name: 'Save' }).press('Enter')
  await expect(entry).toContainText('Every month on the 1st at 07:00')
  await expectAccessible(page)
  await entry.getByRole('button', { name: /^End/ }).press('Enter')
  await page.getByRole('button', { name: 'End it', exact: true }).press('Enter')
  await expect(page.getByText('No report is sent yet')).toBeVisible()

  await expect(async () => {
    await page.goto(address('/sandbox/mail'))
    await expect(page.getByText(/Management, Apr 2026/).first()).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('every report is gone through by the keyboard alone, and can be read in light and dark', async ({ page }) => {
  await signIn(page, hq, address(`/reporting/${reportTabs.at(-1)}`))
  for (const tab of reportTabs) {
    await page
      .getByRole('navigation', { name: 'Reports' })
      .getByRole('link', { name: reportTitles[tab] })
      .press('Enter')
    await expect(page).toHaveURL(new RegExp(`/reporting/${tab}`))
    await expect(page.getByRole('list', { name: 'Figures' })).toBeVisible()
    expect(await missedByTab(page), tab).toEqual([])
    await expectAccessible(page)
  }
})

test('a list and a narrow report are accessible, light and dark', async ({ page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const list = '/reporting/members?list=joins&period=this-year'
    for (const path of width > 390 ? [list] : ['/reporting/members', '/reporting/attendance', list]) {
      await signIn(page, hq, address(path))
      if (path.includes('list=')) await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
      else await expect(page.getByRole('list', { name: 'Figures' })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  }
})
