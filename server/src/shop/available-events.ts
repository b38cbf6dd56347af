import { addDays } from '@honbu/contract/calendar.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { classType } from '@honbu/contract/ids.ts'
import type { getAvailableEvents as call } from '@honbu/contract/shop.ts'
import { type RawBuilder, sql } from 'kysely'
import { type ClassOccurrence, isPaidOnce, occurrenceSql, occurrencesOf } from '../classes/index.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import { sellingClub } from './selling-club.ts'

const daysBack = 28
const daysAhead = 84
const most = 200

type Event = Output<typeof call>[number]

export async function getAvailableEvents({ db, user, now }: Read, input: Input<typeof call>) {
  const { id: memberId, type, searchterm = '' } = input
  const { clubId, today } = await sellingClub(db, { user, now }, { memberId, clubId: input.clubId })
  const wanted = `%${searchterm
    .trim()
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')}%`
  const ofType = type === undefined ? sql`true` : sql`class.class_type_id = ${type}::bigint`
  return await eventsOf(db, {
    memberId,
    today,
    classes: sql`class.club_id = ${clubId} and class.cost_pence > 0 and class.class_name ilike ${wanted} and ${ofType}`,
  })
}

interface Wanted {
  readonly memberId: number
  readonly today: string
  /** A condition on `class`. */
  readonly classes: RawBuilder<unknown>
}

interface Cost {
  classId: number
  pence: number
  allowDiscount: boolean
  /** Of what is paid for as a whole. */
  firstDate: string
}

/** What costs by the day on each of its days; what is paid for as a whole once, on its first day. */
async function eventsOf(db: Db, { memberId, today, classes }: Wanted): Promise<Event[]> {
  const [from, until] = [addDays(today, -daysBack), addDays(today, daysAhead)]
  const { rows: costs } = await sql<Cost>`
    select class.id as "classId", class.cost_pence as pence, class.allow_discount as "allowDiscount",
      class.start_date as "firstDate"
    from class where ${classes}`.execute(db)
  const costOf = new Map(costs.map(cost => [cost.classId, cost]))
  const days = await occurrencesOf(db, classes, from, until, most)
  const events: { day: ClassOccurrence; eventDate: string; isWhole: boolean; cost: Cost }[] = []
  const whole = new Set<number>()
  for (const day of days) {
    const cost = costOf.get(day.classId)
    const isWhole = isPaidOnce(day.classTypeId)
    if (!cost || (isWhole && whole.has(day.classId))) continue
    if (isWhole) whole.add(day.classId)
    const eventDate = isWhole ? await firstDay(db, cost, day.classDate) : day.classDate
    events.push({ day, eventDate, isWhole, cost })
  }
  const taken = await takenBy(
    db,
    memberId,
    events.map(({ day, eventDate, isWhole }) => ({ classId: day.classId, eventDate, isWhole })),
  )
  return events.map(({ day, eventDate, isWhole, cost }) => {
    const has = taken.get(`${day.classId} ${eventDate}`)
    const full = day.capacity === null ? null : Math.max(0, day.capacity - day.expected)
    return {
      eventId: day.classId,
      eventName: day.className,
      eventDate,
      startTime: day.startTime,
      classTypeId: day.classTypeId,
      classType: day.classType,
      clubId: day.clubId,
      clubName: day.clubName,
      cost: pounds(cost.pence),
      allowDiscount: cost.allowDiscount,
      placesLeft: full,
      isWhole,
      isPrebooked: day.classTypeId === classType.prebooked,
      isOver: day.classDate < today,
      isBooked: has?.isBooked ?? false,
      isCharged: has?.isCharged ?? false,
    }
  })
}

/** The first day on which it runs, which a closure may have moved from its start date. */
async function firstDay(db: Db, { classId, firstDate }: Cost, found: string): Promise<string> {
  if (firstDate >= found) return found
  const { rows } = await sql<{ date: string }>`
    select class_date as date from ${occurrenceSql(sql`class.id = ${classId}`, firstDate, found)} day
    order by class_date limit 1`.execute(db)
  return rows[0]?.date ?? found
}

interface Taken {
  classId: number
  eventDate: string
  isBooked: boolean
  isCharged: boolean
}

/** What of these the member has booked, and been charged for without that being taken back. */
async function takenBy(
  db: Db,
  memberId: number,
  days: readonly { classId: number; eventDate: string; isWhole: boolean }[],
) {
  const { rows } = await sql<Taken>`
    select wanted."classId", wanted."eventDate",
      exists (select from booking where class_id = wanted."classId" and booking_date = wanted."eventDate"
        and member_id = ${memberId} and cancelled_at is null) as "isBooked",
      exists (select from standing_charge where event_id = wanted."classId" and (wanted."isWhole" or held_on = wanted."eventDate")
        and member_id = ${memberId} and amount_pence > 0) as "isCharged"
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as wanted ("classId" bigint, "eventDate" date,
      "isWhole" boolean)`.execute(db)
  return new Map(rows.map(row => [`${row.classId} ${row.eventDate}`, row]))
}

/** An event as an order sells it. */
export interface EventOffer extends Event {
  readonly pence: number
}

/**
 * The event of a day, as it is offered to a member in a club.
 * @throws Refused 409 under the field when it costs nothing there, or does not run on that day
 */
export async function requireEvent(
  db: Db,
  given: Pick<Wanted, 'memberId' | 'today'> & {
    readonly clubId: number
    readonly eventId: number
    readonly eventDate: string
    readonly field: string
  },
): Promise<EventOffer> {
  const { memberId, today, clubId, eventId, eventDate, field } = given
  const offered = await eventsOf(db, {
    memberId,
    today,
    classes: sql`class.club_id = ${clubId} and class.cost_pence > 0 and class.id = ${eventId}`,
  })
  const event = offered.find(each => each.eventDate === eventDate)
  if (!event) {
    const message = 'It is not offered on that day.'
    throw new Refused(409, message, { [field]: [message] })
  }
  return { ...event, pence: Math.round(event.cost * 100) }
}
