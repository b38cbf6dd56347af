import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { setEveningThatPasses } from './support/evening.ts'
import { address, admin, coach, hq, signIn } from './support/people.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const rows = (page: Page) => page.locator('[data-task]')
const row = (page: Page, text: string) => rows(page).filter({ hasText: text })

/** The count beside My Task List. */
async function badge(page: Page): Promise<number> {
  const text = await page.getByRole('link', { name: /^My Task List/ }).innerText()
  return Number(/\d+/.exec(text)?.[0] ?? 0)
}

async function shown(page: Page): Promise<number> {
  const text = await page
    .getByRole('status')
    .filter({ hasText: /^\d+ to \d+ of \d+$/ })
    .innerText()
  return Number(/of (\d+)/.exec(text)?.[1] ?? 0)
}

test('a task is written, done and opened again with the keyboard, and the menu counts along', {
  tag: '@journey',
}, async ({ page }) => {
  await signIn(page, admin, address('/tasks/member-task-list/0'))
  await expect(page.getByRole('heading', { name: 'Overdue' })).toBeVisible()
  const before = await badge(page)
  expect(await shown(page)).toBe(before)

  await page.getByRole('button', { name: 'New task' }).press('Enter')
  await page.keyboard.press('Tab')
  await dialog(page).getByLabel('Task').fill('Wash the mats')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Wash the mats')).toBeVisible()
  await expect.poll(() => badge(page)).toBe(before + 1)

  await row(page, 'Wash the mats').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 ticked')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await expect(row(page, 'Wash the mats')).toHaveCount(0)
  await expect.poll(() => badge(page)).toBe(before)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => badge(page)).toBe(before + 1)

  await row(page, 'Wash the mats').focus()
  await page.keyboard.press('p')
  await dialog(page)
    .getByRole('button', { name: /In two weeks/ })
    .press('Enter')
  await expect(page.getByRole('heading', { name: 'Later' })).toBeVisible()
  await expect(row(page, 'Wash the mats')).toContainText('Tue 26 May')
  await row(page, 'Wash the mats').focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Task')).toHaveValue('Wash the mats')
  await page.keyboard.press('Escape')
})

test('many are given to a colleague, whose menu counts them without a reload', async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage()
  await setEveningThatPasses(other)
  await signIn(other, coach, address('/tasks/member-task-list/0'))
  await expect(other.getByRole('heading', { level: 1, name: 'My Task List' })).toBeVisible()
  await signIn(page, admin, address('/tasks/member-task-list/2?for=nobody&type=absent'))
  await expect(page.getByRole('heading', { level: 1, name: /^Tasks of/ })).toBeVisible()
  await expect(
    rows(page)
      .first()
      .getByRole('link', { name: /^Message / }),
  ).toHaveAttribute('href', /create-message\?member=\d+/)
  const count = await rows(page).count()
  await page.getByLabel('Tick all on this page').click()
  await expect(page.getByText(`${count} ticked`)).toBeVisible()
  await page.getByRole('button', { name: 'Give to' }).click()
  await dialog(page).getByLabel('For').selectOption({ label: 'Me' })
  const before = await badge(other)
  await dialog(page).getByRole('button', { name: 'Give' }).click()
  await expect(page.getByText('No task fits this filter')).toBeVisible()
  // They were anybody's, so his too; now they are not. He has pressed nothing.
  await other.clock.runFor(61_000)
  await expect.poll(() => badge(other)).toBe(before - count)
  await other.context().close()
})

test('several from one cause are one line, whose people are done one by one or all at once', async ({ page }) => {
  await signIn(page, admin, address('/tasks/member-task-list/2?type=grading'))
  const line = rows(page)
    .filter({ hasText: /\d+ people are ready to grade in/ })
    .first()
  const size = async () => Number(/(\d+) people/.exec(await line.innerText())?.[1])
  const [before, total] = [await size(), await shown(page)]
  await line.focus()
  await page.keyboard.press('Enter')
  const person = line.locator('xpath=following-sibling::li[1]')
  await person.getByRole('button', { name: /^Done/ }).click()
  await expect.poll(size).toBe(before - 1)
  expect(await shown(page)).toBe(total)
  await line.getByRole('button', { name: /^All done/ }).click()
  await expect(page.getByText(`${before - 1} tasks done.`)).toBeVisible()
  await expect.poll(() => shown(page)).toBe(total - 1)
})

test('a note reminds, is sent to who may get it, and shows to whom', async ({ page }) => {
  await signIn(page, admin, address('/clubadmin/club/member/view/51/notes'))
  const notes = page.getByRole('region', { name: 'Notes', exact: true })
  await notes.getByLabel('Quick note').fill('Came with a new bag')
  await page.keyboard.press('Enter')
  await expect(notes.getByRole('heading', { name: 'Came with a new bag' })).toBeVisible()

  // With the keyboard alone: @, a name from the list, and Enter.
  await notes.getByLabel('Quick note').pressSequentially('Bag for @')
  const names = page.getByRole('listbox').getByRole('option')
  const name = await names.first().innerText()
  await page.keyboard.press('Escape')
  await expect(names).toHaveCount(0)
  await page.keyboard.type(name.slice(0, 3))
  await expect(names.first()).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Enter')
  await expect(notes.getByLabel('Quick note')).toHaveValue(`Bag for @${name} `)
  await page.keyboard.press('Enter')
  await expect(notes.locator('h3 b')).toHaveText(`@${name}`)

  await notes.getByRole('button', { name: 'More for the note Came with a new bag' }).click()
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).click()
  await expect(notes.getByRole('img', { name: 'Pinned' }).first()).toBeVisible()

  await notes.getByRole('button', { name: 'New note' }).click()
  await dialog(page).getByLabel('Subject').fill('Belt ordered')
  await dialog(page).getByLabel('Note', { exact: true }).fill('The belt is here; collect it on Thursday.')
  await dialog(page).getByRole('textbox', { name: 'Reminder' }).fill('20/05/2026')
  await expect(dialog(page).getByText(/^To .+ at \+44/)).toBeVisible()
  await dialog(page).getByRole('switch', { name: 'By e-mail' }).check()
  await dialog(page).getByRole('switch', { name: 'By text message' }).check()
  const even = dialog(page).getByRole('switch', { name: 'Send it although there is no consent' })
  if (await even.isVisible()) {
    await dialog(page).getByRole('button', { name: 'Save and send' }).click()
    await expect(
      dialog(page)
        .getByText(/has not agreed to text messages from/)
        .first(),
    ).toBeVisible()
    await even.check()
  }
  await dialog(page).getByRole('button', { name: 'Save and send' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const note = notes.getByRole('listitem').filter({ hasText: 'Belt ordered' }).first()
  await expect(note).toContainText('Wed 20 May 2026')
  await expect(note.getByRole('list', { name: 'Sent as' })).toContainText(/E-mail to .+@/)
  await expect(note.getByRole('list', { name: 'Sent as' })).toContainText(/Text message to/)

  await expect(async () => {
    await page.goto(address('/sandbox/mail'))
    await expect(page.getByText('The belt is here; collect it on Thursday.')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.goto(address('/tasks/member-task-list/0?type=note'))
  await expect(row(page, 'Belt ordered')).toBeVisible()
  await row(page, 'Belt ordered').getByRole('button', { name: /^Done/ }).click()
  await expect(row(page, 'Belt ordered')).toHaveCount(0)
  await page.goto(address('/tasks/member-task-list/2?type=mention'))
  await expect(row(page, `Mentioned in “Bag for @${name}”`)).toContainText(name)
  await page.goto(address('/clubadmin/club/member/view/51/notes'))
  await expect(notes.getByRole('listitem').filter({ hasText: 'Belt ordered' }).first()).toContainText('Completed')
})

test('a club adds its own to the lists of the head office, and cannot delete what is used', async ({ page }) => {
  await signIn(page, admin, address('/clubadmin/2/settings'))
  await page.getByRole('link', { name: 'Member categories' }).click()
  const categories = page.getByRole('list', { name: 'Member categories' })
  await expect(categories.getByText(/^From /).first()).toBeVisible()
  for (const name of ['Tots', 'Veterans']) {
    await page.getByRole('link', { name: 'New category' }).click()
    await page.getByLabel('From age').fill('12')
    await page.getByLabel('To age').fill('3')
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Save category' }).click()
    await expect(page.getByText('Should not be below the youngest')).toBeVisible()
    await page.getByLabel('To age').fill('')
    await page.getByRole('button', { name: 'Save category' }).click()
    await expect(categories.getByText(name)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Move Veterans up' }).press('Enter')
  await expect(categories.getByRole('listitem').nth(-2)).toContainText('Veterans')
  await expect(categories.getByRole('listitem').last()).toContainText('Tots')

  await page.goto(address('/settings/not-interested-reasons/2'))
  await page.getByRole('button', { name: 'New reason' }).click()
  await dialog(page).getByLabel('Name').fill('too far')
  await dialog(page).getByRole('button', { name: 'Save reason' }).click()
  await expect(dialog(page).getByText(/has a reason of that name already/)).toBeVisible()
  await dialog(page).getByLabel('Name').fill('No parking')
  await dialog(page).getByRole('button', { name: 'Save reason' }).click()
  await expect(page.getByRole('button', { name: 'Edit No parking' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Too far' })).toHaveCount(0)
})

test('the head office is told how many have a category', async ({ page }) => {
  await signIn(page, hq, address('/settings/member-categories/1'))
  const used = page.getByRole('listitem').filter({ hasText: /\d+ members/ })
  await used.first().getByRole('link', { name: /^Edit/ }).click()
  await page.getByRole('button', { name: 'Delete category' }).click()
  await dialog(page).getByRole('button', { name: 'Delete category' }).click()
  await expect(dialog(page).getByText(/\d+ memberships.* have the category/)).toBeVisible()
})

test('the screens are accessible in both themes, and fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, admin, address('/tasks/member-task-list/0'))
  const screens = [
    ['/tasks/member-task-list/0', page.getByRole('toolbar', { name: 'Ticked tasks' })],
    ['/tasks/notifications', page.getByLabel('When')],
    ['/clubadmin/club/member/view/51/notes', page.getByLabel('Quick note')],
    ['/settings/member-categories/2', page.getByRole('list', { name: 'Member categories' })],
    ['/settings/member-categories/2/create', page.getByLabel('From age')],
    ['/settings/not-interested-reasons/2', page.getByRole('list', { name: 'Not-interested reasons' })],
  ] as const
  for (const [path, sign] of screens) {
    await page.goto(address(path))
    await expect(sign).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect([path, width]).toEqual([path, 390])
    await expectAccessible(page)
  }
})
