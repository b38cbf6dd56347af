import { launch } from 'puppeteer-core'
import type { Driver, Size } from './driver.ts'

/** Debian's Firefox ESR, without a window, over WebDriver BiDi, which it speaks itself. */
export async function openFirefox({ width, height }: Size): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: process.env.HONBU_FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: { width, height },
  })
  const page = await browser.newPage()
  return {
    open: async address => void (await page.goto(address)),
    // As a text: puppeteer's types for functions fit its own handles.
    ask: async (question, ...given) => (await page.evaluate(`(${question})(...${JSON.stringify(given)})`)) as never,
    click: selector => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    resize: size => page.setViewport(size),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  }
}
