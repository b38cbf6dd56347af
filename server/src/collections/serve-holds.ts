import { todayIn } from '@honbu/contract/calendar.ts'
import type * as call from '@honbu/contract/collections.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { mayTouch } from '../platform/access.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { oldDebtDays } from './collect-charges.ts'
import { endHold, readHolds } from './holds.ts'

export async function getCollectionHolds({ db, user, now }: Read, { id }: Input<typeof call.getCollectionHolds>) {
  const clubIds = [...user.clubs.keys()]
  const ours = sql<boolean>`hold.member_id = ${id} and hold.club_id = any(${clubIds}::bigint[])`
  const holds = await readHolds(db, ours, now, oldDebtDays)
  return holds.map(({ id: holdId, clubId, clubName, by, disputed, since, timeZone, onHold, willCollect }) => ({
    ...{ holdId, clubId, clubName, by, disputed: pounds(disputed), since: todayIn(timeZone, since) },
    ...{ onHold: pounds(onHold), willCollect: pounds(willCollect), canRelease: mayTouch(user, clubId, true) },
  }))
}

export async function releaseHold(
  { tx, user, now, audit, enqueue }: Write,
  { id, reason }: Input<typeof call.releaseHold>,
) {
  await tx.selectFrom('collection_hold').select('id').where('id', '=', id).forUpdate().execute()
  const [hold] = await readHolds(tx, sql<boolean>`hold.id = ${id}`, now, oldDebtDays)
  if (!hold) throw new Refused(409, 'Someone has released this already.')
  const { clubId, memberId, willCollect, onHold } = hold
  const jobs = { enqueue: (_: typeof tx, name: string, data: object) => enqueue(name, data) }
  await endHold({ jobs }, tx, { holdId: id, reason, accountId: user.accountId, at: now })
  audit({
    ...{ clubId, memberId, subject: 'collection_hold', subjectId: id },
    before: { onHold: pounds(onHold) },
    after: { released: reason, willCollect: pounds(willCollect) },
  })
  return { holdId: id, willCollect: pounds(willCollect) }
}
