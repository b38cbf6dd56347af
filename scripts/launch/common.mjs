import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** What stops a command: one line for the person, exit code 1. */
export class Failure extends Error {}

/** The hash of some texts or files' contents. */
export function hashOf(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/** The text of a file; empty when there is none. */
export function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Children find this Node first, npm included. */
export function environment(node) {
  const name = Object.keys(process.env).find(key => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...process.env, [name]: [path.dirname(node), process.env[name]].filter(Boolean).join(path.delimiter) }
}

/**
 * Runs Node on a file in the foreground until it ends, passing on the signals that end it; settles with its exit code.
 * The channel between both tells the child when this process is killed.
 * @param options `cwd`, by default the project; `onStart`, called with the child
 */
export function runHere(node, args, { cwd = project, onStart } = {}) {
  const child = spawn(node, args, { cwd, env: environment(node), stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      // The keyboard's Ctrl-C reaches the child without us; a second one means "at once" to some programs.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  onOrphaned(() => child.kill('SIGTERM'))
  onStart?.(child)
  return ended(child).then(({ code, signal }) => code ?? 128 + (os.constants.signals[signal] ?? 1))
}

/**
 * npm passes a signal on to the shell between it and us, and most shells die of it without telling us. So under npm the
 * loss of our parent is such a signal. (`npm start` replaces that shell by us, so that its exit code is ours.)
 */
function onOrphaned(stop) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 300)
  watch.unref()
}

/** Runs a program to its end, or until `options.signal` aborts; shows its output only if it fails without being aborted. */
export async function runQuietly(file, args, options) {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  const { code } = await ended(child)
  if (code !== 0 && !options.signal?.aborted) process.stderr.write(output)
  return code === 0
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
}

/** npm's own program, to be run by a Node of our choice: the npm that runs us, or the one on the PATH. */
function npmProgram() {
  const given = process.env.npm_execpath
  if (given?.endsWith('npm-cli.js') && existsSync(given)) return given
  for (const folder of (process.env.PATH ?? process.env.Path ?? '').split(path.delimiter)) {
    const candidates = [path.join(folder, 'npm'), path.join(folder, 'node_modules/npm/bin/npm-cli.js')]
    const found = candidates.filter(file => existsSync(file)).map(file => realpathSync(file))
    const program = found.find(file => file.endsWith('npm-cli.js'))
    if (program) return program
  }
  throw new Failure('npm must be on the PATH: it comes with Node from https://nodejs.org.')
}

/** Installs exactly what a folder's lockfile says. No package's own scripts run: none of ours needs them. */
export async function npmCi(node, folder) {
  const inherited = Object.entries(environment(node)).filter(
    ([name]) => !/^npm_(package|lifecycle|command|config_(local_)?prefix)/.test(name) && name !== 'NODE_ENV',
  )
  const options = [
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ]
  const args = [npmProgram(), 'ci', ...options, '--loglevel=error']
  if (!(await runQuietly(node, args, { cwd: folder, env: Object.fromEntries(inherited) })))
    throw new Failure(`npm ci failed in ${folder}: see above. It needs the network, once.`)
}

/**
 * Only one process of a clone prepares it at a time; the others wait. Whoever finds the lock of a dead process takes it
 * away.
 */
export async function alone(work) {
  const file = path.join(project, '.tmp', 'prepare.lock')
  mkdirSync(path.dirname(file), { recursive: true })
  for (let said = false; !taken(file); said = true) {
    if (!said) console.log('Another process is preparing this folder; waiting for it.')
    await wait(200)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function taken(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const owner = textOf(file)
  if (owner === '' || isAlive(Number(owner))) return false
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    // Another process may have been quicker: what was moved is then its lock, and goes back.
    if (textOf(aside) !== owner) renameSync(aside, file)
    else rmSync(aside)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  return false
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
