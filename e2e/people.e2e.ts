import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts'
import { address, coach, hq, signIn } from './support/people.ts'

/** Of Harrogate: brother and sister with the same parents, a child with one guardian, and one with a mother. */
const [joseph, grace, arthur, lewis] = [87, 88, 81, 76]
const view = (id: number, tab = '') => address(`/clubadmin/club/member/view/${id}${tab}`)
const update = (id: number) => address(`/clubadmin/club/member/update/${id}`)
const dialog = (page: Page) => page.getByRole('dialog')
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A picture that is drawn in the browser. */
const picture = (page: Page) =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(900, 600)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#30508f'
    context.fillRect(0, 0, 900, 600)
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())]
  })

test('a person is changed; what is wrong stands beside it, and of two who edit both are offered', {
  tag: '@journey',
}, async ({ page, browser }) => {
  await signIn(page, coach, view(lewis))
  await page.getByRole('link', { name: 'Edit', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Update Lewis Sharp' })).toBeVisible()
  await expectAccessible(page)
  const save = page.getByRole('button', { name: 'Save person' })
  const person = page.getByRole('group', { name: 'Person' })
  await person.getByLabel('First name').fill('')
  await save.click()
  await expect(page.getByText('Give a first name')).toBeVisible()
  await expect(person.getByLabel('First name')).toBeFocused()
  await person.getByLabel('First name').fill('Lewis <b>O’Neil</b> 🥋')
  await person.getByLabel('Date of birth', { exact: true }).fill('13/05/2026')
  await page.getByLabel('Postcode').fill('nowhere')
  await save.click()
  await expect(page.getByText('Nobody is born on a day that is still to come')).toBeVisible()
  await expect(page.getByText('A postcode such as LS9 4QB, D02 AF30 or 75001')).toBeVisible()
  await person.getByLabel('Date of birth', { exact: true }).fill('29/02/2016')
  await page.getByLabel('Postcode').fill('hg12bb')
  await person.getByLabel('Gender', { exact: true }).selectOption('In own words…')
  await person.getByLabel('Gender in own words').fill('Two-spirit')
  await page.getByLabel('Mobile').fill('+44 (0)7700 900123 (after 5)')

  const other = await (await browser.newContext()).newPage()
  await signIn(other, hq, update(lewis))
  await other.getByLabel('Town').fill('Knaresborough')
  await other.getByRole('button', { name: 'Save person' }).click()
  await expect(other.getByText('Lewis Sharp is saved.')).toBeVisible()

  await save.click()
  // The other has changed another field: both changes are kept.
  await expect(page.getByText(/has changed other fields meanwhile\. We’ve kept both\./)).toBeVisible()
  await expect(page.getByText('Lewis <b>O’Neil</b> 🥋 Sharp is saved.')).toBeVisible()
  await expect(page.getByLabel('Town')).toHaveValue('Knaresborough')

  await other.goto(update(lewis))
  await other.getByLabel('Town').fill('Otley')
  await other.getByRole('button', { name: 'Save person' }).click()
  await expect(other.getByText('Lewis <b>O’Neil</b> 🥋 Sharp is saved.')).toBeVisible()
  await page.getByLabel('Town').fill('Ilkley')
  await save.click()
  await expect(page.getByRole('alert').filter({ hasText: 'has changed the same fields' })).toBeVisible()
  await expect(page.getByText(/has changed this to “Otley”\./)).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine and save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'has changed the same fields' })).toHaveCount(0)
  await expect(page.getByText('Lewis <b>O’Neil</b> 🥋 Sharp is saved.').last()).toBeVisible()
  await expect(page.getByLabel('Postcode')).toHaveValue('HG1 2BB')
  await page.goto(view(lewis))
  await expect(page.getByRole('heading', { level: 1, name: 'Lewis <b>O’Neil</b> 🥋 Sharp' })).toBeVisible()
  await expect(page.getByText('10 years old')).toBeVisible()
  await page.goto(update(lewis))
  await expect(person.getByLabel('Gender in own words')).toHaveValue('Two-spirit')

  // What isn’t saved yet is there when the page is opened again, and can be discarded.
  await person.getByLabel('Last name').fill('Half ty')
  await page.goto(view(lewis))
  await page.goto(update(lewis))
  await expect(person.getByLabel('Last name')).toHaveValue('Half ty')
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(person.getByLabel('Last name')).toHaveValue('Sharp')
})

test('a photo is chosen, taken by the camera, and removed', async ({ page }) => {
  await signIn(page, coach, update(grace))
  const bytes = await picture(page)
  await page
    .getByLabel('Picture of the member')
    .setInputFiles({ name: 'grace.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) })
  const crop = page.getByRole('dialog', { name: 'Choose the part for the photo' })
  await crop.getByRole('button', { name: 'Use this part' }).click()
  await expect(page.getByText('The photo is saved.')).toBeVisible()
  const photo = section(page, 'Photo').locator('img[src*="files/photo"]')
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
  const first = await photo.getAttribute('src')

  // Without leave to use it there is another way.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Take a photo' }).click()
  await expect(dialog(page)).toContainText('The browser does not let this page use the camera.')
  const chooser = page.waitForEvent('filechooser')
  await dialog(page).getByRole('button', { name: 'Use a picture instead' }).click()
  await chooser
  await expect(dialog(page)).toHaveCount(0)

  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: 640, height: 480 })
      const context = canvas.getContext('2d')
      setInterval(() => context?.fillRect(0, 0, 640, 480), 50)
      return Promise.resolve(canvas.captureStream())
    }
  })
  await page.getByRole('button', { name: 'Take a photo' }).click()
  await page.getByRole('button', { name: 'Take the photo' }).click()
  await crop.getByRole('button', { name: 'Use this part' }).click()
  await expect(photo).not.toHaveAttribute('src', first ?? '')
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await dialog(page).getByRole('button', { name: 'Remove photo' }).click()
  await expect(photo).toHaveCount(0)
})

test('contacts by the keyboard alone: added, shared by brother and sister, put in order', { tag: '@journey' }, async ({
  page,
}) => {
  await signIn(page, coach, view(joseph, '/contacts'))
  const contacts = section(page, 'Contacts').getByRole('list').first().locator(':scope > li')
  await expect(contacts).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add a contact' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Add a contact of Joseph Kershaw')
  await expect(dialog(page).getByLabel('Relationship')).toBeFocused()
  await page.keyboard.type('Grandm')
  for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
  await expect(dialog(page).getByLabel('First name')).toBeFocused()
  await page.keyboard.type('Edna')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Kershaw')
  await dialog(page).getByLabel('Mobile').focus()
  await page.keyboard.type('07700 900777 / ask for Edna')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Edna Kershaw is a contact now.')).toBeVisible()
  await expect(contacts).toHaveCount(3)
  const edna = page.getByRole('listitem', { name: 'Edna Kershaw' }).first()
  await expect(edna).toContainText('Grandmother')
  await expect(edna.getByRole('link', { name: '07700 900777 / ask for Edna' })).toHaveAttribute(
    'href',
    'tel:07700900777',
  )
  await page.getByRole('button', { name: 'Call Edna Kershaw earlier' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Edna Kershaw is number 2 of 3 now.' })).toBeAttached()
  await expect(contacts.nth(1)).toContainText('Edna')

  // Her brother’s grandmother is offered to Grace, and stays one person.
  await page.goto(view(grace, '/contacts'))
  await page.getByRole('button', { name: 'Add a contact' }).click()
  await dialog(page)
    .getByRole('radio', { name: /Edna Kershaw/ })
    .check()
  await expect(dialog(page).getByText('also a contact of Joseph Kershaw')).toBeVisible()
  await expect(dialog(page).getByLabel('First name')).toHaveValue('Edna')
  await expectAccessible(page)
  await dialog(page).getByLabel('E-mail').fill('edna@mail.example')
  await dialog(page).getByRole('button', { name: 'Add contact' }).click()
  await expect(page.getByRole('listitem', { name: 'Edna Kershaw' }).first()).toContainText(
    'Also a contact of Joseph Kershaw',
  )
  await page.goto(view(joseph, '/contacts'))
  await expect(edna).toContainText('edna@mail.example')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('a child keeps a guardian', async ({ page }) => {
  await signIn(page, coach, view(arthur, '/contacts'))
  await page.getByRole('button', { name: 'Edit Martin Metcalfe' }).click()
  await dialog(page).getByRole('switch', { name: 'Guardian' }).setChecked(false, { force: true })
  await dialog(page).getByRole('button', { name: 'Save contact' }).click()
  await expect(dialog(page)).toContainText('Arthur Metcalfe is under 18 and needs a guardian')
  await dialog(page).getByRole('button', { name: 'Delete contact' }).click()
  await dialog(page).last().getByRole('button', { name: 'Delete contact' }).click()
  await expect(dialog(page).last()).toContainText('Arthur Metcalfe is under 18 and needs a guardian')
})

test('members are linked: offered, found by name, seen from the other side, taken apart', async ({ page }) => {
  await signIn(page, coach, view(joseph, '/linked'))
  const offered = section(page, 'Of the same family?')
  await expect(offered).toContainText('Grace Kershaw')
  await expectAccessible(page)
  await offered.getByRole('button', { name: 'Link Grace Kershaw' }).click()
  await expect(dialog(page).getByLabel('Relationship')).toHaveValue('Sibling')
  await dialog(page).getByRole('textbox', { name: 'Linked since' }).fill('1/2/2026')
  await dialog(page).getByRole('button', { name: 'Save link' }).click()
  await expect(page.getByRole('listitem', { name: 'Grace Kershaw' })).toContainText('Linked since 01/02/2026')

  await page.getByRole('button', { name: 'Link a member' }).click()
  await section(page, 'Linked members').getByPlaceholder('Member Search').fill('arthur metcalfe')
  await page.getByRole('option', { name: /Arthur Metcalfe/ }).click()
  await dialog(page).getByRole('button', { name: 'Save link' }).click()
  await expect(dialog(page)).toContainText('Say how they belong together')
  await dialog(page).getByLabel('Relationship').selectOption('Child')
  await dialog(page).getByRole('button', { name: 'Save link' }).click()
  const linked = page.getByRole('listitem', { name: 'Arthur Metcalfe' })
  await expect(linked).toContainText('Child')
  await linked.getByRole('link', { name: 'Arthur Metcalfe' }).click()
  await page.getByRole('navigation', { name: 'Member' }).getByRole('link', { name: 'Linked' }).click()
  const back = page.getByRole('listitem', { name: 'Joseph Kershaw' })
  await expect(back).toContainText('Parent')
  await back.getByRole('button', { name: 'Edit the link with Joseph Kershaw' }).click()
  await dialog(page).getByRole('button', { name: 'Delete link' }).click()
  await dialog(page).last().getByRole('button', { name: 'Delete link' }).click()
  await expect(page.getByText('Not linked with anybody yet.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('consent is written down with when, how, by whom and the text, and its history stays', async ({ page }) => {
  await signIn(page, coach, update(arthur))
  const consent = section(page, 'Consent')
  await consent.getByRole('button', { name: 'Record consent of Arthur Metcalfe' }).click()
  await dialog(page).getByRole('button', { name: 'Save consent' }).click()
  await expect(dialog(page)).toContainText('Choose at least one')
  const answer = (kind: RegExp, text: string) =>
    dialog(page).getByRole('group', { name: kind }).getByLabel(text).check()
  await answer(/^App/, 'Agrees')
  await answer(/^SMS/, 'Does not agree')
  await expect(dialog(page).getByLabel('The text that was shown')).toHaveValue(/by text message\.\n.* in its app\.$/)
  await expect(dialog(page).getByLabel('By', { exact: true }).locator('option:checked')).toHaveText(/Martin Metcalfe/)
  await dialog(page).getByLabel('How', { exact: true }).selectOption('On screen')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save consent' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const ofArthur = consent.getByRole('listitem', { name: 'Arthur Metcalfe' })
  await expect(ofArthur.locator('dl > div').filter({ hasText: 'App' })).toContainText('Yeson screen, 12/05/2026')
  await expect(ofArthur.locator('dl > div').filter({ hasText: 'SMS' })).toContainText('No')
  await consent.getByText(/^History/).click()
  await expect(consent).toContainText('given by Martin Metcalfe, written down by')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
