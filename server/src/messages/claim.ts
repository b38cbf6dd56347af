import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { HandedText } from '../platform/sms.ts'

/** Somebody whom this process is about to write to. */
export interface Claimed {
  readonly id: number
  readonly clubId: number
  readonly memberId: number | null
  readonly memberIds: number[]
  readonly personId: number | null
  readonly toName: string
  readonly toAddress: string
  readonly bookingId: number | null
  readonly copyId: number | null
  /** Leaves at night too. */
  readonly isUrgent: boolean
}

interface Claiming {
  readonly messageId: number
  readonly claim: string
  readonly most: number
  readonly now: Date
}

/** Takes some who are due, so that no other process does. Nothing is sent yet: whoever dies here has sent nothing. */
export async function claimBatch(db: Db, { messageId, claim, most, now }: Claiming): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select id from message_recipient
      where message_id = ${messageId} and state = 'waiting' and not_before <= ${now}
        and exists (select from message where id = ${messageId} and status in ('sending', 'standing'))
      order by not_before, id limit ${most} for update skip locked
    )
    update message_recipient as recipient
    set state = 'sending', claim = ${claim}::uuid, claimed_at = ${now}, handed_at = null
    from due where recipient.id = due.id
    returning recipient.id, recipient.club_id as "clubId", recipient.member_id as "memberId",
      recipient.member_ids as "memberIds", recipient.person_id as "personId", recipient.to_name as "toName",
      recipient.to_address as "toAddress",
      recipient.booking_id as "bookingId", recipient.copy_id as "copyId", recipient.is_urgent as "isUrgent"`.execute(db)
  return rows.toSorted((one, other) => one.id - other.id)
}

/**
 * Says that this one is handed over now. From here on, whoever dies leaves it open whether it was sent.
 * @returns the number of the try; null when it is not to be sent: the message was paused or ended, or somebody else has
 * taken it over because this process was thought dead
 */
export async function beginHanding(db: Db, id: number, claim: string, now: Date): Promise<number | null> {
  const { rows } = await sql<{ tries: number }>`
    update message_recipient set handed_at = ${now}, tries = tries + 1
    where id = ${id} and claim = ${claim}::uuid and state = 'sending' and handed_at is null
      and exists (select from message where id = message_id and status in ('sending', 'standing'))
    returning tries`.execute(db)
  return rows[0]?.tries ?? null
}

interface Tried {
  readonly id: number
  readonly tries: number
  readonly now: Date
}

/** The carrier has it. What its webhook has told meanwhile stands. */
export async function settleSent(db: Db, { id, tries, now }: Tried, handed: Partial<HandedText>): Promise<void> {
  await sql`
    update message_recipient
    set state = case when state in ('sending', 'uncertain') then 'sent' else state end, claim = null, failure = '',
      sent_at = coalesce(sent_at, ${now}), provider_id = coalesce(${handed.providerId || null}, provider_id),
      segments = ${handed.segments ?? 0}
    where id = ${id} and tries = ${tries} and state not in ('waiting', 'skipped')`.execute(db)
}

/** It was certainly not sent: it is tried again after a while, or never. */
export async function settleNotSent(
  db: Db,
  { id, tries }: Tried,
  { failure, notBefore }: { failure: string; notBefore: Date | null },
): Promise<void> {
  await sql`
    update message_recipient
    set state = ${notBefore ? 'waiting' : 'failed'}, claim = null, failure = ${failure.slice(0, 500)},
      not_before = coalesce(${notBefore}, not_before)
    where id = ${id} and tries = ${tries} and state in ('sending', 'uncertain')`.execute(db)
}

const unknown = 'It is not known whether this was sent: the answer was lost.'

/** Nobody knows. A report of the carrier may still say. */
export async function settleUncertain(db: Db, { id, tries }: Tried): Promise<void> {
  await sql`
    update message_recipient set state = 'uncertain', claim = null, failure = ${unknown}
    where id = ${id} and tries = ${tries} and state = 'sending'`.execute(db)
}

/** Gives back what was taken and not handed over. */
export async function giveBack(db: Db, claim: string): Promise<void> {
  await sql`
    update message_recipient set state = 'waiting', claim = null
    where claim = ${claim}::uuid and state = 'sending' and handed_at is null`.execute(db)
}

/** Longer than a process holds what it has taken, and than one message takes at its slowest. */
const deadAfter = 10 * 60_000

/** What a process had in hand that has died: what it had not begun to hand over waits again, the rest nobody knows. */
export async function recoverDead(db: Db, now: Date): Promise<void> {
  await sql`
    update message_recipient
    set state = case when handed_at is null then 'waiting' else 'uncertain' end, claim = null,
      failure = case when handed_at is null then failure else ${unknown} end
    where state = 'sending' and claimed_at < ${new Date(now.getTime() - deadAfter)}`.execute(db)
}
