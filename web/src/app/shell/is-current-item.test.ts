import { describe, expect, it } from 'vitest'
import { hidesSidebar } from './hides-sidebar.ts'
import { isCurrentItem } from './is-current-item.ts'

describe('isCurrentItem', () => {
  it.each([
    ['/', '/', true],
    ['/', '/dashboard', false],
    ['/', '/member/search', false],
    ['/member/search', '/member/search', true],
    ['/help', '/help/category/3', true],
    ['/help', '/helpless', false],
    ['/clubadmin/2/club-schedule', '/clubadmin/2/details', true],
    ['/clubadmin/2/club-schedule', '/clubadmin/22/details', false],
    ['/messaging/sent-items', '/messaging/sent-items/2', true],
    ['/messaging/sent-items', '/messaging/templates/2/create/0', true],
    ['/messaging/sent-items', '/create-message', false],
    ['/reporting/management', '/reporting/attendance', true],
  ])('%s at %s: %s', (item, path, expected) => {
    expect(isCurrentItem(item, path)).toBe(expected)
  })
})

describe('hidesSidebar', () => {
  it.each([
    ['/authentication/login', true],
    ['/authentication/login-failed', false],
    ['/authentication/login-callback', true],
    ['/authentication/login-callback/x', true],
    ['/authentication/logout', false],
    ['/marketing-help', true],
    ['/marketing-help/search', true],
    ['/marketing/2', false],
    ['/', false],
  ])('at %s: %s', (path, expected) => {
    expect(hidesSidebar(path)).toBe(expected)
  })
})
