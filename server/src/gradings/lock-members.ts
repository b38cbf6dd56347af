import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { Grading } from './grading.ts'

/**
 * What is saved of one member waits for what is being saved of him already; in the order of the ids, so that two who save
 * the same class never wait for each other.
 * @param fieldOf the input that names a member
 * @throws Refused 400 for a member of another tree of clubs
 */
export async function lockMembers(
  tx: Write['tx'],
  { rootClubId, className }: Pick<Grading, 'rootClubId' | 'className'>,
  memberIds: readonly number[],
  fieldOf: (memberId: number) => string = () => 'id',
) {
  const locked = await tx
    .selectFrom('member')
    .select('id')
    .where('id', 'in', memberIds)
    .where('root_club_id', '=', rootClubId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const found = new Set(locked.map(({ id }) => id))
  const missing = memberIds.filter(id => !found.has(id))
  if (missing.length === 0) return
  const message = `This member belongs to other clubs than ${className} does.`
  throw new Refused(400, message, Object.fromEntries(missing.map(id => [fieldOf(id), [message]])))
}
