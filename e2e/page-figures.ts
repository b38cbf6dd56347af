/**
 * Lighthouse's three scores, as on a telephone, of the pages that people open most, from the demo behind the proxy that the
 * product is run behind: `npm run bench:page`, once the web has been built (`npm start` does); `blocking`, how long the same
 * pages keep the main thread from a press while they are opened; `interactions`, how long a press takes to show in a long
 * register and a long directory; and `shifts`, what moves by itself on any screen while it is loading. With names behind `--`
 * only those. Lighthouse has its packages to itself, in `.runtime/`, fetched when this is first run: 176 MB that nobody else
 * needs.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { measureBlocking } from './support/blocking.ts'
import { firstLink, freePort, launch, signInToDemo, startDemo } from './support/demo.ts'
import { measureInteractions } from './support/interactions.ts'
import { measureShifts } from './support/shifts.ts'

interface Audit {
  readonly title: string
  readonly score: number | null
  readonly displayValue?: string
  readonly details?: { readonly items?: { readonly node?: { readonly selector: string } }[] | object }
}
interface Report {
  readonly categories: Readonly<
    Record<string, { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }>
  >
  readonly audits: Readonly<Record<string, Audit>>
  /** How fast the machine was just then; below 1000 Lighthouse itself says that the scores suffer from it. */
  readonly environment: { readonly benchmarkIndex: number }
  readonly configSettings: { readonly throttling: { readonly cpuSlowdownMultiplier: number } }
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>

const categories = ['performance', 'accessibility', 'best-practices']
const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
]

/** So many times each: a machine that others use too is now and then half as fast for a second. */
const times = 5
/** Each again, so often at most, where the machine has become another meanwhile: by more than this share. */
const mostTries = 9
const steady = 0.2

/**
 * The index of a machine (Lighthouse's own measure, by which its reports can be compared) that its factor of 4 makes the
 * telephone it has in mind: the middle of its "high-end desktop". Of a slower one a smaller factor does.
 * Source: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown
 */
const indexOfFour = 1750

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
const debugging = await freePort()
const profile = mkdtempSync(path.join(os.tmpdir(), 'honbu-browser-'))
const browser = await chromium.launchPersistentContext(profile, {
  ...launch,
  args: [...(launch.args ?? []), `--remote-debugging-port=${debugging}`],
})
// A telephone has its processor to itself: what serves it, and Lighthouse, takes what the browser leaves over.
os.setPriority(os.constants.priority.PRIORITY_LOW)
const demo = await startDemo({ isProxied: true })
try {
  const page = await browser.newPage()
  const { address } = demo
  // While nobody is signed in, as it sends on everybody who is.
  await page.goto(`${address}/dashboard`)
  await page.getByLabel('Email').waitFor()
  if (isWanted('sign-in')) await measure(browser, 'sign-in', page.url())
  await signInToDemo(page)
  const screens = {
    dashboard: `${address}/dashboard`,
    roster: await fullestRegister(page, `${address}/dashboard`),
    directory: `${address}/member/search`,
    member: await firstLink(page, `${address}/member/search`, '/member/view/'),
  }
  for (const [name, url] of Object.entries(screens)) if (isWanted(name)) await measure(browser, name, url)
  await browser.close()
  if (isWanted('blocking')) await measureBlocking(address, screens)
  if (isWanted('shifts')) await measureShifts(address)
  if (isWanted('interactions')) await measureInteractions(demo, screens.roster)
} finally {
  await demo.stop()
  await browser.close()
  rmSync(profile, { recursive: true, force: true })
}

/** The register of today that most are expected in: the first one may be a trial lesson of one. */
async function fullestRegister(page: Page, dashboard: string): Promise<string> {
  const first = await firstLink(page, dashboard, '/class-roster/')
  const links = page.locator('main a[href*="/class-roster/"]')
  const registers = await links.evaluateAll(all =>
    all.map(link => ({
      href: link.getAttribute('href') ?? '',
      expected: Number(/of (\d+)/.exec(link.textContent)?.[1] ?? 0),
    })),
  )
  const [fullest] = registers.toSorted((a, b) => b.expected - a.expected)
  return new URL(fullest?.href ?? first, dashboard).href
}

/** The middle one of several reports; each with the processor made as slow as that telephone's by how fast it is just then. */
async function measure(browser: BrowserContext, name: string, url: string) {
  const folder = fetchLighthouse()
  const { default: lighthouse } = (await import(pathToFileURL(path.join(folder, 'index.js')).href)) as {
    default: Lighthouse
  }
  const { throttling: lines } = await import(pathToFileURL(path.join(folder, 'config/constants.js')).href)
  // What is kept of signing in stays; files and the service worker go, so that each is a first visit.
  const clearStorageTypes = ['shader_cache', 'service_workers', 'cache_storage']
  const reports: Report[] = []
  let tries = 0
  while (reports.length < times) {
    const index = await indexNow(browser, folder)
    const cpuSlowdownMultiplier = (4 * index) / indexOfFour
    const throttling = { ...lines.mobileSlow4G, cpuSlowdownMultiplier }
    const flags = { port: debugging, onlyCategories: categories, clearStorageTypes, throttling, logLevel: 'error' }
    const result = await lighthouse(url, flags)
    if (!result) throw new Error(`Lighthouse has nothing to say of ${name}.`)
    // It has not been slowed down for the machine that it was then.
    const hasChanged = Math.abs(result.lhr.environment.benchmarkIndex / index - 1) > steady
    if (!hasChanged || tries++ >= mostTries) reports.push(result.lhr)
  }
  const scoreOf = ({ categories }: Report, id = 'performance') => Math.round((categories[id]?.score ?? 0) * 100)
  reports.sort((a, b) => scoreOf(a) - scoreOf(b))
  const lhr = reports[Math.floor(times / 2)]
  if (!lhr) return
  const scores = categories.map(id => `${id} ${scoreOf(lhr, id)}`)
  const factors = reports.map(
    report =>
      `${scoreOf(report)} at ${report.configSettings.throttling.cpuSlowdownMultiplier.toFixed(1)} times slower, machine ${Math.round(report.environment.benchmarkIndex)}`,
  )
  const values = metrics.map(id => `${lhr.audits[id]?.title} ${lhr.audits[id]?.displayValue}`)
  console.log(`${name}: ${scores.join(', ')} (${factors.join('; ')}; load ${os.loadavg()[0]?.toFixed(1)})`)
  console.log(`    ${values.join('; ')}`)
  const seen = categories.flatMap(id => lhr.categories[id]?.auditRefs ?? []).filter(({ id }) => !metrics.includes(id))
  for (const { id } of seen) {
    const audit = lhr.audits[id]
    if (!audit || audit.score === null || audit.score >= 0.9) continue
    console.log(`    ${audit.title}${audit.displayValue ? `: ${audit.displayValue}` : ''}`)
    // Of some audits it is a tree.
    const items = Array.isArray(audit.details?.items) ? audit.details.items : []
    const places = items.flatMap(({ node }) => node?.selector ?? [])
    for (const place of places.slice(0, 3)) console.log(`        ${place}`)
  }
}

/** Lighthouse's measure of the machine, taken in its own way, in a page of its own. */
async function indexNow(browser: BrowserContext, folder: string): Promise<number> {
  const { pageFunctions } = await import(pathToFileURL(path.join(folder, 'lib/page-functions.js')).href)
  const page = await browser.newPage()
  try {
    return await page.evaluate(`(${pageFunctions.computeBenchmarkIndex})()`)
  } finally {
    await page.close()
  }
}

/** The folder of Lighthouse; installed as its lockfile says where it is not there yet. */
function fetchLighthouse(): string {
  const source = path.join(import.meta.dirname, 'lighthouse')
  const files = ['package.json', 'package-lock.json']
  const version = createHash('sha256')
    .update(readFileSync(path.join(source, 'package-lock.json')))
    .digest('hex')
    .slice(0, 12)
  const target = path.join(import.meta.dirname, '../.runtime', `lighthouse-${version}`)
  const program = path.join(target, 'node_modules/lighthouse/core')
  if (!existsSync(program)) {
    mkdirSync(target, { recursive: true })
    for (const file of files) copyFileSync(path.join(source, file), path.join(target, file))
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: target,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  return program
}
