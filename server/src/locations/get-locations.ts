import type { Input } from '@honbu/contract/endpoint.ts'
import {
  type getRoomsAndVenues as getAll,
  type getLocation as getOne,
  locationColumns,
  type getVenues as venues,
} from '@honbu/contract/locations.ts'
import { type Expression, type Kysely, sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'

export async function getRoomsAndVenues({ db, now }: Read, { clubId, ...grid }: Input<typeof getAll>) {
  const classCount = sql<number>`(
    select count(*) from class where ${usesRoom(sql`location.id`, now)}
      and (class.end_date is null or class.end_date >= ${clubDate(now)}))`
  const query = db
    .selectFrom('location')
    .leftJoin('location as venue', 'venue.id', 'location.venue_id')
    .where('location.club_id', '=', clubId)
    .select(['location.id as locationId', 'location.name', 'location.is_room as isRoom', 'venue.name as venueName'])
    .select(['location.capacity', 'location.postcode', classCount.as('classCount')])
  return await gridQuery(
    query,
    {
      columns: locationColumns,
      expressions: {
        name: 'location.name',
        isRoom: 'location.is_room',
        venueName: 'venue.name',
        capacity: 'location.capacity',
        postcode: 'location.postcode',
        classCount,
      },
      id: 'location.id',
      sort: [{ field: 'name', dir: 'asc' }],
    },
    grid,
  )
}

/** Whether a class has a room, or one of its weekdays has it today or later. */
export const usesRoom = (locationId: Expression<unknown>, now: Date) => sql<boolean>`(
  class.location_id = ${locationId} or exists (
    select from class_timetable week where week.class_id = class.id and week.location_id = ${locationId}
      and (week.valid_until is null or week.valid_until >= ${clubDate(now)})))`

const clubDate = (now: Date) =>
  sql`(select (${now}::timestamptz at time zone club.time_zone)::date from club where club.id = class.club_id)`

export const getLocation = ({ db }: Read, { id }: Input<typeof getOne>) => readLocation(db, id)

export async function readLocation(db: Kysely<Tables>, id: number) {
  const { line, ...location } = await db
    .selectFrom('location')
    .innerJoin('club', 'club.id', 'location.club_id')
    .leftJoin('location as venue', 'venue.id', 'location.venue_id')
    .where('location.id', '=', id)
    .select(['location.id as locationId', 'location.version', 'location.club_id as clubId', 'club.name as clubName'])
    .select(['location.name', 'location.is_room as isRoom', 'location.venue_id as venueId', 'venue.name as venueName'])
    .select(['location.capacity', 'location.address_line as line', 'location.town', 'location.postcode'])
    .select('location.notes')
    .executeTakeFirstOrThrow()
  const rooms = await db
    .selectFrom('location')
    .where('venue_id', '=', id)
    .select(['id as locationId', 'name', 'capacity'])
    .orderBy('name')
    .execute()
  return { ...location, addressLine: line, rooms }
}

export const getVenues = ({ db }: Read, { clubId }: Input<typeof venues>) =>
  db
    .selectFrom('location')
    .where('club_id', '=', clubId)
    .where('is_room', '=', false)
    .select(['id as locationId', 'name'])
    .orderBy('name')
    .execute()
