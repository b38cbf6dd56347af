import { type BrowserContext, expect, type Page } from '@playwright/test'
import { setEvening } from './evening.ts'
import { startAnother } from './start-honbu.ts'

export const password = 'take the register'
export const hq = 'hq@demo.honbu.example'
export const admin = 'admin@demo.honbu.example'
export const coach = 'coach@demo.honbu.example'

/**
 * Where the product of this worker is. A worker that was begun after a test failed has a number beyond those of the
 * start, and a new product: what the first try wrote, such as a name that is taken now, would make the second fail.
 */
const { E2E_WORKERS, TEST_WORKER_INDEX = 0 } = process.env
const anew = Number(TEST_WORKER_INDEX) >= Number(E2E_WORKERS) ? await startAnother('anew', {}) : undefined
export const address = anew?.address ?? ((path = '/') => `${process.env[`E2E_ADDRESS_${TEST_WORKER_INDEX}`]}${path}`)

/** What a browser keeps of those who have signed in to this worker's product: its other tests begin with it. */
const kept = new Map<string, State>()
type State = Awaited<ReturnType<BrowserContext['storageState']>>

/**
 * Goes to an address of the product, signed in. Each of a worker's tests shares the session of its account, so one that
 * ends or renews its session signs in by the form instead.
 */
export async function signIn(page: Page, email: string, to = address('/dashboard')) {
  const state = kept.get(email)
  if (state) {
    await restore(page, state)
    await open(page, to)
    await expectSignedIn(page)
  } else {
    await signInByForm(page, email, to)
    kept.set(email, await page.context().storageState())
  }
}

/** Goes to an address of the product, and signs in on the page to which that leads. */
export async function signInByForm(page: Page, email: string, to = address('/dashboard')) {
  await open(page, to)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expectSignedIn(page)
}

/** As Playwright's own setStorageState does, but without a page that is opened for it, which costs more than the rest. */
async function restore(page: Page, { cookies, origins }: State) {
  // Anything of this origin that is not the application, which would go to the login page as soon as it has no session.
  await page.goto(address('/favicon.svg'))
  await page.context().clearCookies()
  await page.context().addCookies(cookies)
  await page.evaluate(
    entries => {
      localStorage.clear()
      for (const { name, value } of entries) localStorage.setItem(name, value)
    },
    origins.flatMap(({ localStorage }) => localStorage),
  )
}

async function open(page: Page, to: string) {
  await setEvening(page)
  await page.goto(to)
}

async function expectSignedIn(page: Page) {
  // Looks at each frame, where Playwright looks again up to half a second later. A page that leads elsewhere meanwhile ends it.
  await page.evaluate(untilMenu).catch(() => {})
  // At a phone's width it waits behind the burger.
  await expect(page.getByRole('navigation', { name: 'Main', includeHidden: true })).toBeAttached()
}

async function untilMenu() {
  for (const end = performance.now() + 5_000; !document.getElementById('sidebar') && performance.now() < end; )
    await new Promise(requestAnimationFrame)
}
