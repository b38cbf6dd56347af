import { addDays, instantAt, todayIn } from '@honbu/contract/calendar.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createAutomation } from '../../test/factories/automations.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createClub, createMember } from '../../test/factories/people.ts'
import { histories } from '../../test/histories.ts'
import type { Deliver } from './act.ts'
import { runAutomations } from './work.ts'

const { db } = await freshDatabase()
const zone = 'Europe/London'
const hour = 3_600_000
const absentDays = 3

/** What may happen to a member, with hours since what happened before; a booking is named by its place among them. */
const happening = fc.record({
  hours: fc.integer({ min: 1, max: 40 }),
  what: fc.constantFrom('look', 'look', 'look', 'lookTwice', 'book', 'cancel', 'attend', 'takeBack'),
  which: fc.nat(3),
})
type History = readonly { hours: number; what: string; which: number }[]

interface Moment {
  at: Date
  /** Whether somebody looked, and what was so then. */
  looked: boolean
  cancelled: ReadonlySet<number>
  lastAttended: string
  bookedAt: readonly Date[]
}

/** The moments of a history, one after the other, with all that was so at each. */
function momentsOf(history: History, start: Date): Moment[] {
  const moments: Moment[] = []
  let at = start
  const bookedAt: Date[] = []
  const cancelled = new Set<number>()
  const attended = new Set<string>()
  for (const { hours, what, which } of history) {
    at = new Date(at.getTime() + hours * hour)
    if (what === 'book') bookedAt.push(at)
    if (what === 'cancel' && which < bookedAt.length) cancelled.add(which)
    if (what === 'attend') attended.add(todayIn(zone, at))
    if (what === 'takeBack') attended.delete([...attended].sort().at(-1) ?? '')
    const lastAttended = [...attended].sort().at(-1) ?? ''
    const looked = what.startsWith('look')
    moments.push({ at, looked, cancelled: new Set(cancelled), lastAttended, bookedAt: [...bookedAt] })
  }
  return moments
}

interface Cause {
  name: string
  happenedAt: (moment: Moment) => Date | null
  stands: (moment: Moment) => boolean
}

/** When the message for a cause is sent, six hours after it: found by going through all moments. */
function sentFor(moments: readonly Moment[], { happenedAt, stands }: Cause): Date | null {
  const looks = moments.filter(({ looked }) => looked)
  const found = looks.findIndex(moment => {
    const happened = happenedAt(moment)
    return happened !== null && happened <= moment.at && moment.at.getTime() - happened.getTime() <= 7 * 24 * hour
  })
  const first = looks[found]
  const happened = first && happenedAt(first)
  if (!first || !happened || first.at.getTime() - happened.getTime() > 24 * hour) return null
  const due = new Date(happened.getTime() + 6 * hour)
  for (const moment of looks.slice(found)) {
    if (!stands(moment)) return null
    if (moment.at >= due) return moment.at.getTime() - due.getTime() <= 24 * hour ? moment.at : null
  }
  return null
}

function expectedOf(moments: readonly Moment[]): string[] {
  const last = moments.at(-1)
  const bookings = (last?.bookedAt ?? []).map(
    (bookedAt, place): Cause => ({
      name: `booking ${place}`,
      happenedAt: moment => (moment.bookedAt.length > place && !moment.cancelled.has(place) ? bookedAt : null),
      stands: moment => !moment.cancelled.has(place),
    }),
  )
  const days = [...new Set(moments.map(({ lastAttended }) => lastAttended))].filter(day => day !== '')
  const absences = days.map(
    (day): Cause => ({
      name: `absent ${day}`,
      happenedAt: moment => (moment.lastAttended === day ? instantAt(zone, addDays(day, absentDays), '00:00') : null),
      stands: moment => moment.lastAttended <= day,
    }),
  )
  return [...bookings, ...absences]
    .flatMap(cause => {
      const at = sentFor(moments, cause)
      return at ? [`${at.toISOString()} ${cause.name}`] : []
    })
    .sort()
}

async function play(history: History, start: Date): Promise<string[]> {
  const club = await createClub(db)
  const klass = await createClass(db, { clubId: club.id })
  const member = await createMember(db, { clubId: club.id })
  const message = { kind: 'message', channel: 'email', purpose: 'service', templateId: null, layoutId: null } as const
  const steps = [
    { kind: 'waitFor', days: 0, hours: 6 } as const,
    { ...message, subject: 'Hello', body: '<p>Hello</p>' } as const,
  ]
  const kinds = [{ kind: 'bookingMade' } as const, { kind: 'absent', days: absentDays } as const]
  for (const trigger of kinds) await createAutomation(db, { clubId: club.id, trigger, steps })
  await db.deleteFrom('automation_look').execute()
  const sent: string[] = []
  const bookings: number[] = []
  let now = start
  const deliver: Deliver = async (tx, { bookingId, cause }) => {
    const runId = Number(cause.split(':')[1])
    const run = await tx.selectFrom('automation_run').select('cause').where('id', '=', runId).executeTakeFirstOrThrow()
    const name = bookingId === null ? run.cause.replace(':', ' ') : `booking ${bookings.indexOf(bookingId)}`
    sent.push(`${now.toISOString()} ${name}`)
    return { sent: 'Hello' }
  }
  const tree = { club_id: club.id, root_club_id: club.rootClubId, class_id: klass.id, member_id: member.id }
  for (const { hours, what, which } of history) {
    now = new Date(now.getTime() + hours * hour)
    const today = todayIn(zone, now)
    if (what === 'book') {
      // A day of its own for each.
      const values = { ...tree, booking_date: addDays('2026-09-01', bookings.length), created_at: now }
      bookings.push((await db.insertInto('booking').values(values).returning('id').executeTakeFirstOrThrow()).id)
    }
    if (what === 'cancel' && bookings[which] !== undefined)
      await db.updateTable('booking').set({ cancelled_at: now }).where('id', '=', bookings[which]).execute()
    if (what === 'attend')
      await db
        .insertInto('attendance')
        .values({ ...tree, class_date: today, attended: true, marked_at: now })
        .onConflict(conflict => conflict.constraint('attendance_once').doUpdateSet({ attended: true }))
        .execute()
    if (what === 'takeBack')
      await db
        .updateTable('attendance')
        .set({ attended: false })
        .where('member_id', '=', member.id)
        .where(({ eb, selectFrom }) =>
          eb(
            'class_date',
            '=',
            selectFrom('attendance')
              .select(({ fn }) => fn.max('class_date').as('last'))
              .where('member_id', '=', member.id)
              .where('attended', '=', true),
          ),
        )
        .execute()
    if (what.startsWith('look')) await runAutomations({ db, deliver }, now)
    if (what === 'lookTwice') await Promise.all([1, 2].map(() => runAutomations({ db, deliver }, now)))
  }
  await db.updateTable('automation').set({ is_on: false }).where('club_id', '=', club.id).execute()
  return sent.sort()
}

it('sends for each cause once, and not when its reason is gone, whatever happens in whatever order', async () => {
  const start = new Date('2026-05-12T08:00:00Z')
  let sent = 0
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 20 }), async history => {
      const messages = await play(history, start)
      expect(messages).toEqual(expectedOf(momentsOf(history, start)))
      sent += messages.length
    }),
    { numRuns: histories(15, 120) },
  )
  expect(sent).toBeGreaterThan(0)
}, 120_000)
