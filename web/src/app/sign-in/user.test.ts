import { expect, test } from 'vitest'
import { hasRole, initialOf, userOf } from './user.ts'

test('one role is a text, several are a list, none is nothing', () => {
  expect(userOf({ sub: '1', name: 'Aoife', role: 'admin' }).roles).toEqual(['admin'])
  expect(userOf({ sub: '1', name: 'Aoife', role: ['admin', 'owner'] }).roles).toEqual(['admin', 'owner'])
  expect(userOf({ sub: '1', name: 'Aoife' }).roles).toEqual([])
})

test('a role check tests membership in the list', () => {
  expect(hasRole({ roles: ['admin', 'owner'] }, 'owner')).toBe(true)
  expect(hasRole({ roles: ['administrator'] }, 'admin')).toBe(false)
})

test('without a name the e-mail address stands for it', () => {
  expect(userOf({ sub: '1', email: 'hq@club.example' }).name).toBe('hq@club.example')
})

test.each([
  ['aoife', 'A'],
  [' élodie', 'É'],
  ['山田', '山'],
  ['𐐨x', '𐐀'],
  ['', '?'],
])('%s: %s', (name, initial) => {
  expect(initialOf({ name })).toBe(initial)
})
