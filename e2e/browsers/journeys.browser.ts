import { expect, test } from '@playwright/test'
import { freePort } from '../support/demo.ts'
import { startAnother } from '../support/start-honbu.ts'
import type { Driver } from './driver.ts'
import { openLeash } from './leash.ts'
import { openBrowser } from './open-browser.ts'

// One browser that stays logged in: what the first test does, the next builds on.
test.describe.configure({ mode: 'serial' })

const tablet = { width: 1180, height: 820 }
/** WebKitGTK's window gets no narrower than 447. */
const phone = { width: 447, height: 844 }

let driver: Driver
let honbu: Awaited<ReturnType<typeof startAnother>>
let leash: Awaited<ReturnType<typeof openLeash>>
let register = ''

test.beforeAll(async () => {
  const { project } = test.info()
  const [outside, inside] = [await freePort(), await freePort()]
  honbu = await startAnother(project.name, { PORT: String(inside), BASE_URL: `http://localhost:${outside}` })
  leash = await openLeash({ port: outside, to: inside })
  driver = await openBrowser(project.name, tablet)
})

test.afterEach(async () => {
  const info = test.info()
  if (info.status === info.expectedStatus) return
  await info.attach('screenshot', { body: await driver.screenshot(), contentType: 'image/png' })
})

test.afterAll(async () => {
  await driver?.close()
  await leash?.cut().catch(() => {})
  await honbu?.stop()
})

const see = (selector: string) => driver.ask(selector => document.querySelectorAll(selector).length, selector)
const expectSeen = (selector: string) => expect.poll(() => see(selector), { message: selector }).toBeGreaterThan(0)
const expectText = (text: string) =>
  expect.poll(() => driver.ask(() => document.body.innerText), { message: text }).toContain(text)

const present = (name: string, isPressed?: boolean) =>
  `button[aria-label="Present: ${name}"]${isPressed === undefined ? '' : `[aria-pressed="${isPressed}"]`}`

async function openRegister() {
  await driver.open(register)
  await expectSeen('[data-member]')
}

/** The first members whom nobody has marked. */
const unmarked = () =>
  driver.ask(() =>
    [...document.querySelectorAll('[data-member][aria-label$=", not marked"]')].map(row =>
      (row.getAttribute('aria-label') ?? '').replace(/, not marked$/, ''),
    ),
  )

test('logs in', async () => {
  await driver.open(honbu.address('/dashboard'))
  await expectSeen('input[name="password"]')
  await driver.type('input[name="email"]', 'admin@demo.honbu.example')
  await driver.type('input[name="password"]', 'take the register')
  await driver.click('form button[type="submit"]')
  await expectSeen('nav[aria-label="Main"]')
  await expectSeen('main a[href*="/class-roster/"]')
  register = await driver.ask(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href*="/class-roster/"]')]
    return links.find(link => Number(/(?<!\d)0 of (\d+)/.exec(link.innerText)?.[1] ?? 0) >= 4)?.href ?? ''
  })
  expect(register).toContain('/class-roster/')
})

test('takes a register', async () => {
  await driver.resize(phone)
  await openRegister()
  const [name = ''] = await unmarked()
  await driver.click(present(name))
  await expectSeen(present(name, true))
  await openRegister()
  await expectSeen(present(name, true))
})

test('takes a register without signal, and sends it when it returns', async () => {
  await driver.ask(() => navigator.serviceWorker.ready.then(() => true))
  await expect.poll(() => driver.ask(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await openRegister()
  const [first = '', second = ''] = await unmarked()
  await leash.cut()
  await driver.click(present(first))
  await expectSeen(present(first, true))
  await expectText('Waiting')

  await openRegister()
  await expectSeen(present(first, true))
  await expectText('Offline, as of')
  await driver.click(present(second))
  await expectText('2 marks wait on this device')

  await leash.mend()
  await expect.poll(() => driver.ask(() => document.body.innerText)).not.toContain('Waiting')
  await openRegister()
  for (const name of [first, second]) await expectSeen(present(name, true))
})

/** Addresses and headings. */
const screens = (classId: string) =>
  [
    ['/dashboard', 'Dashboard'],
    ['/member/search', 'All Members'],
    ['/clubadmin/club/member/view/61', 'Claire Dawson'],
    ['/clubadmin/club/member/update/61', 'Update Claire Dawson'],
    ['/clubadmin/club/member/create/2', 'New member'],
    [`/clubadmin/2/classes-and-events/edit/${classId}`, 'Edit class or event'],
    ['/tasks/club-schedule/2', 'Club schedule'],
    ['/tasks/club-schedule/2?view=month', 'Club schedule'],
    ['/create-message/2', 'Send a Message'],
    ['/reporting/members', 'Reporting'],
  ] as const

/** What a screen shows until it has what it needs. */
const unfinished = '[aria-busy="true"], main [class*="skeleton"]'

test('opens ten screens', async () => {
  await driver.resize(tablet)
  const [, classId = ''] = /class-roster\/(\d+)/.exec(register) ?? []
  for (const [path, heading] of screens(classId)) {
    await driver.open(honbu.address(path))
    const heads = () =>
      driver.ask(() => [...document.querySelectorAll('main h1')].map(({ textContent }) => textContent))
    await expect.poll(heads, { message: path }).toEqual([heading])
    await expect.poll(() => see(unfinished), { message: path }).toBe(0)
    const look = await driver.ask(() => ({
      refused: [...document.querySelectorAll('main [role="alert"]')].map(each => each.textContent).filter(Boolean),
      tooWide: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
      problems: window.problems,
    }))
    expect.soft(look, path).toEqual({ refused: [], tooWide: 0, problems: [] })
  }
})
