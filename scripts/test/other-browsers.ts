import { install } from './apt.ts'
import { runPlaywright } from './playwright.ts'
import type { Step } from './step.ts'

/** The journeys of e2e/browsers in a browser that apt-get can install here. Says so where it can't. */
const otherBrowser = (name: string, packages: readonly string[]): Step => ({
  name,
  run: async () => {
    if (await install(packages))
      return await runPlaywright({ folder: 'e2e/browsers', args: ['--project', name], env: {}, browser: name })
    const note = `Not run. It needs Debian’s packages ${packages.join(' and ')}, which can’t be installed here.`
    return { passed: 0, failed: 0, output: '', note }
  },
})

/** The browsers of iPads and iPhones, as near as Debian has one, and Firefox. */
export const otherBrowsers: readonly Step[] = [
  otherBrowser('firefox', ['firefox-esr']),
  otherBrowser('webkit', ['webkit2gtk-driver', 'xvfb']),
]
