import { expect, it } from 'vitest'
import { cameFrom, noteScreen } from './came-from.ts'

it('is the last screen that is neither help nor signing in', () => {
  expect(cameFrom()).toBe(null)
  for (const path of ['/authentication/login', '/help']) noteScreen(path)
  expect(cameFrom()).toBe(null)
  for (const path of ['/clubadmin/2/settings', '/help/category/10', '/marketing-help/search']) noteScreen(path)
  expect(cameFrom()).toBe('/clubadmin/2/settings')
  noteScreen('/helpful')
  expect(cameFrom()).toBe('/helpful')
})
