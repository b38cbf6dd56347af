import type { Input } from '@honbu/contract/endpoint.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import type { deleteLocation as call } from '@honbu/contract/locations.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { readLocation, usesRoom } from './get-locations.ts'

/** How many are named; of the rest the number is enough. */
const named = 5

/** The foreign keys decide; what is in the way is looked up first only to be named. */
export async function deleteLocation({ tx, now, audit }: Write, { id }: Input<typeof call>) {
  await tx.selectFrom('location').select('id').where('id', '=', id).forUpdate().execute()
  const { rooms, ...location } = await readLocation(tx, id)
  if (rooms.length > 0) refuse(`Rooms stand in ${location.name}: ${rooms.map(room => room.name).join(', ')}.`)
  const classes = await tx
    .selectFrom('class')
    .select(['class_name as name', 'end_date as endDate'])
    .where(usesRoom(sql`${id}::bigint`, now))
    .orderBy('end_date', order => order.desc().nullsFirst())
    .orderBy('class_name')
    .execute()
  if (classes.length > 0) {
    const names = classes
      .slice(0, named)
      .map(({ name, endDate }) => (endDate ? `${name} (until ${mediumDate(endDate)})` : name))
    const rest = classes.length > named ? ` and ${classes.length - named} more` : ''
    refuse(`${location.name} is used by ${names.join(', ')}${rest}. Give these another room first.`)
  }
  await refuseOn(
    {
      class_location_id_club_id_fkey: ['id', `A class has just been given ${location.name}.`],
      location_venue: ['id', `A room has just been put into ${location.name}.`],
    },
    () => tx.deleteFrom('location').where('id', '=', id).execute(),
  )
  audit({ clubId: location.clubId, subject: 'location', subjectId: id, before: location })
  return { locationId: id }
}

function refuse(message: string): never {
  throw new Refused(409, message, { id: [message] })
}
