import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

interface Locked {
  readonly memberIds: readonly number[]
  readonly rootClubId: number
  readonly className: string
  /** The input that names them. */
  readonly field: string
}

/**
 * What changes a member's place in classes waits for what is changing it: so that the audit's `before` is what the one
 * before it has left. In the order of their ids, so that two who lock several never wait for each other.
 * @throws Refused 400 for a member of another tree of clubs than the class
 */
export async function lockMembers(tx: Write['tx'], { memberIds, rootClubId, className, field }: Locked) {
  const ids = [...new Set(memberIds)]
  const rows = await tx
    .selectFrom('member')
    .select('id')
    .where('id', 'in', ids)
    .where('root_club_id', '=', rootClubId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (rows.length === ids.length) return
  const message = `This member belongs to other clubs than ${className} does.`
  throw new Refused(400, message, { [field]: [message] })
}
