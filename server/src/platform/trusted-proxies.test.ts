import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { trustedProxies } from './trusted-proxies.ts'

/** The client's address as a server has it that is asked by a proxy at 10.0.0.9. */
async function clientOf(setting: string, forwardedFor: string) {
  const { trustProxy } = readConfig({ TRUST_PROXY: setting })
  const app = Fastify({ trustProxy: trustedProxies(trustProxy) })
  app.get('/', async ({ ip }) => ip)
  const headers = { 'x-forwarded-for': forwardedFor }
  return (await app.inject({ url: '/', headers, remoteAddress: '10.0.0.9' })).body
}

describe('the address of a client', () => {
  it.each([
    ['0', '1.2.3.4', '10.0.0.9'],
    ['1', '1.2.3.4', '1.2.3.4'],
    ['1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['2', '6.6.6.6, 1.2.3.4, 10.0.0.8', '1.2.3.4'],
    ['10.0.0.0/8', '6.6.6.6, 1.2.3.4, 10.0.0.8', '1.2.3.4'],
    ['10.0.0.9, 10.0.0.8', '6.6.6.6, 1.2.3.4, 10.0.0.8', '1.2.3.4'],
    ['192.168.0.1', '6.6.6.6, 1.2.3.4', '10.0.0.9'],
  ])('with TRUST_PROXY=%s and X-Forwarded-For: %s is %s', async (setting, forwardedFor, client) => {
    expect(await clientOf(setting, forwardedFor)).toBe(client)
  })
})
