import type * as call from '@honbu/contract/clubs.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { changed } from '../platform/changed.ts'
import type { Read, Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { staffToday } from './club-admins.ts'
import { readClub } from './clubs.ts'
import { demandTimeZone } from './time-zone.ts'

export async function saveClubSettings(
  { tx, user, audit }: Write,
  { id, version, ...settings }: Input<typeof call.saveClubSettings>,
) {
  await tx.selectFrom('club').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const before = await readClub(tx, id, user)
  await checkVersion(tx, {
    subject: 'club',
    subjectId: id,
    is: before.version,
    given: version,
    current: async () => before,
  })
  if (before.timeZone !== settings.timeZone) await demandTimeZone(tx, settings.timeZone)
  const saved = await tx
    .updateTable('club')
    .set(eb => ({
      time_zone: settings.timeZone,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  audit({ clubId: id, subject: 'club', subjectId: id, ...changed(before, settings) })
  return { version: saved.version }
}

export async function getClubSetup({ db, now }: Read, { id }: Input<typeof call.getClubSetup>) {
  const today = staffToday(now)
  const { rows } = await sql<{ users: number; locations: number; disciplines: number; classes: number }>`
    select
      (select count(*) from club_user where club_id = club.id and (user_until is null or user_until >= ${today}))
        + (select count(*) from club_invitation where club_id = club.id and closed_at is null and expires_at > ${now})
        as users,
      (select count(*) from location where club_id = club.id) as locations,
      (select count(*) from discipline where root_club_id = club.root_club_id) as disciplines,
      (select count(*) from class where club_id = club.id) as classes
    from club where id = ${id}`.execute(db)
  return rows[0] ?? { users: 0, locations: 0, disciplines: 0, classes: 0 }
}
