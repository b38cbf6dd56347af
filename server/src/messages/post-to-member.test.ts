import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClub, createMember } from '../../test/factories/people.ts'
import { openMessages } from '../../test/open-messages.ts'
import { postToMember } from './index.ts'

const database = await freshDatabase()
const { db } = database
const { now, queue, parts, aClub, received } = await openMessages(database)

describe('postToMember', () => {
  it('writes once for a cause, whatever is repeated or has changed', async () => {
    const { clubId, members, address } = await aClub(1)
    const post = (body: string, cause: string) =>
      db.transaction().execute(tx =>
        postToMember(tx, {
          ...{ clubId, memberId: members[0] ?? 0, purpose: 'service', name: 'Welcome', cause, now: now() },
          content: { channel: 'email', subject: 'Welcome', body, layoutId: null },
          enqueue: (name, data) => queue.jobs.enqueue(tx, name, data),
          letters: parts.letters,
        }),
      )
    const first = await post('<p>One</p>', 'booking:1')
    expect(await post('<p>One</p>', 'booking:1')).toEqual(first)
    expect(await post('<p>Two</p>', 'booking:1')).toEqual(first)
    await post('<p>Two</p>', 'booking:2')
    await queue.run()
    expect((await received(address(0))).map(({ text }) => text.trim()).toSorted()).toEqual(['One', 'Two'])
  })

  it('says why nobody is written to', async () => {
    const { id: clubId } = await createClub(db)
    const { id: memberId } = await createMember(db, { clubId })
    const answer = await db.transaction().execute(tx =>
      postToMember(tx, {
        ...{ clubId, memberId, purpose: 'service', name: 'Welcome', cause: 'x', now: now() },
        content: { channel: 'email', subject: 'Welcome', body: '<p>x</p>', layoutId: null },
        enqueue: async () => {},
        letters: parts.letters,
      }),
    )
    expect(answer).toEqual({ refusal: 'noAddress' })
  })
})
