import { createHmac } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { address, coach, signIn, signInByForm } from './support/people.ts'
import { startAnother } from './support/start-honbu.ts'

const secret = 'a-secret-of-identity-verification'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const hashOf = (id: unknown) => createHmac('sha256', secret).update(String(id)).digest('hex')

/** What the page has asked for, anywhere. */
function listen(page: Page) {
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  return asked
}

test('without settings nothing of a chat is loaded, and no host of one is allowed', async ({ page }) => {
  const asked = listen(page)
  await signIn(page, coach)
  await page.getByRole('link', { name: 'Support', exact: true }).click()
  await expect(heading(page)).toHaveText('Support')
  await page.waitForLoadState('networkidle')
  expect(asked.filter(url => new URL(url).origin !== new URL(address()).origin)).toEqual([])
  expect(asked.filter(url => /support-chat|intercom|chatwoot|GetSupportChat/i.test(url))).toEqual([])
  const policy = (await page.request.get(address())).headers()['content-security-policy']
  expect(policy).not.toMatch(/intercom|chatwoot/)
})

test('Intercom is booted with who it is, told of each screen, and shut down at sign-out', async ({ page }) => {
  const honbu = await startAnother('intercom', {
    HONBU_INTERCOM_APP_ID: 'abcd1234',
    HONBU_INTERCOM_SECRET: secret,
    HONBU_INTERCOM_REGION: 'eu',
  })
  try {
    const heard: unknown[][] = []
    await page.exposeFunction('heard', (...call: unknown[]) => heard.push(call))
    const asked = listen(page)
    await page.route('https://widget.intercom.io/**', route =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `{
          const waiting = window.Intercom.q
          window.Intercom = (...call) => window.heard(...call)
          window.heard('boot', window.intercomSettings)
          for (const call of waiting) window.heard(...call)
        }`,
      }),
    )
    await signInByForm(page, coach, honbu.address('/dashboard'))
    await expect.poll(() => heard.at(0)).toBeTruthy()
    const [said, user] = heard.at(0) as [string, Record<string, unknown>]
    expect(said).toBe('boot')
    expect(user).toMatchObject({ app_id: 'abcd1234', api_base: 'https://api-iam.eu.intercom.io', email: coach })
    expect(user.user_hash).toBe(hashOf(user.user_id))
    expect(Number.isInteger(user.created_at)).toBe(true)
    expect(asked).toContain('https://widget.intercom.io/widget/abcd1234')
    const told = heard.length
    await page.getByRole('link', { name: 'All Members' }).click()
    await expect(heading(page)).toHaveText('All Members')
    await expect.poll(() => heard.slice(told).map(([call]) => call)).toContain('update')
    await page.getByRole('link', { name: 'Logout' }).click()
    await expect.poll(() => heard.map(([call]) => call)).toContain('shutdown')
    expect(JSON.stringify(heard)).not.toContain(secret)
  } finally {
    await honbu.stop()
  }
})

test('Chatwoot is told who it is, and forgets it at sign-out', async ({ page }) => {
  const honbu = await startAnother('chatwoot', {
    HONBU_CHATWOOT_URL: 'https://chat.example',
    HONBU_CHATWOOT_TOKEN: 'website-token',
    HONBU_CHATWOOT_SECRET: secret,
  })
  try {
    const heard: unknown[][] = []
    await page.exposeFunction('heard', (...call: unknown[]) => heard.push(call))
    await page.route('https://chat.example/packs/js/sdk.js', route =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.chatwootSDK = {
          run(settings) {
            window.heard('run', settings)
            window.$chatwoot = Object.fromEntries(
              ['setUser', 'setCustomAttributes', 'reset'].map(name => [name, (...call) => window.heard(name, ...call)]),
            )
            window.dispatchEvent(new Event('chatwoot:ready'))
          },
        }`,
      }),
    )
    await signInByForm(page, coach, honbu.address('/dashboard'))
    await expect.poll(() => heard.map(([call]) => call)).toContain('setUser')
    expect(heard[0]).toEqual(['run', { websiteToken: 'website-token', baseUrl: 'https://chat.example' }])
    const [, id, user] = heard.find(([call]) => call === 'setUser') as [string, string, Record<string, unknown>]
    expect(user).toMatchObject({ email: coach, identifier_hash: hashOf(id) })
    await page.getByRole('link', { name: 'Logout' }).click()
    await expect.poll(() => heard.map(([call]) => call)).toContain('reset')
  } finally {
    await honbu.stop()
  }
})
