import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Builder, By, Capabilities } from 'selenium-webdriver'
import { freePort } from '../support/demo.ts'
import type { Driver, Size } from './driver.ts'

/** Debian's WebKitGTK over WebDriver. It has no way to be without a window, so it gets a display that nobody sees. */
export async function openWebKit({ width, height }: Size): Promise<Driver> {
  const home = await mkdtemp(path.join(tmpdir(), 'webkit-'))
  const screen = await openDisplay({ width, height })
  const port = await freePort()
  const server = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, HOME: home, DISPLAY: screen.display, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  })
  await isListening(port, server)
  const driver = await new Builder().usingServer(`http://localhost:${port}`).withCapabilities(capabilities()).build()
  const resize = async (size: Size) =>
    void (await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...size }))
  await resize({ width, height })
  const find = (selector: string) => driver.findElement(By.css(selector))
  return {
    open: address => driver.get(address),
    ask: async (question, ...given) => {
      const { problem, answer } = await driver.executeAsyncScript<{ problem?: string; answer: never }>(
        `const done = arguments[arguments.length - 1]
        Promise.resolve().then(() => (${question})(...Array.from(arguments).slice(0, -1)))
          .then(answer => done({ answer }), problem => done({ problem: String(problem) }))`,
        ...given,
      )
      if (problem) throw new Error(problem)
      return answer
    },
    click: selector => find(selector).click(),
    type: (selector, text) => find(selector).sendKeys(text),
    resize,
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await driver.quit().catch(() => {})
      await end(server)
      await end(screen.process)
      await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
    },
  }
}

function capabilities(): Capabilities {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').sort().reverse()
  if (!binary) throw new Error('WebKitGTK has no MiniBrowser: apt-get install webkit2gtk-driver')
  const capabilities = new Capabilities({ browserName: 'MiniBrowser' })
  capabilities.set('webkitgtk:browserOptions', { binary, args: ['--automation'] })
  capabilities.setPageLoadStrategy('normal')
  return capabilities
}

async function openDisplay({ width, height }: Size) {
  const args = ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp']
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const failed = once(server, 'error').then(([error]) => {
    throw new Error('The display did not start: apt-get install xvfb', { cause: error })
  })
  const [number] = await Promise.race([once(server.stdio[3] as NodeJS.ReadableStream, 'data'), failed])
  failed.catch(() => {})
  return { process: server, display: `:${String(number).trim()}` }
}

async function isListening(port: number, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const isReady = await fetch(`http://localhost:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(`WebKitWebDriver ended with ${server.exitCode}.`)
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null) return
  const ended = once(process, 'exit')
  process.kill()
  await ended
}
