import type * as call from '@honbu/contract/clubs.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { Read } from '../platform/route.ts'

export async function getClubList({ db, user }: Read) {
  const clubs = await db
    .selectFrom('club')
    .select(['id', 'code', 'name', 'club_type_id as clubTypeId', 'parent_club_id as parentClubId'])
    .where('id', 'in', [0, ...user.clubs.keys()])
    .orderBy('name')
    .orderBy('id')
    .execute()
  return clubs.map(club => ({ ...club, isAdmin: user.clubs.get(club.id)?.isAdmin ?? false }))
}

/** Who puts a club under another one changes what the people of that other one may touch: only its admins may. */
export async function getParentClubList({ db, user }: Read) {
  const administered = [...user.clubs].flatMap(([id, { isAdmin }]) => (isAdmin ? [id] : []))
  return await db
    .selectFrom('club')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...administered])
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export async function getClub({ db }: Read, { id }: Input<typeof call.getClub>) {
  const club = await db.selectFrom('club').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    id: club.id,
    version: club.version,
    code: club.code,
    name: club.name,
    clubTypeId: club.club_type_id,
    parentClubId: club.parent_club_id,
    dateOpened: club.date_opened,
    ownerId: club.owner_id,
    adminId: club.admin_id,
    instructorId: club.instructor_id,
    logo: club.logo_url ?? '',
    email: club.email,
    phone: club.phone,
    timeZone: club.time_zone,
    address: {
      line: club.address_line,
      town: club.town,
      postcode: club.postcode,
      gridEast: club.grid_east,
      gridNorth: club.grid_north,
      longitude: club.longitude,
      latitude: club.latitude,
    },
  }
}
