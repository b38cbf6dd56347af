import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, admin, coach, hq, signIn } from './support/people.ts'

const [head, harrogate] = [1, 2]
const dialog = (page: Page) => page.getByRole('dialog')
const list = (clubId = harrogate) => address(`/messaging/automations/${clubId}`)

test('a recipe is changed by the keyboard, tried out, saved and switched on', { tag: '@journey' }, async ({ page }) => {
  await signIn(page, hq, list(head))
  await expect(page.getByRole('link', { name: 'We have missed you', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Use Review after a grading' }).click()
  await expect(page.getByLabel('Name', { exact: false }).first()).toHaveValue('Review after a grading')

  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByRole('menuitem', { name: 'Make a task' }).click()
  const task = page.getByRole('group', { name: 'Step 4: Make a task' })
  await page.getByRole('button', { name: 'Save automation' }).click()
  await expect(task.getByText('Say what is to be done')).toBeVisible()
  await task.getByLabel('What is to be done').fill('Hang the photo up')
  await task.getByRole('button', { name: /^Move up step 4/ }).press('Enter')
  await expect(page.getByRole('group', { name: 'Step 3: Make a task' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Move up step 3/ })).toBeFocused()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Who would be in it today?' }).click()
  await expect(dialog(page).getByText(/Nobody today|It would begin for/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save automation' }).click()
  const own = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Review after a grading', exact: true }) })
  await expect(own.getByRole('switch')).not.toBeChecked()
  await own.getByRole('switch').press('Space')
  await expect(own.getByRole('switch')).toBeChecked()
})

test('a wrong field in a message is refused with the step that it stands in', async ({ page }) => {
  await signIn(page, hq, address(`/messaging/automations/${head}/edit/0?recipe=birthday`))
  await page.getByLabel('Name', { exact: false }).first().fill('Another birthday')
  await expect(page.getByText('Happy birthday, [First name]!')).toBeVisible()
  await page.getByRole('button', { name: 'Write the message' }).click()
  await page.getByLabel('Subject').fill('For {{ member.frist_name }}')
  await page.getByRole('button', { name: 'Save automation' }).click()
  await expect(page.getByText(/Step 2: .*did you mean member\.firstName\?/).first()).toBeVisible()
})

test('one of the head office is looked at, switched off here, and gives way to an own version', async ({ page }) => {
  await signIn(page, admin, list())
  await page.getByRole('button', { name: 'Who is in We have missed you' }).click()
  await expect(dialog(page).getByText('In it now').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Happy birthday', exact: true }).click()
  await expect(page.getByText(/belongs to/)).toBeVisible()
  await expect(page.getByText(/^Send an e-mail: Happy birthday/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Use my own version' }).click()
  await page.getByLabel('Name', { exact: false }).first().fill('Happy birthday from us')
  await page.getByRole('button', { name: 'Save automation' }).click()
  const row = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(row('Happy birthday from us').getByRole('switch')).toBeChecked()
  await expect(row('Happy birthday').getByRole('switch')).not.toBeChecked()

  await page.getByRole('link', { name: 'Happy birthday from us' }).click()
  await page.getByRole('button', { name: 'Delete automation' }).click()
  await dialog(page).getByRole('button', { name: 'Delete automation' }).click()
  await expect(page.getByRole('link', { name: 'Happy birthday from us' })).toHaveCount(0)
})

test('a coach looks and changes nothing; a phone shows all of it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, coach, list())
  await expect(page.getByRole('link', { name: 'New automation' })).toHaveCount(0)
  await expect(page.getByRole('switch').first()).toBeDisabled()
  await page.getByRole('link', { name: 'Trial reminder' }).click()
  await expect(page.getByText(/^Send an e-mail: Your trial at/)).toBeVisible()
  await page.getByRole('button', { name: 'Show what it says' }).first().click()
  await expect(page.frameLocator('iframe[title="The message"]').getByText(/we look forward to seeing/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save automation' })).toHaveCount(0)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})
