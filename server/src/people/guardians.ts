import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { fullName } from './person-record.ts'
import { isUnder18 } from './place.ts'

interface Kept {
  readonly memberId: number
  readonly today: string
  /** The input that would take the last one away. */
  readonly field: string
}

/**
 * Called after a change that may have left a child without a guardian, with the member locked. Who had none before keeps
 * having none: only what takes the last one away is refused.
 * @throws Refused 409 under the field
 */
export async function keepGuardian(tx: Write['tx'], { memberId, today, field }: Kept): Promise<void> {
  const member = await tx
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['person.dob', fullName.as('name')])
    .where('member.id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (!isUnder18(member.dob, today)) return
  const guardian = await tx
    .selectFrom('member_contact')
    .select('id')
    .where('member_id', '=', memberId)
    .where('is_guardian', '=', true)
    .limit(1)
    .executeTakeFirst()
  if (guardian) return
  const message = `${member.name} is under 18 and needs a guardian among the contacts. Add one first.`
  throw new Refused(409, message, { [field]: [message] })
}
