import { expect, test } from 'vitest'
import { createMarkQueue, type Mark, type SaveResult } from './mark-queue.ts'

/** A server that answers when it is told to, and what it was asked and has been told since. */
function setUp() {
  const server = new Map<number, Mark>()
  const sent: { memberId: number; mark: Mark; answer: (result?: SaveResult) => void }[] = []
  const refusals: string[] = []
  const queue = createMarkQueue({
    save: (memberId, mark) =>
      new Promise(resolve => {
        sent.push({ memberId, mark, answer: (result = { isSuccess: true }) => resolve(result) })
      }),
    saved: (memberId, mark) => {
      server.set(memberId, mark)
    },
    refused: (memberId, mark, message) => refusals.push(`${memberId} ${mark}: ${message}`),
    changed: () => {},
  })
  const shown = (memberId: number) =>
    queue.inFlight().has(memberId) ? queue.inFlight().get(memberId) : server.get(memberId)
  const answer = (index: number, result?: SaveResult) => {
    const request = sent[index]
    if (!request) throw new Error(`Nothing was sent as number ${index}`)
    request.answer(result)
  }
  return { queue, server, sent, refusals, shown, answer }
}

test('a mark is shown at once and stays when it is saved', async () => {
  const { queue, shown, sent, answer, refusals } = setUp()
  const done = queue.mark(1, true)
  expect(shown(1)).toBe(true)
  expect(sent).toHaveLength(1)
  answer(0)
  await done
  expect(queue.inFlight().size).toBe(0)
  expect(shown(1)).toBe(true)
  expect(refusals).toEqual([])
})

test('a refused mark goes back to what the server has, and says so', async () => {
  const { queue, shown, server, answer, refusals } = setUp()
  server.set(1, false)
  const done = queue.mark(1, true)
  expect(shown(1)).toBe(true)
  answer(0, { isSuccess: false, message: 'Not authorised!' })
  await done
  expect(shown(1)).toBe(false)
  expect(refusals).toEqual(['1 true: Not authorised!'])
})

test('a refetch does not cover a mark in flight', async () => {
  const { queue, shown, server, answer } = setUp()
  const done = queue.mark(1, true)
  server.set(1, null)
  expect(shown(1)).toBe(true)
  answer(0)
  await done
  expect(shown(1)).toBe(true)
})

test('quick taps on one member go one after the other, and only the last of those waiting', async () => {
  const { queue, shown, sent, answer } = setUp()
  const done = queue.mark(1, true)
  await queue.mark(1, false)
  await queue.mark(1, null)
  expect(shown(1)).toBe(null)
  expect(sent.map(request => request.mark)).toEqual([true])
  answer(0)
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]?.mark).toBe(null)
  answer(1)
  await done
  expect(shown(1)).toBe(null)
  expect(sent).toHaveLength(2)
})

test('when the last of quick taps is refused, the row shows the one before it, which was saved', async () => {
  const { queue, shown, sent, answer, refusals } = setUp()
  const done = queue.mark(1, true)
  await queue.mark(1, false)
  answer(0)
  await expect.poll(() => sent.length).toBe(2)
  answer(1, { isSuccess: false, message: 'no' })
  await done
  expect(shown(1)).toBe(true)
  expect(refusals).toEqual(['1 false: no'])
})

test('a refused mark that was changed meanwhile is not complained about', async () => {
  const { queue, shown, sent, answer, refusals } = setUp()
  const done = queue.mark(1, true)
  await queue.mark(1, false)
  answer(0, { isSuccess: false, message: 'no' })
  await expect.poll(() => sent.length).toBe(2)
  answer(1)
  await done
  expect(shown(1)).toBe(false)
  expect(refusals).toEqual([])
})

test('members do not wait for each other', () => {
  const { queue, sent } = setUp()
  void queue.mark(1, true)
  void queue.mark(2, false)
  expect(sent.map(request => request.memberId)).toEqual([1, 2])
})
