import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/trials.ts'
import type { Read } from '../platform/route.ts'

export async function getNotInterestedReasons({ db }: Read, { id }: Input<typeof call.getNotInterestedReasons>) {
  return await db
    .selectFrom('not_interested_reason')
    .select(['id', 'name'])
    .where('club_id', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute()
}
