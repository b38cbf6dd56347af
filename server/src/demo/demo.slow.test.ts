import { addDays, daysBetween, weekday } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, test } from 'vitest'
import { buildDemo } from './build.ts'
import { addClasses } from './classes.ts'
import { clockAt } from './clock.ts'
import { addClosures } from './closures.ts'
import { addClubs } from './club-rows.ts'
import { demoClubs } from './clubs.ts'
import { noRows } from './rows.ts'
import { addStaff } from './staff.ts'

/** A Saturday in winter, half past seven in the evening. */
const now = new Date('2026-11-21T19:30:00Z')
const today = '2026-11-21'
const demo = buildDemo(now, 'hash')

const byId = <R extends { id?: number | undefined }>(rows: readonly R[]) => new Map(rows.map(row => [row.id ?? 0, row]))
const classes = byId(demo.class)
const grades = byId(demo.grade)

describe('buildDemo', () => {
  test('is the same on every run, in every time zone of the machine', () => {
    const before = process.env.TZ
    try {
      for (const zone of ['Pacific/Auckland', 'America/Los_Angeles']) {
        process.env.TZ = zone
        expect(new Date(0).getTimezoneOffset()).not.toBe(0)
        expect(JSON.stringify(buildDemo(now, 'hash')) === JSON.stringify(demo)).toBe(true)
      }
    } finally {
      // Assigning undefined would set the text 'undefined'.
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })

  test('has the clubs and the members of the issue', () => {
    expect(demo.club.map(({ id, parent_club_id, club_type_id }) => [id, parent_club_id, club_type_id])).toEqual([
      [1, null, 1],
      ...[2, 3, 4, 5, 6, 7].map(id => [id, 1, 1]),
      [8, null, 2],
    ])
    expect(demo.member).toHaveLength(1200)
    expect(demo.class[0]).toMatchObject({ id: 1, club_id: 1 })
    expect(demo.club_member[0]).toMatchObject({ member_id: 1, club_id: 1, member_status_id: memberStatus.active })
    expect(
      demo.class_member.some(({ class_id, member_id, removed_on }) => class_id === 1 && member_id === 1 && !removed_on),
    ).toBe(true)
  })

  test.each(['2026-11-22', '2027-02-28', '2027-03-30', '2028-02-29'])('charges no day twice, begun on %s', on => {
    const { membership_period } = buildDemo(new Date(`${on}T12:00:00Z`), 'hash')
    for (const periods of Map.groupBy(membership_period, period => period.club_member_id).values()) {
      periods.sort((a, b) => daysBetween(b.period_from, a.period_from))
      for (const [index, { period_from }] of periods.entries())
        if (index > 0) expect(daysBetween(periods[index - 1]?.period_until ?? '', period_from)).toBeGreaterThan(0)
    }
  })

  test('lets four people sign in, each with rights of his own', () => {
    const accounts = demo.account.filter(({ password_hash }) => password_hash)
    const rights = accounts.map(({ id, email }) => {
      const users = demo.club_user.filter(({ account_id }) => account_id === id)
      return [email, ...users.map(({ club_id, is_admin }) => `${club_id} ${is_admin}`)]
    })
    expect(rights).toEqual([
      ['hq@demo.honbu.example', '1 true'],
      ['admin@demo.honbu.example', '2 true'],
      ['coach@demo.honbu.example', '2 false'],
      ['other@demo.honbu.example', '8 true'],
    ])
    for (const { id, email } of accounts) {
      expect(
        demo.task.filter(({ account_id, completed_at }) => account_id === id && !completed_at).length,
        email,
      ).toBeGreaterThan(0)
    }
  })

  test('has statuses in believable shares, and names with apostrophes, accents and other scripts', () => {
    const share = (status: number) =>
      demo.club_member.filter(({ member_status_id }) => member_status_id === status).length / demo.club_member.length
    expect(share(memberStatus.active)).toBeGreaterThan(0.65)
    expect(share(memberStatus.active)).toBeLessThan(0.78)
    for (const status of Object.values(memberStatus)) expect(share(status)).toBeGreaterThan(0.015)
    const names = demo.person.map(person => `${person.first_name} ${person.last_name}`).join('\n')
    for (const part of [
      /O'Brien/,
      /D'Arcy|D'Souza/,
      /Zoë|Seán/,
      /Łukasz|Wójcik/,
      /[\u4e00-\u9fff]/,
      /[\u0400-\u04ff]/,
      /[\u0600-\u06ff]/,
      /[\u0a00-\u0a7f]/,
      /-/,
    ]) {
      expect(names).toMatch(part)
    }
    for (const person of demo.person)
      expect(person.email ?? '').toMatch(/^[a-z.-]+\d*@(mail\.example|demo\.honbu\.example)$/)
  })

  test('moves statuses only as the product allows, in the order of their dates', () => {
    const { active, enquiry, issue, lapsed, notInterested, prospect, unconverted } = memberStatus
    const allowed = [
      [null, enquiry],
      [enquiry, prospect],
      [prospect, active],
      [active, lapsed],
      [lapsed, active],
      [active, issue],
      [issue, active],
      [enquiry, notInterested],
      [prospect, notInterested],
      [prospect, unconverted],
    ].map(move => move.join(' '))
    const last = new Map<number, { to: number | null; on: string }>()
    for (const { club_member_id, from_status_id, to_status_id, changed_on } of demo.member_status_change) {
      expect(allowed).toContain([from_status_id, to_status_id].join(' '))
      const before = last.get(club_member_id)
      expect(from_status_id ?? null).toBe(before?.to ?? null)
      expect(changed_on >= (before?.on ?? '') && changed_on <= today).toBe(true)
      last.set(club_member_id, { to: to_status_id, on: changed_on })
    }
    for (const { id, member_status_id } of demo.club_member) expect(last.get(id ?? 0)?.to).toBe(member_status_id)
    const thisWeek = demo.member_status_change.filter(({ changed_on }) => changed_on >= '2026-11-16')
    expect(thisWeek.filter(({ to_status_id }) => to_status_id === active).length).toBeGreaterThan(5)
    expect(thisWeek.filter(({ to_status_id }) => to_status_id === prospect).length).toBeGreaterThan(5)
  })

  test('marks registers only on days on which the class runs, by the timetable of that day', () => {
    const closed = new Set(demo.club_closure.map(({ club_id, closed_on }) => `${club_id} ${closed_on}`))
    const slots = new Set(demo.class_availability.map(({ class_id, class_date }) => `${class_id} ${class_date}`))
    const wrong = demo.attendance.filter(({ class_id, class_date, club_id }) => {
      const runs = demo.class_timetable.some(
        slot =>
          slot.class_id === class_id &&
          slot.weekday === weekday(class_date) &&
          slot.valid_from <= class_date &&
          (slot.valid_until ?? '9') >= class_date,
      )
      return (
        closed.has(`${club_id} ${class_date}`) ||
        !(runs || slots.has(`${class_id} ${class_date}`)) ||
        class_date > today
      )
    })
    expect(wrong).toEqual([])
    expect(demo.attendance.length).toBeGreaterThan(50_000)
    const changed = demo.class_timetable.filter(
      ({ valid_until, class_id }) => valid_until && !classes.get(class_id)?.end_date,
    )
    expect(changed.length).toBeGreaterThan(0)
  })

  test('lets nobody attend before the first trial or after leaving, and marks nobody twice', () => {
    const memberships = new Map(demo.club_member.map(row => [`${row.member_id} ${row.club_id}`, row]))
    const seminars = new Set(demo.class.filter(({ class_type_id }) => class_type_id === 40).map(({ id }) => id))
    const seen = new Set<string>()
    for (const { member_id, club_id, class_id, class_date, attended } of demo.attendance) {
      const key = `${member_id} ${class_id} ${class_date}`
      expect(seen.has(key)).toBe(false)
      seen.add(key)
      if (seminars.has(class_id)) continue
      const membership = memberships.get(`${member_id} ${club_id}`)
      const since = membership?.trial_start ?? '9'
      if (class_date < since || (attended && class_date >= (membership?.member_until ?? '9')))
        throw new Error(`${key}: ${since}`)
    }
  })

  test('marks each class of today that is over for everyone who is expected, and no other', () => {
    const over = new Set(
      demo.class_timetable
        .filter(
          slot =>
            slot.weekday === 6 &&
            slot.valid_from <= today &&
            (slot.valid_until ?? '9') >= today &&
            slot.finish_time <= '19:30',
        )
        .map(({ class_id }) => class_id),
    )
    const trials = new Set(
      demo.class_availability.filter(({ class_date }) => class_date === today).map(({ class_id }) => class_id),
    )
    expect(over.size).toBeGreaterThan(10)
    const marked = new Set(
      demo.attendance
        .filter(({ class_date }) => class_date === today)
        .map(({ class_id, member_id }) => `${class_id} ${member_id}`),
    )
    const asked = new Set(
      demo.club_member.filter(row => row.member_status_id === memberStatus.enquiry).map(row => row.member_id),
    )
    for (const { class_id, member_id, date_added, removed_on } of demo.class_member) {
      if (date_added > today || removed_on || asked.has(member_id)) continue
      expect(marked.has(`${class_id} ${member_id}`), `${class_id} ${member_id}`).toBe(over.has(class_id))
    }
    for (const { class_id, class_date } of demo.attendance)
      if (class_date === today) expect(over.has(class_id) || trials.has(class_id)).toBe(true)
  })

  test('gives believable rates of attendance', () => {
    const regular = new Map<number, { came: number; held: number }>()
    for (const { class_id, member_id, class_date, attended } of demo.attendance) {
      if (class_id === 1 || daysBetween(class_date, today) > 180) continue
      const count = regular.get(member_id) ?? { came: 0, held: 0 }
      regular.set(member_id, { came: count.came + Number(attended), held: count.held + 1 })
    }
    const rates = [...regular.values()].filter(({ held }) => held >= 20).map(({ came, held }) => came / held)
    const usual = rates.filter(rate => rate > 0.5 && rate < 0.97).length / rates.length
    expect(rates.length).toBeGreaterThan(500)
    expect(usual).toBeGreaterThan(0.9)
  })

  test('has a grade for everyone who trains that follows from his gradings', () => {
    for (const { member_id, discipline_id, current_grade_id, last_grading, studied_since } of demo.member_discipline) {
      const results = demo.grading_result.filter(
        result => result.member_id === member_id && result.discipline_id === discipline_id,
      )
      let position = 1
      for (const { from_grade_id, grade_id, graded_on, passed } of results) {
        expect(grades.get(from_grade_id ?? 0)?.position).toBe(position)
        expect(grades.get(grade_id)?.position).toBe(position + 1)
        expect(graded_on > studied_since && graded_on <= today).toBe(true)
        if (passed) position += 1
      }
      expect(grades.get(current_grade_id ?? 0)?.position).toBe(position)
      expect(last_grading ?? null).toBe(results.filter(({ passed }) => passed).at(-1)?.graded_on ?? null)
    }
  })

  test('knows who came by the link of a member of the same club, and whom somebody has thanked', () => {
    const own = new Map(demo.club_member.map(row => [`${row.club_id} ${row.member_id}`, row]))
    const charges = byId(demo.charge)
    expect(demo.enquiry.length).toBeGreaterThan(20)
    for (const { club_id, member_id, referrer_id, referral, reward_charge_id } of demo.enquiry) {
      expect(own.get(`${club_id} ${member_id}`)?.marketing_source_id).toBe(1201)
      expect(own.get(`${club_id} ${referrer_id}`)?.member_status_id).toBe(21)
      expect(referrer_id).not.toBe(member_id)
      expect(referral).not.toBe('')
      if (reward_charge_id) expect(charges.get(reward_charge_id)).toMatchObject({ club_id, member_id: referrer_id })
    }
    expect(demo.enquiry.filter(({ reward_charge_id }) => reward_charge_id).length).toBeGreaterThan(3)
  })

  test('keeps a ledger that adds up, with a few who owe', () => {
    const sums = (key: 'charge_id' | 'payment_id') => {
      const totals = new Map<number, number>()
      for (const row of demo.allocation) totals.set(row[key] ?? 0, (totals.get(row[key] ?? 0) ?? 0) + row.amount_pence)
      return totals
    }
    const [charged, paid] = [sums('charge_id'), sums('payment_id')]
    // Below zero it is a credit, which settles nothing yet.
    for (const { id, amount_pence } of demo.charge)
      expect(charged.get(id ?? 0) ?? 0).toBeLessThanOrEqual(Math.max(amount_pence, 0))
    for (const { id, amount_pence, payment_date } of demo.payment) {
      expect(paid.get(id ?? 0)).toBeLessThanOrEqual(amount_pence)
      expect(payment_date < today || payment_date === today).toBe(true)
    }
    const charges = byId(demo.charge)
    const payments = byId(demo.payment)
    for (const { charge_id, payment_id, member_id, club_id } of demo.allocation) {
      expect(charges.get(charge_id)).toMatchObject({ member_id, club_id })
      expect(payments.get(payment_id ?? 0)).toMatchObject({ member_id, club_id })
    }
    const owing = new Set(
      demo.charge
        .filter(({ id, amount_pence, due_on }) => due_on < today && (charged.get(id ?? 0) ?? 0) < amount_pence)
        .map(({ member_id }) => member_id),
    )
    expect(owing.size / demo.member.length).toBeGreaterThan(0.04)
    expect(owing.size / demo.member.length).toBeLessThan(0.08)
  })
})

test.each(Array.from({ length: 7 }, (_, day) => addDays(today, day)))(
  'every club has a class on the evening of %s',
  day => {
    const rows = noRows()
    const clock = clockAt(new Date(`${day}T12:00:00Z`))
    const clubs = demoClubs(clock)
    const staff = addStaff(rows, clubs, clock, 'hash')
    addClubs(rows, clubs, staff)
    const all = addClasses(rows, clubs, staff, clock, addClosures(rows, clubs, clock))
    const tonight = all.filter(({ occurrences }) =>
      occurrences.some(({ date, start }) => date === clock.today && start >= '17:00'),
    )
    expect(new Set(tonight.map(({ club }) => club.id)).size).toBe(8)
    expect(tonight.map(({ id }) => id)).toContain(1)
  },
)

test('closures are the bank holidays and the Christmas break, but never today', () => {
  const rows = noRows()
  const clock = clockAt(new Date('2026-12-25T10:00:00Z'))
  const closures = addClosures(rows, demoClubs(clock), clock)
  expect(closures.has('2026-12-25')).toBe(false)
  for (const day of [
    '2025-12-25',
    '2026-04-03',
    '2026-04-06',
    '2026-05-04',
    '2026-05-25',
    '2026-08-31',
    '2026-12-28',
    '2027-03-29',
  ]) {
    expect([...closures]).toContain(day)
  }
})

describe('waiting lists', () => {
  const lessons = [...new Set(demo.waiting_list_entry.map(({ class_id, class_date }) => `${class_id} ${class_date}`))]
  const booked = (key: string) =>
    demo.booking.filter(row => `${row.class_id} ${row.booking_date}` === key).map(row => row.member_id)
  const listed = (key: string) => demo.waiting_list_entry.filter(row => `${row.class_id} ${row.class_date}` === key)

  test('are there for every club with trial lessons, one with a place on offer and one full', () => {
    expect(lessons.length).toBe(14)
    for (const key of lessons) {
      const capacity = classes.get(Number(key.split(' ')[0]))?.capacity ?? 0
      const offers = listed(key).filter(row => row.offer_until)
      expect(booked(key).length + offers.length, key).toBe(capacity)
      expect(listed(key).filter(row => booked(key).includes(row.member_id))).toEqual([])
    }
    expect(demo.waiting_list_entry.filter(row => row.offer_until).length).toBe(7)
  })
})
