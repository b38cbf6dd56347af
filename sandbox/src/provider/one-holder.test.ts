import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { gocardless, openTestBank, temporaryFolder } from '../gocardless/test-bank.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (let close = closers.pop(); close; close = closers.pop()) await close()
})

const customer = { given_name: 'Ann', family_name: 'Lee' }

it('is one bank for all that share a folder, and outlives the one that holds it', async () => {
  const { folder, remove } = temporaryFolder()
  closers.push(remove)
  const holder = await openTestBank(folder)
  holder.attach({ pages: 'http://localhost/sandbox/bank', webhooks: '' })
  const other = await openTestBank(folder)
  closers.push(other.close)
  expect(other.url).not.toBe(holder.url)
  expect(other.webhookSecretOf('sandbox_club')).toBe(holder.webhookSecretOf('sandbox_club'))

  const made = await gocardless(other.url).customers.create(customer, 'ann')
  expect((await gocardless(holder.url).customers.find(String(made.id))).given_name).toBe('Ann')
  expect((await gocardless(other.url).customers.list({ limit: 1 })).customers).toHaveLength(1)
  const page = await other.page({ method: 'GET', path: '', query: {}, form: {} })
  expect('html' in page && page.html).toContain('Ann Lee')
  await expect(gocardless(other.url).customers.find('CU0')).rejects.toMatchObject({ code: 404 })
  holder.setTrouble('down', 1)
  await expect(gocardless(other.url).customers.create(customer)).rejects.toThrow(/hang up|ECONNRESET/)

  await holder.close()
  expect((await gocardless(other.url).customers.create(customer, 'ann')).id).toBe(made.id)
  expect((await gocardless(other.url).customers.list()).customers).toHaveLength(1)
  expect(other.today()).toBe('2026-05-12')
})

it('takes over what a killed process held, with all that it had said', async () => {
  const { folder, remove } = temporaryFolder()
  closers.push(remove)
  const module_ = path.join(import.meta.dirname, '../gocardless/open.ts')
  const script = `import { openBankSandbox } from ${JSON.stringify(module_)}
    const bank = await openBankSandbox({ folder: process.argv[1], sendsWebhooks: false })
    process.stdout.write(bank.url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  closers.push(() => child.kill('SIGKILL'))
  const [url] = await once(child.stdout, 'data')
  const made = await gocardless(String(url)).customers.create(customer, 'ann')
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  const bank = await openTestBank(folder)
  closers.push(bank.close)
  expect((await gocardless(bank.url).customers.create(customer, 'ann')).id).toBe(made.id)
  // Held here, and not passed on.
  expect(bank.today()).toMatch(/^\d{4}-\d\d-\d\d$/)
})

it('is opened by one of many that start at once', async () => {
  const { folder, remove } = temporaryFolder()
  closers.push(remove)
  const banks = await Promise.all(Array.from({ length: 8 }, () => openTestBank(folder)))
  closers.push(...banks.map(bank => bank.close))
  await Promise.all(banks.map(({ url }) => gocardless(url).customers.create(customer)))
  const counts = await Promise.all(
    banks.map(async ({ url }) => (await gocardless(url).customers.list()).customers.length),
  )
  expect(counts).toEqual(banks.map(() => 8))
})
