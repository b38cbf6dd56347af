import type * as call from '@honbu/contract/bookings.ts'
import { SlotFields } from '@honbu/contract/bookings.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { readDay } from './class-day.ts'
import { dayInWords, tell, whenOf } from './letters.ts'
import { lockSlot, type Slot, slotPlaces } from './lock-slots.ts'
import { takeAlong } from './move-people.ts'
import { moveUp } from './move-up.ts'
import { requirePrebooked, wrongDay } from './prebooked-class.ts'

type Given = Input<typeof call.saveClassAvailability>

/** One slot: a new one, or an old one at another time, on another day or with other places. */
export async function saveClassAvailability(context: Write, given: Given) {
  const { tx, now, audit } = context
  const klass = await requirePrebooked(tx, given.id)
  const wrong = SlotFields.safeParse(given).error?.issues[0]
  if (wrong) throw refused(400, String(wrong.path[0]), wrong.message)

  const was = given.slotId ? await lockSlot(tx, given.slotId) : null
  if (was && was.classId !== given.id) throw refused(400, 'slotId', 'This slot belongs to another class.')
  const version = given.version
  if (was && version !== undefined)
    await checkVersion(tx, {
      subject: 'class_availability',
      subjectId: was.id,
      is: was.version,
      given: version,
      current: async () => was,
    })

  const isMoved = was === null || hasMoved(was, given)
  if (isMoved) {
    if (was) await requireAhead(context, was)
    const why = await wrongDay(tx, klass, { classDate: given.classDate, startTime: given.startTime, now })
    if (why !== null) throw refused(400, 'classDate', why)
  }
  if (was) await requireEnough(context, was, given)

  const saved = await store(tx, given, { clubId: klass.clubId, was })
  if (was && isMoved)
    await takeAlong(tx, {
      ...{ classId: was.classId, from: was.classDate, to: saved.classDate },
      ...{ startTime: saved.startTime, field: 'classDate' },
    })
  const day = await readDay(tx, given.id, saved.classDate)
  if (day) await moveUp(context, day)
  const outcome = was && isMoved ? await tellMoved(context, klass.className, was, saved) : { told: 0, notTold: [] }
  const before = was && { ...was }
  audit({ clubId: klass.clubId, subject: 'class_availability', subjectId: saved.id, before, after: saved })
  const { id: slotId, classId, classDate } = saved
  return { slotId, classId, classDate, version: saved.version, ...outcome }
}

const hasMoved = (was: Slot, given: Given) =>
  was.classDate !== given.classDate || was.startTime !== given.startTime || was.finishTime !== given.finishTime

/** @throws Refused 409 for a slot that has begun: what has been is history */
async function requireAhead({ tx, now }: Write, was: Slot) {
  const day = await readDay(tx, was.classId, was.classDate)
  const begun = day ? day.startsAt <= now : was.startsAt <= now
  if (begun) throw refused(409, 'classDate', `The slot of ${dayInWords(was.classDate)} has begun and cannot be moved.`)
  const { rows } = await sql`select from attendance
    where class_id = ${was.classId} and class_date = ${was.classDate} limit 1`.execute(tx)
  if (rows.length > 0) throw refused(409, 'classDate', 'The register of this slot has marks. Take them back first.')
}

/** @throws Refused 409 under `capacity`: no one loses a place by a number */
async function requireEnough({ tx, now }: Write, was: Slot, { capacity }: Given) {
  if (capacity >= was.capacity) return
  const { booked, offered } = await slotPlaces(tx, was, now)
  if (capacity >= booked + offered) return
  const places = `${booked} ${booked === 1 ? 'place is' : 'places are'} booked`
  const offers = offered > 0 ? ` and ${offered} offered to the waiting list` : ''
  throw refused(409, 'capacity', `${places}${offers}: cancel or move bookings first.`)
}

async function store(tx: Write['tx'], given: Given, { clubId, was }: { clubId: number; was: Slot | null }) {
  const { classDate, startTime, finishTime, capacity } = given
  const row = { class_date: classDate, start_time: startTime, finish_time: finishTime, capacity }
  const taken = `There is a slot on ${dayInWords(classDate)} already: a class has one a day.`
  const { id, version } = await refuseOn({ class_availability_class_id_class_date_key: ['classDate', taken] }, () =>
    was
      ? tx
          .updateTable('class_availability')
          .set({ ...row, version: was.version + 1 })
          .where('id', '=', was.id)
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow()
      : tx
          .insertInto('class_availability')
          .values({ ...row, class_id: given.id, club_id: clubId })
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow(),
  )
  return { id, version, classId: given.id, clubId, classDate, startTime, finishTime, capacity }
}

type Saved = Awaited<ReturnType<typeof store>>

async function tellMoved(context: Write, className: string, was: Slot, { classId, classDate, ...saved }: Saved) {
  const { rows } = await sql<{ memberId: number }>`
    select member_id as "memberId" from booking
    where class_id = ${classId} and booking_date = ${classDate} and cancelled_at is null
    union
    select member_id from waiting_list_entry
    where class_id = ${classId} and class_date = ${classDate} and closed_at is null`.execute(context.tx)
  return await tell(context, {
    clubId: saved.clubId,
    memberIds: rows.map(({ memberId }) => memberId),
    write: ({ firstName }) => ({
      subject: `${className} has moved to ${dayInWords(classDate)}, ${saved.startTime}`,
      paragraphs: [
        `${className}, for which ${firstName} has a place or is on the waiting list, is not on ${whenOf(was)} any more. ` +
          `It is now on ${whenOf({ classDate, ...saved })}, and the place has moved with it.`,
        'If the new time does not suit, please let us know, so that someone else can have the place.',
      ],
    }),
  })
}

const refused = (status: number, field: string, message: string) => new Refused(status, message, { [field]: [message] })
