import { expect, it } from 'vitest'
import { plainConfig } from '../test/plain-config.ts'
import { buildWorkerApp } from './app.ts'

it('a process that only works on jobs takes no webhooks, and says which one does', async () => {
  const app = await buildWorkerApp(plainConfig, [])
  for (const url of ['/webhooks/gocardless', '/webhooks/stripe', '/dashboard']) {
    const { statusCode, json } = await app.inject({ method: 'POST', url, payload: {} })
    expect([statusCode, json().message]).toEqual([404, expect.stringContaining('HONBU_ROLE is web or all')])
  }
  await app.close()
})
