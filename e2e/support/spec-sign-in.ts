import { expect, type Page, test } from '@playwright/test'
import { setEvening, setEveningThatPasses } from './evening.ts'
import { address, admin, hq, password, signIn, signInByForm } from './people.ts'
import { follow, heading, holdProvider, openPage, sidebar } from './spec-pages.ts'
import { inTest, states } from './spec-statements.ts'

const rules = (words: string) => inTest('web/src/app/sign-in/rules.test.ts', words)
const journey = (words: string) => inTest('e2e/sign-in.e2e.ts', words)
const authentication = (action: string, query: Record<string, string> = {}) =>
  `${address(`/authentication/${action}`)}?${new URLSearchParams(query)}`
const notThere = 'The logout was not initiated from within the page.'

/** @param waiting a visitor without a session, whose browser waits for the client of the identity provider */
export function signInStatements(waiting: () => Page): void {
  test.describe('authentication pages (sections 2, 4 and 8)', () => {
    let page: Page

    test.beforeAll(async ({ browser }) => {
      page = await openPage(browser)
      await setEvening(page)
    })
    test.afterAll(() => page.context().close())
    test.afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

    for (const [action, text] of [
      ['login', 'Processing login'],
      ['login-callback', 'Processing login callback'],
      ['logout-callback', 'Processing logout callback'],
    ] as const)
      states(2, `${action} says ${text}, without a sidebar`, async () => {
        await follow(waiting(), `/authentication/${action}`)
        await expect(heading(waiting())).toHaveText(text)
        await expect(sidebar(waiting())).toHaveCount(0)
      })
    states(2, 'logout says Processing logout, and began with a state that marks it as local', async () => {
      const leaving = await openPage(page.context().browser())
      await holdProvider(leaving)
      await signIn(leaving, hq)
      await sidebar(leaving).getByRole('link', { name: 'Logout' }).click()
      await expect(leaving).toHaveURL(address('/authentication/logout'))
      expect(await leaving.evaluate(() => history.state.local)).toBe(true)
      await expect(heading(leaving)).toHaveText('Processing logout')
      await leaving.context().close()
    })

    states(2, 'without a return url a login leads to the dashboard, and opens no window', async () => {
      await signInByForm(page, admin, authentication('login'))
      await expect(page).toHaveURL(address('/dashboard'))
      expect(page.context().pages()).toHaveLength(1)
    })
    for (const [given, landing] of [
      ['/', '/dashboard'],
      ['/help?a=b', '/help?a=b'],
    ] as const)
      states(
        4,
        `who is signed in goes from the login to ${landing} silently, for a return url of ${given}`,
        async () => {
          await ensureSignedIn(page)
          const shown: string[] = []
          const note = () => shown.push(new URL(page.url()).pathname)
          page.on('framenavigated', note)
          await page.goto(authentication('login', { returnUrl: new URL(address(given)).href }))
          await expect(page).toHaveURL(address(landing))
          page.off('framenavigated', note)
          expect(shown.filter(path => path.includes('/Identity/'))).toEqual([])
        },
      )
    states(4, 'the silent sign-in comes first', journey('a second tab is signed in silently'))
    states(
      4,
      'a redirect comes second',
      journey('a visitor is asked to sign in and comes back to where he wanted to go'),
    )
    states(4, 'a callback goes to the saved return url', rules('what was saved comes before the query'))
    states(
      4,
      'a session that ended elsewhere is removed',
      journey('signing out ends the session here and in other tabs'),
    )
    states(4, 'tokens are renewed silently', journey('an access token about to expire is renewed silently'))
    states(8, 'a sign-in that fails says so', async () => {
      await page.context().clearCookies()
      await page.route('**/.well-known/openid-configuration', route => route.fulfill({ status: 500, json: {} }))
      await page.goto(authentication('login'))
      await expect(heading(page)).toHaveText('There was an error signing in.')
    })
    states(8, 'a callback that fails says so', async () => {
      await page.goto(authentication('login-callback', { error: 'access_denied', state: 'unknown' }))
      await expect(heading(page)).toHaveText('There was an error signing in.')
    })
    states(8, 'login-failed shows its message', async () => {
      await page.goto(authentication('login-failed', { message: 'The account is locked.' }))
      await expect(heading(page)).toHaveText('The account is locked.')
      await page.goto(authentication('login-failed'))
      await expect(heading(page)).toHaveText('There was an error signing in.')
    })
    states(8, 'a closed popup is said', rules('The user closed the window.'))
    states(8, 'settings that do not load are an error', async () => {
      await page.route('**/_configuration/**', route => route.fulfill({ status: 500, json: {} }))
      await page.goto(authentication('login'))
      await expect(page.getByRole('alert')).toContainText("Could not load settings for 'Honbu.Web'")
    })
    states(5, 'a return url of another origin is an error', journey('a return address of another origin is an error'))
    states(
      5,
      'a return url must start with the origin',
      rules('Invalid return url. The return url needs to have the same'),
    )
    states(5, 'only the origin becomes the dashboard', rules('only the origin, becomes the dashboard'))
    states(5, 'an unknown action is an error', async () => {
      await follow(waiting(), '/authentication/elsewhere')
      await expect(waiting().getByRole('alert')).toContainText("Invalid action 'elsewhere'")
    })
    states(4, 'a logout from elsewhere is refused', async () => {
      await follow(waiting(), '/authentication/logout')
      await expect(heading(waiting())).toHaveText(notThere)
    })
    states(4, 'a logout from elsewhere is refused for who is signed in', journey(notThere))
    states(4, 'a local logout of who is not signed in succeeds', async () => {
      await follow(waiting(), '/authentication/login')
      await expect(heading(waiting())).toHaveText('Processing login')
      await follow(waiting(), '/authentication/logout', { local: true })
      await expect(heading(waiting())).toHaveText('You successfully logged out!')
    })
    states(4, 'logged-out says so, and leads to the login', async () => {
      const visitor = await openPage(page.context().browser())
      await setEveningThatPasses(visitor)
      await visitor.route('**/authentication/login', route => route.abort())
      await visitor.goto(authentication('logged-out'))
      await expect(heading(visitor)).toHaveText('You successfully logged out!')
      const asked: string[] = []
      visitor.on('request', request => {
        if (request.isNavigationRequest()) asked.push(request.url())
      })
      // The two seconds begin once the code of the page has arrived.
      await expect
        .poll(async () => {
          await visitor.clock.fastForward(2000)
          return asked[0]
        })
        .toBe(address('/authentication/login'))
      await visitor.context().close()
    })
    for (const [action, path, shown] of [
      ['profile', '/Identity/Account/Manage', 'Log in'],
      ['register', '/Identity/Account/Register', 'Create an account'],
    ] as const)
      states(4, `${action} redirects to ${path}`, async () => {
        await page.context().clearCookies()
        const [request] = await Promise.all([
          page.waitForRequest(asked => asked.isNavigationRequest() && asked.url().includes('/Identity/')),
          page.goto(authentication(action)),
        ])
        expect(new URL(request.url()).pathname).toBe(new URL(address(path)).pathname)
        await expect(heading(page)).toHaveText(shown)
      })
    states(2, 'the identity service has a page to register', async () => {
      await page.goto(address('/Identity/Account/Register'))
      await expect(heading(page)).toHaveText('Create an account')
    })
    states(2, 'the identity service has a page of the account', async () => {
      await page.context().clearCookies()
      await page.goto(address('/Identity/Account/Manage'))
      await logIn(page)
      await expect(heading(page)).toHaveText('Your account')
    })
  })
}

async function ensureSignedIn(page: Page): Promise<void> {
  await page.goto(address('/help'))
  await expect(page.getByLabel('Password').or(sidebar(page))).toBeVisible()
  if (await page.getByLabel('Password').isVisible()) await logIn(page)
}

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(admin)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}
