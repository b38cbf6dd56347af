import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Serious and critical findings on a page, or within a part of it, as sentences. */
async function findings(page: Page, within = 'html', rules?: readonly string[]): Promise<string[]> {
  // Once for each document, and only sentences come back: to hand over the checker and all that it has seen takes twice as
  // long as to look. Frames are asked too, but for those of other origins, where there is nothing of ours.
  for (const frame of page.frames())
    if (new URL(frame.url(), page.url()).origin === new URL(page.url()).origin)
      if (!(await frame.evaluate(() => 'axe' in window).catch(() => true))) await frame.evaluate(axe.source)
  return await page.evaluate(look, { within, rules })
}

async function look({ within, rules }: { within: string; rules: readonly string[] | undefined }): Promise<string[]> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') }
  // What has just changed is drawn, also what has not been scrolled to: colours are measured as they are seen.
  const all = new CSSStyleSheet()
  all.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets = [all]
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  // A letter is shown in a sandbox where nothing runs, so nothing can be asked in it either.
  const context = { include: [[within]], exclude: [['iframe[sandbox]']] }
  const { violations } = await axe.run(context, {
    resultTypes: ['violations'],
    // Axe leaves out what came with WCAG 2.2 unless it is asked.
    ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : { rules: { 'target-size': { enabled: true } } }),
  })
  // A bar that stays in view covers others for as long as the page is not scrolled: they are measured in the middle.
  const isSmallInView = async (target: string) => {
    document.querySelector(target)?.scrollIntoView({ block: 'center' })
    const again = await axe.run(context, { runOnly: { type: 'rule', values: ['target-size'] } })
    return again.violations.some(({ nodes }) => nodes.some(node => node.target.join(' ') === target))
  }
  for (const small of violations.filter(({ id }) => id === 'target-size'))
    for (const node of small.nodes)
      if (!(await isSmallInView(node.target.join(' ')))) small.nodes = small.nodes.filter(other => other !== node)
  return violations
    .filter(({ impact, nodes }) => nodes.length > 0 && (impact === 'serious' || impact === 'critical'))
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
}

/** What a theme can change; all else is the same in both. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** Findings in one theme: every rule in the light one, colours in the dark one. The public pages follow the browser's setting. */
export async function findingsIn(theme: 'light' | 'dark', page: Page, within = 'html'): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate(name => document.documentElement.setAttribute('data-theme', name), theme)
  const found = await findings(page, within, theme === 'dark' ? ofColours : undefined)
  return found.map(finding => `${theme}: ${finding}`)
}

/**
 * Expects that axe finds nothing in this state of the page, in either theme.
 *
 * `npm test` opens each screen once with axe, in screens.e2e.ts. States within a journey are checked by `npm run test:all`.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  if (process.env.HONBU_TEST_TIER === 'fast') return
  for (const theme of ['light', 'dark'] as const) expect(await findingsIn(theme, page, within)).toEqual([])
}

/** Expects that the page is no wider than the screen. Waits, since a menu may close one frame later. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
      message: `${page.url()} is no wider than the screen`,
    })
    .toBeLessThanOrEqual(0)
}
