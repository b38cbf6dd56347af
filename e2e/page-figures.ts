/**
 * Lighthouse's three scores, as on a telephone, of the pages that people open most, from the demo: `npm run bench:page`,
 * once the web has been built (`npm start` does). With names behind `--` only those. Lighthouse has its packages to
 * itself, in `.runtime/`, fetched when this is first run: 176 MB that nobody else needs.
 */
import { execFileSync, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import config from './playwright.config.ts'

interface Audit {
  readonly title: string
  readonly score: number | null
  readonly displayValue?: string
}
interface Report {
  readonly categories: Readonly<
    Record<string, { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }>
  >
  readonly audits: Readonly<Record<string, Audit>>
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

const { default: lighthouse } = (await import(pathToFileURL(fetchLighthouse()).href)) as { default: Lighthouse }
const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-page-'))
const [port, debugging] = [await freePort(), await freePort()]
const address = `http://localhost:${port}`
const server = fork(path.join(import.meta.dirname, '../server/src/main.ts'), {
  env: { ...process.env, HONBU_DATA: path.join(folder, 'data'), PORT: String(port), HONBU_DEMO: '1' },
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
try {
  await untilReady()
  const launch = config.use?.launchOptions
  const browser = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    ...launch,
    args: [...(launch?.args ?? []), `--remote-debugging-port=${debugging}`],
  })
  const page = await browser.newPage()
  const wanted = process.argv.slice(2)
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
  // While nobody is signed in, as it sends on everybody who is.
  await page.goto(`${address}/dashboard`)
  await page.getByLabel('Email').waitFor()
  if (isWanted('sign-in')) await measure('sign-in', page.url())
  await signIn(page)
  for (const [name, url] of Object.entries(await screens(page))) if (isWanted(name)) await measure(name, url)
  await browser.close()
} finally {
  server.kill()
  await new Promise(resolve => server.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

async function measure(name: string, url: string) {
  // What is kept of signing in stays; files and the service worker go, so that each is a first visit.
  const clearStorageTypes = ['shader_cache', 'service_workers', 'cache_storage']
  const flags = { port: debugging, onlyCategories: categories, clearStorageTypes, logLevel: 'error' }
  const result = await lighthouse(url, flags)
  if (!result) throw new Error(`Lighthouse has nothing to say of ${name}.`)
  const { lhr } = result
  const scores = categories.map(id => `${id} ${Math.round((lhr.categories[id]?.score ?? 0) * 100)}`)
  const times = metrics.map(id => `${lhr.audits[id]?.title} ${lhr.audits[id]?.displayValue}`)
  console.log(`${name}: ${scores.join(', ')}\n    ${times.join('; ')}`)
  const seen = categories.flatMap(id => lhr.categories[id]?.auditRefs ?? []).filter(({ id }) => !metrics.includes(id))
  for (const { id } of seen) {
    const audit = lhr.audits[id]
    if (audit && audit.score !== null && audit.score < 0.9)
      console.log(`    ${audit.title}${audit.displayValue ? `: ${audit.displayValue}` : ''}`)
  }
}

/** Signs in as the head office of the demo, on the page for that. */
async function signIn(page: Page) {
  await page.getByLabel('Email').fill('hq@demo.honbu.example')
  await page.getByLabel('Password').fill('take the register')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('navigation', { name: 'Main', includeHidden: true }).waitFor({ state: 'attached' })
}

/** The addresses of a register and of a member, found as people find them. */
async function screens(page: Page) {
  const linkTo = async (from: string, part: string) => {
    await page.goto(address + from)
    const link = page.locator(`main a[href*="${part}"]`).first()
    await link.waitFor()
    return new URL((await link.getAttribute('href')) ?? '', address).href
  }
  return {
    dashboard: `${address}/dashboard`,
    roster: await linkTo('/dashboard', '/class-roster/'),
    directory: `${address}/member/search`,
    member: await linkTo('/member/search', '/member/view/'),
  }
}

/** The file of Lighthouse; installed as its lockfile says where it is not there yet. */
function fetchLighthouse(): string {
  const source = path.join(import.meta.dirname, 'lighthouse')
  const files = ['package.json', 'package-lock.json']
  const version = createHash('sha256')
    .update(readFileSync(path.join(source, 'package-lock.json')))
    .digest('hex')
    .slice(0, 12)
  const target = path.join(import.meta.dirname, '../.runtime', `lighthouse-${version}`)
  const program = path.join(target, 'node_modules/lighthouse/core/index.js')
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

async function untilReady() {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`)
    const isReady = await fetch(`${address}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createServer().once('error', reject)
    listener.listen(0, '127.0.0.1', () => {
      const bound = listener.address()
      listener.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0))
    })
  })
}
