import { memberStatus } from '@honbu/contract/ids.ts'
import { sql, type Transaction } from 'kysely'
import { changeStatus } from '../members/index.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Tables } from '../platform/tables.ts'

/** How the line of a membership's history begins that was written because money did not come. */
const failed = 'A collection failed'

interface Loss {
  readonly clubId: number
  readonly memberId: number
  /** '£35.00' */
  readonly amount: string
  readonly cause: string
  readonly today: string
  readonly at: Date
}

/** An active membership of which a collection has failed has an issue, until what failed is paid. */
export async function raiseIssue(tx: Transaction<Tables>, loss: Loss): Promise<void> {
  const { clubId, memberId, amount, cause, today, at } = loss
  const active = await tx
    .selectFrom('club_member')
    .select('id')
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .where('member_status_id', '=', memberStatus.active)
    .executeTakeFirst()
  if (!active) return
  const reason = `${failed}: ${amount}${cause && `, ${cause}`}`.slice(0, 500)
  await changeStatus(
    { tx, user: null, now: at },
    { clubMemberId: active.id, clubId, to: memberStatus.issue, on: today, reason },
  )
  await writeAudit(tx, { action: 'raiseIssue', accountId: null }, [
    {
      ...{ clubId, memberId, subject: 'club_member', subjectId: active.id },
      before: { memberStatusId: memberStatus.active },
      after: { memberStatusId: memberStatus.issue, reason },
    },
  ])
}

interface Settled {
  clubMemberId: number
  clubId: number
  memberId: number
  today: string
}

/**
 * Who has an issue because a collection failed, and owes nothing of what failed any more, whichever way it was paid, is
 * active again. An issue that a person has marked is for a person.
 * @param memberId one member, or all of them
 */
export async function settleIssues(tx: Transaction<Tables>, at: Date, memberId?: number): Promise<void> {
  const { rows } = await sql<Settled>`
    select membership.id as "clubMemberId", membership.club_id as "clubId", membership.member_id as "memberId",
      (${at}::timestamptz at time zone club.time_zone)::date as today
    from club_member membership
    join club on club.id = membership.club_id
    cross join lateral (
      select reason, account_id from member_status_change change
      where change.club_member_id = membership.id order by id desc limit 1
    ) last
    where membership.member_status_id = ${memberStatus.issue} and last.account_id is null
      and last.reason like ${`${failed}%`} ${memberId === undefined ? sql`` : sql`and membership.member_id = ${memberId}`}
      and not exists (
        select from external_payment payment
        join external_payment_part part on part.external_payment_id = payment.id
        join open_charge on open_charge.charge_id = part.charge_id
        where payment.member_id = membership.member_id and payment.club_id = membership.club_id
          -- A card that is refused outright is followed as one that was declined.
          and (payment.state in ('failed', 'charged_back') or payment.state = 'refused' and payment.mandate_id is null))
    order by membership.member_id`.execute(tx)
  for (const { clubMemberId, clubId, today, ...who } of rows) {
    await changeStatus(
      { tx, user: null, now: at },
      { clubMemberId, clubId, to: memberStatus.active, on: today, reason: 'What had failed is paid' },
    )
    await writeAudit(tx, { action: 'settleIssue', accountId: null }, [
      {
        ...{ clubId, memberId: who.memberId, subject: 'club_member', subjectId: clubMemberId },
        before: { memberStatusId: memberStatus.issue },
        after: { memberStatusId: memberStatus.active },
      },
    ])
  }
}
