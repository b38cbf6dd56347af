import { expect, type Page, test } from '@playwright/test'
import { address, admin, coach, hq, signIn } from './support/people.ts'

const dialog = (page: Page) => page.getByRole('dialog')

test('a room is made, changed, found in the list, and deleted', async ({ page }) => {
  await signIn(page, admin, address('/clubadmin/2/locations'))
  await page.getByRole('link', { name: 'New location' }).click()
  await page.getByRole('button', { name: 'Save location' }).click()
  await expect(page.getByText('Give it a name')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('Upper hall')
  await page.getByLabel('Capacity').fill('many')
  await page.getByLabel('Postcode').fill('hg12bb')
  await page.getByRole('button', { name: 'Save location' }).click()
  await expect(page.getByText('A whole number from 1, or empty')).toBeVisible()
  await page.getByLabel('Capacity').fill('24')
  await page.getByRole('button', { name: 'Save location' }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: 'Upper hall' })).toBeVisible()
  await expect(page.getByText('HG1 2BB')).toBeVisible()

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('Main dojo')
  await page.getByRole('button', { name: 'Save location' }).click()
  await expect(page.getByText('This club has a room or venue of that name already.')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(dialog(page)).toContainText('Leave without saving?')
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByLabel('Name').fill('Lower hall')
  await page.getByRole('button', { name: 'Save location' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lower hall' })).toBeVisible()

  await page.goto(address('/clubadmin/2/locations?sort=name-desc'))
  const rows = page.getByRole('table', { name: 'Rooms and venues' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Lower hall' })).toHaveCount(1)
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('link', { name: 'Lower hall' }).click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Delete room' }).click()
  await dialog(page).getByRole('button', { name: 'Delete room' }).click()
  await expect(page.getByRole('table', { name: 'Rooms and venues' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lower hall' })).toHaveCount(0)
})

test('a room in use says by what, and shows its week', async ({ page }) => {
  await signIn(page, admin, address('/clubadmin/2/locations'))
  await page.getByRole('link', { name: 'Main dojo' }).click()
  await expect(page.getByRole('heading', { name: 'Week of Monday 11 May' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tuesday 12 May' })).toBeVisible()
  await page.getByRole('link', { name: 'Next week' }).click()
  await expect(page.getByRole('heading', { name: 'Week of Monday 18 May' })).toBeVisible()
  await expect(page).toHaveURL(/day=2026-05-18/)
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Delete room' }).click()
  await dialog(page).getByRole('button', { name: 'Delete room' }).click()
  await expect(dialog(page)).toContainText('Main dojo is used by')
})

test('a discipline is made with its grades, which move by the keyboard', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, hq, address('/clubadmin/1/disciplines/create'))
  await page.getByLabel('Name').fill('Aikido')
  await page.getByRole('button', { name: 'Rust' }).click()
  await page.getByRole('button', { name: 'Save and add grades' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Aikido' })).toBeVisible()
  for (const [name, classes] of [
    ['White', '0'],
    // Rounded when it is saved.
    ['Yellow', '12.4'],
    ['Green', '24'],
  ] as const) {
    await page.getByRole('button', { name: 'New grade' }).click()
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByLabel('Classes').fill(classes)
    await dialog(page).getByRole('button', { name }).first().click()
    await dialog(page).getByRole('button', { name: 'Save grade' }).click()
    await expect(dialog(page)).toHaveCount(0)
  }
  const grades = page.getByRole('list', { name: 'Grades of Aikido' }).getByRole('listitem')
  await expect(grades).toHaveText([/1White.*No minimum/, /2Yellow.*12 classes/, /3Green.*24 classes/])

  await page.getByRole('button', { name: 'Move Green' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Green would be number 3 of 3')).toBeAttached()
  // dnd-kit announces the start before it listens to the keys, which it does in the next task.
  await page.evaluate(() => new Promise(done => setTimeout(done)))
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Green would be number 2 of 3')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(grades).toHaveText([/1White/, /2Green/, /3Yellow/])
  await page.reload()
  await expect(grades).toHaveText([/1White/, /2Green/, /3Yellow/])

  await page.getByRole('button', { name: 'Edit Green' }).click()
  await dialog(page).getByLabel('Name').fill('White')
  await dialog(page).getByRole('button', { name: 'Save grade' }).click()
  await expect(dialog(page)).toContainText('This discipline has a grade of that name already.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete discipline' }).click()
  await dialog(page).getByRole('button', { name: 'Delete discipline' }).click()
  await expect(page.getByRole('link', { name: 'New discipline' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Aikido' })).toHaveCount(0)
})

test('what is saved over a newer version offers both', async ({ page, browser }) => {
  await signIn(page, hq, address('/clubadmin/1/disciplines'))
  await page.getByRole('link', { name: 'Kickboxing' }).click()
  const name = page.getByLabel('Name')
  await expect(name).toHaveValue('Kickboxing')
  await name.fill('Kickboxing A')

  const other = await (await browser.newContext()).newPage()
  await signIn(other, hq, page.url())
  await other.getByLabel('Name').fill('Kickboxing B')
  await other.getByRole('button', { name: 'Save discipline' }).click()
  await expect(other.getByText('The discipline is saved.')).toBeVisible()

  await page.getByRole('button', { name: 'Save discipline' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'has changed the same fields' })).toBeVisible()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(name).toHaveValue('Kickboxing B')
  await name.fill('Kickboxing')
  await page.getByRole('button', { name: 'Save discipline' }).click()
  await expect(page.getByText('The discipline is saved.')).toBeVisible()
})

test('a coach sees the head office’s disciplines and changes none', async ({ page }) => {
  await signIn(page, coach, address('/clubadmin/2/disciplines'))
  await expect(page.getByRole('link', { name: 'New discipline' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Karate' }).click()
  await expect(page.getByText('Only admins of Shirokawa Martial Arts can.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New grade' })).toHaveCount(0)
})

test('a category that is unknown becomes the first choice, says so, and is not saved', async ({ page }) => {
  await signIn(page, hq, address('/clubadmin/1/disciplines/create'))
  await page.route('**/api/club/GetDisciplineGrades/*', async route => {
    const response = await route.fetch()
    const grades: object[] = await response.json()
    await route.fulfill({ response, json: grades.map(grade => ({ ...grade, categoryId: 987_654 })) })
  })
  await page.getByLabel('Name').fill('Iaido')
  await page.getByRole('button', { name: 'Save and add grades' }).click()
  await page.getByRole('button', { name: 'New grade' }).click()
  await dialog(page).getByLabel('Name').fill('White')
  await dialog(page).getByRole('button', { name: 'Save grade' }).click()
  await page.getByRole('button', { name: 'Edit White' }).click()
  await expect(dialog(page).getByText('(was: unknown)')).toBeVisible()
  await expect(dialog(page).getByLabel('For')).toHaveValue('0')
  const saved = page.waitForRequest('**/api/club/SaveGrade/*')
  await dialog(page).getByRole('button', { name: 'Save grade' }).click()
  expect((await saved).postDataJSON()).toMatchObject({ categoryId: null })
  // The list is read again after saving.
  await page.unrouteAll({ behavior: 'wait' })
})
