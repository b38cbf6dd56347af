import { postcodeProblem } from '@honbu/contract/club-fields.ts'
import type * as call from '@honbu/contract/clubs.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { role } from '@honbu/contract/ids.ts'
import { employ } from '../identity/index.ts'
import { mayTouch } from '../platform/access.ts'
import { changed } from '../platform/changed.ts'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { keepingAdmins, staffToday } from './club-admins.ts'
import { appoint } from './club-people.ts'
import { readClub } from './clubs.ts'
import { lockMoves, moveClub } from './move-club.ts'
import { demandTimeZone } from './time-zone.ts'

type SaveClub = Input<typeof call.saveClub>

export async function saveClub(context: Write, input: SaveClub) {
  const problem = postcodeProblem(input)
  if (problem) throw new Refused(400, problem, { 'address.postcode': [problem] })
  return input.id === 0 ? createClub(context, input) : updateClub(context, input)
}

/** Whoever makes a club is its owner and admin. */
async function createClub({ tx, user, now, audit }: Write, club: SaveClub) {
  const { parentClubId, instructorId } = club
  if (parentClubId !== null) {
    demandAdminOf(user, parentClubId)
    // It must not move while its new child takes its root from it.
    await tx.selectFrom('club').select('id').where('id', '=', parentClubId).forShare().execute()
  }
  await demandTimeZone(tx, club.timeZone)
  const creator = { ownerId: user.personId, adminId: user.personId, instructorId: null }
  const { id, version } = await refuseOn(constraints, () =>
    tx
      .insertInto('club')
      // The trigger sets the real root.
      .values({ ...columnsOf(club), ...peopleColumns(creator), root_club_id: 0, parent_club_id: parentClubId })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow(),
  )
  const today = staffToday(now)
  const { accountId } = user
  await employ(tx, { clubId: id, accountId, today, isAdmin: true, roleIds: [role.owner, role.admin], reach: 'all' })
  const people = { ...creator, instructorId }
  await appoint(tx, { clubId: id, before: creator, after: people, today })
  await tx.updateTable('club').set(peopleColumns(people)).where('id', '=', id).execute()
  audit({ clubId: id, subject: 'club', subjectId: id, after: { ...club, ...people, id } })
  return { id, version }
}

async function updateClub({ tx, user, now, audit }: Write, { version, ...club }: SaveClub) {
  const { id } = club
  const { parent_club_id: parentNow } = await tx
    .selectFrom('club')
    .select('parent_club_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isMoved = parentNow !== club.parentClubId
  if (isMoved) await lockMoves(tx)
  return await keepingAdmins({ tx, user, now }, { clubId: id, mayLoseOwn: isMoved }, async () => {
    const before = await readClub(tx, id, user)
    await checkVersion(tx, {
      subject: 'club',
      subjectId: id,
      is: before.version,
      given: version,
      current: async () => before,
    })
    if (before.timeZone !== club.timeZone) await demandTimeZone(tx, club.timeZone)
    if (before.parentClubId !== club.parentClubId) {
      // Who leaves a tree takes it from the people above, who joins one lets them in: both sides have to agree.
      for (const parentId of [before.parentClubId, club.parentClubId])
        if (parentId !== null) demandAdminOf(user, parentId)
      await moveClub(tx, { clubId: id, parentClubId: club.parentClubId })
    }
    // First: once they are named, they work there by that alone.
    await appoint(tx, { clubId: id, before, after: club, today: staffToday(now) })
    const saved = await refuseOn(constraints, () =>
      tx
        .updateTable('club')
        .set(eb => ({ ...columnsOf(club), ...peopleColumns(club), version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .returning('version')
        .executeTakeFirstOrThrow(),
    )
    audit({ clubId: id, subject: 'club', subjectId: id, ...changed(before, club) })
    return { id, version: saved.version }
  })
}

const constraints = {
  club_root_club_id_code_key: ['code', 'Another club of this organisation has this code already.'],
} as const

function demandAdminOf(user: Write['user'], clubId: number): void {
  if (mayTouch(user, clubId, true)) return
  const message = 'You are not an admin of the club above. Ask one of its admins to do this.'
  throw new Refused(403, message, { parentClubId: [message] })
}

function columnsOf({ address, ...club }: Omit<SaveClub, 'id' | 'version'>) {
  return {
    code: club.code,
    name: club.name,
    club_type_id: club.clubTypeId,
    date_opened: club.dateOpened,
    email: club.email,
    phone: club.phone,
    time_zone: club.timeZone,
    address_line: address.line,
    town: address.town,
    postcode: address.postcode,
    grid_east: address.gridEast,
    grid_north: address.gridNorth,
    longitude: address.longitude,
    latitude: address.latitude,
  }
}

const peopleColumns = ({ ownerId, adminId, instructorId }: Pick<SaveClub, 'ownerId' | 'adminId' | 'instructorId'>) => ({
  owner_id: ownerId,
  admin_id: adminId,
  instructor_id: instructorId,
})
