/**
 * Makes the pictures of the help anew, from the demo on its evening in spring: `npm run help:screenshots`, once the web
 * has been built (`npm start` does). With names behind it (`… -- take-the-register`) only those. A picture is called as
 * the article that shows it.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium, expect, type Locator, type Page } from '@playwright/test'
import config from './playwright.config.ts'
import { address, admin, hq, signIn } from './support/people.ts'
import startHonbu from './support/start-honbu.ts'

/** The picture library belongs to the server. */
const sharp: typeof import('sharp').default = createRequire(join(import.meta.dirname, '../server/package.json'))(
  'sharp',
)

interface Shot {
  readonly as?: string
  readonly path?: string
  /** What is done before the picture is taken. Answers what is to be seen, where it is not the screen beside the menu. */
  readonly prepare?: (page: Page) => Promise<Locator | undefined>
  /** So much of it is shown, from above, in pixels. */
  readonly height?: number
}

const member = (tab = '', height?: number): Shot => ({
  // Who trains, is paid for, and has a guardian.
  path: "/clubadmin/2/members?filter=(memberStatusId~eq~21~and~categoryName~eq~'Junior')",
  ...(height && { height }),
  prepare: async page => {
    await page.getByRole('main').locator('tbody tr').nth(4).getByRole('link').first().click()
    await page.waitForURL(/\/member\/view\/\d+/)
    if (tab) await page.goto(`${page.url().replace(/\/view\/(\d+).*$/, '/view/$1')}/${tab}`)
    return undefined
  },
})

const shots: Readonly<Record<string, Shot>> = {
  'getting-around': { path: '/dashboard', prepare: async page => page.locator('body') },
  'import-members': { path: '/clubadmin/2/import', height: 360 },
  'my-tasks': { path: '/tasks/member-task-list/0' },
  'add-a-member': { path: '/clubadmin/club/member/create/2' },
  'find-members': {
    path: '/member/search',
    prepare: async page => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      return page.getByRole('dialog')
    },
  },
  'the-member-page': member(),
  'contacts-and-guardians': member('contacts'),
  'rooms-and-venues': { path: '/clubadmin/2/locations', height: 420 },
  'create-a-class': { path: '/clubadmin/2/classes-and-events/create' },
  'take-the-register': {
    path: '/dashboard',
    prepare: async page => {
      await page.getByRole('link', { name: /Adult Beginners/ }).click()
      for (const row of [0, 1, 2])
        await page
          .getByRole('button', { name: /^Present: / })
          .nth(row)
          .click()
      return undefined
    },
  },
  'the-schedule': { path: '/clubadmin/2/club-schedule' },
  'disciplines-and-grades': { path: '/clubadmin/2/disciplines', as: hq },
  'grading-readiness': member('grades', 480),
  'training-plans': { path: '/clubadmin/2/training-plans' },
  'change-plan': member('membership', 520),
  charging: { path: '/clubadmin/2/charging' },
  'take-a-payment': member('money'),
  'debt-and-reminders': { path: '/clubadmin/2/payouts?view=debt' },
  'products-and-stock': { path: '/clubadmin/2/product/index', height: 460 },
  'send-a-message': { path: '/create-message/2' },
  'templates-and-layouts': { path: '/messaging/templates/2', height: 420 },
  'automations-in-short': { path: '/messaging/automations/2' },
  'people-and-rights': { path: '/clubadmin/2/users', height: 420 },
}

const size = { width: 1024, height: 600 }
const folder = join(import.meta.dirname, '../web/src/help/pictures')
const wanted = process.argv.slice(2)
const stop = await startHonbu({ workers: 1 })
const browser = await chromium.launch(config.use?.launchOptions)
try {
  await mkdir(folder, { recursive: true })
  for (const [name, shot] of Object.entries(shots))
    if (wanted.length === 0 || wanted.includes(name)) await take(name, shot)
  await writeSizes()
} finally {
  await browser.close()
  await stop()
}

async function take(name: string, { as = admin, path = '/', prepare, height = size.height }: Shot) {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: size,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await signIn(page, as, address(path))
  const part = (await prepare?.(page)) ?? page.getByRole('main')
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[class*=skeleton]')).toHaveCount(0)
  // No ring around what happens to have the focus. Leaving a field would say what is wrong with it.
  await page.addStyleTag({ content: ':focus-visible { outline: none !important; }' })
  const box = await part.boundingBox()
  if (!box) throw new Error(`Nothing is to be seen for ${name}.`)
  const bottom = Math.min(box.y + box.height, height)
  const png = await page.screenshot({ clip: { ...box, height: bottom - box.y } })
  await sharp(png)
    .webp({ quality: 82, effort: 6 })
    .toFile(join(folder, `${name}.webp`))
  await context.close()
}

/** The room that each takes is known before it has come. */
async function writeSizes() {
  const names = (await readdir(folder)).filter(file => file.endsWith('.webp')).sort()
  const lines = await Promise.all(
    names.map(async file => {
      const { width, height } = await sharp(join(folder, file)).metadata()
      const name = file.replace('.webp', '')
      return `  ${name.includes('-') ? `'${name}'` : name}: [${width}, ${height}],`
    }),
  )
  const text = [
    '/** Width and height of the pictures, written by e2e/help-screenshots.ts. */',
    'export const pictureSizes: Readonly<Record<string, readonly [width: number, height: number]>> = {',
    ...lines,
    '}',
    '',
  ]
  await writeFile(join(folder, '../picture-sizes.ts'), text.join('\n'))
}
