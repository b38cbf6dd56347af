import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { setEvening } from './support/evening.ts'
import { address, hq, signInByForm } from './support/people.ts'
import { expectWholeRegister, readMarksSlowly, rows } from './support/register.ts'

test.use({ serviceWorkers: 'allow' })
// One device for all of them: until it holds the day of eight clubs takes longer than any of the tests.
test.describe.configure({ mode: 'serial' })

let device: { readonly context: BrowserContext; readonly register: string; readonly other: string }

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext()
  device = { context, ...(await prepare(await context.newPage())) }
})

test.afterEach(async () => {
  const { context } = device
  await context.unrouteAll()
  await context.setOffline(false)
  for (const page of context.pages()) await page.close()
})

test.afterAll(() => device?.context.close())

const present = (page: Page, name: string) => page.getByRole('button', { name: `Present: ${name}` })
const lists = (page: Page) => page.locator('main a[href*="/class-roster/"]')

/**
 * The names of those whom nobody has marked. The clock of the product stands still here, so a mark that has waited is
 * older than one that was made in an earlier test: each test has members of its own.
 */
async function unmarked(page: Page): Promise<string[]> {
  await expectWholeRegister(page)
  const labels = await page
    .locator('[data-member][aria-label$=", not marked"]')
    .evaluateAll(found => found.map(each => each.getAttribute('aria-label') ?? ''))
  return labels.map(label => label.replace(/, not marked$/, ''))
}

/** What the device has kept: registers, and marks that have not been sent. */
const onDevice = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open('honbu')
    const database = await new Promise<IDBDatabase>(resolve => {
      opened.onsuccess = () => resolve(opened.result)
    })
    const all = (name: string) =>
      new Promise<{ id?: string }[]>(resolve => {
        const asked = database.transaction(name).objectStore(name).getAll()
        asked.onsuccess = () => resolve(asked.result)
      })
    const registers = (await all('answers')).filter(({ id }) => id?.includes('GetClassMembers')).length
    const marks = (await all('marks')).length
    database.close()
    return { registers, marks }
  })

/** Everything in the database as a copy of its files would show it, and what scripts can read of its keys. */
const inClear = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open('honbu')
    const database = await new Promise<IDBDatabase>(resolve => {
      opened.onsuccess = () => resolve(opened.result)
    })
    const found: { text: string; keys: { extractable: boolean }[] } = { text: '', keys: [] }
    for (const name of database.objectStoreNames) {
      const rows = await new Promise<unknown[]>(resolve => {
        const asked = database.transaction(name).objectStore(name).getAll()
        asked.onsuccess = () => resolve(asked.result)
      })
      for (const row of rows)
        if (row instanceof CryptoKey) found.keys.push({ extractable: row.extractable })
        else
          found.text += JSON.stringify(row, (_, value) =>
            value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value,
          )
    }
    database.close()
    return found
  })

/** Signs in and waits until the application and the registers of all of today's classes are on the device. */
async function prepare(page: Page) {
  await signInByForm(page, hq)
  await expect(lists(page).first()).toBeVisible()
  const hrefs = await lists(page).evaluateAll(links => links.map(link => (link as HTMLAnchorElement).href))
  const today = [...new Set(hrefs.map(href => href.split('?')[0] ?? ''))]
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(async () => (await onDevice(page)).registers, { timeout: 45_000 })
    .toBeGreaterThanOrEqual(today.length)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  // A class where nobody is marked, with somebody for each of these tests; one more is left for the first of them.
  const [register = '', other = ''] = await lists(page).evaluateAll(links =>
    links
      .filter(link => !/Adult Beginners|Grading/.test(link.textContent))
      .filter(link => Number(/(?<!\d)0 of (\d+)/.exec(link.textContent)?.[1] ?? 0) >= 6)
      .map(link => (link as HTMLAnchorElement).href),
  )
  expect(register).not.toBe('')
  await page.close()
  return { register, other }
}

/** Another tab of the device, on the same evening. */
async function openTab(to: string) {
  const page = await device.context.newPage()
  await setEvening(page)
  await page.goto(to)
  return page
}

/** Keeps what a member's row says when it is first drawn. */
const watchFirstPicture = (page: Page, name: string) =>
  page.addInitScript(name => {
    new MutationObserver(() => {
      const label = document.querySelector(`[data-member][aria-label^="${name},"]`)?.getAttribute('aria-label')
      const kept = document.documentElement?.dataset
      if (label && kept && !kept.firstPicture) kept.firstPicture = label
    }).observe(document, { subtree: true, childList: true })
  }, name)

test('the register works without signal, and what was marked is sent once when it returns', {
  tag: '@journey',
}, async () => {
  const { context, register, other } = device
  expect(other).not.toBe('')
  const page = await openTab(register)
  const [first = '', second = ''] = await unmarked(page)

  await context.setOffline(true)
  await present(page, first).click()
  await expect(present(page, first)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(/Offline, as of 18:4\d/)).toBeVisible()
  await expect(rows(page).filter({ hasText: first }).getByText('Waiting')).toBeVisible()
  await expect.poll(async () => (await onDevice(page)).marks).toBe(1)
  const { text, keys } = await inClear(page)
  expect(text).toContain('GetClassMembers')
  for (const name of await rows(page).evaluateAll(found => found.map(row => row.getAttribute('aria-label') ?? '')))
    expect(text).not.toContain(name.split(',')[0])
  expect(text).not.toMatch(/firstName|debtInfo|pinnedNotes/)
  expect(keys).toEqual([{ extractable: false }])
  await page.close()

  // Opened anew without a connection: a register that was never looked at, and the one with the mark.
  const again = await openTab(other)
  await expect(rows(again).first()).toBeVisible()
  await expect(again.getByText(/Offline, as of/)).toBeVisible()
  await readMarksSlowly(again)
  await watchFirstPicture(again, first)
  await again.goto(register)
  await expect(present(again, first)).toHaveAttribute('aria-pressed', 'true')
  expect(await again.evaluate(() => document.documentElement.dataset.firstPicture)).toMatch(/, present/)
  await present(again, second).click()
  await expect(again.getByText(/2 marks wait on this device/)).toBeVisible()
  await expect(again.getByRole('navigation', { name: 'Main' }).getByText('2 marks waiting')).toBeVisible()

  const sent: string[] = []
  context.on('request', request => {
    if (request.url().includes('/SaveAttendance/')) sent.push(request.postDataJSON().markId)
  })
  await context.setOffline(false)
  await expect(again.getByText(/Offline, as of/)).toBeHidden()
  await expect.poll(async () => (await onDevice(again)).marks).toBe(0)
  await expect(again.getByText('Waiting', { exact: true })).toHaveCount(0)
  expect(new Set(sent).size).toBe(2)
  await again.reload()
  for (const name of [first, second]) await expect(present(again, name)).toHaveAttribute('aria-pressed', 'true')
  // As it was, for whoever comes next.
  for (const name of [first, second]) await present(again, name).click()
  await expect.poll(async () => (await onDevice(again)).marks).toBe(0)
})

test('a grading of today opens without signal, and keeps what is entered', { tag: '@journey' }, async () => {
  const { context } = device
  const page = await openTab(address('/dashboard'))
  const link = page.locator('main a[href*="class-roster/"]').filter({ hasText: 'Catch-up Grading' }).first()
  const id = /class-roster\/(\d+)/.exec((await link.getAttribute('href')) ?? '')?.[1]
  const isKept = async () =>
    new RegExp(`GetGradingCandidates[^}]*classId[^}]*\\b${id}\\b`).test((await inClear(page)).text)
  await expect.poll(isKept, { message: 'the grading is on the device', timeout: 60_000 }).toBe(true)
  await page.close()

  await context.setOffline(true)
  const grading = address(`/clubadmin/classes-and-events/grading-class-roster/${id}?date=2026-05-12`)
  const again = await openTab(grading)
  await expect(again.getByText('No connection. What you enter stays on this device.')).toBeVisible()
  const row = again.locator('[data-row][aria-label$="ready, no result yet"]').first()
  const name = (await row.getAttribute('aria-label'))?.split(', ')[0] ?? ''
  await row.focus()
  await again.keyboard.press('p')
  await again.reload()
  await expect(again.locator(`[data-row][aria-label^="${name}, "]`)).toHaveAttribute('aria-label', /not saved yet/)
})

test('a session that has run out meanwhile is renewed, and the marks are sent', { tag: '@journey' }, async () => {
  const { context, register } = device
  const page = await openTab(register)
  const [, , name = ''] = await unmarked(page)
  await context.setOffline(true)
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage))
      if (key.startsWith('Honbu.Web') && value.includes('access_token'))
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expires_at: 1 }))
  })
  await page.close()
  const again = await openTab(register)
  await present(again, name).click()
  await expect(rows(again).filter({ hasText: name }).getByText('Waiting')).toBeVisible()
  await context.setOffline(false)
  await expect.poll(async () => (await onDevice(again)).marks).toBe(0)
  await expect(present(again, name)).toHaveAttribute('aria-pressed', 'true')
  await present(again, name).click()
  await expect.poll(async () => (await onDevice(again)).marks).toBe(0)
})

test('a mark that the server refuses is shown until somebody decides', { tag: '@journey' }, async () => {
  const { context, register } = device
  const page = await openTab(register)
  const [, , , name = ''] = await unmarked(page)
  await context.setOffline(true)
  await present(page, name).click()
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible()
  await context.route('**/api/member/SaveAttendance/*', route =>
    route.fulfill({ status: 400, json: { isSuccess: false, error: 'invalid', message: 'The register is closed.' } }),
  )
  await context.setOffline(false)
  const refused = page.getByRole('alert').filter({ hasText: 'The register is closed.' })
  await expect(refused).toContainText(`${name}, present: not saved.`)
  await expect(present(page, name)).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(refused).toBeVisible()

  await context.unroute('**/api/member/SaveAttendance/*')
  await refused.getByRole('button', { name: 'Try again' }).click()
  await expect(refused).toBeHidden()
  await expect(present(page, name)).toHaveAttribute('aria-pressed', 'true')
  await present(page, name).click()
  await expect(present(page, name)).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(async () => (await onDevice(page)).marks).toBe(0)
})

test('logging out with unsent marks asks first, and takes the registers off the device', async () => {
  const { context, register } = device
  const page = await openTab(register)
  const [, , , , name = ''] = await unmarked(page)
  await context.route('**/api/member/SaveAttendance/*', route => route.abort())
  await present(page, name).click()
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible()
  const logout = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Logout' }).click()
  await logout()
  await expect(page.getByRole('heading', { name: /One mark has not been sent yet/ })).toBeVisible()
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(page).toHaveURL(address('/dashboard'))
  expect((await onDevice(page)).registers).toBeGreaterThan(0)

  await logout()
  await page.getByRole('button', { name: 'Log out all the same' }).click()
  // Over the page of the provider, and the one that says goodbye for two seconds.
  await expect(page.getByLabel('Password')).toBeVisible()
  expect(await onDevice(page)).toEqual({ registers: 0, marks: 1 })
  const left = await inClear(page)
  expect(left.keys).toEqual([])
  expect(left.text).not.toContain(name)

  // Whoever made the mark finds it again.
  await context.unroute('**/api/member/SaveAttendance/*')
  await signInByForm(page, hq, register)
  await expect(present(page, name)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await onDevice(page)).marks).toBe(0)
  await present(page, name).click()
  await expect(present(page, name)).toHaveAttribute('aria-pressed', 'false')
})

test('a device whose session was ended elsewhere keeps no register once someone comes back to it', {
  tag: '@journey',
}, async () => {
  const { context, register } = device
  const page = await openTab(register)
  await expectWholeRegister(page)
  await expect.poll(async () => (await onDevice(page)).registers).toBeGreaterThan(0)
  await page.goto('about:blank')
  // As the page of the account does on another device.
  await context.clearCookies()

  const again = await openTab(register)
  await expect(again.getByLabel('Password')).toBeVisible()
  expect((await onDevice(again)).registers).toBe(0)
})

test('what the version before kept in clear is gone with the first page of this one', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address('/favicon.svg'))
  await page.evaluate(async () => {
    const opened = indexedDB.open('honbu', 1)
    opened.onupgradeneeded = () => {
      const database = opened.result
      const marks = database.createObjectStore('marks', { keyPath: 'order', autoIncrement: true })
      const mark = { memberId: 1, name: 'Zyxwvut', attended: true, markId: crypto.randomUUID() }
      marks.add({ account: 'someone else', classId: 1, classDate: '2026-05-12', marks: [mark], refusal: null })
      const answers = database.createObjectStore('answers', { keyPath: 'id' })
      answers.createIndex('account', 'account')
      answers.createIndex('day', 'day')
      answers.add({ id: 'x', account: 'someone else', day: '2999-01-01', answer: 'Zyxwvut' })
    }
    await new Promise(resolve => {
      opened.onsuccess = resolve
    })
    opened.result.close()
  })
  expect((await inClear(page)).text).toContain('Zyxwvut')
  await signInByForm(page, hq)
  await expect.poll(async () => (await inClear(page)).text).not.toContain('Zyxwvut')
  // The mark is still there, for the account that made it.
  expect((await onDevice(page)).marks).toBe(1)
  await context.close()
})
