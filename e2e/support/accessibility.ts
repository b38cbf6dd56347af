import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Serious and critical findings on a page, or within a part of it, as sentences. */
export async function findings(page: Page, within = 'html', rules?: readonly string[]): Promise<string[]> {
  // What has just changed is drawn, also what has not been scrolled to: colours are measured as they are seen.
  await page.evaluate(() => {
    const all = new CSSStyleSheet()
    all.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [all]
  })
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  // No frames of other origins, so the page itself is asked: otherwise a second one is opened each time to put them together.
  // A letter is shown in a sandbox where nothing runs, so nothing can be asked in it either.
  const axe = new AxeBuilder({ page }).include(within).exclude('iframe[sandbox]').setLegacyMode(true)
  const { violations } = await (rules
    ? axe.withRules([...rules])
    : axe.options({ resultTypes: ['violations'] })
  ).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
}

/** What a theme can change; all else is the same in both. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** Findings in one theme, whichever the browser has: all in the light, those of colours in the dark. */
export async function findingsIn(theme: 'light' | 'dark', page: Page): Promise<string[]> {
  await page.evaluate(name => document.documentElement.setAttribute('data-theme', name), theme)
  const found = await findings(page, 'html', theme === 'dark' ? ofColours : undefined)
  return found.map(finding => `${theme}: ${finding}`)
}
