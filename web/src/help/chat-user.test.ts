import { expect, test } from 'vitest'
import { userOf } from '../app/sign-in/user.ts'
import { asSignedIn } from './chat-user.ts'

const chat = {
  appId: 'app',
  userId: '7',
  userHash: 'server',
  name: 'Aoife Byrne',
  email: 'a@club.example',
  createdAt: 1,
}

test('the chat is started with the claims of the signed-in user', () => {
  const created_at = '2024-05-01T10:00:00.000Z'
  const user = userOf({ sub: 'x|9', name: 'Aoife', email: 'b@club.example', created_at, user_hash: 'provider' })
  expect(asSignedIn(chat, user)).toEqual({
    appId: 'app',
    userId: 'x|9',
    userHash: 'provider',
    name: 'Aoife',
    email: 'b@club.example',
    createdAt: 1714557600,
  })
})

test('claims that a provider leaves out come from the server, the id together with its hash', () => {
  expect(asSignedIn(chat, userOf({ sub: 'x|9' }))).toEqual(chat)
  expect(asSignedIn(chat, userOf({ sub: 'x|9', user_hash: 'provider' }))).toMatchObject({ userId: 'x|9', createdAt: 1 })
})

test('a provider may count seconds, or say something that is no time', () => {
  expect(asSignedIn(chat, userOf({ sub: 'x|9', created_at: 1714557600 })).createdAt).toBe(1714557600)
  expect(asSignedIn(chat, userOf({ sub: 'x|9', created_at: 'last year' })).createdAt).toBe(1)
})
