import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type Attempt, countAttempts, forgetOldAttempts } from './attempts.ts'
import { secretBox } from './secret-box.ts'

const { db } = await freshDatabase()
let at = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => {
  at = new Date(at.getTime() + seconds * 1000)
}
const attempts = countAttempts(db, secretBox(Buffer.alloc(32, 7)), () => at)
const email = (subject: string) => ({ kind: 'guess', subject }) as const
const client = (subject: string) => ({ kind: 'client', subject }) as const

describe('attempts', () => {
  it('are free a few times, then each one brings a pause that doubles, up to a quarter of an hour', async () => {
    for (let n = 0; n < 6; n++) expect(await attempts.begin(email('a@club.example'))).toBe(0)
    const pauses = []
    for (let n = 0; n < 12; n++) {
      const pause = await attempts.begin(email('a@club.example'))
      pauses.push(pause)
      later(pause)
      expect(await attempts.begin(email('a@club.example'))).toBe(0)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  it('are refused during a pause without making it longer', async () => {
    for (let n = 0; n < 6; n++) await attempts.begin(email('b@club.example'))
    for (let n = 0; n < 5; n++) expect(await attempts.begin(email('b@club.example'))).toBe(1)
    later(1)
    expect(await attempts.begin(email('b@club.example'))).toBe(0)
  })

  it('of a day that the clock was set ahead do not lock anybody out when it is set right', async () => {
    later(86_400)
    for (let n = 0; n < 6; n++) expect(await attempts.begin(email('ahead@club.example'))).toBe(0)
    expect(await attempts.begin(email('ahead@club.example'))).toBe(1)
    later(-86_400)
    expect(await attempts.begin(email('ahead@club.example'))).toBe(0)
    expect(await attempts.begin(email('ahead@club.example'))).toBeGreaterThan(0)
  })

  it('are counted before they are made, so that many at once do not slip through', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => attempts.begin(email('c@club.example'))))
    expect(all.filter(pause => pause === 0)).toHaveLength(6)
  })

  it('of an address are the same in capitals, and forgotten when the right person comes, or after a day', async () => {
    for (let n = 0; n < 6; n++) await attempts.begin(email('d@club.example'))
    expect(await attempts.begin(email(' D@Club.Example '))).toBe(1)
    await attempts.succeed(email('D@club.example'))
    for (let n = 0; n < 6; n++) expect(await attempts.begin(email('d@club.example'))).toBe(0)
    later(86_401)
    for (let n = 0; n < 6; n++) expect(await attempts.begin(email('d@club.example'))).toBe(0)
  })

  it('of a client are counted by network, and one that succeeded is taken back', async () => {
    const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:2:3:4:5:6', '2001:0db8:1:2::7'].slice(
      0,
      3,
    )
    for (let n = 0; n < 20; n++) await attempts.begin(client(addresses[n % 3] ?? ''))
    expect(await attempts.begin(client('2001:db8:1:2::9'))).toBe(1)
    expect(await attempts.begin(client('2001:db8:1:3::9'))).toBe(0)
    expect(await attempts.begin(client('::ffff:192.0.2.1'))).toBe(0)
    await attempts.succeed(client('2001:db8:1:2::9'))
    expect(await attempts.begin(client('2001:db8:1:2::9'))).toBe(0)
  })

  it('that are refused count under none of their counters', async () => {
    for (let n = 0; n < 20; n++) await attempts.begin(client('203.0.113.1'))
    const owner = { kind: 'email', subject: 'owner@club.example' } as const
    for (let n = 0; n < 100; n++) {
      expect(await attempts.begin(client('203.0.113.1'), owner)).toBe(1)
      expect(await attempts.begin(client('203.0.113.2'), client('203.0.113.1'), owner)).toBe(1)
    }
    for (let n = 0; n < 20; n++) expect(await attempts.begin(client('203.0.113.2'))).toBe(0)
    for (let n = 0; n < 50; n++) expect(await attempts.begin(owner)).toBe(0)
    expect(await attempts.begin(owner)).toBe(1)
  })

  it('leave 254 guesses at one email address in two hours from everywhere, and 110 a day from one client', async () => {
    const guessesIn = async (hours: number, attempt: Attempt) => {
      const end = at.getTime() + hours * 3_600_000
      let guesses = 0
      while (at.getTime() < end) {
        const pause = await attempts.begin(attempt)
        if (pause === 0) guesses++
        else later(pause)
      }
      return guesses
    }
    expect(await guessesIn(2, { kind: 'email', subject: 'everywhere@club.example' })).toBe(254)
    expect(await guessesIn(24, { kind: 'guess', subject: 'one@club.example 203.0.113.9' })).toBe(110)
  })

  it('leave no address in the database, and nothing at all after two days', async () => {
    const rows = await db.selectFrom('attempt').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(row => row.subject.toString('latin1')).join()).not.toMatch(/club|2001/)
    await forgetOldAttempts(db, new Date(at.getTime() + 172_801_000))
    expect(await db.selectFrom('attempt').selectAll().execute()).toEqual([])
  })
})
