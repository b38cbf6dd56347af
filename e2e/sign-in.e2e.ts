import { expect, type Page, test } from '@playwright/test'
import { address, coach, password, signInByForm } from './support/people.ts'

test('a visitor is asked to sign in and comes back to where he wanted to go', { tag: '@journey' }, async ({ page }) => {
  const wanted = address('/clubadmin/2/club-schedule?day=2026-05-14')
  await signInByForm(page, coach, wanted)
  await expect(page).toHaveURL(wanted)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a wrong password and a wrong e-mail are answered alike', async ({ page }) => {
  const answers: string[] = []
  for (const email of [coach, 'nobody@demo.honbu.example']) {
    await page.goto(address('/dashboard'))
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Log in' }).click()
    answers.push(await page.getByRole('alert').innerText())
  }
  expect(answers[0]).toBeTruthy()
  expect(answers[1]).toBe(answers[0])
})

test('the description of the API is for people who are logged in', async ({ page }) => {
  await page.goto(address('/api/docs'))
  await page.getByLabel('Email').fill(coach)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Club management for martial-arts and fitness clubs.')).toBeVisible()
})

test('a second tab is signed in silently', async ({ page, context }) => {
  await signInByForm(page, coach)
  const second = await context.newPage()
  await second.goto(address('/dashboard'))
  await expect(second.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(second).toHaveURL(address('/dashboard'))
})

test('signing out ends the session here and in other tabs', { tag: '@journey' }, async ({ page, context }) => {
  await signInByForm(page, coach)
  const second = await context.newPage()
  await second.goto(address('/dashboard'))
  await expect(second.getByRole('navigation', { name: 'Main' })).toBeVisible()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(second.getByLabel('Email')).toBeVisible()
  expect(await storedUser(second)).toBeNull()
})

test('a logout that did not start in the app is refused', async ({ page }) => {
  await signInByForm(page, coach)
  await page.goto(address('/authentication/logout'))
  await expect(page.getByText('The logout was not initiated from within the page.')).toBeVisible()
})

test('a return address of another origin is an error', async ({ page }) => {
  await page.goto(address('/authentication/login?returnUrl=https://evil.example/'))
  await expect(
    page.getByText('Invalid return url. The return url needs to have the same origin as the current page.'),
  ).toBeVisible()
})

test('an access token about to expire is renewed silently', async ({ page }) => {
  await signInByForm(page, coach)
  const before = await storedUser(page)
  // The client renews a minute before the end: let the end be a minute and a second away.
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage))
      if (key.startsWith('Honbu.Web') && value.includes('access_token'))
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expires_at: Date.now() / 1000 + 61 }))
  })
  await page.reload()
  await expect.poll(async () => (await storedUser(page))?.access_token).not.toBe(before?.access_token)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('a sidebar that cannot be loaded leads to the login after five attempts', async ({ page }) => {
  await signInByForm(page, coach)
  let attempts = 0
  let login = ''
  await page.route('**/api/club/GetSidebarConfig', route => {
    attempts++
    return route.fulfill({ status: 500, json: {} })
  })
  page.on('framenavigated', frame => {
    if (!login && frame === page.mainFrame() && frame.url().includes('/authentication/login')) login = `${attempts}`
  })
  await page.reload()
  await expect.poll(() => login).toBe('5')
})

test('a sidebar that still cannot be loaded ends at the login, which says why', async ({ page }) => {
  await signInByForm(page, coach)
  let isBroken = true
  let logins = 0
  await page.route('**/api/club/GetSidebarConfig', route =>
    isBroken ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  page.on('framenavigated', frame => {
    if (frame === page.mainFrame() && frame.url().includes('/authentication/login?')) logins++
  })
  await page.reload()
  const why = page.getByRole('heading', { name: 'We couldn’t load your clubs.' })
  await expect(why).toBeVisible({ timeout: 20_000 })
  expect(logins).toBe(2)
  isBroken = false
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard', exact: true }),
  ).toBeVisible()
})

test('a list of clubs that is refused starts a sign-in once only', async ({ page }) => {
  await signInByForm(page, coach)
  let logins = 0
  let refused = 0
  await page.route('**/api/club/GetClubList', route => {
    refused++
    return route.fulfill({ status: 401, json: {} })
  })
  page.on('request', request => {
    if (request.isNavigationRequest() && request.url().includes('/authentication/login?')) logins++
  })
  await page.goto(address('/member/search'))
  await expect.poll(() => refused).toBeGreaterThan(1)
  await expect(page.getByRole('heading', { level: 1, name: 'All Members' })).toBeVisible()
  // However late it is refused again.
  await page.clock.fastForward('02:00')
  await page.goto(address('/reporting/management'))
  await expect.poll(() => refused).toBeGreaterThan(2)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(logins).toBe(1)
})

test('a screen that cannot be loaded says so and offers a reload', async ({ page }) => {
  await signInByForm(page, coach)
  await page.route('**/assets/ClubSchedule*.js', route => route.abort())
  await page.route('**/assets/ClubAdmin*.js', route => route.abort())
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /schedule|club/i })
    .first()
    .isVisible()
  await page.locator('a[href$="/clubadmin/2/club-schedule"]').first().click()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('an account is made, confirmed by e-mail, and signs in', async ({ page }) => {
  await page.goto(address('/Identity/Account/Register'))
  await page.getByLabel('First name').fill('Zoë')
  await page.getByLabel('Last name').fill("O'Brien")
  await page.getByLabel('Email').fill('zoe@mail.example')
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Password')).toHaveCount(0)

  const mail = page.getByRole('row', { name: /zoe@mail\.example/ }).getByRole('link')
  await expect(async () => {
    await page.goto(address('/sandbox/mail'))
    await expect(mail).toBeVisible({ timeout: 500 })
  }).toPass()
  await mail.click()
  await page.getByRole('link', { name: /ConfirmEmail/ }).click()
  await page.getByLabel('Password').fill('a long enough password')
  await page.getByRole('button').click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByText("Zoë O'Brien").or(page.getByLabel("Your account, Zoë O'Brien"))).toBeAttached()
})

async function storedUser(page: Page): Promise<{ access_token: string } | null> {
  return await page.evaluate(() => {
    const stored = Object.entries(localStorage).find(
      ([key, value]) => key.startsWith('Honbu.Web') && value.includes('access_token'),
    )
    return stored ? JSON.parse(stored[1]) : null
  })
}
