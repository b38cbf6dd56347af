/**
 * Makes the README's screenshots anew, from the demo on its evening in spring: `npm run run -- e2e/screenshots.ts`, once
 * the web has been built (`npm start` does).
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import config from './playwright.config.ts'
import { address, coach, hq, signIn } from './support/people.ts'
import startHonbu from './support/start-honbu.ts'

const folder = join(import.meta.dirname, '../docs/images')
const stop = await startHonbu({ workers: 1 })
const browser = await chromium.launch(config.use?.launchOptions)
try {
  await mkdir(folder, { recursive: true })
  await shoot('dashboard', { viewport: { width: 1440, height: 900 } }, page => signIn(page, hq))
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', deviceScaleFactor: 2 } as const
  await shoot('register', phone, async page => {
    await signIn(page, coach, address('/dashboard'))
    await page.getByRole('link', { name: /Adult Beginners/ }).click()
    for (const row of [0, 1, 3])
      await page
        .getByRole('button', { name: /^Present: / })
        .nth(row)
        .click()
    await page
      .getByRole('button', { name: /^Absent: / })
      .nth(2)
      .click()
  })
} finally {
  await browser.close()
  await stop()
}

async function shoot(name: string, options: BrowserContextOptions, prepare: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/London', ...options })
  const page = await context.newPage()
  await prepare(page)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await context.close()
}
