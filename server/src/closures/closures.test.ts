import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, book, createClass, enrol } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as, jobs } = await testApp(database)

async function aClub() {
  const club = await createClub(db)
  const boss = await createAccount(db, { clubId: club.id, isAdmin: true })
  const call = as(boss.sub)
  const save = (closures: object[], rest: object = {}) =>
    call.post(`/api/club/SaveClosures/${club.id}`, { closures, ...rest })
  const days = async (year = 2026) => {
    const { body } = await call.get(`/api/club/GetClosures/${club.id}?year=${year}`)
    return body.closures.map(({ date, name }: { date: string; name: string }) => `${date} ${name}`)
  }
  return { club, call, save, days }
}

describe('saveClosures', () => {
  it('closes single days and ranges, a day that is closed already under its new name', async () => {
    const { save, days } = await aClub()
    await save([{ from: '2026-08-03', to: '2026-08-05', name: 'Summer' }])
    const { body } = await save([
      { from: '2026-08-05', to: '2026-08-05', name: ' Camp ' },
      { from: '2026-12-31', to: '2027-01-01', name: '' },
    ])
    expect(body).toMatchObject({ isSuccess: true, days: 3, cancelled: 0, emails: 0 })
    expect(await days()).toEqual(['2026-08-03 Summer', '2026-08-04 Summer', '2026-08-05 Camp', '2026-12-31 '])
    expect(await days(2027)).toEqual(['2027-01-01 '])
  })

  it('names everyone concerned, and closes, cancels and tells them when that has been seen', async () => {
    const { club, call, save, days } = await aClub()
    const klass = await createClass(db, { clubId: club.id, className: 'Juniors' })
    const member = await createMember(db, { clubId: club.id, firstName: 'Ann', lastName: 'Reed' })
    await attend(db, { classId: klass.id, memberId: member.id })
    await book(db, { classId: klass.id, memberId: member.id, date: '2026-05-19' })
    const ben = await createMember(db, { clubId: club.id, email: 'ben@mail.example', dob: '1990-01-01' })
    await enrol(db, { classId: klass.id, memberId: ben.id })
    const may = [{ from: '2026-05-11', to: '2026-05-27', name: 'Flood' }]
    const { status, body } = await save(may)
    expect(status).toBe(409)
    expect(body.fields.acknowledged).toEqual([
      'Juniors on 12 May 2026: 1 enrolled, 1 mark',
      'Juniors on 19 May 2026: 1 booking (Ann Reed), 1 enrolled',
      'Juniors on 26 May 2026: 1 enrolled',
      '1 booking will be cancelled.',
      'We’ll send 1 email.',
      'We can’t reach Ann Reed.',
    ])
    expect(await days()).toEqual([])
    const saved = await save(may, { acknowledged: true })
    expect(saved.body).toMatchObject({ days: 17, cancelled: 1, emails: 1 })
    expect(await db.selectFrom('booking').select('cancelled_at').orderBy('booking.id').execute()).not.toContainEqual({
      cancelled_at: null,
    })
    // One letter for all that he misses.
    const { data } = jobs.at(-1) ?? {}
    expect(data).toMatchObject({
      words: [
        {
          memberId: ben.id,
          subject: '2 classes are cancelled',
          lines: [
            'Juniors on Tuesday 19 May 2026, 19:00 to 20:00, is cancelled. Flood.',
            'Juniors on Tuesday 26 May 2026, 19:00 to 20:00, is cancelled. Flood.',
          ],
        },
      ],
    })
    const dates = await call.get(`/api/club/GetClassDates/${klass.id}?from=${testToday}&to=2026-06-02`)
    expect(dates.body.dates.map((each: { date: string }) => each.date)).toEqual(['2026-06-02'])
  })

  it.each([
    [{ from: '2026-08-05', to: '2026-08-04', name: '' }],
    [{ from: '2026-01-01', to: '2027-01-02', name: '' }],
    [{ from: '2026-02-30', to: '2026-03-02', name: '' }],
    [{ from: '2026-03-01', to: '2026-03-02', name: 'x'.repeat(201) }],
  ])('refuses %j', async closure => {
    const { save } = await aClub()
    expect((await save([closure])).status).toBe(400)
  })

  it('survives the same days from two people at once', async () => {
    const { save, days } = await aClub()
    const week = (name: string) => save([{ from: '2026-08-03', to: '2026-08-09', name }])
    expect((await Promise.all([week('A'), week('B')])).map(({ status }) => status)).toEqual([200, 200])
    expect(await days()).toHaveLength(7)
  })
})

describe('deleteClosure', () => {
  it('opens again on those days only', async () => {
    const { club, call, save, days } = await aClub()
    await save([{ from: '2026-08-03', to: '2026-08-05', name: 'Summer' }])
    const range = { from: '2026-08-04', to: '2026-08-31' }
    expect((await call.post(`/api/club/DeleteClosure/${club.id}`, range)).body).toEqual({ isSuccess: true, days: 2 })
    expect(await days()).toEqual(['2026-08-03 Summer'])
  })
})

describe('getBankHolidays', () => {
  it('says which are closures already', async () => {
    const { club, call, save } = await aClub()
    await save([{ from: '2026-12-25', to: '2026-12-25', name: 'Christmas' }])
    const { body } = await call.get(`/api/club/GetBankHolidays/${club.id}?region=england-and-wales&year=2026`)
    expect(body).toHaveLength(8)
    expect(body.slice(-2)).toEqual([
      { date: '2026-12-25', name: 'Christmas Day', isClosed: true },
      { date: '2026-12-28', name: 'Boxing Day (substitute day)', isClosed: false },
    ])
  })
})
