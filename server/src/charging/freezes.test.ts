import { transactionCategory } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { book, createClass, enrol } from '../../test/factories/classes.ts'
import { createMember } from '../../test/factories/people.ts'
import { openCharging } from '../../test/open-charging.ts'
import { bookableDays } from '../bookings/index.ts'
import { checkLedger } from '../ledger/index.ts'
import { nextCharges } from './next-charges.ts'

const database = await freshDatabase()
const { db } = database
const { aClub, charges, paying, run } = await openCharging(database)

describe('a freeze', () => {
  const effects = (body: { effects: { before: number; after: number }[] }) =>
    body.effects.map(({ before, after }) => [before, after])

  it('is counted by the day, and what was charged follows', async () => {
    const club = await aClub()
    const { memberId, clubMemberId } = await paying(club)
    await run(club)
    const freeze = { freezeId: 0, clubMemberId, from: '2026-05-29', until: null, price: 0 }
    const preview = await club.me.post(`/api/member/PreviewFreeze/${memberId}`, freeze)
    expect(effects(preview.body)).toEqual([[30, 15.48]])
    const saved = await club.me.post(`/api/member/SaveFreeze/${memberId}`, { ...freeze, reason: 'Knee' })
    expect(effects(saved.body)).toEqual([[30, 15.48]])
    expect(await charges(club.clubId)).toMatchObject([{ pence: 3000 }, { pence: -1452 }])
    expect((await nextCharges(db, { memberIds: [memberId] }, '2026-05-12'))[0]).toMatchObject({
      pence: 0,
      reason: 'frozen',
    })
    const again = await club.me.post(`/api/member/SaveFreeze/${memberId}`, {
      ...freeze,
      from: '2026-07-01',
      reason: 'No',
    })
    expect(again.body).toMatchObject({
      isSuccess: false,
      fields: { from: ['It is frozen on some of these days already.'] },
    })
    const ended = await club.me.post(`/api/member/EndFreeze/${memberId}`, {
      freezeId: saved.body.freezeId,
      goesOn: '2026-06-05',
    })
    expect(effects(ended.body)).toEqual([[15.48, 23.23]])
    expect((await charges(club.clubId)).reduce((sum, { pence }) => sum + pence, 0)).toBe(2323)
    const list = await club.me.get(`/api/member/GetFreezes/${memberId}`)
    expect(list.body).toMatchObject([{ from: '2026-05-29', until: '2026-06-04', state: 'toCome', reason: 'Knee' }])
    const gone = await club.me.post(`/api/member/EndFreeze/${memberId}`, { freezeId: saved.body.freezeId })
    expect(effects(gone.body)).toEqual([[23.23, 30]])
    expect((await club.me.get(`/api/member/GetFreezes/${memberId}`)).body).toEqual([])
    expect(await checkLedger(db)).toBeNull()
  })

  it('leaves a charge that was taken back taken back', async () => {
    const club = await aClub()
    const { memberId, clubMemberId } = await paying(club)
    await run(club)
    await sql`insert into charge (club_id, root_club_id, member_id, amount_pence, transaction_date, due_on, category_id,
        reverses_id) select club_id, root_club_id, member_id, -amount_pence, due_on, due_on, ${transactionCategory.correction}, id
      from charge where club_id = ${club.clubId}`.execute(db)
    const saved = await club.me.post(`/api/member/SaveFreeze/${memberId}`, {
      freezeId: 0,
      clubMemberId,
      from: '2026-05-12',
      until: null,
      price: 0,
      reason: 'Knee',
    })
    expect(saved.body).toMatchObject({ isSuccess: true, effects: [] })
  })

  it('ends when the member leaves', async () => {
    const club = await aClub()
    const { memberId, clubMemberId } = await paying(club)
    const freeze = { freezeId: 0, clubMemberId, from: '2026-05-01', until: null, price: 0, reason: 'Knee' }
    await club.me.post(`/api/member/SaveFreeze/${memberId}`, freeze)
    await club.me.post(`/api/member/lapseMembership/${memberId}`, { clubMemberId, reason: 'Moved away' })
    const { body } = await club.me.get(`/api/member/GetFreezes/${memberId}`)
    expect(body).toMatchObject([{ until: '2026-05-12' }])
    expect((await club.me.post(`/api/member/SaveFreeze/${memberId}`, freeze)).status).toBe(409)
  })
})

describe('the bookings of a frozen member', () => {
  it('are named before, cancelled when that is wanted, and their places go to the waiting list', async () => {
    const club = await aClub()
    const { memberId, clubMemberId } = await paying(club)
    const klass = await createClass(db, { clubId: club.clubId, className: 'Juniors' })
    await db.updateTable('class').set({ capacity: 1 }).where('id', '=', klass.id).execute()
    for (const date of ['2026-05-19', '2026-06-02']) await book(db, { classId: klass.id, memberId, date })
    const waiting = await createMember(db, { clubId: club.clubId })
    const place = { classId: klass.id, bookingDate: '2026-05-19' }
    expect((await club.me.post(`/api/member/JoinWaitingList/${waiting.id}`, place)).status).toBe(200)
    const freeze = { freezeId: 0, clubMemberId, from: '2026-05-15', until: '2026-05-31', price: 0 }
    const preview = await club.me.post(`/api/member/PreviewFreeze/${memberId}`, freeze)
    expect(preview.body.bookings).toMatchObject([{ className: 'Juniors', bookingDate: '2026-05-19' }])
    const saved = await club.me.post(`/api/member/SaveFreeze/${memberId}`, {
      ...{ ...freeze, reason: 'Knee' },
      cancelBookings: true,
    })
    expect(saved.body.cancelled).toBe(1)
    const offers = await db
      .selectFrom('waiting_list_entry')
      .select('offer_until')
      .where('class_id', '=', klass.id)
      .execute()
    expect(offers).not.toEqual([{ offer_until: null }])
    const left = await db
      .selectFrom('booking')
      .select('booking_date')
      .where('cancelled_at', 'is', null)
      .orderBy('booking.id')
      .execute()
    expect(left).toContainEqual({ booking_date: '2026-06-02' })
    expect(left).not.toContainEqual({ booking_date: '2026-05-19' })
  })

  it('leave the places of their classes to others, whose register says that they are frozen', async () => {
    const club = await aClub()
    const { memberId, clubMemberId } = await paying(club)
    const klass = await createClass(db, { clubId: club.clubId, className: 'Juniors' })
    await db.updateTable('class').set({ capacity: 1 }).where('id', '=', klass.id).execute()
    await enrol(db, { classId: klass.id, memberId })
    const other = await createMember(db, { clubId: club.clubId })
    const booking = (bookingDate: string) =>
      club.me.post(`/api/member/SaveBooking/${other.id}`, { classId: klass.id, bookingDate })
    const free = async (day: string) =>
      (await bookableDays(db, { classes: sql`class.id = ${klass.id}`, from: day, to: day, now: testNow }))[0]?.free
    expect((await booking('2026-05-19')).status).toBe(409)
    const freeze = { freezeId: 0, clubMemberId, from: '2026-05-15', until: '2026-05-31', price: 0, reason: 'Knee' }
    await club.me.post(`/api/member/SaveFreeze/${memberId}`, freeze)
    expect([await free('2026-05-19'), await free('2026-06-02')]).toEqual([1, 0])
    expect((await booking('2026-05-19')).status).toBe(200)
    expect((await booking('2026-06-02')).status).toBe(409)
    const { body } = await club.me.post(`/api/club/GetClassMembers/${klass.id}`, { classDate: '2026-05-19' })
    const row = body.data.find((each: { memberId: number }) => each.memberId === memberId)
    expect(row).toMatchObject({ isFrozen: true, expectedAs: 'enrolled' })
  })
})
