import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { LaunchOptions, Page } from '@playwright/test'
import config from '../playwright.config.ts'
import { startProxy } from './proxy.ts'

export interface Demo {
  readonly address: string
  /** The variables that a command needs to work on the same data. */
  readonly env: NodeJS.ProcessEnv
  /** An empty folder, gone with the demo. */
  readonly folder: string
  readonly stop: () => Promise<void>
}

/**
 * How a browser is started that is to take the certificate of the proxy. It keeps from the beginning at which line each
 * function is: one that is watched, as here, looks it up for the errors that React makes in advance when it begins, and reads
 * all of React once more for it, 15 to 20 ms. Nobody's own browser does.
 */
export const launch: LaunchOptions = {
  ...config.use?.launchOptions,
  args: [
    ...(config.use?.launchOptions?.args ?? []),
    '--ignore-certificate-errors',
    '--js-flags=--no-enable-lazy-source-positions',
  ],
}

/**
 * The product with its demo in a process of its own, as `npm start` runs it, with data that are gone afterwards; behind the
 * proxy that it is run behind, if that is wanted.
 */
export async function startDemo({ isProxied = false } = {}): Promise<Demo> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-page-'))
  const port = await freePort()
  const own = `http://localhost:${port}`
  const outside = isProxied ? await freePort() : null
  const address = outside === null ? own : `https://localhost:${outside}`
  const env = {
    ...{ ...process.env, HONBU_DATA: path.join(folder, 'data'), PORT: String(port), HONBU_DEMO: '1' },
    ...(outside !== null && { BASE_URL: address }),
  }
  // First: without it there is nothing to measure, and nothing has been started yet.
  const proxy = outside === null ? null : await startProxy({ folder, port: outside, to: port })
  const server = fork(path.join(import.meta.dirname, '../../server/src/main.ts'), {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`)
    const isReady = await fetch(`${own}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) break
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  const stop = async () => {
    proxy?.stop()
    const ended = once(server, 'exit')
    server.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { address, env, folder, stop }
}

/** Signs in as the head office of the demo, on the page for that. */
export async function signInToDemo(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('hq@demo.honbu.example')
  await page.getByLabel('Password').fill('take the register')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('navigation', { name: 'Main', includeHidden: true }).waitFor({ state: 'attached' })
}

/** The address of the first link on a screen that leads to a part of the product. */
export async function firstLink(page: Page, from: string, part: string): Promise<string> {
  await page.goto(from)
  const link = page.locator(`main a[href*="${part}"]`).first()
  // Late in the evening the classes that are over are folded away.
  await link.waitFor({ state: 'attached' })
  return new URL((await link.getAttribute('href')) ?? '', from).href
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createServer().once('error', reject)
    listener.listen(0, '127.0.0.1', () => {
      const bound = listener.address()
      listener.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0))
    })
  })
}
