import type { ActivityEntry } from '@honbu/contract/activity.ts'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import type { User } from '../platform/access.ts'
import { writeAudit } from '../platform/audit.ts'
import { openStreams, serveActivityStream } from './stream.ts'

const database = await freshDatabase()
const { db } = database
const { app, as } = await testApp(database)
const second = await testApp(database)

/** A head office with a branch and an unrelated club, each with a coach; the head office has an admin. */
async function aTree() {
  const head = await createClub(db)
  const branch = await createClub(db, { parentClubId: head.id })
  const other = await createClub(db)
  const [boss, coach, stranger] = await Promise.all([
    createAccount(db, { clubId: head.id, isAdmin: true }),
    createAccount(db, { clubId: branch.id }),
    createAccount(db, { clubId: other.id, isAdmin: true }),
  ])
  return { head, branch, other, boss, coach, stranger }
}

const ask = async (sub: string, input: object = {}) => {
  const { status, body } = await as(sub).post('/api/activity/GetActivity', { tab: 'all', ...input })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { entries: ActivityEntry[]; before: number | null }
}

const tell = (clubId: number | null, rest: object = {}, accountId: number | null = null) =>
  db
    .transaction()
    .execute(tx =>
      writeAudit(tx, { action: 'saveClass', accountId }, [{ clubId, subject: 'class', after: { name: 'x' }, ...rest }]),
    )

describe('getActivity', () => {
  it('tells what a write of ours has done, with who, what and before and after', async () => {
    const { branch, coach, boss } = await aTree()
    const ann = await createMember(db, { clubId: branch.id, firstName: 'Ann', lastName: 'Ito' })
    await as(coach.sub).post('/api/member/AddTags', { members: [ann.id], tags: ['Squad'] })
    const { entries } = await ask(boss.sub, { memberId: ann.id })
    expect(entries[0]).toMatchObject({
      action: 'addTags',
      accountId: coach.id,
      clubId: branch.id,
      memberId: ann.id,
      memberName: 'Ann Ito',
    })
    expect(entries[0]?.by).not.toBe('')
  })

  it('gives ids by the names of what they point at, and leaves out what is the same or says nothing', async () => {
    const { branch, coach } = await aTree()
    const klass = await createClass(db, { clubId: branch.id })
    const { class_name: name } = await db
      .selectFrom('class')
      .select('class_name')
      .where('id', '=', klass.id)
      .executeTakeFirstOrThrow()
    await tell(branch.id, {
      before: { id: 5, classId: klass.id, member_status_id: 21, pence: 100, note: '', unknownId: 3, tagIds: [] },
      after: { id: 6, classId: klass.id, member_status_id: 23, pence: 250, note: null, unknownId: 4, isOpen: true },
    })
    const { entries } = await ask(coach.sub)
    expect(entries[0]?.changes.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'isOpen', before: null, after: true },
      { field: 'memberStatusId', before: 'Active', after: 'Lapsed' },
      { field: 'pence', before: 100, after: 250 },
    ])
    await tell(branch.id, { after: { classId: klass.id, address: { city: 'Leeds' }, lines: [{ a: 1 }, { a: 2 }] } })
    expect((await ask(coach.sub)).entries[0]).toMatchObject({
      wasThere: false,
      isThere: true,
      changes: expect.arrayContaining([
        { field: 'classId', before: null, after: name },
        { field: 'address.city', before: null, after: 'Leeds' },
        { field: 'lines', before: null, after: '2 entries' },
      ]),
    })
  })

  it('goes back page by page without leaving out or repeating any, whatever club they are of', async () => {
    const { head, branch, boss } = await aTree()
    for (let count = 0; count < 120; count += 1)
      await tell(count % 3 === 0 ? head.id : branch.id, { subject: count % 2 === 0 ? 'class' : 'location' })
    const seen: number[] = []
    let before: number | null = null
    do {
      const page: Awaited<ReturnType<typeof ask>> = await ask(boss.sub, before === null ? {} : { before })
      expect(page.entries.length).toBeLessThanOrEqual(50)
      seen.push(...page.entries.map(({ activityId }) => activityId))
      before = page.before
    } while (before !== null)
    expect(seen).toHaveLength(120)
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a))
    const { rows } = await sql<{ id: number }>`
      select id from audit where club_id in (${head.id}, ${branch.id}) order by id desc`.execute(db)
    expect(seen).toEqual(rows.map(({ id }) => id))
  })

  it('shows each tab what is its own, and drafts to nobody', async () => {
    const { branch, coach } = await aTree()
    for (const subject of ['member_note', 'payment', 'message', 'attendance', 'location', 'joining_draft'])
      await tell(branch.id, { subject })
    const on = async (tab: string) => (await ask(coach.sub, { tab })).entries.map(({ subject }) => subject)
    expect(await on('all')).toEqual(['location', 'attendance', 'message', 'payment', 'member_note'])
    expect(await on('members')).toEqual(['member_note'])
    expect(await on('money')).toEqual(['payment'])
    expect(await on('messages')).toEqual(['message'])
    expect(await on('classes')).toEqual(['attendance'])
    expect(await on('changes')).toEqual(['location'])
    expect(await on('security')).toEqual([])
  })

  it('narrows down to a club, an author, a member and days', async () => {
    const { head, branch, boss, coach } = await aTree()
    const ann = await createMember(db, { clubId: branch.id })
    await tell(head.id, {}, boss.id)
    await tell(branch.id, { memberId: ann.id }, coach.id)
    await tell(branch.id, {}, boss.id)
    const clubs = async (input: object) => (await ask(boss.sub, input)).entries.map(({ clubId }) => clubId)
    expect(await clubs({ clubId: branch.id })).toEqual([branch.id, branch.id])
    expect(await clubs({ accountId: boss.id })).toEqual([branch.id, head.id])
    expect(await clubs({ accountId: boss.id, clubId: head.id })).toEqual([head.id])
    expect(await clubs({ memberId: ann.id })).toEqual([branch.id])
    expect(await clubs({ to: '2020-01-01' })).toEqual([])
    expect(await clubs({ from: '2020-01-01' })).toHaveLength(3)
  })

  it('shows nobody what was done in clubs that are not his', async () => {
    const { head, branch, coach, stranger } = await aTree()
    const ann = await createMember(db, { clubId: branch.id })
    await tell(head.id)
    await tell(branch.id, { memberId: ann.id }, coach.id)
    expect((await ask(coach.sub)).entries.map(({ clubId }) => clubId)).toEqual([branch.id])
    expect((await ask(stranger.sub)).entries).toEqual([])
    for (const input of [{ clubId: branch.id }, { memberId: ann.id }, { accountId: coach.id }])
      expect((await as(stranger.sub).post('/api/activity/GetActivity', { tab: 'all', ...input })).status).toBe(403)
  })

  it('shows sign-ins to the person, and to the admins of a club he works in', async () => {
    const { head, coach, boss, stranger } = await aTree()
    const colleague = await createAccount(db, { clubId: head.id })
    const signedIn = { subject: 'account', after: null, subjectId: coach.id }
    await tell(null, signedIn, coach.id)
    const on = async (sub: string) => (await ask(sub, { tab: 'security' })).entries.map(each => each.accountId)
    expect(await on(coach.sub)).toEqual([coach.id])
    expect(await on(boss.sub)).toEqual([coach.id])
    expect(await on(colleague.sub)).toEqual([])
    expect(await on(stranger.sub)).toEqual([])
  })
})

it('shows the calls that someone was refused to them and to the admins of their club, each once in a while', async () => {
  const { branch, coach, boss } = await aTree()
  const elsewhere = await createClub(db)
  const call = {
    method: 'POST',
    url: '/api/activity/GetActivity',
    payload: { tab: 'all', clubId: elsewhere.id },
  } as const
  for (let n = 0; n < 3; n++)
    expect((await app.inject({ ...call, headers: { authorization: `Bearer ${coach.sub}` } })).statusCode).toBe(403)
  for (const { sub } of [coach, boss]) {
    const { entries } = await ask(sub, { tab: 'security' })
    expect(entries.map(({ action, accountId, changes }) => ({ action, accountId, changes }))).toEqual([
      {
        action: 'callRefused',
        accountId: coach.id,
        changes: [
          { field: 'call', before: null, after: 'getActivity' },
          { field: 'address', before: null, after: '127.0.0.1' },
        ],
      },
    ])
  }
  expect(branch.id).not.toBe(elsewhere.id)
})

describe('getActivityAuthors', () => {
  it('are those of the caller’s clubs', async () => {
    const { boss, coach } = await aTree()
    const ids = async (sub: string) =>
      (await as(sub).get('/api/activity/GetActivityAuthors')).body.authors.map(
        ({ accountId }: { accountId: number }) => accountId,
      )
    expect((await ids(boss.sub)).toSorted()).toEqual([boss.id, coach.id].toSorted())
    expect(await ids(coach.sub)).toEqual([coach.id])
  })
})

describe('the stream', () => {
  async function follow(sub: string, server = app) {
    const url = await server.listen({ port: 0, host: '127.0.0.1' }).catch(() => addressOf(server))
    const ended = new AbortController()
    const response = await fetch(`${url}/api/activity/GetActivityStream`, {
      headers: { authorization: `Bearer ${sub}` },
      signal: ended.signal,
    })
    let text = ''
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const read = async () => {
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) text += next.value
    }
    let isOver = false
    read()
      .catch(() => {})
      .finally(() => {
        isOver = true
      })
    return { response, said: () => text, isOver: () => isOver, end: () => ended.abort() }
  }

  function addressOf({ server }: typeof app): string {
    const given = server.address()
    if (given === null || typeof given === 'string') throw new Error('It listens on a port.')
    return `http://127.0.0.1:${given.port}`
  }

  it('refuses who is not signed in', async () => {
    expect((await app.inject({ url: '/api/activity/GetActivityStream' })).statusCode).toBe(401)
  })

  it('tells of what is done in the caller’s clubs, and of nothing else', async () => {
    const { branch, other, coach, stranger } = await aTree()
    const [theirs, others] = [await follow(coach.sub), await follow(stranger.sub)]
    expect(theirs.response.headers.get('content-type')).toBe('text/event-stream')
    await expect.poll(() => theirs.said() + others.said()).toMatch(/retry[\s\S]*retry/)
    expect(openStreams.size).toBeGreaterThanOrEqual(2)
    // What the watch has seen first is no news: something is said until the first is told.
    await expect
      .poll(async () => {
        await tell(branch.id)
        return theirs.said()
      })
      .toContain('event: activity')
    expect(others.said()).not.toContain('event: activity')
    await expect
      .poll(async () => {
        await tell(other.id)
        return others.said()
      })
      .toContain('event: activity')
    theirs.end()
    others.end()
  })

  it('ends when the session is ended elsewhere, and not while the database is away', async () => {
    const { branch, coach } = await aTree()
    const clubs = new Map([[branch.id, { isAdmin: false }]])
    const anybody = { personId: 1, name: 'Coach', email: 'coach@club.example' }
    let answer = async (): Promise<User | null> => ({ ...anybody, accountId: coach.id, sub: coach.sub, clubs })
    const own = Fastify()
    serveActivityStream(own, { db, authenticate: () => answer() }, 5)
    const followed = await follow(coach.sub, own)
    answer = () => Promise.reject(new Error('away'))
    const before = followed.said().length
    await expect.poll(() => followed.said().length).toBeGreaterThan(before + 60)
    expect(followed.isOver()).toBe(false)
    answer = async () => null
    await expect.poll(followed.isOver).toBe(true)
    await own.close()
  })

  it('tells of no club any more in which someone no longer works', async () => {
    const { branch, other, coach } = await aTree()
    const anybody = { personId: 1, name: 'Coach', email: 'coach@club.example', accountId: coach.id, sub: coach.sub }
    const worksIn = (...ids: number[]): User => ({
      ...anybody,
      clubs: new Map(ids.map(id => [id, { isAdmin: false }])),
    })
    let user = worksIn(branch.id, other.id)
    const own = Fastify()
    serveActivityStream(own, { db, authenticate: async () => user }, 5)
    const followed = await follow(coach.sub, own)
    await expect
      .poll(async () => {
        await tell(branch.id)
        return followed.said()
      })
      .toContain('event: activity')
    user = worksIn(other.id)
    const beats = () => followed.said().split(': still there').length
    const seen = beats()
    await expect.poll(beats).toBeGreaterThan(seen + 1)
    const events = () => followed.said().split('event: activity').length
    const before = events()
    await tell(branch.id)
    // The next news of a club of theirs comes after all that was told before it.
    await expect
      .poll(async () => {
        await tell(other.id)
        return events()
      })
      .toBeGreaterThan(before)
    user = worksIn()
    await expect.poll(followed.isOver).toBe(true)
    await own.close()
  })

  it('tells those who follow at another server process too', async () => {
    const { branch, coach } = await aTree()
    const followed = await follow(coach.sub, second.app)
    const ann = await createMember(db, { clubId: branch.id })
    let written = 0
    await expect
      .poll(async () => {
        written += 1
        await as(coach.sub).post('/api/member/AddTags', { members: [ann.id], tags: [`Tag ${written}`] })
        return followed.said()
      })
      .toContain('event: activity')
    followed.end()
  })
})
