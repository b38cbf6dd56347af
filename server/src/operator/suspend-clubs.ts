import type { Input } from '@honbu/contract/endpoint.ts'
import type { liftSuspension as liftCall, suspendClub as suspendCall } from '@honbu/contract/operator.ts'
import { releaseJobs } from '../platform/held-jobs.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { logAction } from './operator-log.ts'

export async function suspendClub(write: Write, { id, reason }: Input<typeof suspendCall>) {
  const { tx, now } = write
  await demandClub(write, id)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('club_stop')
    .values({ club_id: id, kind: 'suspended', since: now, reason })
    .onConflict(stop => stop.doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) throw new Refused(409, 'This club is suspended already.')
  await logAction(write, { action: 'suspendClub', aboutClubId: id, reason })
  return {}
}

export async function liftSuspension(write: Write, { id }: Input<typeof liftCall>) {
  const { tx, enqueue } = write
  await demandClub(write, id)
  const { numDeletedRows } = await tx
    .deleteFrom('club_stop')
    .where('club_id', '=', id)
    .where('kind', '=', 'suspended')
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refused(409, 'This club isn’t suspended itself.')
  const count = await releaseJobs(tx, (_tx, queue, data) => enqueue(queue, data))
  await logAction(write, { action: 'liftSuspension', aboutClubId: id })
  return { count }
}

/** @throws Refused 404 */
async function demandClub({ tx }: Write, id: number): Promise<void> {
  const club = await tx.selectFrom('club').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!club) throw new Refused(404, 'There’s no such club.')
}
