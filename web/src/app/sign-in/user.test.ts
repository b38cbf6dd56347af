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

test('when the account was created and its hash stay with the user, and may be missing', () => {
  const created_at = '2024-05-01T10:00:00.000Z'
  expect(userOf({ sub: '1', created_at, user_hash: 'ab12' })).toMatchObject({ created_at, user_hash: 'ab12' })
  expect(userOf({ sub: '1', created_at: 1714557600 }).created_at).toBe('1714557600')
  expect(userOf({ sub: '1' })).toMatchObject({ created_at: '', user_hash: '' })
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
