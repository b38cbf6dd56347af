import { clubCode } from '@honbu/contract/club-code.ts'
import type { clubFields } from '@honbu/contract/club-fields.ts'
import type * as call from '@honbu/contract/clubs.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { postcodeProblem } from '@honbu/contract/postcode.ts'
import type * as z from 'zod/mini'
import { employ } from '../identity/index.ts'
import { mayTouch } from '../platform/access.ts'
import { changed } from '../platform/changed.ts'
import { refuseOn } from '../platform/constraint.ts'
import { givenFields } from '../platform/given-fields.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { keepingAdmins, staffToday } from './club-admins.ts'
import { appoint } from './club-people.ts'
import { readClub } from './clubs.ts'
import { lockMoves, moveClub } from './move-club.ts'
import { demandTimeZone } from './time-zone.ts'

type Given = Input<typeof call.saveClub>
type SaveClub = z.infer<z.ZodMiniObject<typeof clubFields>>

export async function saveClub(context: Write, input: Given) {
  return input.id === 0 ? createClub(context, input) : updateClub(context, input)
}

/** What was given, over what there is; that alone is a new club without a name. */
function whole(
  before: Partial<SaveClub> & Pick<SaveClub, 'timeZone'>,
  { id: _, version: __, ...given }: Given,
): SaveClub {
  const rest = { name: '', code: '', email: null, phone: null, ...before, ...givenFields(given) }
  const club = { ...rest, address: { ...nowhere, ...before.address, ...givenFields(given.address ?? {}) } }
  if (!club.name) throw refused('name', 'Give the club a name')
  if (!club.code) throw refused('code', 'Give a short code')
  const { postcode } = club.address
  const problem = postcode === null ? undefined : postcodeProblem(postcode)
  if (problem) throw refused('address.postcode', problem)
  return club
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })

const nowhere = { line: null, town: null, postcode: null, gridEast: 0, gridNorth: 0, longitude: 0, latitude: 0 }

/** A new club's, where none is given: that of the club above it. */
async function zoneAbove(tx: Write['tx'], parentClubId: number | null): Promise<string> {
  if (parentClubId === null) return 'Europe/London'
  const above = await tx.selectFrom('club').select('time_zone').where('id', '=', parentClubId).executeTakeFirstOrThrow()
  return above.time_zone
}

/** A code from the name that no club of the organisation has. Two at once: the constraint refuses the second. */
async function freeCode(tx: Write['tx'], parentClubId: number | null, name: string): Promise<string> {
  const code = clubCode(name)
  if (parentClubId === null) return code
  const rows = await tx
    .selectFrom('club')
    .select('code')
    .where('root_club_id', '=', eb =>
      eb.selectFrom('club as above').select('above.root_club_id').where('above.id', '=', parentClubId),
    )
    .execute()
  const taken = new Set(rows.map(row => row.code.toLowerCase()))
  const numbered = Array.from({ length: taken.size + 1 }, (_, index) => `${code}${index + 2}`)
  return [code, ...numbered].find(each => !taken.has(each.toLowerCase())) ?? code
}

/** Whoever makes a club is its owner and admin. */
async function createClub({ tx, user, now, audit }: Write, given: Given) {
  const { parentClubId, instructorId } = given
  if (parentClubId !== null) {
    demandAdminOf(user, parentClubId)
    // It must not move while its new child takes its root from it.
    await tx.selectFrom('club').select('id').where('id', '=', parentClubId).forShare().execute()
  }
  const code = given.code ?? (await freeCode(tx, parentClubId, given.name ?? ''))
  const club = whole({ timeZone: await zoneAbove(tx, parentClubId) }, { ...given, code })
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
  await employ(tx, { clubId: id, accountId, today, isAdmin: true, roleIds: [], reach: 'all' })
  const people = { ...creator, instructorId }
  await appoint(tx, { clubId: id, before: creator, after: people, today })
  await tx.updateTable('club').set(peopleColumns(people)).where('id', '=', id).execute()
  audit({ clubId: id, subject: 'club', subjectId: id, after: { ...club, ...people, id } })
  return { id, version }
}

async function updateClub({ tx, user, now, audit }: Write, given: Given) {
  const { id, version } = given
  const { parent_club_id: parentNow } = await tx
    .selectFrom('club')
    .select('parent_club_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isMoved = parentNow !== given.parentClubId
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
    const club = { ...whole(before, given), id }
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

function columnsOf({ address, ...club }: SaveClub) {
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
