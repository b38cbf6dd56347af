import { classType } from '@honbu/contract/ids.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, createSlot } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { histories } from '../../test/histories.ts'
import { moveLists } from './move-lists.ts'

const database = await freshDatabase()
const { db } = database
let now = testNow
const { as } = await testApp(database, () => now)
const nobodyHears = { enqueue: async () => {}, post: async () => {} }
const parts = { db, now: () => now, jobs: nobodyHears, mail: nobodyHears }

const day = '2026-05-19'
const people = 6

type Step =
  | { do: 'book' | 'join' | 'leave' | 'cancel'; who: number }
  | { do: 'capacity'; places: number }
  | { do: 'wait'; hours: number }
  | { do: 'move' }

const who = fc.nat(people - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  ...(['book', 'join', 'leave', 'cancel'] as const).map(what => fc.record({ do: fc.constant(what), who })),
  fc.record({ do: fc.constant('capacity' as const), places: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 13 }) }),
  fc.record({ do: fc.constant('move' as const) }),
)

/** A slot of two places, and six who come and go. */
async function begin() {
  now = testNow
  const club = await createClub(db)
  const boss = await createAccount(db, { clubId: club.id, isAdmin: true })
  const { id: classId } = await createClass(db, { clubId: club.id, classTypeId: classType.prebooked, weekdays: [] })
  const { id: slotId } = await createSlot(db, { classId, date: day, capacity: 2 })
  const members = await Promise.all(
    Array.from({ length: people }, async () => (await createMember(db, { clubId: club.id })).id),
  )
  const call = as(boss.sub)
  const list = async () => (await call.get(`/api/club/GetBookings/${classId}?classDate=${day}`)).body
  const input = { classId, bookingDate: day }
  const times = { classDate: day, startTime: '18:00', finishTime: '19:00' }

  async function take(taken: Step): Promise<number> {
    if (taken.do === 'wait') now = new Date(now.getTime() + taken.hours * 3_600_000)
    if (taken.do === 'move') await moveLists(parts)
    if (taken.do === 'capacity')
      return (
        await call.post(`/api/club/SaveClassAvailability/${classId}`, { slotId, ...times, capacity: taken.places })
      ).status
    if (!('who' in taken)) return 200
    const id = members[taken.who] ?? 0
    if (taken.do === 'book') return (await call.post(`/api/member/SaveBooking/${id}`, input)).status
    if (taken.do === 'join') return (await call.post(`/api/member/JoinWaitingList/${id}`, input)).status
    if (taken.do === 'leave') return (await call.post(`/api/member/LeaveWaitingList/${id}`, input)).status
    const booking = (await list()).booked.find((row: { memberId: number }) => row.memberId === id)
    return booking ? (await call.post(`/api/member/CancelBooking/${booking.bookingId}`)).status : 409
  }
  const capacity = async () => (await call.get(`/api/club/GetPrebookedCapacity/${classId}?classDate=${day}`)).body
  return { take, list, capacity, members }
}

it('never gives a place twice, never past someone who waits, and says so at every step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async steps => {
      const { take, list, capacity, members } = await begin()
      for (const each of steps) {
        const before = await capacity()
        const waited: { memberId: number; offerUntil: string | null }[] = (await list()).waiting
        const status = await take(each)
        expect([200, 400, 409]).toContain(status)

        // A newcomer gets a place exactly when one is said to be available.
        if (each.do === 'book' && status === 200) {
          const mine = waited.find(({ memberId }) => memberId === members[each.who])
          expect(before.available > 0 || mine !== undefined).toBe(true)
        }
        const { capacity: places, booked, offered, waiting, available } = await capacity()
        expect(booked + offered).toBeLessThanOrEqual(places)
        expect(available).toBe(Math.max(0, places - booked - offered - waiting))
        const after = await list()
        expect(after.booked).toHaveLength(booked)
        expect(after.waiting).toHaveLength(offered + waiting)
        const everyone = [...after.booked, ...after.waiting].map((row: { memberId: number }) => row.memberId)
        expect(new Set(everyone).size).toBe(everyone.length)

        // Who stays on the list stays in order, and offers go out from the front.
        const left = after.waiting.map((row: { memberId: number }) => row.memberId)
        const order = waited.map(({ memberId }) => memberId).filter(id => left.includes(id))
        expect(left.filter((id: number) => order.includes(id))).toEqual(order)
        const offers = after.waiting.map((row: { offerUntil: string | null }) => row.offerUntil !== null)
        expect(offers).toEqual([...offers].sort((a, b) => Number(b) - Number(a)))
      }
      // Once the list has been looked after, no place is free while someone waits.
      await moveLists(parts)
      const { capacity: places, booked, offered, waiting } = await capacity()
      if (waiting > 0) expect(booked + offered).toBe(places)
    }),
    { numRuns: histories(8, 75) },
  )
})
