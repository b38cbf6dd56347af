import { todayIn } from '@honbu/contract/calendar.ts'
import { sql, type Transaction } from 'kysely'
import { recipientsOf } from '../notes/index.ts'
import { staffTimeZone } from '../platform/rights.ts'
import type { Tables } from '../platform/tables.ts'
import { memberLetter, staffLetter } from './letters.ts'
import type { Loss, Recovery } from './loss.ts'
import { job, type RecoveryParts } from './parts.ts'

/**
 * Tells of a failure, in the transaction that writes it down, so that each is told once: the member, or the guardian of a
 * minor, unless it is disputed; and the admins of the club where money that was there is gone again.
 */
export async function announce(
  parts: RecoveryParts,
  tx: Transaction<Tables>,
  recovery: Recovery,
  loss: Loss,
): Promise<void> {
  const { clubId, memberId, at } = loss
  const club = await tx
    .selectFrom('club')
    .select(['name', 'email', 'phone'])
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const name = await memberName(tx, memberId)
  // A dispute may be known before the payment is.
  if (loss.last.wasPaid || loss.last.state === 'charged_back') {
    const { baseUrl, basePath } = parts.config
    const link = `${baseUrl}${basePath}/clubadmin/club/member/view/${memberId}`
    for (const to of await adminsOf(tx, clubId, at))
      await parts.mail.post(tx, staffLetter(loss, { to, memberName: name, clubName: club.name, link }))
  }
  let told = ''
  if (loss.next.step !== 'talk') {
    const { email } = await recipientsOf(tx, { memberId, clubId, now: at })
    if (email.to) {
      const { address: to, name: payerName, isGuardian } = email.to
      told = to
      const letter = memberLetter(loss, { to, payerName, forOther: isGuardian ? name : null, club })
      await parts.jobs.enqueue(tx, job.letter, letter)
    }
  }
  await tx.updateTable('recovery').set({ told }).where('id', '=', recovery.id).execute()
}

async function memberName(tx: Transaction<Tables>, memberId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name
    from member join person on person.id = member.person_id where member.id = ${memberId}`.execute(tx)
  return rows[0]?.name ?? ''
}

/** The admins of the club itself, as who runs it counts them. */
async function adminsOf(tx: Transaction<Tables>, clubId: number, now: Date): Promise<string[]> {
  const today = todayIn(staffTimeZone, now)
  const { rows } = await sql<{ email: string }>`
    select account.email::text as email from club_user join account on account.id = club_user.account_id
    where club_id = ${clubId} and is_admin and user_since <= ${today} and (user_until is null or user_until >= ${today})
    union
    select account.email::text from club join account on account.person_id in (club.owner_id, club.admin_id)
    where club.id = ${clubId}
    order by 1`.execute(tx)
  return rows.map(({ email }) => email)
}
