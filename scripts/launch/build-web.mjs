import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { alone, environment, Failure, hashOf, project, runQuietly, textOf } from './common.mjs'
import { step } from './progress.mjs'

const dist = path.join(project, 'web', 'dist')
const stamp = path.join(dist, '.built-from')

/** Whether its sources, the contract and the packages are those that the web was built from. */
export function isWebBuilt() {
  return textOf(stamp) === sources()
}

/**
 * Builds the web when its sources, the contract or the packages have changed since it was built.
 * @param signal ends the build; without it, only the end of this process does
 */
export async function buildWeb(node, signal) {
  if (isWebBuilt()) return
  await alone(async () => {
    const from = sources()
    if (textOf(stamp) === from) return
    // Built beside and then swapped: a running server never sees half a build.
    const [fresh, old] = ['fresh', 'old'].map(name => path.join(project, '.tmp', `web-${name}-${process.pid}`))
    try {
      const args = [path.join(project, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', fresh, '--emptyOutDir']
      const env = { ...environment(node), NODE_ENV: 'production' }
      await step('Building the web', async () => {
        if (!(await runQuietly(node, args, { cwd: path.join(project, 'web'), env, signal })))
          throw new Failure('The web cannot be built: see above.')
      })
      writeFileSync(path.join(fresh, '.built-from'), from)
      if (existsSync(dist)) renameSync(dist, old)
      renameSync(fresh, dist)
    } finally {
      for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
    }
  })
}

/** A hash of everything that the build reads. */
function sources() {
  const files = ['web', 'contract'].flatMap(folder => filesIn(path.join(project, folder)))
  files.push(path.join(project, 'package-lock.json'), path.join(project, 'tsconfig.base.json'))
  return hashOf(...files.flatMap(file => [path.relative(project, file), readFileSync(file)]))
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => !['node_modules', 'dist'].includes(entry.name) && !entry.name.startsWith('.'))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(entry => (entry.isDirectory() ? filesIn(path.join(folder, entry.name)) : [path.join(folder, entry.name)]))
}
