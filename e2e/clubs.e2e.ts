import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { setEvening } from './support/evening.ts'
import { address, admin, coach, hq, signIn } from './support/people.ts'

/** Harrogate: the coach's and the admin's club. */
const club = 2

/** A picture of the width and height given, drawn in the browser. */
const picture = (page: Page) =>
  page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 900
    canvas.height = 600
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#30508f'
    context.fillRect(0, 0, 900, 600)
    context.fillStyle = '#f0c063'
    context.fillRect(300, 150, 300, 300)
    const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/png'))
    return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))]
  })

test('a club is made with a logo, and whoever makes it is its owner and admin', { tag: '@journey' }, async ({
  page,
}) => {
  await signIn(page, admin)
  await page.getByRole('link', { name: 'New Club' }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'New club' })
  await expect(heading).toBeVisible()
  // A field that is only left isn't wrong yet, so nothing moves under the pointer.
  await page.getByLabel('Name').focus()
  await heading.click()
  await expect(page.getByLabel('Name')).not.toBeFocused()
  await expect(page.getByText('Give the club a name')).toHaveCount(0)
  await page.getByRole('button', { name: 'Create club' }).click()
  await expect(page.getByText('Give the club a name')).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Name').fill('Kita Dojo')
  await expect(page.getByLabel('Latitude')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add details' }).click()
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue('KD')
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('KITA')
  await expect(page.getByLabel('Type').locator('option:checked')).toHaveText('Standard')
  await page.getByLabel('Date opened', { exact: true }).fill('5/11/2024')
  await page.getByLabel('E-mail').fill('kita@demo.honbu.example')
  await page.getByLabel('Postcode').fill('LS9')
  await page.getByLabel('Latitude').fill('53.797')
  await page.getByLabel('Longitude').fill('-1.527')
  await expect(page.getByRole('link', { name: 'See it on the map' })).toHaveAttribute(
    'href',
    /mlat=53\.797&mlon=-1\.527/,
  )
  await page.getByRole('button', { name: 'Create club' }).click()
  await expect(page.getByText('A postcode such as LS9 4QB, D02 AF30 or 75001')).toBeVisible()
  await page.getByLabel('Postcode').fill('ls94qb')

  const bytes = await picture(page)
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(bytes) }
  await page.getByLabel('Picture for the logo').setInputFiles(file)
  const dialog = page.getByRole('dialog', { name: 'Choose the part for the logo' })
  await expect(dialog.getByRole('button', { name: 'Use this part' })).toBeEnabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use this part' }).click()
  await expect(page.getByAltText('The logo as it will be')).toBeVisible()

  await page.getByRole('button', { name: 'Create club' }).click()
  await expect(page).toHaveURL(/\/clubadmin\/\d+\/details$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Kita Dojo' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Priya Raman' })).toHaveCount(2)
  await expect(page.getByRole('definition').filter({ hasText: 'LS9 4QB' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Set-up guide' })).toBeVisible()
  const logo = page.getByAltText('Logo of Kita Dojo')
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
  const answer = await page.request.get(new URL((await logo.getAttribute('src')) ?? '', address()).href)
  expect(answer.headers()['content-type']).toBe('image/png')
  expect(answer.headers()['cache-control']).toContain('immutable')
  await expectAccessible(page)
  // The sidebar knows the new club too.
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Kita Dojo' })).toBeVisible()
})

test('details are changed, kept on leaving, and a club cannot become part of itself', async ({ page }) => {
  await signIn(page, hq, address('/clubadmin/1/details/update'))
  await expect(page.getByLabel('Name')).toHaveValue('Shirokawa Martial Arts')
  // Nothing below the head office is offered.
  await expect(page.getByLabel('Part of').getByRole('option')).toHaveText(['No other club'])
  await page.getByLabel('Name').fill('Shirokawa')
  const kept = page.waitForResponse(answer => answer.url().endsWith('/SaveFormDraft') && answer.ok())
  await page.getByRole('link', { name: 'Cancel' }).click()
  await kept
  await page.getByRole('link', { name: 'Edit details' }).click()
  await expect(page.getByText('You hadn’t saved this.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Shirokawa')
  await page.getByLabel('Name').fill('Shirokawa Martial Arts')
  await page.getByLabel('Phone').fill('0113 496 0199')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(page.getByRole('definition').filter({ hasText: '0113 496 0199' })).toBeVisible()
})

test('a coach sees the details and no way to change them', async ({ page }) => {
  await signIn(page, coach, address(`/clubadmin/${club}/details`))
  await expect(page.getByRole('definition').filter({ hasText: 'Graham Ellwood' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit details' })).toHaveCount(0)
  await page.goto(address(`/clubadmin/${club}/details/update`))
  await expect(page.getByText('You can’t change this club’s details')).toBeVisible()
})

test('the settings of a club are saved', async ({ page }) => {
  await signIn(page, admin, address(`/clubadmin/${club}/settings`))
  const zone = page.getByLabel('Time zone')
  await zone.selectOption('Europe/Dublin')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('The settings have been saved.')).toBeVisible()
  await page.reload()
  await expect(zone.locator('option:checked')).toHaveText('Europe/Dublin')
  await zone.selectOption('Europe/London')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('The settings have been saved.')).toBeVisible()
  await expectAccessible(page)
})

test('the users of a club: the address keeps sort and tab, and one is edited', async ({ page }) => {
  await signIn(page, admin, address(`/clubadmin/${club}/users`))
  const names = page.locator('table[aria-label="Users"] tbody tr')
  await expect(names).toHaveCount(4)
  await page.getByText('Show who has left').click()
  await expect(names).toHaveCount(5)
  await expect(page.getByText('Has left', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sort=fullName-asc/)
  await expectAccessible(page)
  await page.reload()
  await expect(names).toHaveCount(5)
  await page.getByRole('link', { name: 'Jodie Firth' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit users' })).toBeVisible()
  await expect(page).toHaveURL(/\/users\/edit\?user=\d+$/)
  await page.getByLabel('Reception').check()
  await page.getByRole('button', { name: 'Save user' }).click()
  await expect(page.getByText('Jodie Firth has been saved.')).toBeVisible()
  await expect(page.getByRole('link', { name: /Jodie Firth/ })).toContainText('Assistant, Reception')
  await expectAccessible(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/users\?.*sort=fullName-asc/)
})

test('nobody takes their own admin access away, or puts a day on the owner', async ({ page }) => {
  await signIn(page, hq, address('/clubadmin/1/users/edit'))
  await page.getByRole('link', { name: /Marcus Thwaite/ }).click()
  await expect(page.getByText(/owner and admin always are/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove now' }).click()
  await expect(page.getByText(/Marcus Thwaite is the club's admin\. Choose another one/)).toBeVisible()
})

test('someone is invited, makes an account by the link, and is in', { tag: '@journey' }, async ({ page, browser }) => {
  await signIn(page, admin, address(`/clubadmin/${club}/users`))
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByLabel('First name').fill('Yuna')
  await dialog.getByLabel('Last name').fill('Mori')
  await dialog.getByLabel('Email').fill('yuna@demo.honbu.example')
  await dialog.getByLabel('Instructor').check()
  await expect(dialog.getByText('They can’t handle money.')).toBeVisible()
  await expect(dialog.getByLabel('Owner')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('We’re sending Yuna an invitation at yuna@demo.honbu.example.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'yuna@demo.honbu.example' })).toContainText('Yuna Mori')
  await page.goto(address(`/clubadmin/${club}/classes-and-events/create`))
  await expect(page.getByLabel('Yuna Mori (invited)')).toBeVisible()
  await page.goto(address(`/clubadmin/${club}/users`))

  const link = await invitationLink(page, 'yuna@demo.honbu.example')
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London' })
  const visitor = await context.newPage()
  await setEvening(visitor)
  await visitor.goto(link)
  await expect(visitor.getByText('Priya Raman has invited Yuna Mori (yuna@demo.honbu.example)')).toBeVisible()
  await expectAccessible(visitor)
  await expect(visitor.getByLabel('First name')).toHaveValue('Yuna')
  await visitor.getByLabel('Password').fill('open the dojo door')
  await visitor.getByRole('button', { name: 'Create account and join' }).click()
  await expect(
    visitor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shirokawa Harrogate' }),
  ).toBeVisible()
  await context.close()

  await page.reload()
  await expect(page.getByRole('link', { name: 'Yuna Mori' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'yuna@demo.honbu.example' })).toHaveCount(0)
})

test('an invitation from head office says which clubs it opens, and each club who sees it', async ({
  page,
  browser,
}) => {
  await signIn(page, hq, address('/clubadmin/1/users'))
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await dialog.getByLabel('First name').fill('Rhys')
  await dialog.getByLabel('Email').fill('region@demo.honbu.example')
  await dialog.getByLabel('Clubs below', { exact: true }).selectOption('Some clubs below')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('Choose at least one club.')).toBeVisible()
  await dialog
    .getByRole('group', { name: /Open clubs/ })
    .getByLabel('Shirokawa Harrogate')
    .check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'region@demo.honbu.example' })).toContainText(
    'and Shirokawa Harrogate',
  )

  const link = await invitationLink(page, 'region@demo.honbu.example')
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London' })
  const visitor = await context.newPage()
  await setEvening(visitor)
  await visitor.goto(link)
  await expect(visitor.getByText(/You can see members.* The same goes for 1 club below Shirokawa/)).toBeVisible()
  await visitor.getByLabel('Last name').fill('Gion')
  await visitor.getByLabel('Password').fill('open the dojo door')
  await visitor.getByRole('button', { name: 'Create account and join' }).click()
  const menu = visitor.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Shirokawa Harrogate' })).toBeVisible()
  await expect(menu.getByRole('link', { name: /^Shirokawa/ })).toHaveCount(2)

  await page.goto(address(`/clubadmin/${club}/users`))
  const above = page.getByRole('region', { name: 'Access from clubs above' })
  await expect(above.getByRole('listitem').filter({ hasText: 'Rhys Gion' })).toContainText('Sees members and classes')
  await expectAccessible(page)
  await page.goto(address('/clubadmin/1/users/edit'))
  await page.getByRole('link', { name: /Rhys Gion/ }).click()
  await page.getByLabel('Clubs below', { exact: true }).selectOption('This club only')
  await page.getByRole('button', { name: 'Save user' }).click()
  await expect(page.getByText('Rhys Gion has been saved.')).toBeVisible()
  await page.goto(address(`/clubadmin/${club}/users`))
  await expect(above).not.toContainText('Rhys Gion')

  await page.goto(address('/clubadmin/1/users/edit'))
  await page.getByRole('link', { name: /Rhys Gion/ }).click()
  await page.getByLabel('Reports of every club below').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save user' }).click()
  await expect(page.getByText('Rhys Gion has been saved.')).toBeVisible()
  await page.goto(address(`/clubadmin/${club}/users`))
  await expect(above.getByRole('listitem').filter({ hasText: 'Rhys Gion' })).toContainText('Sees reports only')

  await visitor.goto(address(`/reporting/members?clubs=${club}`))
  await expect(
    visitor.getByText('You see only the figures of this club, so names and lists are left out.'),
  ).toBeVisible()
  await expect(visitor.getByRole('list', { name: 'Figures' }).getByRole('listitem').first()).toBeVisible()
  await expect(visitor.getByRole('list', { name: 'Figures' }).getByRole('link')).toHaveCount(0)
  await expect(visitor.getByRole('table').getByRole('link')).toHaveCount(0)
  await expectAccessible(visitor)
  await visitor.goto(address(`/reporting/members?clubs=${club}&list=active`))
  await expect(visitor.getByText(/Not authorised!/).first()).toBeVisible()
  await expect(menu.getByRole('link', { name: /^Shirokawa/ })).toHaveCount(1)
  await context.close()
})

test('someone with an account is asked on the dashboard, and joins', async ({ page, browser }) => {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London' })
  const other = await context.newPage()
  await signIn(other, 'other@demo.honbu.example', address('/clubadmin/8/users'))
  await other.getByRole('button', { name: 'Invite someone' }).click()
  await other.getByRole('dialog').getByLabel('First name').fill('Callum')
  await other.getByRole('dialog').getByLabel('Email').fill(coach)
  await other.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click()
  await expect(other.getByText(`We’re sending Callum an invitation at ${coach}.`)).toBeVisible()
  await context.close()

  await signIn(page, coach)
  const invitation = page.getByRole('region', { name: 'Invitation of Ouseburn Judo Club' })
  await expect(invitation).toContainText('Malcolm Reay invites you to work in Ouseburn Judo Club')
  await expectAccessible(page)
  await invitation.getByRole('button', { name: 'Decline' }).click()
  await expect(invitation).toHaveCount(0)
})

/** From the newest message to this address: a letter about somebody's sign-in may come after it. */
async function invitationLink(page: Page, to: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const inbox = await (await page.request.get(address(`/sandbox/mail?q=${encodeURIComponent(to)}`))).text()
      const [, message] = /href="([^"]*\/sandbox\/mail\/[^"]+)"/.exec(inbox) ?? []
      if (!message) return ''
      const text = await (await page.request.get(new URL(message, address()).href)).text()
      link = /https?:\/\/[^\s"<]*\/Invitation\?token=[\w-]+/.exec(text)?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}

test('an address without its last part leads to the screen', async ({ page }) => {
  await signIn(page, admin, address('/clubadmin/2'))
  for (const [from, to] of [
    ['/clubadmin/2', /\/clubadmin\/2\/club-schedule$/],
    ['/messaging', /\/messaging\/sent-items$/],
    ['/reporting', /\/reporting\/management/],
    ['/activity', /\/activity\/all/],
    ['/tasks', /\/tasks\/member-task-list\/0/],
    ['/training-plans', /\/training-plans\/\d+$/],
    ['/settings/member-categories', /\/settings\/member-categories\/\d+$/],
  ] as const) {
    await page.goto(address(from))
    await expect(page).toHaveURL(to)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('a user’s page says in which clubs they work, and with which roles', async ({ page }) => {
  await signIn(page, hq, address('/clubadmin/2/users/edit'))
  await page.getByRole('link', { name: /Graham Ellwood/ }).click()
  const places = page.getByRole('region', { name: 'Clubs and roles' })
  await expect(places.getByRole('listitem').filter({ hasText: 'Shirokawa Harrogate' })).toContainText('Admin')
  await page.route('**/api/club/GetUserClubs/*', route => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(places.getByText('We couldn’t load their clubs.')).toBeVisible()
})
