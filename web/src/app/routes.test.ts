import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { buildRouter } from './router.tsx'
import { isAddressOf, routerPath, screens } from './routes.ts'
import { shortcuts } from './shortcuts.ts'
import { documentTitle } from './title.ts'

const router = buildRouter(createMemoryHistory())

test('an address of the specification as the router writes it', () => {
  expect(routerPath('/clubadmin/club/member/view/{id}/{slug?}')).toBe('/clubadmin/club/member/view/$id/{-$slug}')
})

test('no screen is listed twice', () => {
  const paths = screens.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

describe('addresses that two screens could answer', () => {
  test.each([
    ['/', 'Dashboard'],
    ['/dashboard', 'Dashboard'],
    ['/clubadmin/2/club-schedule', 'Club Admin'],
    ['/clubadmin/discounts', 'Discounts'],
    ['/clubadmin/discounts/view', 'Discount'],
    ['/clubadmin/discounts/view/4', 'Discount'],
    ['/clubadmin/discounts/club/create', 'New club discount'],
    ['/clubadmin/2/details/update', 'Update club'],
    ['/clubadmin/club/member/view/1', 'Member'],
    ['/clubadmin/club/member/view/1/some-name', 'Member'],
    ['/clubadmin/club/member/create', 'New member'],
    ['/clubadmin/classes-and-events/view/1', 'Class or event'],
    ['/clubadmin/classes-and-events/class-roster/1', 'Roster'],
    ['/clubadmin/2/classes-and-events/create', 'New class or event'],
    ['/clubadmin/2/disciplines/create/', 'New discipline'],
    ['/messaging/templates/2', 'Message templates'],
    ['/messaging/templates/view', 'Template'],
    ['/messaging/templates/2/edit', 'Edit template'],
    ['/messaging/automations/2', 'Automations'],
    ['/messaging/automations/2/edit/1', 'Automation'],
    ['/messaging/sent-items', 'Sent items'],
    ['/messaging/sent-items/2', 'Sent items'],
    ['/messaging/layouts', 'Message layouts'],
    ['/messaging/templates', 'Message templates'],
    ['/create-message', 'Send a Message'],
    ['/create-message/2/1', 'Send a Message'],
    ['/training-plans/2', 'Training plans'],
    ['/training-plans/2/1', 'Training plan'],
    ['/training-plan/prices/2/1', 'Change prices for members'],
    ['/settings/member-categories/2/create', 'New member category'],
    ['/settings/member-categories/edit/2/1', 'Edit member category'],
    ['/marketing-help/category/1', 'Marketing help: category'],
    ['/authentication/logged-out', 'Sign in'],
  ])('%s: %s', (path, title) => {
    expect(documentTitle(router.matchRoutes(path, {}))).toBe(`${title} · Honbu`)
  })
})

describe('an address without its last part', () => {
  test('leads to a screen', () => {
    for (const [, to] of shortcuts)
      expect(documentTitle(router.matchRoutes(to.replace(/\{\w+\}/, '2'), {}))).not.toMatch(/^(Page not found|Loading)/)
  })

  test('is no screen of its own', () => {
    for (const [from] of shortcuts) expect(screens.map(({ path }) => path)).not.toContain(from)
  })
})

test.each(['/no/such/place', '/marketing-help/elsewhere', '/dashboard/more'])('%s is no screen', path => {
  expect(documentTitle(router.matchRoutes(path, {}))).toBe('Page not found · Honbu')
})

test.each([
  [{ id: '2', tab: 'club-schedule' }, true],
  [{ id: '2', tab: 'nonsense' }, false],
  [{ id: 'two', tab: 'club-schedule' }, false],
  [{ id: '-2', tab: 'club-schedule' }, false],
  [{ id: '2', slug: "anne-o'brien" }, true],
  [{ id: undefined }, true],
])('%o is an address of its screen: %s', (params, expected) => {
  expect(isAddressOf({ tabs: ['club-schedule'] }, params)).toBe(expected)
})
