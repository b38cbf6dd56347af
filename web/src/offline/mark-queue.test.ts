import { describe, expect, test } from 'vitest'
import { createMarkQueue, type Mark, memoryStore, type QueuedMarks, type Sent } from './mark-queue.ts'

const register = { classId: 7, classDate: '2026-05-12', className: 'Juniors' }
const one = (memberId: number, attended: Mark) => [{ memberId, name: `Member ${memberId}`, attended }]

/** A server that answers when it is told to, a device that keeps what it is given, and pages on it. */
function aDevice({ account = 'ann' } = {}) {
  const store = memoryStore()
  const sent: { entry: QueuedMarks; answer: (result?: Sent) => void }[] = []
  const server = new Map<number, Mark>()
  let ids = 0
  let free = Promise.resolve()
  const openPage = () => {
    const again: (() => void)[] = []
    const queue = createMarkQueue({
      store,
      account: () => account,
      now: () => new Date('2026-05-12T18:00:00Z'),
      newId: () => `id ${++ids}`,
      send: entry =>
        new Promise(resolve => {
          const stands = { status: 'saved' as const, marks: entry.marks }
          sent.push({ entry, answer: (result = stands) => resolve(result) })
        }),
      saved: (_entry, marks) => {
        for (const { memberId, attended } of marks) server.set(memberId, attended)
      },
      alone: work => {
        const turn = free.then(work)
        free = turn
        return turn
      },
      later: run => void again.push(run),
      changed: () => {},
    })
    return { queue, again }
  }
  const answered = async (index: number, result?: Sent) => {
    await expect.poll(() => sent.length).toBeGreaterThan(index)
    sent[index]?.answer(result)
  }
  const marksSent = () => sent.map(({ entry }) => entry.marks.map(({ memberId, attended }) => [memberId, attended]))
  const waiting = async () => (await store.all()).map(({ marks, refusal }) => [marks[0]?.memberId, refusal])
  return {
    ...openPage(),
    openPage,
    store,
    sent,
    server,
    answered,
    marksSent,
    waiting,
    as: (sub: string) => (account = sub),
  }
}

const unanswered: Sent = { status: 'unanswered' }
const refused: Sent = { status: 'refused', message: 'The register is closed.' }

describe('with a connection', () => {
  test('a mark is there at once, is sent, and is gone from the queue when it is saved', async () => {
    const { queue, answered, server, waiting } = aDevice()
    const done = queue.mark(register, one(1, true))
    expect(queue.entries()).toMatchObject([{ marks: [{ memberId: 1, attended: true }] }])
    await answered(0)
    await done
    expect([queue.entries(), await waiting()]).toEqual([[], []])
    expect(server.get(1)).toBe(true)
  })

  test('marks go one after the other, in the order in which they were made', async () => {
    const { queue, answered, marksSent } = aDevice()
    const all = [1, 2, 3].map(memberId => queue.mark(register, one(memberId, true)))
    for (const index of [0, 1, 2]) {
      await answered(index)
      expect(marksSent()).toHaveLength(index + 1)
    }
    await Promise.all(all)
    expect(marksSent().flat()).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ])
  })

  test('of quick taps on one member the first and the last are sent', async () => {
    const { queue, answered, marksSent, server } = aDevice()
    const taps = [queue.mark(register, one(1, true))]
    await expect.poll(marksSent).toHaveLength(1)
    taps.push(queue.mark(register, one(1, false)), queue.mark(register, one(1, null)))
    await answered(0)
    await answered(1)
    await Promise.all(taps)
    expect(marksSent().flat()).toEqual([
      [1, true],
      [1, null],
    ])
    expect(server.get(1)).toBe(null)
  })

  test('a mark the device is still writing stays while the queue reads its store', async () => {
    const { queue, store, answered, marksSent, server } = aDevice()
    const marks = [queue.mark(register, one(1, true))]
    await expect.poll(marksSent).toHaveLength(1)
    const { promise: written, resolve: write } = Promise.withResolvers<void>()
    const { add } = store
    store.add = entry => written.then(() => add(entry))
    marks.push(queue.mark(register, one(2, true)))
    await queue.look()
    expect(queue.entries().map(entry => entry.marks[0]?.memberId)).toEqual([1, 2])
    write()
    await answered(0)
    await answered(1)
    await Promise.all(marks)
    expect([...server]).toEqual([
      [1, true],
      [2, true],
    ])
  })

  test('what stands on the server is what counts, not what was sent', async () => {
    const { queue, answered, server } = aDevice()
    const done = queue.mark(register, one(1, true))
    await answered(0, { status: 'saved', marks: [{ memberId: 1, attended: false }] })
    await done
    expect(server.get(1)).toBe(false)
  })

  test('many marks are one call', async () => {
    const { queue, answered, marksSent, waiting } = aDevice()
    const done = queue.mark(register, [...one(1, true), ...one(2, true)])
    await answered(0)
    await done
    expect(marksSent()).toEqual([
      [
        [1, true],
        [2, true],
      ],
    ])
    expect(await waiting()).toEqual([])
  })
})

describe('without a connection', () => {
  test('marks wait in order, and are sent with the same ids when it returns', async () => {
    const { queue, again, answered, sent, waiting } = aDevice()
    await Promise.all([queue.mark(register, one(1, true)), answered(0, unanswered)])
    void queue.mark(register, one(2, false))
    await answered(1, unanswered)
    await expect.poll(() => again.length).toBe(2)
    expect(queue.isHeld()).toBe(true)
    expect(await waiting()).toEqual([
      [1, null],
      [2, null],
    ])
    again.at(-1)?.()
    await answered(2)
    await answered(3)
    await expect.poll(waiting).toEqual([])
    expect(queue.isHeld()).toBe(false)
    const ids = sent.map(({ entry }) => entry.marks[0]?.markId)
    expect(ids).toEqual(['id 1', 'id 1', 'id 1', 'id 2'])
  })

  test('they outlive the page, and the next one sends them', async () => {
    const device = aDevice()
    await Promise.all([device.queue.mark(register, one(1, true)), device.answered(0, unanswered)])
    const next = device.openPage()
    const resumed = next.queue.resume()
    await device.answered(1)
    await resumed
    expect(next.queue.entries()).toEqual([])
    expect(device.server.get(1)).toBe(true)
    expect(await device.waiting()).toEqual([])
  })

  test('two tabs send each of them once', async () => {
    const device = aDevice()
    await Promise.all([device.queue.mark(register, one(1, true)), device.answered(0, unanswered)])
    const [first, second] = [device.openPage(), device.openPage()]
    const resumed = [first.queue.resume(), second.queue.resume()]
    await device.answered(1)
    await Promise.all(resumed)
    expect(device.sent).toHaveLength(2)
  })

  test('they are for the account that made them alone', async () => {
    const device = aDevice()
    await Promise.all([device.queue.mark(register, one(1, true)), device.answered(0, unanswered)])
    device.as('bob')
    const bob = device.openPage()
    await bob.queue.resume()
    expect(bob.queue.entries()).toEqual([])
    device.as('ann')
    const resumed = device.openPage().queue.resume()
    await device.answered(1)
    await resumed
    expect(await device.waiting()).toEqual([])
  })

  test('a mark that waits gives way to a later one of the same member', async () => {
    const { queue, answered, waiting, store } = aDevice()
    await Promise.all([queue.mark(register, one(1, true)), answered(0, unanswered)])
    void queue.mark(register, one(1, false))
    await answered(1, unanswered)
    expect(await waiting()).toEqual([[1, null]])
    expect((await store.all())[0]?.marks[0]?.attended).toBe(false)
  })
})

describe('a mark the server refuses', () => {
  test('stays with the reason, and those behind it go on', async () => {
    const { queue, answered, waiting, server } = aDevice()
    const both = [queue.mark(register, one(1, true)), queue.mark(register, one(2, true))]
    await answered(0, refused)
    await answered(1)
    await Promise.all(both)
    expect(await waiting()).toEqual([[1, 'The register is closed.']])
    expect(queue.entries()).toMatchObject([{ refusal: 'The register is closed.' }])
    expect([...server]).toEqual([[2, true]])
  })

  test('among many stays alone, and the others are saved', async () => {
    const { queue, answered, sent, marksSent, waiting, server } = aDevice()
    const all = [1, 2, 3, 4].flatMap(memberId => one(memberId, true))
    const done = queue.mark(register, all)
    const isOfOne: Sent = { status: 'refused', message: 'No longer in this club.', isOfOne: true }
    await answered(0, isOfOne)
    await answered(1)
    await answered(2, isOfOne)
    await answered(3, isOfOne)
    await answered(4)
    await done
    expect(marksSent().map(marks => marks.map(([memberId]) => memberId))).toEqual([
      [1, 2, 3, 4],
      [1, 2],
      [3, 4],
      [3],
      [4],
    ])
    expect(sent[3]?.entry.marks[0]?.markId).toBe(sent[0]?.entry.marks[2]?.markId)
    expect(await waiting()).toEqual([[3, 'No longer in this club.']])
    expect([...server.keys()]).toEqual([1, 2, 4])
  })

  test('with its whole register stays together', async () => {
    const { queue, answered, waiting, marksSent } = aDevice()
    const done = queue.mark(register, [...one(1, true), ...one(2, true)])
    await answered(0, refused)
    await done
    expect(marksSent()).toHaveLength(1)
    expect(await waiting()).toEqual([[1, 'The register is closed.']])
  })

  test('can be tried again, with the same id, or dropped', async () => {
    const { queue, answered, sent, waiting } = aDevice()
    await Promise.all([queue.mark(register, one(1, true)), answered(0, refused)])
    const { order = 0 } = queue.entries()[0] ?? {}
    const retried = queue.retry(order)
    await answered(1, refused)
    await retried
    expect(sent[1]?.entry.marks[0]?.markId).toBe('id 1')
    await queue.discard(order)
    expect([queue.entries(), await waiting()]).toEqual([[], []])
  })

  test('is no longer complained about when the member has been marked anew', async () => {
    const { queue, answered, waiting } = aDevice()
    await Promise.all([queue.mark(register, one(1, true)), answered(0, refused)])
    await Promise.all([queue.mark(register, one(1, false)), answered(1)])
    expect(await waiting()).toEqual([])
  })

  test('that was changed while it was on its way is not complained about either', async () => {
    const { queue, answered, waiting } = aDevice()
    const first = queue.mark(register, one(1, true))
    await answered(0, unanswered)
    await first
    const second = queue.mark(register, one(1, false))
    await answered(1, refused)
    await second
    expect(await waiting()).toEqual([[1, 'The register is closed.']])
    await Promise.all([queue.mark(register, one(1, null)), answered(2)])
    expect(await waiting()).toEqual([])
  })
})
