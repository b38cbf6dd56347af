import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { run } from './step.ts'

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
  const installed = await installWithApt()
  return installed ? { file: installed } : { missing: advice }
}

async function installWithApt(): Promise<string | undefined> {
  const apt = onPath(['apt-get'])
  if (!apt) return undefined
  const sudo = process.getuid?.() === 0 ? [] : [onPath(['sudo']), '-n']
  if (sudo.includes(undefined)) return undefined
  console.log('Installing Chromium with apt-get.')
  const ask = (...task: string[]) => {
    const [file = apt, ...args] = [...sudo.filter(part => part !== undefined), apt, ...task]
    return run(file, args, { DEBIAN_FRONTEND: 'noninteractive' })
  }
  const updated = await ask('update')
  if (!updated.succeeded) console.error(updated.output)
  // Not every release has the first.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { succeeded, output } = await ask('install', '-y', '--no-install-recommends', name)
    if (succeeded) return onPath(names)
    console.error(output)
  }
  return undefined
}

function onPath(wanted: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return wanted.flatMap(name => folders.map(folder => path.join(folder, name))).find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
