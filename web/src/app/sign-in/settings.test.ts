import { beforeEach, expect, test, vi } from 'vitest'

const settings = { authority: 'https://id.example', client_id: 'web' }
const inAnHour = Math.floor(Date.now() / 1000) + 3600

beforeEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})

/** What the configuration call brings as its authorization, with these entries in the browser's storage. */
async function authorization(stored: Record<string, unknown>) {
  const kept = new Map(Object.entries(stored).map(([key, value]) => [key, JSON.stringify(value)]))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  const fetched = vi.fn(async (_url: string, _init?: RequestInit) => Response.json(settings))
  vi.stubGlobal('fetch', fetched)
  const { signInSettings } = await import('./settings.ts')
  await signInSettings()
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('http://localhost/_configuration/Honbu.Web')
  return new Headers(init?.headers).get('authorization')
}

const tokens = (expires_at: number) => ({
  'honbu.settings': settings,
  'Honbu.Webuser:https://id.example:web': { access_token: 'token', expires_at, profile: {} },
})

test('the configuration call brings the token when there is one', async () => {
  expect(await authorization(tokens(inAnHour))).toBe('Bearer token')
})

test.each([
  ['a first visit', {}],
  ['a visit after a logout', { 'honbu.settings': settings }],
  ['a token that has expired', tokens(1)],
])('%s brings none', async (_, stored) => {
  expect(await authorization(stored)).toBe(null)
})
