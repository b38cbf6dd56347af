import { currency, longDate } from '@honbu/contract/format.ts'
import { sql, type Transaction } from 'kysely'
import { openOf } from '../ledger/index.ts'
import { recipientsOf } from '../notes/index.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import { pounds } from '../platform/money.ts'
import type { Tables } from '../platform/tables.ts'
import { raiseTask } from '../tasks/index.ts'
import { job } from './parts.ts'

export interface TakenTwiceLetter {
  /** Missing in jobs of the version before. */
  readonly clubId?: number
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Reads what is still open of what a payment is about to pay, in pence. */
export async function openBefore(tx: Transaction<Tables>, chargeIds: readonly number[]): Promise<number> {
  let pence = 0
  for (const id of chargeIds) pence += await openOf(tx, id)
  return pence
}

interface Taken {
  /** The external payment. */
  readonly paymentId: number
  readonly clubId: number
  readonly memberId: number
  /** What it was to pay; none: the provider took it by an arrangement of its own. */
  readonly chargeIds: readonly number[]
  /** What was open of that before it was posted. */
  readonly openPence: number
  readonly pence: number
  /** 'direct debit' or 'card' */
  readonly by: string
  readonly today: string
  readonly at: Date
}

/**
 * What came through a provider though it had been paid in another way by then: a task for the club, and a letter to whom it
 * was taken from, in the transaction that posts it.
 */
export async function noteTakenTwice(
  { jobs }: { readonly jobs: Pick<Jobs, 'enqueue'> },
  tx: Transaction<Tables>,
  { paymentId, clubId, memberId, chargeIds, openPence, pence, by, today, at }: Taken,
): Promise<void> {
  const twice = pence - openPence
  if (chargeIds.length === 0 || twice <= 0) return
  const { rows } = await sql<{ name: string; clubName: string; ways: string }>`
    select trim(person.first_name || ' ' || person.last_name) as name, club.name as "clubName",
      concat_ws(', ', nullif(club.email, ''), nullif(club.phone, '')) as ways
    from member join person on person.id = member.person_id, club
    where member.id = ${memberId} and club.id = ${clubId}`.execute(tx)
  const [who] = rows
  if (!who) return
  const amount = currency(pounds(twice))
  await raiseTask(tx, {
    ...{ clubId, memberId, kind: 'collection', cause: `payment:${paymentId}:twice`, dueOn: today },
    subject: `${who.name} has paid ${amount} twice: it was taken by ${by} on ${longDate(today)}, after it had been paid in another way. It is credit now. Refund it under Payments, or agree to keep it.`,
  })
  const { email } = await recipientsOf(tx, { memberId, clubId, now: at })
  if (!email.to) return
  const { address, name, isGuardian } = email.to
  const text = [
    `Hello ${name},`,
    `On ${longDate(today)} we took ${amount} by ${by}${isGuardian ? ` for ${who.name}` : ''} that you had already paid in another way. We’re sorry.`,
    'The club knows. It will give it back to you, or keep it for what falls due next if you prefer that.',
    ...(who.ways ? [`Tell us what you’d like: ${who.ways}`] : []),
    who.clubName,
  ].join('\n\n')
  const letter: TakenTwiceLetter = {
    clubId,
    to: address,
    subject: `You paid ${amount} twice: ${who.clubName}`,
    text: `${text}\n`,
  }
  await jobs.enqueue(tx, job.takenTwiceLetter, letter)
}

export const sendTakenTwice = async ({ mail }: { readonly mail: Pick<Mail, 'send'> }, letter: TakenTwiceLetter) =>
  void (await mail.send({ clubId: 0, ...letter, letter: 'paidTwice' }))
