import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { run } from './step.ts'

/**
 * Installs Debian packages where apt-get and the right to use it are at hand.
 * @returns whether they are installed
 */
export async function install(packages: readonly string[]): Promise<boolean> {
  const apt = onPath(['apt-get'])
  if (!apt) return false
  if ((await run('dpkg', ['--status', ...packages])).succeeded) return true
  const sudo = process.getuid?.() === 0 ? [] : [onPath(['sudo']), '-n']
  if (sudo.includes(undefined)) return false
  console.log(`Installing ${packages.join(', ')} with apt-get.`)
  const ask = (...task: string[]) => {
    const [file = apt, ...args] = [...sudo.filter(part => part !== undefined), apt, ...task]
    return run(file, args, { DEBIAN_FRONTEND: 'noninteractive' })
  }
  const updated = await ask('update')
  if (!updated.succeeded) console.error(updated.output)
  const { succeeded, output } = await ask('install', '-y', '--no-install-recommends', ...packages)
  if (!succeeded) console.error(output)
  return succeeded
}

/** The first of these programs that is on the PATH. */
export function onPath(wanted: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return wanted.flatMap(name => folders.map(folder => path.join(folder, name))).find(isProgram)
}

/** Whether the file is there and may be run. */
export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
