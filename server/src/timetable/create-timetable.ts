import { rulesOf } from '@honbu/contract/class-types.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { classType } from '@honbu/contract/ids.ts'
import type { createTimetable as call } from '@honbu/contract/timetable-text.ts'
import { classesOf, type NewClass } from '@honbu/contract/week-classes.ts'
import { saveLocation } from '../locations/index.ts'
import type { Write } from '../platform/route.ts'
import { saveClass } from './save-class.ts'

export async function createTimetable(context: Write, { clubId, startDate, sessions }: Input<typeof call>) {
  const { tx, now } = context
  const { rooms, locationIds } = await createRooms(context, {
    clubId,
    names: sessions.flatMap(({ newRoom }) => newRoom ?? []),
  })
  const inRooms = sessions.map(({ newRoom, ...session }) => ({
    ...session,
    locationId: newRoom === null ? session.locationId : (rooms.get(newRoom.toLowerCase()) ?? null),
  }))
  const classIds: number[] = []
  for (const klass of classesOf(inRooms)) {
    const { classId } = await saveClass(context, classFields(klass, { clubId, startDate }))
    classIds.push(classId)
  }
  const { id: batchId } = await tx
    .insertInto('timetable_batch')
    .values({ club_id: clubId, created_at: now, class_ids: classIds, location_ids: locationIds })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { batchId, classIds, locationIds }
}

/** By name in small letters. A room that someone else has just created is used too. */
async function createRooms(context: Write, { clubId, names }: { clubId: number; names: readonly string[] }) {
  const keys = names.map(name => name.toLowerCase())
  const before = await context.tx
    .selectFrom('location')
    .select(['id', 'name'])
    .where('club_id', '=', clubId)
    .where(({ fn }) => fn<string>('lower', ['name']), 'in', ['', ...keys])
    .execute()
  const rooms = new Map(before.map(({ id, name }) => [name.toLowerCase(), id]))
  const locationIds: number[] = []
  for (const name of names) {
    if (rooms.has(name.toLowerCase())) continue
    const { locationId } = await saveLocation(context, {
      ...{ id: 0, clubId, name, isRoom: true, venueId: null, capacity: null },
      ...{ addressLine: null, town: null, postcode: null, notes: '' },
    })
    rooms.set(name.toLowerCase(), locationId)
    locationIds.push(locationId)
  }
  return { rooms, locationIds }
}

/** A class as it begins in the form. */
function classFields(klass: NewClass, { clubId, startDate }: { clubId: number; startDate: string }) {
  const classTypeId = classType.class
  const { chargeOnAttendance, webBookable } = rulesOf(classTypeId)
  return {
    ...{ id: 0, clubId, classTypeId, startDate, endDate: null, acknowledged: false },
    ...{ className: klass.className, locationId: klass.locationId, capacity: klass.capacity },
    ...{ propsectLimit: null, cost: 0, allowDiscount: false, chargeOnAttendance, webBookable, description: '' },
    primaryDisciplineId: klass.disciplineIds[0] ?? null,
    disciplineIds: [...klass.disciplineIds],
    instructorIds: [...klass.instructorIds],
    weeklyTimetable: klass.weeklyTimetable,
    weekdays: [...klass.weekdays],
  }
}
