import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/recovery.ts'
import { type FailureReason, failureReasons, recoveryColumns } from '@honbu/contract/recovery.ts'
import { sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'

export async function getRecoveries({ db }: Read, { clubId, ...grid }: Input<typeof call.getRecoveries>) {
  const memberName = sql<string>`trim(person.first_name || ' ' || person.last_name)`
  const amount = sql<number>`(recovery.amount_pence / 100.0)::float8`
  const query = db
    .selectFrom('recovery')
    .innerJoin('member', 'member.id', 'recovery.member_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .innerJoin('external_payment as payment', 'payment.id', 'recovery.external_payment_id')
    .where('recovery.club_id', '=', clubId)
    .where('recovery.closed_at', 'is', null)
    .select(['recovery.id as recoveryId', 'recovery.member_id as memberId', 'payment.description'])
    .select(['failed_on as failedOn', 'failures', 'reason', 'step', 'retry_on as retryOn', 'told'])
    .select([memberName.as('memberName'), amount.as('amount')])
  const { data, total } = await gridQuery(
    query,
    {
      columns: recoveryColumns,
      expressions: {
        ...{ memberName, amount, failedOn: 'recovery.failed_on', failures: 'recovery.failures' },
        ...{ step: 'recovery.step', retryOn: 'recovery.retry_on' },
      },
      id: 'recovery.id',
      sort: [{ field: 'failedOn', dir: 'desc' }],
    },
    grid,
  )
  return { total, data: data.map(row => ({ ...row, reason: failureReasons[row.reason as FailureReason] ?? '' })) }
}
