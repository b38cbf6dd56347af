import { accessSync, constants, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { alone, Failure, hashOf, npmCi, project, textOf } from './common.mjs'
import { step } from './progress.mjs'

const lockfile = path.join(project, 'package-lock.json')
const modules = path.join(project, 'node_modules')
const stamp = path.join(modules, '.honbu-lock')

/**
 * Installs the packages when they are not those of package-lock.json, with the Node that runs this file, so that a newer
 * one can be fetched at the same time.
 * @returns whether they are all there: npm leaves out an optional package that its Node is too old for
 */
export async function install() {
  if (isInstalled()) return true
  return await alone(async () => {
    if (isInstalled()) return true
    demandWritable()
    await step('Installing packages', () => npmCi(process.execPath, project))
    return isInstalled()
  })
}

/** Installs the packages that the Node of `install` left out, where another one will load them. */
export async function installRest(node) {
  await alone(async () => {
    if (node !== process.execPath && !isInstalled())
      await step('Installing packages for the newer Node', () => npmCi(node, project))
    writeFileSync(stamp, wanted())
  })
}

function wanted() {
  return hashOf(textOf(lockfile), process.platform, process.arch)
}

function isInstalled() {
  if (textOf(stamp) === wanted()) return true
  if (!isInstalledByHand()) return false
  try {
    writeFileSync(stamp, wanted())
  } catch {
    // Only a short cut for the next start.
  }
  return true
}

/** Whether npm, run by a person, has left exactly what the lockfile says: npm keeps a list of what it installed. */
function isInstalledByHand() {
  const list = path.join(modules, '.package-lock.json')
  if (!existsSync(list)) return false
  const present = JSON.parse(textOf(list)).packages
  const locked = Object.entries(JSON.parse(textOf(lockfile)).packages).filter(([name]) => name !== '')
  return locked.every(([name, entry]) => {
    const found = present[name]
    if (!found) return entry.optional === true && !isForHere(entry)
    return found.version === entry.version && found.integrity === entry.integrity && found.link === entry.link
  })
}

function isForHere({ os, cpu, libc }) {
  if (!os || !cpu || libc?.[0] === 'musl') return false
  return os.includes(process.platform) && cpu.includes(process.arch)
}

function demandWritable() {
  try {
    accessSync(project, constants.W_OK)
    if (existsSync(modules)) accessSync(modules, constants.W_OK)
  } catch {
    throw new Failure(
      `The packages in ${modules} are not those of package-lock.json, and this user may not write there: ` +
        'run npm ci as the user who owns it.',
    )
  }
}
