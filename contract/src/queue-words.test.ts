import { expect, test } from 'vitest'
import { queueWords, reasonWords } from './queue-words.ts'

test.each([
  ['send-mail', 'Emails'],
  ['watch-memberships', 'Watch memberships'],
])('the queue %s is called %s', (queue, words) => {
  expect(queueWords(queue)).toBe(words)
})

test.each([
  ['The server said no (550).', 'The server said no (550).'],
  ['Error ECONNREFUSED', 'Nothing answered at the other end.'],
  ['TypeError', 'Something went wrong on our side (TypeError). The log has more.'],
  ['DatabaseError 23505', 'Something went wrong on our side (23505). The log has more.'],
  [null, 'We don’t know why.'],
])('a job that failed with %s: %s', (reason, words) => {
  expect(reasonWords(reason)).toBe(words)
})
