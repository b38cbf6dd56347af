import { install, isProgram, onPath } from './apt.ts'

/** The one without a window of its own comes first: the tests take two thirds of the time in it. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const advice =
  'The browser tests need a Chromium: install one (Debian: apt-get install chromium; others: https://www.chromium.org) ' +
  'so that it is on the PATH, or set HONBU_CHROMIUM to its file.'

/** A Chromium: the one that was set, one on the PATH, or one that apt-get can install here; else what to do. */
export async function findChromium(): Promise<{ file: string } | { missing: string }> {
  const given = process.env.HONBU_CHROMIUM
  if (given) return isProgram(given) ? { file: given } : { missing: 'HONBU_CHROMIUM must be the path of a Chromium.' }
  const present = onPath(names)
  if (present) return { file: present }
  const installed = await installChromium()
  return installed ? { file: installed } : { missing: advice }
}

async function installChromium(): Promise<string | undefined> {
  // Not every release has the first.
  for (const name of ['chromium-headless-shell', 'chromium']) if (await install([name])) return onPath(names)
  return undefined
}
