import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, coach, hq, signIn } from './support/people.ts'

const grid = (page: Page) => page.getByRole('table', { name: 'Members' })
const rows = (page: Page) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
const filter = (page: Page) => page.getByRole('button', { name: 'Filter', exact: false }).first()
const dialog = (page: Page) => page.getByRole('dialog')
const chips = (page: Page) => page.getByRole('list', { name: 'Filter' })
async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not on the page.')
  return box
}

/** The rows are those of the filter, so the columns no longer move. */
const settled = (page: Page) =>
  expect(page.getByRole('region', { name: 'Members' })).not.toHaveAttribute('aria-busy', 'true')

test('a head office finds members by names of its own, and the address says how', { tag: '@journey' }, async ({
  page,
}) => {
  await signIn(page, hq, address('/member/search'))
  await expect(page.getByRole('heading', { level: 1, name: 'All Members' })).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  const everybody = await page.getByText(/^1 to 50 of/).textContent()

  await filter(page).click()
  await dialog(page).getByRole('group', { name: 'Status' }).getByLabel('Active').check()
  await dialog(page).getByRole('group', { name: 'Category' }).getByLabel('Junior', { exact: true }).check()
  await dialog(page).getByLabel('Age from').fill('ten')
  await dialog(page).getByRole('button', { name: 'Show members' }).click()
  await expect(dialog(page)).toContainText('whole number')
  await dialog(page).getByLabel('Age from').fill('8')
  await dialog(page).getByLabel('Age up to').fill('11')
  await dialog(page).getByRole('button', { name: 'Show members' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(chips(page)).toContainText('Status: Active')
  await expect(chips(page)).toContainText('Age 8 to 11')
  await expect(page).toHaveURL(/filter=.*categoryName/)
  await expect(rows(page).first()).toContainText('Junior')

  await settled(page)
  await page.getByRole('button', { name: 'Age', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Age', exact: true })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first().getByRole('cell', { name: '8', exact: true })).toBeVisible()
  await page.reload()
  await expect(chips(page)).toContainText('Category: Junior')
  await page.getByRole('button', { name: 'Remove: Age 8 to 11' }).click()
  await expect(chips(page)).not.toContainText('Age 8')
  await chips(page).getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText(everybody ?? '')).toBeVisible()
})

test('a press on a heading counts when the columns move before it ends', async ({ page }) => {
  await signIn(page, hq, address('/member/search'))
  await expect(rows(page).first()).toBeVisible()
  await settled(page)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/member/search**', async route => {
    await answer.promise
    await route.continue()
  })
  await filter(page).click()
  await dialog(page).getByRole('group', { name: 'Status' }).getByLabel('Active').check()
  await dialog(page).getByRole('group', { name: 'Category' }).getByLabel('Junior', { exact: true }).check()
  await dialog(page).getByLabel('Age from').fill('8')
  await dialog(page).getByLabel('Age up to').fill('11')
  await dialog(page).getByRole('button', { name: 'Show members' }).click()
  await expect(chips(page)).toContainText('Age 8 to 11')

  const heading = page.getByRole('button', { name: 'Age', exact: true })
  const before = await boxOf(heading)
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2)
  await page.mouse.down()
  answer.resolve()
  await settled(page)
  expect(Math.abs((await boxOf(heading)).x - before.x)).toBeGreaterThan(before.width / 2)
  await page.mouse.up()
  await expect(page.getByRole('columnheader', { name: 'Age', exact: true })).toHaveAttribute('aria-sort', 'ascending')
})

test('a range of grades is chosen within a discipline; nothing that fits is said so', async ({ page }) => {
  await signIn(page, hq, address('/member/search'))
  await filter(page).click()
  await expect(dialog(page).getByLabel('Grade from')).toHaveCount(0)
  const discipline = dialog(page).getByLabel('Discipline')
  await discipline.selectOption({ index: 1 })
  await dialog(page).getByLabel('Grade from').selectOption({ index: 3 })
  await dialog(page).getByLabel('Grade up to').selectOption({ index: 4 })
  await dialog(page).getByLabel('Last attended', { exact: true }).selectOption('Not for 14 days')
  await dialog(page).getByRole('button', { name: 'Show members' }).click()
  await expect(chips(page)).toContainText('Not attended for 14 days')
  await expect(chips(page)).toContainText(/Grade .+ to /)
  await page.goto(address("/member/search?filter=lastName~eq~'Nobody at all'"))
  await expect(page.getByText('Nothing fits this filter.')).toBeVisible()
  await expect(chips(page)).toContainText('by the address of this page')
})

test('a view is saved, begins the list, is renamed and deleted', async ({ page }) => {
  await signIn(page, coach, address('/member/search?filter=debt~gt~0&sort=debt-desc&columns=lastName~debt~phone'))
  await expect(page.getByRole('columnheader')).toHaveCount(4)
  const menu = page.getByRole('button', { name: /^(All members|Owes (money|us))/ })
  const choose = async (name: string | RegExp) => {
    await menu.click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Save as a new view…')
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await expect(dialog(page)).toContainText('Give it a name')
  await dialog(page).getByLabel('Name').fill('Owes money')
  await dialog(page).getByLabel('Begin with this view').check()
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('button', { name: 'Owes money' })).toBeVisible()

  await page.goto(address('/member/search'))
  await expect(page).toHaveURL(/view=Owes/)
  await expect(page.getByRole('columnheader')).toHaveCount(4)
  await expect(page.getByRole('columnheader', { name: 'Debt' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Phone', { exact: true }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByText('changed')).toBeVisible()
  await choose(/^Save the changes/)
  await expect(page.getByText('changed')).toBeHidden()

  await choose(/^Rename/)
  await dialog(page).getByLabel('Name').fill('Owes us')
  await dialog(page).getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('button', { name: 'Owes us' })).toBeVisible()
  await choose(/^Delete/)
  await dialog(page).getByRole('button', { name: 'Delete view' }).click()
  await expect(page.getByRole('button', { name: 'All members' })).toBeVisible()
})

test('of two hundred rows those in sight stand in the page; keys and a range reach all, and paper has all', async ({
  page,
}) => {
  await signIn(page, hq, address('/member/search?pageSize=200'))
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '201')
  await expect.poll(() => rows(page).count()).toBeLessThan(120)
  const place = () => page.evaluate(() => document.activeElement?.closest('tr')?.ariaRowIndex)
  await rows(page).nth(2).getByRole('checkbox').check()
  await rows(page).nth(2).getByRole('link').first().focus()
  await page.keyboard.press('End')
  expect(await place()).toBe('201')
  await page.keyboard.press('ArrowUp')
  expect(await place()).toBe('200')
  await grid(page)
    .locator('tr[aria-rowindex="200"]')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  // Who is in two clubs has two rows.
  await expect(page.getByRole('region', { name: 'Selected members' })).toContainText(/^19\d selected/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Home')
  expect(await place()).toBe('2')
  for (let row = 0; row < 60; row++) await page.keyboard.press('ArrowDown')
  expect(await place()).toBe('62')
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect(await rows(page).count()).toBe(200)
})

test('at 390 px and in both themes: nothing sticks out, and axe finds nothing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, hq, address('/member/search?filter=memberStatusId~eq~21'))
  await expect(rows(page).first()).toBeVisible()
  // In the place of headings.
  await page.getByLabel('Sort by').selectOption('Age')
  await expect(page).toHaveURL(/sort=age-asc/)
  await page.getByRole('button', { name: 'Ascending' }).click()
  await expect(page).toHaveURL(/sort=age-desc/)
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(await tooWide()).toBe(false)
  await expectAccessible(page)
  await filter(page).click()
  await expect(dialog(page).getByRole('button', { name: 'Show members' })).toBeVisible()
  expect(await tooWide()).toBe(false)
  await expectAccessible(page, 'dialog')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})
