/**
 * Lighthouse's three scores, as on a telephone, of the pages that people open most, from the demo: `npm run bench:page`,
 * once the web has been built (`npm start` does); `blocking`, how long the same pages keep the main thread from a press
 * while they are opened; and `interactions`, how long a press takes to show in a long register and a long directory. With
 * names behind `--` only those. Lighthouse has its packages to itself, in `.runtime/`, fetched when this is first run: 176 MB
 * that nobody else needs.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import config from './playwright.config.ts'
import { measureBlocking } from './support/blocking.ts'
import { firstLink, freePort, signInToDemo, startDemo } from './support/demo.ts'
import { measureInteractions } from './support/interactions.ts'

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

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
const debugging = await freePort()
const demo = await startDemo()
try {
  const launch = config.use?.launchOptions
  const browser = await chromium.launchPersistentContext(path.join(demo.folder, 'profile'), {
    ...launch,
    args: [...(launch?.args ?? []), `--remote-debugging-port=${debugging}`],
  })
  const page = await browser.newPage()
  const { address } = demo
  // While nobody is signed in, as it sends on everybody who is.
  await page.goto(`${address}/dashboard`)
  await page.getByLabel('Email').waitFor()
  if (isWanted('sign-in')) await measure('sign-in', page.url())
  await signInToDemo(page)
  const screens = {
    dashboard: `${address}/dashboard`,
    roster: await firstLink(page, `${address}/dashboard`, '/class-roster/'),
    directory: `${address}/member/search`,
    member: await firstLink(page, `${address}/member/search`, '/member/view/'),
  }
  for (const [name, url] of Object.entries(screens)) if (isWanted(name)) await measure(name, url)
  await browser.close()
  if (isWanted('blocking')) await measureBlocking(address, screens)
  if (isWanted('interactions')) await measureInteractions(demo, screens.roster)
} finally {
  await demo.stop()
}

async function measure(name: string, url: string) {
  const { default: lighthouse } = (await import(pathToFileURL(fetchLighthouse()).href)) as { default: Lighthouse }
  // What is kept of signing in stays; files and the service worker go, so that each is a first visit.
  const clearStorageTypes = ['shader_cache', 'service_workers', 'cache_storage']
  const flags = { port: debugging, onlyCategories: categories, clearStorageTypes, logLevel: 'error' }
  const result = await lighthouse(url, flags)
  if (!result) throw new Error(`Lighthouse has nothing to say of ${name}.`)
  const { lhr } = result
  const scores = categories.map(id => `${id} ${Math.round((lhr.categories[id]?.score ?? 0) * 100)}`)
  const times = metrics.map(id => `${lhr.audits[id]?.title} ${lhr.audits[id]?.displayValue}`)
  console.log(
    `${name}: ${scores.join(', ')} (machine ${lhr.environment.benchmarkIndex}, load ${os.loadavg()[0]?.toFixed(1)})`,
  )
  console.log(`    ${times.join('; ')}`)
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
