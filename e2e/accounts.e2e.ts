import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from './support/accessibility.ts'
import { evening, setEvening } from './support/evening.ts'
import { expectWholeRegister } from './support/register.ts'
import { startAnother } from './support/start-honbu.ts'

/*
 * Two-factor sign-in, passkeys and sessions. They change how an account signs in, so they have a product of their own,
 * below a base path; its clock stands still, and each code of an app is that of another half minute.
 */

const password = 'take the register'
const admin = 'admin@demo.honbu.example'
const hq = 'hq@demo.honbu.example'
const coach = 'coach@demo.honbu.example'

let own: Awaited<ReturnType<typeof startAnother>>
test.beforeAll(async () => {
  own = await startAnother('accounts', { BASE_PATH: '/dojo' })
})
test.afterAll(() => own.stop())

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main', includeHidden: true })
const manage = (path = '') => own.address(`/Identity/Account/Manage${path}`)

async function logIn(page: Page, email: string, to = '/dashboard') {
  await setEvening(page)
  await page.goto(own.address(to))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

async function logOut(page: Page) {
  await page.goto(own.address('/dashboard'))
  await navigation(page).getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
}

const codeOf = (key: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: evening.getTime() + steps * 30_000 })

/** A passkey of the platform, as Windows Hello or Touch ID have them. */
async function platformPasskey(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  /** Whether somebody touches it as soon as it is asked. */
  return (enabled: boolean) => devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
}

test('a register opens below a base path, and logging out leads to the login page', async ({ page }) => {
  await logIn(page, admin)
  await expect(page).toHaveURL(own.address('/dashboard'))
  await page.locator('a[href*="/class-roster/"]').first().click()
  await expectWholeRegister(page)
  expect(new URL(page.url()).pathname).toMatch(/^\/dojo\/clubadmin\/classes-and-events\/class-roster\/\d+$/)
  await navigation(page).getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('two-factor sign-in is switched on, asked for, and got round by a recovery code once', {
  tag: '@journey',
}, async ({ page }) => {
  await logIn(page, coach)
  await expect(navigation(page)).toBeAttached()
  await page.goto(manage())
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Two-factor sign-in and recovery codes' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectAccessible(page)
  const key = (await page.locator('.key').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Switch on two-factor sign-in' }).click()
  await expect(page.getByRole('alert')).toContainText('This code is not right.')
  await page.getByLabel('Code from the app').fill(codeOf(key, -1))
  await page.getByRole('button', { name: 'Switch on two-factor sign-in' }).click()
  await expect(page.getByRole('heading', { name: 'Keep these recovery codes' })).toBeVisible()
  const codes = await page.locator('.codes code').allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectAccessible(page)

  await logOut(page)
  await logIn(page, coach, '/member/search')
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Code from the app').fill(codeOf(key, -1))
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('This code is not right.')
  await page.getByLabel('Code from the app').fill(codeOf(key, 0))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(own.address('/member/search'))
  await expect(navigation(page)).toBeAttached()

  await logOut(page)
  await logIn(page, coach)
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(navigation(page)).toBeAttached()
  await page.goto(manage('/TwoFactor'))
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Your password').last().fill(password)
  await page.getByRole('button', { name: 'Switch off two-factor sign-in' }).click()
  await expect(page.getByRole('status')).toContainText('Two-factor sign-in has been switched off.')
})

test('a passkey is added, logs in without a password, and is removed', async ({ page }) => {
  const touch = await platformPasskey(page)
  await logIn(page, hq)
  await expect(navigation(page)).toBeAttached()
  await page.goto(manage('/Passkeys'))
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name of the passkey').fill('Office laptop')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make the passkey' }).click()
  await expect(page.getByRole('status')).toContainText('The passkey has been added.')
  await expect(page.getByText('Office laptop')).toBeVisible()
  await expectAccessible(page)

  // The login page offers it by itself where the browser can; here the button is pressed.
  await touch(false)
  await logOut(page)
  await touch(true)
  await page.getByRole('button', { name: 'Use a passkey', exact: true }).click()
  await expect(navigation(page)).toBeAttached()
  await page.goto(manage('/Sessions'))
  await expect(page.getByText('with a passkey')).toBeVisible()

  await page.goto(manage('/Passkeys'))
  await page.getByRole('link', { name: 'Remove Office laptop' }).click()
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(page.getByRole('status')).toContainText('The passkey has been removed.')
  await expect(page.getByText('You have none yet.')).toBeVisible()
})

test('sessions are listed, and one that is ended is out at once', async ({ page, browser }) => {
  await logIn(page, coach)
  await expect(navigation(page)).toBeAttached()
  const elsewhere = await (await browser.newContext()).newPage()
  await logIn(elsewhere, coach)
  await expect(navigation(elsewhere)).toBeAttached()

  await page.goto(manage('/Sessions'))
  await expect(page.getByText('This one')).toHaveCount(1)
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /^Log out Chrome/ })
    .first()
    .click()
  await expect(page.getByRole('status')).toContainText('That browser has been logged out.')
  await elsewhere.goto(own.address('/member/search'))
  await expect(elsewhere.getByLabel('Email')).toBeVisible()
  await page.goto(own.address('/dashboard'))
  await expect(navigation(page)).toBeAttached()
})

test('a club asks its admins for two-factor sign-in', async ({ page }) => {
  await logIn(page, hq)
  await expect(navigation(page)).toBeAttached()
  await page.goto(own.address('/clubadmin/1/settings'))
  await page.getByRole('switch', { name: 'Admins need two-factor sign-in' }).click()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Set up two-factor sign-in for yourself first').first()).toBeVisible()

  await page.goto(manage('/TwoFactor'))
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
  const key = (await page.locator('.key').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code from the app').fill(codeOf(key, -1))
  await page.getByRole('button', { name: 'Switch on two-factor sign-in' }).click()
  await expect(page.getByRole('heading', { name: 'Keep these recovery codes' })).toBeVisible()
  await page.goto(own.address('/clubadmin/1/settings'))
  await page.getByRole('switch', { name: 'Admins need two-factor sign-in' }).click()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('The settings have been saved.')).toBeVisible()

  await logOut(page)
  await logIn(page, admin)
  await expect(page.getByRole('heading', { name: 'Two-factor sign-in is needed here' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Set up two-factor sign-in' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
  const adminKey = (await page.locator('.key').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code from the app').fill(codeOf(adminKey, 0))
  await page.getByRole('button', { name: 'Switch on two-factor sign-in' }).click()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Two-factor sign-in is needed here' })).toHaveCount(0)
  await expect(navigation(page).getByRole('list', { name: 'Your Clubs' }).getByRole('link')).not.toHaveCount(0)
})

test('a new password is weighed while it is typed, and the server has the last word', async ({ page }) => {
  await page.goto(own.address('/Identity/Account/Register'))
  await page.getByLabel('First name').fill('Maeve')
  await page.getByLabel('Last name').fill('Walsh')
  await page.getByLabel('Email').fill('maeve.walsh@mail.example')
  const password = page.getByLabel('Password')
  const strength = page.getByRole('status')
  await password.fill('short')
  await expect(strength).toHaveText('Too short: 10 characters or more')
  await password.fill('Password1!')
  await expect(strength).toContainText('It’s close to a password that many people use.')
  await password.fill('maevewalsh')
  await expect(strength).toContainText('are easy to guess')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toContainText('Your name, your email address and your club are easy to guess.')
  await password.fill('kettle otter violin')
  await expect(strength).toHaveText(/^(Good|Strong)$/)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
})
