import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { audit } from './audit.ts'

const close: (() => void)[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  for (const each of close.splice(0)) each()
})

/** A registry that knows of one thing that is unsafe: every version of a package that runs in production. */
async function registryThatWarnsOf(name: string, severity: string) {
  const advisory = { id: 1, url: 'https://advisories.example/1', title: 'Reads too much', severity }
  const registry = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url?.endsWith('/advisories/bulk'))
      response.end(JSON.stringify({ [name]: [{ ...advisory, vulnerable_versions: '>=0' }] }))
    // Of packages it knows no more than that they are.
    else {
      const asked = decodeURIComponent(request.url?.slice(1) ?? '')
      response.end(JSON.stringify({ name: asked, versions: {}, 'dist-tags': {} }))
    }
  })
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  // npm keeps what it was told of a hole by its number, from one question to the next.
  const cache = mkdtempSync(path.join(tmpdir(), 'honbu-audit-'))
  close.push(() => registry.closeAllConnections())
  close.push(() => registry.close())
  close.push(() => rmSync(cache, { recursive: true, force: true }))
  vi.stubEnv('npm_config_cache', cache)
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`)
}

test('a package with a grave hole fails, by its name', { timeout: 60_000 }, async () => {
  await registryThatWarnsOf('zod', 'high')
  const { failed, output } = await audit.run({ files: [], tier: 'fast', shard: undefined })
  expect(output).toContain('zod: high')
  expect(failed).toBe(1)
})

test('a small one does not, and is no reason not to have asked', { timeout: 60_000 }, async () => {
  await registryThatWarnsOf('zod', 'low')
  const { failed, note } = await audit.run({ files: [], tier: 'fast', shard: undefined })
  expect(failed).toBe(0)
  expect(note).toMatch(/^\d+ packages$/)
})
