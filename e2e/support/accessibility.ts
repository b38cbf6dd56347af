import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Serious and critical findings on a page, or within a part of it, as sentences. */
export async function findings(page: Page, within = 'html'): Promise<string[]> {
  // What has just changed is drawn: colours are measured as they are seen.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  const { violations } = await new AxeBuilder({ page }).include(within).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
}

/** The same in one theme, whichever the browser has. */
export async function findingsIn(theme: 'light' | 'dark', page: Page): Promise<string[]> {
  await page.evaluate(name => document.documentElement.setAttribute('data-theme', name), theme)
  return (await findings(page)).map(finding => `${theme}: ${finding}`)
}
