import { expect, test } from 'vitest'
import { screens } from '../app/routes.ts'
import { isScreen } from './is-screen.ts'

test('every screen may be kept on the device', () => {
  expect(screens.filter(({ path }) => !isScreen(path.slice(1)))).toEqual([])
})

test.each([
  'pay',
  'pay/card',
  'Papers/Sign',
  'Bookings/Offer',
  'Identity/Account/Manage',
  'authentication/login',
  'api/club/GetClubList',
  'sandbox/mail',
  '.well-known/openid-configuration',
  'clubs.json',
])('%s is of the server', path => {
  expect(isScreen(path)).toBe(false)
})
