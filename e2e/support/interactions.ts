import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from '@playwright/test'
import { type Demo, launch, signInToDemo } from './demo.ts'

const rowsOfRegister = 200
const rowsOfDirectory = 500
const times = 5

const devices = {
  computer: { viewport: { width: 1440, height: 900 } },
  telephone: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true, isMobile: true },
} as const

/** What somebody does. It leaves the screen so that it can be done again. */
interface Step {
  readonly name: string
  readonly act: (page: Page, turn: number) => Promise<void>
}

/**
 * Interaction to next paint of what people do in a register of 200 and a directory of 500, on a computer's and on a
 * telephone's screen, with the processor as it is and four times slower: of several times the median and the longest, in
 * milliseconds. The browser counts in steps of 8. Behind it the longest task that followed, a later drawing included:
 * what is pressed meanwhile waits for it.
 */
export async function measureInteractions(demo: Demo, register: string): Promise<void> {
  const browser = await chromium.launch(launch)
  try {
    await fill(browser, demo, register)
    for (const slower of [1, 4])
      for (const [device, options] of Object.entries(devices)) {
        const page = await signedIn(browser, demo, options)
        await page.addInitScript(watchPresses)
        const speed = slower === 1 ? 'as fast as the machine' : `${slower} times slower`
        console.log(`${device}, ${speed} (load ${os.loadavg()[0]?.toFixed(1)})`)
        await page.goto(register)
        await allThere(page.locator('[data-member]'), rowsOfRegister)
        await measure(page, `a register of ${rowsOfRegister}`, slower, registerSteps)
        await page.goto(`${demo.address}/member/search?pageSize=${rowsOfDirectory}`)
        // Only those in sight stand in the document.
        await page.locator(`table[aria-rowcount="${rowsOfDirectory + 1}"]`).waitFor()
        await measure(page, `a directory of ${rowsOfDirectory}`, slower, directorySteps)
        await page.context().close()
      }
  } finally {
    await browser.close()
  }
}

const registerSteps: readonly Step[] = [
  { name: 'mark one', act: (page, turn) => press(page.getByRole('button', { name: /^Present: / }).nth(turn)) },
  { name: 'mark by the space bar', act: page => press(page.locator('[data-member]').nth(3), 'Space') },
  { name: 'arrow to the next row', act: page => press(page.locator('[data-member]').nth(4), 'ArrowDown') },
  {
    name: 'open and close a row',
    act: async (page, turn) => {
      const name = page.locator('[data-member]').nth(turn).getByRole('button').first()
      await press(name)
      await press(name)
    },
  },
  {
    name: 'type in the search box',
    act: async page => {
      const box = page.getByLabel('Find on this register')
      await press(box, 'a')
      await press(box, 'n')
      await press(box, 'Escape')
    },
  },
  {
    name: 'only those not marked, and all',
    act: async page => {
      await press(page.getByRole('button', { name: /^Not marked \d/ }))
      await press(page.getByRole('button', { name: /^All \d/ }))
    },
  },
  { name: 'open a menu', act: page => openAndClose(page, page.getByRole('button', { name: 'Mark all' })) },
]

const directorySteps: readonly Step[] = [
  { name: 'tick one', act: (page, turn) => press(page.locator('tbody').getByRole('checkbox').nth(turn)) },
  { name: 'arrow to the next row', act: page => press(page.locator('[data-row-link]').nth(3), 'ArrowDown') },
  {
    name: 'sort',
    // On a phone the headings sort nothing: a field above the list does.
    act: async page => {
      const heading = page.getByRole('columnheader').getByRole('button', { name: 'Age' })
      if (await heading.isVisible()) await press(heading)
      else await press(page.getByLabel('Sort by'), 'ArrowDown')
    },
  },
  { name: 'open the columns', act: page => openAndClose(page, page.getByRole('button', { name: 'Columns' })) },
  {
    name: 'open the filter and type in it',
    act: async page => {
      await press(page.getByRole('button', { name: 'Filter' }).first())
      const age = page.getByLabel('Age from')
      await press(age, '8')
      await press(age, 'Escape')
    },
  },
]

async function openAndClose(page: Page, button: Locator): Promise<void> {
  await press(button)
  await settled(page)
  await page.keyboard.press('Escape')
}

/** By a key, or by the mouse or finger: found first, so that looking for it among so many does not count. */
async function press(what: Locator, key?: string): Promise<void> {
  const page = what.page()
  if (key !== undefined) await what.focus()
  else await what.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await what.boundingBox()) ?? {}
  const at = [x + width / 2, y + height / 2] as const
  await settled(page)
  await page.evaluate(() => beginPress())
  if (key !== undefined) await page.keyboard.press(key)
  else if (page.viewportSize()?.width === devices.telephone.viewport.width) await page.touchscreen.tap(...at)
  else await page.mouse.click(...at)
  await settled(page)
  await page.evaluate(() => endPress())
}

async function measure(page: Page, where: string, slower: number, steps: readonly Step[]): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await settled(page)
  console.log(`    ${where}`)
  for (const { name, act } of steps) {
    const presses: number[] = []
    let longest = 0
    for (let turn = 0; turn < times; turn++) {
      await page.evaluate(() => void seenPresses().splice(0))
      await act(page, turn)
      const seen = await page.evaluate(() => seenPresses())
      // A press is several events; the slowest of them is what it took.
      const byPress = Map.groupBy(
        seen.filter(({ id }) => id > 0),
        ({ id }) => id,
      )
      presses.push(Math.max(0, ...[...byPress.values()].flat().map(({ took }) => took)))
      longest = Math.max(longest, ...seen.filter(({ id }) => id === 0).map(({ took }) => took))
    }
    const sorted = presses.toSorted((one, other) => one - other)
    const said = (took = 0) => (took === 0 ? 'under 16' : String(took))
    const task = longest === 0 ? '' : `; longest task ${Math.round(longest)}`
    console.log(`        ${name}: ${said(sorted[Math.floor(times / 2)])}, at most ${said(sorted.at(-1))}${task}`)
  }
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
}

/** What was pressed since it was last emptied: the id of the press, or 0 for a task that took long. */
declare function seenPresses(): { id: number; took: number }[]
/** Tasks count between these: to look for a button by its name takes the browser a second among so many rows. */
declare function beginPress(): void
declare function endPress(): void

function watchPresses(): void {
  const seen: { id: number; took: number }[] = []
  let pressedAt = Number.POSITIVE_INFINITY
  Object.assign(globalThis, {
    seenPresses: () => seen,
    beginPress() {
      pressedAt = performance.now()
    },
    endPress() {
      pressedAt = Number.POSITIVE_INFINITY
    },
  })
  const watch = (options: PerformanceObserverInit, idOf: (entry: PerformanceEntry) => number) =>
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        if (entry.startTime >= pressedAt) seen.push({ id: idOf(entry), took: entry.duration })
    }).observe(options)
  // A name that the types do not know yet.
  const every = { type: 'event', durationThreshold: 16 }
  watch(every, entry => ('interactionId' in entry ? Number(entry.interactionId) : 0) || -1)
  watch({ type: 'longtask' }, () => 0)
}

/** Until what was begun is drawn, what it asked the server for included, and the browser has told of it. */
async function settled(page: Page): Promise<void> {
  const drawn = () => page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 100))))
  await drawn()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  await drawn()
}

async function allThere(rows: Locator, atLeast: number): Promise<void> {
  await rows.nth(atLeast - 1).waitFor({ state: 'attached' })
}

async function signedIn(browser: Browser, demo: Demo, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ ...options, locale: 'en-GB', serviceWorkers: 'block' })
  await page.goto(`${demo.address}/dashboard`)
  await signInToDemo(page)
  return page
}

/** Puts so many on the register, and so many more into its club, by the same import that a club uses. */
async function fill(browser: Browser, demo: Demo, register: string): Promise<void> {
  const page = await signedIn(browser, demo)
  await page.goto(register)
  const club = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first()
  const clubId = /\/clubadmin\/(\d+)/.exec((await club.getAttribute('href')) ?? '')?.[1] ?? ''
  const classId = /\/class-roster\/(\d+)/.exec(register)?.[1] ?? ''
  await page.context().close()
  importMembers(demo, ['--club', clubId, '--class', classId], 0, rowsOfRegister)
  importMembers(demo, ['--club', clubId], rowsOfRegister, rowsOfDirectory)
}

function importMembers(demo: Demo, options: readonly string[], from: number, until: number): void {
  const people = Array.from({ length: until - from }, (_, index) => personOf(from + index))
  const file = path.join(demo.folder, 'members.csv')
  writeFileSync(file, ['First name,Surname,D.O.B.,E-mail,Joined,Status', ...people].join('\n'))
  const program = path.join(import.meta.dirname, '../../server/src/command.ts')
  execFileSync(process.execPath, [program, 'import', file, ...options], {
    env: demo.env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const firstNames = ['Ann', 'Ben', 'Chloe', 'Daniel', 'Ella', 'Finn', 'Grace', 'Harry', 'Isla', 'Jack', 'Kate', 'Liam']
const beginnings = ['Ash', 'Black', 'Cart', 'Dal', 'Ever', 'Fair', 'Green', 'Hart', 'Kirk', 'Lang', 'Mar', 'North']
const endings = ['well', 'ley', 'ton', 'field', 'wood', 'by', 'worth', 'ford', 'ham', 'dale']

function personOf(number: number): string {
  const of = (words: readonly string[], step: number) => words[Math.floor(number / step) % words.length] ?? ''
  const surname = of(beginnings, 12) + of(endings, 144)
  const first = of(firstNames, 1)
  const year = 1960 + (number % 55)
  return `${first},${surname},${year}-03-${String(1 + (number % 28)).padStart(2, '0')},m${number}@example.com,2024-01-15,Active`
}
