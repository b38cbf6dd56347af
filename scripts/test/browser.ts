import { globSync } from 'node:fs'
import { findChromium } from './chromium.ts'
import { runPlaywright } from './playwright.ts'
import { asOne, project, type Step } from './step.ts'

/** Browser tests: the built product, a real server, a real Chromium. */
export const browser: Step = {
  name: 'browser',
  run: async ({ files, tier, shard }) => {
    const tests = globSync('e2e/**/*.{spec,test,e2e}.ts', { cwd: project, exclude: ['**/node_modules/**'] })
    if (tests.length === 0) return asOne(false, 'There are no browser tests in e2e/.\n')
    const chromium = await findChromium()
    if ('missing' in chromium) return asOne(false, `${chromium.missing}\n`)
    // The tests that `npm test` runs carry this tag; `test:all` runs every test.
    const args = [...(tier === 'fast' ? ['--grep', '@journey'] : []), ...(shard ? [`--shard=${shard}`] : []), ...files]
    const env = { HONBU_CHROMIUM: chromium.file, HONBU_TEST_TIER: tier }
    return await runPlaywright({ folder: 'e2e', args, env, browser: chromium.file })
  },
}
