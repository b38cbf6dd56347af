import { addDays } from '@honbu/contract/calendar.ts'
import type * as call from '@honbu/contract/charging.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { counted, currency } from '@honbu/contract/format.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { firstRunOf, subscriptionsOf } from './first-run.ts'
import { settingsOf } from './settings.ts'

/** A start further ahead is a slip. */
const mostDaysAhead = 366

/** Charges memberships each night from a day on, once the user has seen what the first run takes. */
export async function startBilling(
  { tx, now, audit }: Write,
  { clubId, startsOn, members, amount, keepSubscriptions }: Input<typeof call.startBilling>,
) {
  const { today, isNightly } = await settingsOf(tx, clubId, now)
  if (startsOn < today || startsOn > addDays(today, mostDaysAhead))
    throw refused('startsOn', 'Choose a day from today on, within a year.', 400)
  const run = await firstRunOf(tx, clubId, now)
  if (run.members !== members || run.amount !== amount)
    throw refused(
      'members',
      `The first run has changed: it bills ${counted(run.members, 'member')}, ${currency(run.amount)}. Look at it again.`,
    )
  const { count, amount: collected } = await subscriptionsOf(tx, clubId)
  if (count > 0 && !keepSubscriptions)
    throw refused(
      'keepSubscriptions',
      `${counted(count, 'subscription')} in GoCardless would collect ${currency(collected)} as well. End them first, or start without collecting from their members.`,
    )
  await tx
    .insertInto('charging_setting')
    // A club without a row was shown as version 1.
    .values({ club_id: clubId, is_nightly: true, starts_on: startsOn, version: 2 })
    .onConflict(conflict =>
      conflict.column('club_id').doUpdateSet(eb => ({
        is_nightly: true,
        starts_on: startsOn,
        version: eb('charging_setting.version', '+', 1),
      })),
    )
    .execute()
  audit({
    clubId,
    subject: 'charging_setting',
    subjectId: clubId,
    before: { isNightly },
    after: { isNightly: true, startsOn, members, amount, ...(count > 0 && { subscriptionsLeft: count }) },
  })
  return { clubId, startsOn }
}

const refused = (field: string, message: string, status = 409) => new Refused(status, message, { [field]: [message] })
