import type * as call from '@honbu/contract/clubs.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { rights } from '@honbu/contract/rights.ts'
import { sql, type Transaction } from 'kysely'
import { creditLimitOf, mayDo, mayTouch, type User } from '../platform/access.ts'
import type { Stop } from '../platform/club-stops.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'

export async function getClubList({ db, user }: Read) {
  const clubs = await db
    .selectFrom('club')
    .select(['id', 'code', 'name', 'club_type_id as clubTypeId', 'parent_club_id as parentClubId'])
    .where('id', 'in', [0, ...user.clubs.keys()])
    .orderBy('name')
    .orderBy('id')
    .execute()
  return clubs.map(club => {
    const limit = creditLimitOf(user, club.id)
    return {
      ...{ ...club, isAdmin: user.clubs.get(club.id)?.isAdmin ?? false },
      may: allRights.filter(right => mayDo(user, club.id, right)),
      creditLimit: limit === null ? null : pounds(limit),
    }
  })
}

const allRights = [...rights, 'closeBooks'] as const

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

export const getClub = ({ db, user }: Read, { id }: Input<typeof call.getClub>) => readClub(db, id, user)

/** A club as the contract has it. */
export async function readClub(db: Db | Transaction<Tables>, id: number, user: User) {
  const nameOf = (column: 'owner_id' | 'admin_id' | 'instructor_id') =>
    sql<string | null>`(
      select trim(first_name || ' ' || last_name) from person where person.id = ${sql.ref(`club.${column}`)}
    )`
  const club = await db
    .selectFrom('club')
    .selectAll()
    .select([nameOf('owner_id').as('ownerName'), nameOf('admin_id').as('adminName')])
    .select(nameOf('instructor_id').as('instructorName'))
    .select(
      sql<string | null>`(select parent.name from club parent where parent.id = club.parent_club_id)`.as('parentName'),
    )
    .select(
      sql<string | null>`(
        select asking.name from club_and_above(club.id) above join club asking on asking.id = above.club_id
        where asking.admins_need_two_factor and asking.id <> club.id order by above.distance limit 1)`.as(
        'twoFactorAskedBy',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const stop = user.clubs.get(id)?.stop ? await readStop(db, id) : undefined
  return {
    id: club.id,
    version: club.version,
    code: club.code,
    name: club.name,
    clubTypeId: club.club_type_id,
    parentClubId: club.parent_club_id,
    parentClubName: club.parentName,
    dateOpened: club.date_opened,
    ownerId: club.owner_id,
    ownerName: club.ownerName,
    adminId: club.admin_id,
    adminName: club.adminName,
    instructorId: club.instructor_id,
    instructorName: club.instructorName,
    logo: club.logo_url ?? '',
    email: club.email,
    phone: club.phone,
    timeZone: club.time_zone,
    atRiskDays: club.at_risk_days,
    adminsNeedTwoFactor: club.admins_need_two_factor,
    adminsLogInDaily: club.admins_log_in_daily,
    filesNeedProof: club.files_need_proof,
    familyNameFirst: club.family_name_first,
    twoFactorAskedBy: club.twoFactorAskedBy,
    ...(stop && { stop }),
    address: {
      line: club.address_line,
      town: club.town,
      postcode: club.postcode,
      gridEast: club.grid_east,
      gridNorth: club.grid_north,
      longitude: club.longitude,
      latitude: club.latitude,
    },
    isAdmin: mayTouch(user, club.id, true),
  }
}

/** Why a club is stopped; a suspension counts before its owner's closing, and its own stop before one above it. */
async function readStop(db: Db | Transaction<Tables>, id: number) {
  const { rows } = await sql<{ kind: Stop; since: Date; reason: string; by: string | null }>`
    select kind, since, reason, case when by_club_id <> club_id then club.name end as by
    from stopped_club join club on club.id = by_club_id
    where club_id = ${id} order by kind desc, by_club_id = club_id desc limit 1`.execute(db)
  return rows[0] && { ...rows[0], since: rows[0].since.toISOString() }
}
