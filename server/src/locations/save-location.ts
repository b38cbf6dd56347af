import type { Input } from '@honbu/contract/endpoint.ts'
import type { saveLocation as call } from '@honbu/contract/locations.ts'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { readLocation } from './get-locations.ts'

const messages = {
  location_club_id_name_key: ['name', 'This club has a room or venue of that name already.'],
  location_only_rooms_stand: ['venueId', 'Only a room stands in a venue.'],
  location_check: ['venueId', 'A room cannot stand in itself.'],
  location_venue: ['isRoom', 'Rooms stand in this venue: move them first, or choose a venue of this club.'],
} as const

export async function saveLocation(write: Write, { id, clubId, version, ...fields }: Input<typeof call>) {
  const { tx, audit } = write
  const values = {
    name: fields.name,
    is_room: fields.isRoom,
    venue_id: fields.isRoom ? fields.venueId : null,
    capacity: fields.capacity,
    address_line: fields.addressLine,
    town: fields.town,
    postcode: fields.postcode,
    notes: fields.notes,
  }
  const before = id === 0 ? null : await lockLocation(write, { id, clubId, version })
  const saved = await refuseOn(messages, () =>
    before
      ? tx
          .updateTable('location')
          .set({ ...values, version: before.version + 1 })
          .where('id', '=', id)
          .returning(['id as locationId', 'version'])
          .executeTakeFirstOrThrow()
      : tx
          .insertInto('location')
          .values({ ...values, club_id: clubId })
          .returning(['id as locationId', 'version'])
          .executeTakeFirstOrThrow(),
  )
  audit({ clubId, subject: 'location', subjectId: saved.locationId, before, after: { ...fields } })
  return saved
}

interface Edited {
  readonly id: number
  readonly clubId: number
  readonly version: number | undefined
}

async function lockLocation({ tx }: Write, { id, clubId, version }: Edited) {
  await tx.selectFrom('location').select('id').where('id', '=', id).forUpdate().execute()
  const { rooms: _, ...location } = await readLocation(tx, id)
  const message = 'This room or venue belongs to another club.'
  if (location.clubId !== clubId) throw new Refused(400, message, { clubId: [message] })
  const current = () => readLocation(tx, id)
  await checkVersion(tx, { subject: 'location', subjectId: id, is: location.version, given: version, current })
  return location
}
