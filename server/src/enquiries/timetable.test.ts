import { classType, memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClass, createSlot } from '../../test/factories/classes.ts'
import { createMember } from '../../test/factories/people.ts'
import { fields, openEnquiryForm } from '../../test/open-enquiry-form.ts'
import { bookableDays } from '../bookings/index.ts'
import { enquiryLinks } from './enquiry-links.ts'

const database = await freshDatabase()
const { db } = database
const { now, aClub, get, send } = await openEnquiryForm(database)

describe('the timetable', () => {
  it('shows a week with rooms and disciplines, and says the same to machines', async () => {
    const { club, key, klass } = await aClub()
    const page = await get(`/timetable/${key}`)
    expect(page.body).toContain('Tuesday 12 May 2026')
    expect(page.body).toContain(`href="/honbu/enquire/${key}?class=${klass.id}"`)
    const data = JSON.parse(/ld\+json">(.*?)<\/script>/.exec(page.body)?.[1] ?? '')
    expect(data).toMatchObject({
      '@type': 'SportsActivityLocation',
      name: club.name,
      event: [
        {
          name: 'Little <Dragons>',
          eventSchedule: [
            {
              byDay: 'https://schema.org/Tuesday',
              startTime: '19:00',
              endTime: '20:00',
              scheduleTimezone: 'Europe/London',
            },
          ],
        },
      ],
    })
    expect((await get(`/timetable/${key}?week=2026-05-20`)).body).toContain('Tuesday 19 May 2026')
    for (const week of ['nonsense', '1999-01-01', '2999-01-01'])
      expect((await get(`/timetable/${key}?week=${week}`)).body).toContain('Tuesday 12 May 2026')
  })

  it('says which sessions of the week are cancelled or have moved', async () => {
    const { club, admin, key, klass } = await aClub()
    const change = async (name: string, more: object) =>
      expect((await admin.post(`/api/club/${name}/${klass.id}`, { ...more, acknowledged: true })).status).toBe(200)
    await change('MoveSession', {
      classDate: '2026-05-19',
      toDate: '2026-05-20',
      startTime: '18:00',
      finishTime: '19:00',
    })
    await change('CancelSession', { classDate: '2026-05-26', reason: 'The instructor is ill' })
    const moved = (await get(`/timetable/${key}?week=2026-05-20`)).body
    expect(moved).toContain('on Tuesday 19 May 2026 at 19:00 has moved to Wednesday 20 May 2026.')
    expect(moved).toMatch(/Wednesday 20 May 2026<\/h2>[\s\S]*18:00 to 19:00/)
    const cancelled = (await get(`/timetable/${key}?week=2026-05-27`)).body
    expect(cancelled).toContain('on Tuesday 26 May 2026 at 19:00 is cancelled.')
    expect(cancelled).not.toContain('instructor is ill')
    expect(cancelled).not.toContain(`class=${klass.id}"`)
    await db.insertInto('club_closure').values({ club_id: club.id, closed_on: '2026-05-26' }).execute()
    expect((await get(`/timetable/${key}?week=2026-05-27`)).body).not.toContain('cancelled')
  })

  it('offers a trial of what costs something at its trial price, and says what that is', async () => {
    const { key, klass } = await aClub()
    const set = (trial_price_pence: number | null) =>
      db.updateTable('class').set({ cost_pence: 1200, trial_price_pence }).where('id', '=', klass.id).execute()
    await set(500)
    const { body } = await get(`/timetable/${key}`)
    expect(body).toContain('£12.00 · trial £5.00')
    expect(body).toContain(`class=${klass.id}"`)
    expect((await get(`/enquire/${key}`)).body).toContain(', £5.00">')
    await set(null)
    expect((await get(`/timetable/${key}`)).body).not.toContain(`class=${klass.id}"`)
  })

  it('refuses a trial at another age', async () => {
    const { key, klass, trial } = await aClub()
    await db.updateTable('class').set({ min_age: 5, max_age: 8 }).where('id', '=', klass.id).execute()
    expect((await get(`/timetable/${key}`)).body).toContain('ages 5 to 8')
    const child = { ...fields, who: 'child', childFirstName: 'Ben', trial }
    expect((await send(key, { ...child, childDob: '2016-05-19' })).body).toContain('is for ages 5 to 8.')
    expect((await send(key, { ...child, childDob: '2018-05-19' })).body).not.toContain('is for ages 5 to 8.')
  })

  it('offers no free trial of what costs something or takes no prospects, and shows the price', async () => {
    const { club, key, klass } = await aClub()
    const seminar = await createClass(db, {
      clubId: club.id,
      className: 'Guest seminar',
      classTypeId: classType.seminar,
    })
    const open = { web_bookable: true, cost_pence: 3500 }
    await db.updateTable('class').set(open).where('id', '=', seminar.id).execute()
    const trialOf = async (path: string, id: number) => (await get(path)).body.includes(`class=${id}"`)
    const { body } = await get(`/timetable/${key}`)
    expect(body).toContain('Guest seminar')
    expect(body).toContain('£35.00')
    expect(body).toMatch(/"offers":\{"@type":"Offer","price":35,"priceCurrency":"GBP"\}/)
    expect(await trialOf(`/timetable/${key}`, klass.id)).toBe(true)
    expect(await trialOf(`/timetable/${key}`, seminar.id)).toBe(false)
    expect((await get(`/enquire/${key}`)).body).not.toContain('Guest seminar')
    // A free seminar is for members all the same.
    await db.updateTable('class').set({ cost_pence: 0 }).where('id', '=', seminar.id).execute()
    expect((await get(`/enquire/${key}`)).body).not.toContain('Guest seminar')
    await db.updateTable('class').set({ cost_pence: 500 }).where('id', '=', klass.id).execute()
    expect((await get(`/enquire/${key}`)).body).not.toContain('Little')
  })

  it('ends the day at midnight, on the page, in its data and in the choice of trials', async () => {
    const { key, klass } = await aClub()
    const late = { start_time: '22:00', finish_time: '24:00' }
    await db.updateTable('class_timetable').set(late).where('class_id', '=', klass.id).execute()
    const { body } = await get(`/timetable/${key}`)
    expect(body).toContain('22:00 to midnight')
    expect(body).toMatch(/"startTime":"22:00","endTime":"00:00"/)
    expect((await get(`/enquire/${key}`)).body).toContain('22:00 to midnight')
  })

  it('leaves out classes that are switched off', async () => {
    const { key, klass } = await aClub()
    await db.updateTable('class').set({ is_public: false }).where('id', '=', klass.id).execute()
    expect((await get(`/timetable/${key}`)).body).not.toContain('Little')
  })

  it('runs no script that a class brings in its name', async () => {
    const { key, klass } = await aClub()
    const name = '</script><script>alert(1)</script>'
    await db.updateTable('class').set({ class_name: name }).where('id', '=', klass.id).execute()
    const { body } = await get(`/timetable/${key}`)
    expect(body).not.toContain('<script>')
    const data = JSON.parse(/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '')
    expect(data).toMatchObject({ event: [{ name }] })
  })
})

describe('bookableDays', () => {
  it('counts the places that somebody new would have, as booking does', async () => {
    const { club, admin, klass } = await aClub()
    const slots = await createClass(db, { clubId: club.id, weekdays: [], classTypeId: classType.prebooked })
    await db.updateTable('class').set({ web_bookable: true }).where('id', '=', slots.id).execute()
    await createSlot(db, { classId: slots.id, date: '2026-05-20', capacity: 2 })
    const free = async () =>
      (
        await bookableDays(db, {
          classes: sql`class.club_id = ${club.id}`,
          from: '2026-05-12',
          to: '2026-05-20',
          now: now(),
        })
      ).map(day => [day.classId, day.classDate, day.free])
    const expected = (week: number | null, slot: number) => [
      [klass.id, '2026-05-12', 1],
      [klass.id, '2026-05-19', week],
      [slots.id, '2026-05-20', slot],
    ]
    expect(await free()).toEqual(expected(1, 2))
    const member = await createMember(db, { clubId: club.id })
    const prospect = await createMember(db, { clubId: club.id, statusId: memberStatus.enquiry })
    const book = (id: number, classId: number, bookingDate: string) =>
      admin.post(`/api/member/SaveBooking/${id}`, { classId, bookingDate })
    for (const { id } of [member, prospect]) {
      expect((await book(id, klass.id, '2026-05-19')).status).toBe(200)
      expect((await book(id, slots.id, '2026-05-20')).status).toBe(200)
    }
    expect(await free()).toEqual(expected(0, 0))
    const another = await createMember(db, { clubId: club.id, statusId: memberStatus.prospect })
    expect((await book(another.id, klass.id, '2026-05-19')).status).toBe(409)
    expect((await book(another.id, slots.id, '2026-05-20')).status).toBe(409)
  })
})

describe('enquiryLinks', () => {
  it('leads a friend to the form by the code of the member, whom the form then knows', async () => {
    const { club, key, save } = await aClub()
    const member = await createMember(db, { clubId: club.id, statusId: memberStatus.active })
    const links = enquiryLinks({ baseUrl: 'https://club.example', basePath: '/honbu' })(db, club.id)
    const made = () =>
      links['links.refer']?.([member.id, 0].map(memberId => ({ memberId, personId: 1, bookingId: null })))
    const address = `https://club.example/honbu/enquire/${key}`
    expect(await made()).toEqual([`${address}?ref=${member.code}`, address])
    expect((await get(`/enquire/${key}?ref=${member.code}`)).body).toContain(`value="${member.code}"`)
    expect((await save({ version: 1, isOn: false })).status).toBe(200)
    expect(await made()).toEqual([null, null])
  })

  it('leads to the form, to book a trial only where it offers them, and nowhere while it is closed', async () => {
    const { club, key, save } = await aClub()
    const links = enquiryLinks({ baseUrl: 'https://club.example', basePath: '/honbu' })(db, club.id)
    const made = async () => {
      const whom = { memberId: 1, personId: 1, bookingId: null }
      return await Promise.all(
        ['links.enquiry', 'links.book'].map(async name => (await links[name]?.([whom, whom]))?.[1]),
      )
    }
    const address = `https://club.example/honbu/enquire/${key}`
    expect(await made()).toEqual([address, address])
    expect((await get(`/enquire/${key}`)).statusCode).toBe(200)
    expect((await save({ version: 1, offersTrials: false })).status).toBe(200)
    expect(await made()).toEqual([address, null])
    expect((await save({ version: 2, isOn: false })).status).toBe(200)
    expect(await made()).toEqual([null, null])
    expect((await get(`/enquire/${key}`)).statusCode).toBe(404)
  })
})
