import type * as call from '@honbu/contract/bookings.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { readDay } from './class-day.ts'
import { dayInWords, tell, whenOf } from './letters.ts'
import { lockSlots, type Slot, slotPlaces } from './lock-slots.ts'
import { moveBookings, moveWaiting } from './move-people.ts'
import { closeEntry, moveUp } from './move-up.ts'

type Given = Input<typeof call.deleteClassAvailability>

/** Deletes a slot; with `moveToSlotId` its bookings and its waiting list go there first. */
export async function deleteClassAvailability(context: Write, { id, moveToSlotId }: Given) {
  const { tx, audit } = context
  const slots = await lockSlots(tx, moveToSlotId ? [id, moveToSlotId] : [id])
  const slot = slots.find(each => each.id === id)
  if (!slot) throw refused('id', 'This slot has been deleted already.')
  await requireNoMarks(context, slot)
  const people = await peopleOf(context, slot)
  const outcome = await movePeople(context, slot, people)
  await tx.deleteFrom('class_availability').where('id', '=', id).execute()
  audit({ clubId: slot.clubId, subject: 'class_availability', subjectId: id, before: { ...slot }, after: null })
  return { slotId: id, classId: slot.classId, classDate: slot.classDate, ...outcome }

  async function movePeople(context: Write, slot: Slot, people: People) {
    const { className, booked, listed } = people
    if (booked.length === 0 && !moveToSlotId) return { moved: 0, ...(await tellDropped(context, slot, people)) }
    if (slot.startsAt <= context.now)
      throw refused(
        'id',
        `The slot of ${dayInWords(slot.classDate)} has begun with bookings, and stays as their history.`,
      )
    const target = slots.find(each => each.id === moveToSlotId)
    if (!target || target.id === id) throw refused('moveToSlotId', `${places(booked.length)} booked. Choose where to.`)
    await requireRoom(context, { slot, target, booked })
    await moveBookings(context, { from: slot, to: target.classDate })
    await moveWaiting(context, { from: slot, to: target.classDate })
    const day = await readDay(tx, target.classId, target.classDate)
    if (day) await moveUp(context, day)
    return { moved: booked.length, ...(await tellMoved(context, { className, slot, target, booked, listed })) }
  }
}

interface People {
  className: string
  /** Members with a booking, and with an open entry of the waiting list in its order. */
  booked: number[]
  listed: { id: number; memberId: number; offerUntil: Date | null }[]
}

async function peopleOf({ tx }: Write, { classId, classDate }: Slot): Promise<People> {
  const { class_name: className } = await tx
    .selectFrom('class')
    .select('class_name')
    .where('id', '=', classId)
    .executeTakeFirstOrThrow()
  const booked = await tx
    .selectFrom('booking')
    .select('member_id')
    .where('class_id', '=', classId)
    .where('booking_date', '=', classDate)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .execute()
  const listed = await tx
    .selectFrom('waiting_list_entry')
    .select(['id', 'member_id as memberId', 'offer_until as offerUntil'])
    .where('class_id', '=', classId)
    .where('class_date', '=', classDate)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()
  return { className, booked: booked.map(({ member_id }) => member_id), listed }
}

/** @throws Refused 409: a register is history */
async function requireNoMarks({ tx }: Write, { classId, classDate }: Slot) {
  const { rows } = await sql`
    select from attendance where class_id = ${classId} and class_date = ${classDate} limit 1`.execute(tx)
  if (rows.length > 0) throw refused('id', `The register of ${dayInWords(classDate)} has marks: the slot stays.`)
}

interface Move {
  readonly slot: Slot
  readonly target: Slot
  readonly booked: readonly number[]
}

/** @throws Refused 409 under `moveToSlotId`: all of them find a place there, or none is moved */
async function requireRoom({ tx, now }: Write, { slot, target, booked }: Move) {
  if (target.classId !== slot.classId) throw refused('moveToSlotId', 'This slot belongs to another class.')
  const day = await readDay(tx, target.classId, target.classDate)
  if (!day || day.startsAt <= now) throw refused('moveToSlotId', 'This slot is not ahead any more.')
  const there = await slotPlaces(tx, target, now)
  const { rows } = await sql<{ both: number }>`
    select count(*) as both from booking where class_id = ${target.classId} and booking_date = ${target.classDate}
      and cancelled_at is null and member_id = any(${[...booked]})`.execute(tx)
  const free = Math.max(0, target.capacity - there.booked - there.offered)
  const wanted = booked.length - (rows[0]?.both ?? 0)
  if (wanted > free)
    throw refused('moveToSlotId', `${dayInWords(target.classDate)} has ${free} free, and ${places(wanted)} needed.`)
}

async function tellMoved(
  context: Write,
  { className, slot, target, booked, listed }: Move & { className: string; listed: People['listed'] },
) {
  const isBooked = new Set(booked)
  return await tell(context, {
    clubId: slot.clubId,
    memberIds: [...booked, ...listed.map(({ memberId }) => memberId)],
    write: ({ firstName, memberId }) => ({
      subject: `${className} on ${dayInWords(slot.classDate)} does not take place`,
      paragraphs: [
        `${className} on ${whenOf(slot)} does not take place. ` +
          (isBooked.has(memberId)
            ? `The place of ${firstName} has moved to ${whenOf(target)}.`
            : `${firstName} is now on the waiting list of ${whenOf(target)}.`),
        'If the new time does not suit, please let us know, so that someone else can have the place.',
      ],
    }),
  })
}

/** Nobody is booked, but someone may have been waiting. */
async function tellDropped(context: Write, slot: Slot, { className, listed }: People) {
  for (const entry of listed) await closeEntry(context, slot, entry, 'ended')
  if (slot.startsAt <= context.now) return { told: 0, notTold: [] }
  return await tell(context, {
    clubId: slot.clubId,
    memberIds: listed.map(({ memberId }) => memberId),
    write: ({ firstName }) => ({
      subject: `${className} on ${dayInWords(slot.classDate)} does not take place`,
      paragraphs: [
        `${className} on ${whenOf(slot)}, for which ${firstName} was on the waiting list, does not take place.`,
      ],
    }),
  })
}

const places = (count: number) => `${count} ${count === 1 ? 'place is' : 'places are'}`

const refused = (field: string, message: string) => new Refused(409, message, { [field]: [message] })
