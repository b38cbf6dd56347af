import type * as call from '@honbu/contract/clubs.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { changed } from '../platform/changed.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { readClub } from './clubs.ts'
import { demandTimeZone } from './time-zone.ts'

export async function saveClubSettings(
  { tx, user, audit }: Write,
  { id, version, timeZone, ...others }: Input<typeof call.saveClubSettings>,
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
  const settings = {
    timeZone,
    atRiskDays: others.atRiskDays ?? before.atRiskDays,
    adminsNeedTwoFactor: others.adminsNeedTwoFactor ?? before.adminsNeedTwoFactor,
    adminsLogInDaily: others.adminsLogInDaily ?? before.adminsLogInDaily,
    filesNeedProof: others.filesNeedProof ?? before.filesNeedProof,
    familyNameFirst: others.familyNameFirst ?? before.familyNameFirst,
  }
  if (settings.adminsNeedTwoFactor && !before.adminsNeedTwoFactor && user.isByPassword) {
    const message = 'Set up two-factor sign-in for yourself first, under “Your account”: you would be locked out.'
    throw new Refused(400, message, { adminsNeedTwoFactor: [message] })
  }
  if (before.timeZone !== settings.timeZone) await demandTimeZone(tx, settings.timeZone)
  const saved = await tx
    .updateTable('club')
    .set(eb => ({
      time_zone: settings.timeZone,
      at_risk_days: settings.atRiskDays,
      admins_need_two_factor: settings.adminsNeedTwoFactor,
      admins_log_in_daily: settings.adminsLogInDaily,
      files_need_proof: settings.filesNeedProof,
      family_name_first: settings.familyNameFirst,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  audit({ clubId: id, subject: 'club', subjectId: id, ...changed(before, settings) })
  return { version: saved.version }
}
