import { describe, expect, it } from 'vitest'
import { safeReturnUrl, withReturnUrl } from './return-url.ts'
import { settingsOf } from './settings.ts'

const settings = settingsOf({ baseUrl: 'https://club.example', basePath: '/club', oidc: { clientId: 'Honbu.Web' } })
const dashboard = 'https://club.example/club/dashboard'

describe('safeReturnUrl', () => {
  it.each([
    ['/club/member/search?page=2#x', 'https://club.example/club/member/search?page=2#x'],
    ['https://club.example/club/help', 'https://club.example/club/help'],
  ])('keeps %s', (given, address) => expect(safeReturnUrl(given, settings)).toBe(address))

  it.each([
    undefined,
    ['/club/a'],
    '',
    'https://club.example',
    'https://club.example/club',
    '/club/',
    '/clubs/elsewhere',
    '/elsewhere',
    'https://evil.example/club/',
    '//evil.example/club/',
    '/\\evil.example/club/',
    '\\\\evil.example/club/',
    '/\t/evil.example/club/',
    'https:evil.example/club/',
    'https://club.example@evil.example/club/',
    'https://evil@club.example/club/',
    'https://club.example:8443/club/',
    'http://club.example/club/',
    '/club/../elsewhere',
    'javascript:alert(1)//club.example/club/',
    'data:text/html,x',
    'http://[',
  ])('goes to the dashboard instead of %j', given => expect(safeReturnUrl(given, settings)).toBe(dashboard))

  it('never makes a path of ours an address of another host', () => {
    const atRoot = settingsOf({ baseUrl: 'https://club.example', basePath: '', oidc: { clientId: 'Honbu.Web' } })
    expect(safeReturnUrl('https://club.example//evil.example', atRoot)).toBe('https://club.example//evil.example')
  })
})

describe('withReturnUrl', () => {
  it('carries a safe address on, and nothing without one', () => {
    expect(withReturnUrl('/login', '', settings)).toBe('/login')
    expect(withReturnUrl('/login', '//evil.example', settings)).toBe(
      `/login?returnUrl=${encodeURIComponent(dashboard)}`,
    )
  })
})
