import { createServer } from 'node:http'
import { expect, type FrameLocator, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { address, admin, signIn } from './support/people.ts'

const harrogate = 2
const key = 'shirokawa-harrogate'

/** The public pages follow the browser's own theme. */
async function looksRight(page: Page) {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

async function fillForChild(form: Page | FrameLocator, name: string) {
  await form.getByLabel('My child').check()
  await form.getByLabel('Your first name').fill('Ann')
  await form.getByLabel('Your last name').fill('Newcomer')
  await form.getByLabel('Child’s first name').fill(name)
  await form.getByLabel('Child’s date of birth').fill('2017-03-04')
  await form.getByLabel('E-mail', { exact: true }).fill(`${name.toLowerCase()}@newcomer.example`)
}

test('without scripts, a parent finds a class in the timetable and books a trial', { tag: '@journey' }, async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(address(`/timetable/${key}`))
  await expect(page.getByRole('heading', { name: 'Timetable of Shirokawa Harrogate' })).toBeVisible()
  await page.getByRole('link', { name: 'Week after' }).click()
  await page.getByRole('link', { name: 'Book a trial: Trial Lesson' }).first().click()
  // Not every class has a place left.
  const open = page.locator('#trial option:not([disabled])[value*="_"]').first()
  await page.getByLabel('Book a trial class').selectOption(await open.getAttribute('value'))
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('fields again')
  await expect(page.getByText('Give your first name')).toBeVisible()
  await fillForChild(page, 'Tilda')
  await expect(page.getByLabel('Your date of birth')).toBeHidden()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByText('We have your request for a trial')).toBeVisible()
  expect(await context.cookies()).toEqual([])
  await context.close()
})

test('the public pages are fit for everybody, in light and dark, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address(`/enquire/${key}`))
  await looksRight(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await looksRight(page)
  await page.goto(address(`/timetable/${key}`))
  await looksRight(page)
  await page.goto(address('/enquire/nobody-at-all'))
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
})

test("the form stands in a club's own website, as high as it is", async ({ page }) => {
  const embed = `<script src="${address('/embed.js')}" data-club="${key}" async></script>`
  // Another origin, and a real one: browsers ask where a page comes from before it may reach this machine.
  const site = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>Our club</title><h1>Our club</h1>${embed}`),
  )
  await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
  const at = site.address()
  await page.goto(`http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`)
  const frame = page.getByTitle('Enquire or book a trial')
  await expect.poll(async () => (await frame.boundingBox())?.height ?? 0).toBeGreaterThan(1000)
  const form = page.frameLocator('iframe')
  await fillForChild(form, 'Quentin')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText('We have your enquiry')).toBeVisible()
  await expect.poll(async () => (await frame.boundingBox())?.height ?? 2000).toBeLessThan(900)
  site.close()
})

test('an admin sets the form, copies what to paste, and sees how it looks', async ({ page }) => {
  await signIn(page, admin, address(`/clubadmin/${harrogate}/settings`))
  await page.getByRole('link', { name: 'Enquiry form and timetable' }).click()
  await expect(page.getByRole('textbox', { name: 'Form in your website' })).toHaveValue(
    /embed\.js" data-club="shirokawa-harrogate" async/,
  )
  await expectAccessible(page)
  await page.getByLabel('Name in the addresses').fill('No Key')
  await page.getByRole('button', { name: 'Save form' }).click()
  await expect(page.getByText('Small letters, digits and single hyphens only')).toBeVisible()
  await page.getByLabel('Name in the addresses').fill(key)
  await page.getByLabel('Above the form').fill('Every class begins with a bow.')
  await page.getByRole('button', { name: 'Save form' }).click()
  await expect(page.frameLocator('iframe').getByText('Every class begins with a bow.')).toBeVisible()
})
