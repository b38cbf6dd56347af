import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { address, admin, coach, signIn } from './support/people.ts'

/** Of Harrogate: a child with a guardian. */
const lewis = 76
const harrogate = 2
const view = (id: number) => address(`/clubadmin/club/member/view/${id}/documents`)
const settings = address(`/clubadmin/${harrogate}/settings`)
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

const rules = 'Mat rules <b>of today</b>'

/** Writes the rules, and puts them in force. */
async function publishRules(page: Page) {
  await page.getByRole('button', { name: 'New document' }).click()
  await dialog(page).getByRole('button', { name: 'Save draft' }).click()
  await expect(dialog(page).getByText('Give it a title')).toBeVisible()
  await dialog(page).getByLabel('Title').fill(rules)
  await dialog(page).getByLabel('Kind').selectOption('Waiver')
  await dialog(page)
    .getByLabel('Text that is signed')
    .fill('# Safety\n\n- **Bow** first\n- No shoes <script>alert(1)</script>')
  const preview = dialog(page).getByRole('region', { name: 'How it will look' })
  await expect(preview.getByRole('heading', { name: 'Safety' })).toBeVisible()
  await expect(preview.getByText('No shoes <script>alert(1)</script>')).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save draft' }).click()
  await expect(row(page, rules).getByText('Draft')).toBeVisible()
  await row(page, rules)
    .getByRole('button', { name: `Publish ${rules}` })
    .click()
  await dialog(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(row(page, rules).getByText('In force, version 1')).toBeVisible()
}

test('a document is written, published, signed on this screen by the guardian, and printed', {
  tag: '@journey',
}, async ({ page }) => {
  await signIn(page, admin, settings)
  await publishRules(page)
  const unsigned = page.getByRole('region', { name: 'Who has not signed' }).first()
  await unsigned.getByRole('button', { name: 'Show them' }).click()
  await expect(unsigned.getByText(rules).first()).toBeVisible()
  await expectAccessible(page)

  await page.goto(view(lewis))
  await expect(row(page, rules).getByText('Not signed')).toBeVisible()
  await expectAccessible(page)
  await row(page, rules)
    .getByRole('button', { name: `Sign ${rules}` })
    .click()
  // The sheet is handed over: nothing of the member shows but the first name.
  await expect(dialog(page).getByRole('heading', { name: 'Who signs for Lewis?' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('heading', { name: rules })).toBeFocused()
  await expect(dialog(page).getByText(/You sign for Lewis, as (Mother|Father)/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'I have read this and agree' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Type your name')
  await expect(dialog(page).getByLabel('Your name')).toBeFocused()
  await page.keyboard.type('Ann Sharp')
  const pad = dialog(page).getByRole('img', { name: 'No signature drawn' })
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(box.x + 40, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + 200, box.y + 40, { steps: 6 })
  await page.mouse.up()
  await expect(dialog(page).getByRole('img', { name: 'Drawn signature' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Your name').press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Thank you' })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Done' }).click()

  await expect(row(page, rules).getByText('Signed', { exact: true })).toBeVisible()
  await expect(
    row(page, rules).getByText(/Signed by Ann Sharp \((Mother|Father)\) on 12 May 2026, on screen/),
  ).toBeVisible()
  await row(page, rules).getByRole('button', { name: rules, exact: true }).click()
  await expect(dialog(page).getByText('Ann Sharp')).toBeVisible()
  await expect(dialog(page).getByText('Priya Raman')).toBeVisible()
  await expect(dialog(page).getByRole('img', { name: 'Drawn signature' })).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('body > div').last().getByRole('heading', { level: 1, name: rules })).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await dialog(page).getByRole('button', { name: 'Withdraw' }).click()
  await dialog(page).getByLabel('Why').fill('Signed by the wrong parent')
  await dialog(page).getByRole('button', { name: 'Withdraw signature' }).click()
  await expect(dialog(page).getByText(/by Priya Raman: Signed by the wrong parent/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(row(page, rules).getByText('Not signed')).toBeVisible()
  await page.getByText('Earlier (').click()
  await expect(page.getByText('withdrawn: Signed by the wrong parent')).toBeVisible()
})

test('a link is sent, and signed without an account on a phone; used once', { tag: '@journey' }, async ({
  page,
  browser,
}) => {
  await signIn(page, coach, view(lewis))
  await row(page, rules)
    .getByRole('button', { name: `More for ${rules}` })
    .click()
  await page.getByRole('menuitem', { name: 'Send link' }).click()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Send link' }).click()
  await expect(row(page, rules).getByText(/Link sent to \S+ on 12 May 2026, good until 26 May 2026/)).toBeVisible()

  const guardian = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const link = await newestLink(page)
  await guardian.goto(link)
  await expect(
    guardian.getByRole('heading', { level: 1, name: `Please read and sign for Lewis: ${rules}` }),
  ).toBeVisible()
  await expect(guardian.getByText('Sharp')).toHaveCount(0)
  await expectNoSidewaysScroll(guardian)
  for (const colorScheme of ['light', 'dark'] as const) {
    await guardian.emulateMedia({ colorScheme })
    await expectAccessible(guardian)
  }
  await guardian.getByLabel('I have read this and agree').check()
  await guardian.getByLabel('Your name').fill('Ann Sharp')
  await guardian.getByRole('button', { name: 'Sign and send' }).click()
  await expect(guardian.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await guardian.goto(link)
  await expect(guardian.getByRole('heading', { name: 'Thank you' })).toBeVisible()

  await page.reload()
  await expect(row(page, rules).getByText(/Signed by Ann Sharp \(\w+\) on 12 May 2026, by e-mail link/)).toBeVisible()
})

test('a new version asks again; a coach reads the settings and changes nothing', async ({ page, browser }) => {
  await signIn(page, admin, settings)
  await row(page, rules)
    .getByRole('button', { name: `Edit ${rules}` })
    .click()
  await dialog(page).getByLabel('Text that is signed').fill('Bow twice.')
  await dialog(page).getByRole('button', { name: 'Save draft' }).click()
  await row(page, rules)
    .getByRole('button', { name: `Publish ${rules}` })
    .click()
  await expect(dialog(page).getByText('everybody is asked to sign again')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(row(page, rules).getByText('In force, version 2')).toBeVisible()
  await page.goto(view(lewis))
  await expect(row(page, rules).getByText('New version to sign')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.goto(settings)
  await expect(row(page, rules)).toBeVisible()
  await expectNoSidewaysScroll(page)

  const other = await (await browser.newContext()).newPage()
  await signIn(other, coach, settings)
  await expect(row(other, rules)).toBeVisible()
  await expect(other.getByRole('button', { name: 'New document' })).toHaveCount(0)
  await expect(other.getByRole('button', { name: `Edit ${rules}` })).toHaveCount(0)
})

test('a licence that expires is a badge and a task; staff papers are kept by admins', async ({ page }) => {
  await signIn(page, admin, view(lewis))
  const licence = row(page, 'Insurance POL-9')
  await page.getByRole('button', { name: 'Add a certificate' }).click()
  await dialog(page).getByLabel('Kind').selectOption('Insurance')
  await dialog(page).getByLabel('Number').fill('POL-9')
  await dialog(page).getByLabel('Issued on', { exact: true }).fill('01/07/2026')
  await dialog(page).getByLabel('Expires on', { exact: true }).fill('30/06/2026')
  await dialog(page).getByRole('button', { name: 'Save certificate' }).click()
  await expect(dialog(page).getByText('Not before it was issued')).toBeVisible()
  await dialog(page).getByLabel('Issued on', { exact: true }).fill('01/07/2025')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save certificate' }).click()
  await expect(licence.getByText('Expires 30 Jun 2026')).toBeVisible()
  await expectAccessible(page)

  await page.goto(address(`/clubadmin/${harrogate}/users`))
  const callum = row(page, 'Callum Brierley')
  await callum.getByRole('button', { name: 'Add a certificate of Callum Brierley' }).click()
  await dialog(page).getByLabel('Kind').selectOption('Coaching')
  await dialog(page).getByLabel('Issued by').fill('Association <of> coaches')
  await dialog(page).getByLabel('Expires on', { exact: true }).fill('01/05/2026')
  await dialog(page).getByRole('button', { name: 'Save certificate' }).click()
  await expect(callum.getByText('Expired 1 May 2026')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

/** The link in the newest message of the sandbox's inbox that asks to sign. */
async function newestLink(page: Page): Promise<string> {
  let found = ''
  await expect
    .poll(async () => {
      const inbox = await (await page.request.get(address('/sandbox/mail'))).text()
      const [, message] = /href="([^"]*\/sandbox\/mail\/[^"]+)">Please sign for Lewis/.exec(inbox) ?? []
      if (!message) return ''
      const mail = await (await page.request.get(new URL(message, address()).href)).text()
      found = /href="(https?:[^"]*\/Papers\/Sign\?token=[^"]+)"/.exec(mail)?.[1]?.replaceAll('&#38;', '&') ?? ''
      return found
    })
    .not.toBe('')
  return found
}
