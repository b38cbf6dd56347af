import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { address, admin, coach, signIn } from './support/people.ts'

const club = 2
const dialog = (page: Page) => page.getByRole('dialog')

test('a template is written with fields and a button, looked at, and sent as a test', async ({ page }) => {
  await signIn(page, admin, address(`/messaging/templates/${club}`))
  await expect(page.getByRole('row', { name: /Welcome/ })).toContainText('Inherited')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'New template' }).click()
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await page.getByLabel('Name', { exact: false }).first().fill('Hall closed')
  await page.getByLabel('Subject').fill('For {{ member.frist_name }}')
  await message.click()
  await page.keyboard.type('Dear ')
  await page.getByRole('toolbar').getByRole('button', { name: 'Insert field' }).click()
  await page.getByRole('combobox', { name: 'Find a field' }).fill('gets first')
  await page.keyboard.press('Enter')
  await expect(message).toContainText('Who gets it: First name')
  await page.keyboard.type(', the hall is closed.')
  await page.getByRole('button', { name: 'Button', exact: true }).click()
  await dialog(page).getByLabel('Words').fill('Other dates')
  await dialog(page).getByLabel('Leads to').fill('https://honbu.example/dates')
  await dialog(page).getByRole('button', { name: 'Insert button' }).click()
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('did you mean member.firstName?').first()).toBeVisible()

  await page.getByLabel('Subject').fill('For {{ member.firstName }}')
  const letter = page.frameLocator('iframe[title="The message"]')
  await expect(letter.getByText(/^Dear .+, the hall is closed\.$/)).toBeVisible()
  await expect(letter.getByRole('link', { name: 'Other dates' })).toHaveAttribute('href', 'https://honbu.example/dates')
  await page.getByRole('button', { name: 'Plain text' }).click()
  await expect(page.getByText('Other dates: https://honbu.example/dates')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send a test to myself' }).click()
  await expect(page.getByText(`The test is on its way to ${admin}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hall closed' })).toBeVisible()
  await expectAccessible(page)
})

test('a text message says what it costs, and which characters make it dear', async ({ page }) => {
  await signIn(page, admin, address(`/messaging/templates/${club}/create/0`))
  await page.getByRole('button', { name: 'Text message' }).click()
  await page.getByLabel('Text', { exact: true }).fill('No class today.')
  await expect(page.getByText('1 segment · £0.04 a message · 15 characters, 145 left')).toBeVisible()
  await page.getByLabel('Text', { exact: true }).fill('No class today – sorry')
  await expect(page.getByText('“–” makes it Unicode')).toBeVisible()
  await expectAccessible(page)
})

test('what is inherited is copied to be changed; a layout is written and seen around a letter', async ({ page }) => {
  await signIn(page, admin, address(`/messaging/templates/${club}`))
  await page.getByRole('button', { name: 'More for Birthday' }).click()
  await page
    .getByRole('menuitem', { name: /Copy to/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Birthday' })).toBeVisible()
  await expect(page.frameLocator('iframe[title="The message"]').getByText('Happy birthday')).toBeVisible()

  await page.goto(address(`/messaging/layouts/${club}/create/0`))
  await page.getByLabel('Name', { exact: false }).first().fill('Plain')
  await page.getByRole('textbox', { name: 'Header', exact: true }).click()
  await page.keyboard.type('Kaizen')
  await expect(page.frameLocator('iframe[title="The message"]').getByText('Kaizen')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save layout' }).click()
  await expect(page.getByRole('link', { name: 'Plain' })).toBeVisible()
  await expectAccessible(page)
})

test('who is no admin looks at templates, and changes none', async ({ page }) => {
  await signIn(page, coach, address('/messaging/templates'))
  await expect(page.getByRole('link', { name: 'Welcome' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New template' })).toHaveCount(0)
  await page.goto(address(`/messaging/templates/${club}/create/0`))
  await expect(page.getByText('You can’t change templates')).toBeVisible()
})

test('what is typed into a template is still there when its page was closed', async ({ page }) => {
  const form = address('/messaging/templates/2/create/0')
  await signIn(page, admin, form)
  const name = page.getByRole('textbox', { name: 'Name' })
  const kept = page.waitForResponse(/SaveFormDraft/)
  await name.fill('Half-written')
  await kept
  await page.goto(form)
  await expect(page.getByText(/^You hadn’t saved this\./)).toBeVisible()
  await expect(name).toHaveValue('Half-written')
  await expectAccessible(page)
  const gone = page.waitForResponse(/DiscardFormDraft/)
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(name).toHaveValue('')
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(name).toHaveValue('Half-written')
  await page.getByRole('button', { name: 'Discard it' }).click()
  await gone
  await page.goto(form)
  await expect(name).toBeVisible()
  await expect(name).toHaveValue('')
})
