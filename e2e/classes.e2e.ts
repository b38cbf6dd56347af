import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { address, coach, hq, signIn } from './support/people.ts'

const club = 2
const tab = `/clubadmin/${club}/classes-and-events`

/** The view of a class of the demo, by its name in the list. */
async function openClass(page: Page, name: string) {
  await page.goto(address(tab))
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
}

test('a class is made in one go, and stands in the list with its next date', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, hq, address(tab))
  await page.getByRole('link', { name: 'New class or event' }).click()
  await page.getByRole('button', { name: 'Create class' }).click()
  await expect(page.getByText('Give a name')).toBeVisible()

  await page.getByLabel('Name').fill('Late Karate')
  await page.getByLabel('Thursday start').fill('10.30pm')
  await page.getByLabel('Thursday finish').fill('22:00')
  await page.getByRole('button', { name: 'Create class' }).click()
  await expect(page.getByText('Thursday: Should finish after it starts.')).toBeVisible()
  await page.getByLabel('Thursday finish').fill('midnight')
  await page.getByRole('button', { name: 'Friday at the same times as Thursday' }).click()
  await page.getByRole('checkbox', { name: 'Karate', exact: true }).check()
  await page.getByRole('checkbox', { name: 'Kickboxing', exact: true }).check()
  await page.getByLabel('Primary discipline').selectOption({ label: 'Kickboxing' })
  await page.getByRole('checkbox').first().check()
  await page.getByLabel('Capacity').fill('12')
  await page.getByRole('button', { name: 'Create class' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Late Karate')
  await expect(page.getByText('22:30–midnight').first()).toBeVisible()
  await expect(page.getByText('No room')).toBeVisible()
  await page.goto(address(`${tab}?filter=className~contains~'late'`))
  const row = page.getByRole('row').filter({ hasText: 'Late Karate' })
  await expect(row).toContainText('Thu, Fri 22:30–midnight')
  await expect(row).toContainText('Thu 14 May')

  // What a class teaches is saved by itself where nothing else was changed.
  await row.getByRole('link', { name: 'Late Karate' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Kickboxing', exact: true }).uncheck()
  const saved = page.waitForRequest('**/api/club/SaveClassDisciplines/*')
  await page.getByRole('button', { name: 'Save class' }).click()
  expect((await saved).postDataJSON()).toMatchObject({ disciplineIds: [expect.any(Number)] })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Late Karate')

  // The same again, on another day.
  await page.getByRole('button', { name: 'More for Late Karate' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate class' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Late Karate')
  await expect(page.getByLabel('Thursday start')).toHaveValue('22:30')
  await page.getByLabel('Name').fill('Later Karate')
  await page.getByRole('button', { name: 'Not on Friday' }).click()
  await page.getByRole('button', { name: 'Create class' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Later Karate')
  await page.goto(address(`${tab}?filter=className~contains~'late'`))
  await expect(page.getByRole('row').filter({ hasText: 'Later Karate' })).toContainText('Thu 22:30–midnight')
})

test('a room suggests its capacity for a new class', async ({ page }) => {
  await signIn(page, hq, address(`${tab}/create`))
  const room = page.getByLabel('Room or venue')
  const option = room.locator('option', { hasText: 'holds' }).first()
  const holds = (await option.innerText()).match(/holds (\d+)/)?.[1] ?? ''
  await room.selectOption({ label: await option.innerText() })
  await expect(page.getByLabel('Capacity')).toHaveValue(holds)
  await expect(page.getByText(`holds ${holds}. Leave blank for no limit.`)).toBeVisible()
  await page.getByLabel('Capacity').fill('7')
  await room.selectOption({ label: 'No room' })
  await expect(page.getByLabel('Capacity')).toHaveValue('7')
})

test('an instructor who teaches at the same time is named before the class is saved', async ({ page }) => {
  await signIn(page, hq)
  await openClass(page, 'Junior Karate')
  await page.getByRole('link', { name: 'Edit' }).click()
  const teaches = page.getByRole('group', { name: 'Instructors' })
  const taught = teaches.locator('label').filter({ has: page.locator('input:checked') })
  const name = (await taught.first().innerText()).trim()
  const times = await Promise.all(['start', 'finish'].map(which => page.getByLabel(`Tuesday ${which}`).inputValue()))
  await page.goto(address(`${tab}/create`))
  await page.getByLabel('Tuesday start').fill(times[0] ?? '')
  await page.getByLabel('Tuesday finish').fill(times[1] ?? '')
  await teaches.getByRole('checkbox', { name }).check()
  const warning = page.getByRole('status').filter({ hasText: 'Instructors who teach at the same time' })
  await expect(warning).toContainText('Junior Karate')
  await expect(warning).toContainText('first on')
  await expectAccessible(page)
})

test('a weekday has a room, a capacity and instructors of its own, and runs past midnight', async ({ page }) => {
  await signIn(page, hq, address(`${tab}/create`))
  await page.getByLabel('Name').fill('Night Training')
  await page.getByLabel('Monday start').fill('18:00')
  await page.getByLabel('Monday finish').fill('19:00')
  await page.getByLabel('Friday start').fill('22:30')
  await page.getByLabel('Friday finish').fill('1:00')
  await expect(page.getByText('Finishes the next day.')).toBeVisible()
  await page.getByLabel('Capacity').fill('20')
  await page.getByRole('button', { name: 'Friday’s details' }).click()
  await page.getByLabel('Friday’s room').selectOption({ index: 2 })
  const room = (await page.getByLabel('Friday’s room').locator('option:checked').innerText()).replace(/ \(.*/, '')
  await page.getByLabel('Friday’s capacity').fill('0')
  await page.getByRole('button', { name: 'Create class' }).click()
  await expect(page.getByText('A whole number from 1, or empty')).toBeVisible()
  await page.getByLabel('Friday’s capacity').fill('8')
  const ofFriday = page.getByRole('group', { name: 'Friday’s instructors' })
  await ofFriday.getByRole('checkbox').nth(1).check()
  const teacher = (await ofFriday.locator('label').nth(1).innerText()).trim()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Friday’s details' }).click()
  await expect(page.getByText(`${room} · 8 places · ${teacher}`)).toBeVisible()
  await page.getByRole('button', { name: 'Create class' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night Training')
  await expect(page.getByText('22:30–01:00').first()).toBeVisible()
  await expect(page.getByText(`${room}, 8 places, ${teacher}`)).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByText(`${room} · 8 places · ${teacher}`)).toBeVisible()
  await expect(page.getByText('Changes from')).toHaveCount(0)
})

test('the type changes the form', async ({ page }) => {
  await signIn(page, hq, address(`${tab}/create`))
  const type = page.getByLabel('Type')
  await expect(page.getByRole('group', { name: 'Dates and cost' })).toHaveCount(0)
  await type.selectOption({ label: 'Seminar' })
  await expect(page.getByRole('group', { name: 'Dates and cost' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Last day' })).toHaveValue('12/05/2026')
  await expect(page.getByLabel('Tuesday start')).toBeVisible()
  await expect(page.getByLabel('Monday start')).toHaveCount(0)
  await type.selectOption({ label: 'Prebooked' })
  await expect(page.getByLabel('Tuesday start')).toHaveCount(0)
  await type.selectOption({ label: 'Grading' })
  await expect(page.getByText('Counts for grading')).toHaveCount(0)
})

test('new times keep the old ones, and name the marks that would lose their day', async ({ page }) => {
  await signIn(page, hq)
  await openClass(page, 'Junior Karate')
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Not on Tuesday' }).click()
  await page.getByRole('textbox', { name: 'Changes from' }).fill('5/5/2026')
  await page.getByRole('button', { name: 'Save class' }).click()
  const question = page.getByRole('dialog', { name: 'Save this change?' })
  await expect(question).toContainText('Junior Karate on 5 May 2026')
  await question.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('textbox', { name: 'Changes from' }).fill('1/6/2026')
  await page.getByRole('button', { name: 'Save class' }).click()
  await expect(page.getByText('From 1 June 2026:')).toBeVisible()
  await page.getByRole('button', { name: 'Take this change back' }).click()
  await expect(page.getByText('From 1 June 2026:')).toHaveCount(0)
})

test('unsaved changes are asked about, and someone else’s are offered', { tag: '@journey' }, async ({
  page,
  browser,
}) => {
  await signIn(page, hq)
  await openClass(page, 'Family Karate')
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Capacity').fill('28')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()

  const context = await browser.newContext()
  const other = await context.newPage()
  await signIn(other, hq, page.url())
  await other.getByLabel('Capacity').fill('26')
  await other.getByRole('button', { name: 'Save class' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Family Karate')
  await context.close()

  await page.getByRole('button', { name: 'Save class' }).click()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByLabel('Capacity')).toHaveValue('26')
})

test('another takes one date', async ({ page }) => {
  await signIn(page, coach)
  await openClass(page, 'Adult Beginners')
  const today = page.getByRole('listitem').filter({ hasText: 'Today' })
  await today.getByRole('button', { name: /^Cover on/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Who teaches on/ })
  await expect(dialog.getByRole('checkbox').first()).toBeVisible()
  for (const box of await dialog.getByRole('checkbox').all()) await box.setChecked(!(await box.isChecked()))
  await dialog.getByRole('button', { name: 'Save cover' }).click()
  await expect(today.locator('span').filter({ hasText: /^Cover$/ })).toBeVisible()
  await today.getByRole('button', { name: /^Cover on/ }).click()
  await dialog.getByRole('button', { name: 'As usual' }).click()
  await expect(today.locator('span').filter({ hasText: /^Cover$/ })).toHaveCount(0)
})

test('one session is cancelled from its register, and put back on', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, hq)
  await openClass(page, 'Junior Karate')
  const dates = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Cover on/ }) })
  await dates.filter({ hasNotText: 'Today' }).first().getByRole('link').click()
  await page.getByRole('button', { name: 'Change this session' }).click()
  const dialog = page.getByRole('dialog', { name: /^Junior Karate, / })
  await dialog.getByText('Cancel', { exact: true }).first().click()
  await dialog.getByLabel('Reason (optional)').fill('Instructor ill')
  await dialog.getByRole('button', { name: 'Cancel session' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this session?' })
  await expect(question).toContainText(/\d+ enrolled/)
  await expect(question).toContainText(/We’ll send \d+ emails/)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel session' }).click()
  await expect(page.getByText(/Session cancelled\. \d+ emails/)).toBeVisible()
  await expect(page.getByText('Instructor ill')).toBeVisible()
  await page.getByRole('button', { name: 'Put back on' }).click()
  await page
    .getByRole('dialog', { name: /^Junior Karate, / })
    .getByRole('button', { name: 'Put back on' })
    .click()
  const again = page.getByRole('dialog', { name: 'Put this session back on?' })
  await again.getByLabel('Don’t notify anyone').check()
  await again.getByRole('button', { name: 'Put back on' }).click()
  await expect(page.getByRole('button', { name: 'Change this session' })).toBeVisible()
})

test('a class with a history is not deleted but ended, one press away', async ({ page }) => {
  await signIn(page, hq)
  await openClass(page, 'Saturday Tigers')
  await page.getByRole('button', { name: 'More for Saturday Tigers' }).click()
  await page.getByRole('menuitem', { name: 'Delete class' }).click()
  await page.getByRole('button', { name: 'Delete class' }).click()
  const dialog = page.getByRole('dialog', { name: 'This class cannot be deleted' })
  await expect(dialog).toContainText(/Saturday Tigers has [\d,]+ marks/)
  await dialog.getByRole('button', { name: 'Save last day' }).click()
  await expect(page.getByText('The last day is 12 May 2026.')).toBeVisible()
  await expect(page.getByText('to 12 May 2026')).toBeVisible()
  await page.goto(address(`${tab}?expired=1&sort=endDate-asc`))
  await expect(page.getByRole('switch', { name: 'Also those that are over' })).toBeChecked()
  await expect(page.getByText('Over', { exact: true }).first()).toBeVisible()
})

test('who is no admin sees classes but does not change them', async ({ page }) => {
  await signIn(page, coach, address(tab))
  await expect(page.getByRole('link', { name: 'Adult Beginners' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New class or event' })).toHaveCount(0)
  await page.goto(address(`${tab}/create`))
  await expect(page.getByText('You can’t change classes')).toBeVisible()
})

test('days are closed: a week, and the bank holidays of a region with one press', async ({ page }) => {
  await signIn(page, hq, address(`/clubadmin/${club}/settings?year=2028`))
  const closed = page.getByRole('list', { name: 'Days closed in 2028' })
  await expect(page.getByText('Nothing is closed in 2028')).toBeVisible()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Summer holidays')
  await page.getByRole('textbox', { name: 'From' }).fill('24/7/2028')
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('20/7/2028')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('Should not be before the first day')).toBeVisible()
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('30/7/2028')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(closed).toContainText('Monday 24 July 2028 to Sunday 30 July 2028, 7 days')

  await page.getByLabel('Region').selectOption({ label: 'Scotland' })
  await page.getByRole('button', { name: 'Close on all 9' }).click()
  await expect(page.getByText('All of them are closed.')).toBeVisible()
  await expect(closed).toContainText('St Andrew’s Day')
  await closed.getByRole('button', { name: /^Open again: Summer holidays/ }).click()
  await expect(closed).not.toContainText('Summer holidays')
  await page.getByRole('button', { name: 'Closures of 2029' }).click()
  await expect(page).toHaveURL(/year=2029/)
})

test('closing a day with marks names them', async ({ page }) => {
  await signIn(page, hq, address(`/clubadmin/${club}/settings`))
  await page.getByRole('textbox', { name: 'From' }).fill('5/5/2026')
  await page.getByRole('button', { name: 'Add' }).click()
  const question = page.getByRole('dialog', { name: 'Close on these days?' })
  await expect(question).toContainText(/Junior Karate on 5 May 2026: .*\d+ marks/)
  await question.getByRole('button', { name: 'Cancel' }).click()
})

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const)
  test(`the screens of classes are accessible, ${colorScheme} at ${width}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await signIn(page, hq)
    await openClass(page, 'Junior Advanced')
    const view = new URL(page.url()).pathname
    const screens = [
      tab,
      view,
      `${tab}/create`,
      `${tab}/edit/${view.split('/').at(-1)}`,
      `/clubadmin/${club}/settings?year=2030`,
    ]
    await page.setViewportSize({ width, height: 900 })
    for (const path of screens) {
      await page.goto(address(path))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  })

test('a week is typed, checked and created at once, and undone', async ({ page }) => {
  await signIn(page, hq, address(tab))
  await page.getByRole('link', { name: 'Type your week' }).click()
  const text = page.getByLabel('Days, times and classes')
  await text.fill(
    'Our week\nSat 6:00–7:00am Early birds, Loft room\nSun & Sat 7-8am Early birds\nSat 6:30-7:30am Risers, Loft room, Kim',
  )
  await expect(page.getByText('Line 1, “Our week”. We found no times.')).toBeVisible()
  await expect(page.getByText('Early birds and Risers: Loft room (new room), Sat 06:00–07:00')).toBeVisible()
  await page.getByRole('button', { name: /^Create 3 classes/ }).click()
  await expect(page.getByText('Change or delete 1 line we can’t read.').first()).toBeVisible()
  await text.fill(
    'Sat 6:00–7:00am Early birds, Loft room\nSun 7-8am Early birds\nSat 7:30-8:30am Risers, Loft room, Kim',
  )
  await expect(page.getByLabel('Loft room')).toHaveValue('newRoom')
  await page.getByRole('button', { name: 'Create 2 classes' }).click()
  await expect(page.getByRole('alert').getByText('Choose what Kim is.')).toBeVisible()
  await page.getByLabel('Kim').selectOption({ label: 'Leave it out' })
  const preview = page.getByRole('list', { name: 'Classes to create' })
  await expect(preview.getByRole('listitem').filter({ hasText: 'Early birds' })).toContainText(
    'Sat 06:00–07:00 · Loft room',
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Create 2 classes' }).click()
  await expect(page.getByText('2 classes created')).toBeVisible()
  await page.goto(address(`${tab}?filter=className~contains~'birds'`))
  await expect(page.getByRole('row').filter({ hasText: 'Early birds' })).toContainText('Sat 06:00–07:00')
  await page.goto(address(`${tab}/week`))
  await page.getByRole('button', { name: 'Undo week' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo week' }).click()
  await expect(page.getByText('2 classes deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Created before' })).toHaveCount(0)
})
