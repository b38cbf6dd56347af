import { todayIn } from '@honbu/contract/calendar.ts'
import type { saveChargingSettings as call } from '@honbu/contract/charging.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { type Kysely, sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { checkVersion } from '../platform/version.ts'

/** The version before knows only the 1st, and says it in a column of its own. */
const billingDaySql = sql<
  number | null
>`case when own.billing_day > 1 then own.billing_day when own.is_on_first then 1 end`

/** How a club charges, with today in the club; a club that has said nothing has the defaults of the table. */
export async function settingsOf(db: Kysely<Tables>, clubId: number, now: Date) {
  const row = await db
    .selectFrom('club')
    .leftJoin('charging_setting as own', 'own.club_id', 'club.id')
    .select(['club.time_zone as timeZone', 'own.days_ahead as daysAhead', billingDaySql.as('billingDay')])
    .select(['own.is_nightly as isNightly', 'own.starts_on as startsOn', 'own.night', 'own.version'])
    .where('club.id', '=', clubId)
    .executeTakeFirstOrThrow()
  return {
    today: todayIn(row.timeZone, now),
    daysAhead: row.daysAhead ?? 5,
    billingDay: row.billingDay,
    isNightly: row.isNightly ?? false,
    /** The first night that charges; null: at once. */
    startsOn: row.startsOn,
    /** The last day whose night has been. */
    night: row.night,
    version: row.version ?? 1,
  }
}

export async function saveChargingSettings(
  { tx, now, audit }: Write,
  { clubId, version, daysAhead, billingDay, isNightly }: Input<typeof call>,
) {
  // A row of defaults stands for none, so that there is something to lock.
  await tx
    .insertInto('charging_setting')
    .values({ club_id: clubId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const locked = await tx
    .selectFrom('charging_setting')
    .select('version')
    .where('club_id', '=', clubId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const before = await settingsOf(tx, clubId, now)
  if (isNightly && !before.isNightly) await requireStarted(tx, clubId, before.startsOn)
  const current = async () => ({
    daysAhead: before.daysAhead,
    billingDay: before.billingDay,
    isNightly: before.isNightly,
    version: before.version,
  })
  await checkVersion(tx, {
    subject: 'charging_setting',
    subjectId: clubId,
    is: locked.version,
    given: version,
    current,
  })
  const saved = await tx
    .updateTable('charging_setting')
    .set(eb => ({
      days_ahead: daysAhead,
      is_on_first: billingDay === 1,
      billing_day: billingDay,
      is_nightly: isNightly,
      version: eb('version', '+', 1),
    }))
    .where('club_id', '=', clubId)
    .returning('version')
    .executeTakeFirstOrThrow()
  audit({
    clubId,
    subject: 'charging_setting',
    subjectId: clubId,
    before: await current(),
    after: { daysAhead, billingDay, isNightly },
  })
  return saved
}

/** @throws Refused 409 under `isNightly` for a club that has never billed: someone looks at the first run before */
async function requireStarted(tx: Write['tx'], clubId: number, startsOn: string | null): Promise<void> {
  const run = await tx.selectFrom('charging_run').select('id').where('club_id', '=', clubId).limit(1).executeTakeFirst()
  if (run || startsOn !== null) return
  const message = 'Look at the first run, then start billing.'
  throw new Refused(409, message, { isNightly: [message] })
}
