import { todayIn } from '@honbu/contract/calendar.ts'
import { currency } from '@honbu/contract/format.ts'
import type { Provider } from '@honbu/contract/providers.ts'
import { sql } from 'kysely'
import { lockAccounts } from '../ledger/index.ts'
import { writeAudit } from '../platform/audit.ts'
import { pounds } from '../platform/money.ts'
import { ProviderProblem, triedAgain } from '../providers/index.ts'
import { job, type RefundParts } from './parts.ts'
import { refusedCause, taskOfRefund } from './refund-tasks.ts'
import { syncRefunds } from './sync-refunds.ts'
import { isOvertaken, tellerOf } from './tellers.ts'

interface Row {
  id: number
  clubId: number
  memberId: number
  timeZone: string
  pence: number
  key: string
  provider: Provider
  accountId: number
  payment: string
}

/** How often the provider may tell us that somebody was quicker before a person has to look. */
const attempts = 3

/**
 * Asks the provider for a refund that somebody has asked us for. Before, all refunds of the payment are looked at: one of
 * which the answer was lost is found by our key. What the provider has accepted goes into the ledger; what it refuses does
 * not, and is a task.
 * @throws ProviderProblem when it cannot be reached or does not take our key: nothing is lost, try again later
 */
export async function refundAtProvider(parts: RefundParts, { refundId }: { refundId: number }): Promise<void> {
  try {
    await refund(parts, refundId)
  } catch (error) {
    if (error instanceof ProviderProblem) await noteWhy(parts, refundId, error)
    throw error
  }
}

/** For the people of the club: what is wrong, and what to do. One of which the answer was lost may have been made. */
async function noteWhy({ db }: RefundParts, refundId: number, problem: ProviderProblem): Promise<void> {
  const cause = `${triedAgain(problem)} Whether it has been given back is not known until then: do not give it back in another way.`
  await db
    .updateTable('external_refund')
    .set({ cause: cause.slice(0, 500) })
    .where('id', '=', refundId)
    .where('state', '=', 'asked')
    .execute()
}

async function refund(parts: RefundParts, refundId: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const row = await askedRow(parts, refundId)
    if (!row) return
    const { accountId, payment, pence, key } = row
    await syncRefunds(parts, accountId, payment)
    if (!(await askedRow(parts, refundId))) return
    const teller = await tellerOf(parts.providers, row.provider, accountId)
    try {
      const reference = await teller.refund({ payment, pence, key })
      await parts.db
        .updateTable('external_refund')
        .set({ reference })
        .where('id', '=', refundId)
        .where('reference', 'is', null)
        .execute()
      await syncRefunds(parts, accountId, payment)
      return
    } catch (error) {
      if (!(error instanceof ProviderProblem) || error.kind !== 'refused') throw error
      if (isOvertaken(error) && attempt < attempts) continue
      await refuse(parts, row, error.message)
      return
    }
  }
}

async function askedRow({ db }: RefundParts, refundId: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select refund.id, refund.club_id as "clubId", refund.member_id as "memberId", club.time_zone as "timeZone",
      refund.amount_pence as pence, refund.idempotency_key as key, account.provider, account.id as "accountId",
      payment.reference as payment
    from external_refund refund
    join external_payment payment on payment.id = refund.external_payment_id
    join provider_account account on account.id = payment.provider_account_id
    join club on club.id = refund.club_id
    where refund.id = ${refundId} and refund.state = 'asked' and payment.reference is not null`.execute(db)
  return rows[0]
}

/** Nothing was given back: the ledger is as it was, and somebody has to tell the payer. */
async function refuse({ db, now }: RefundParts, row: Row, cause: string): Promise<void> {
  const { id, clubId, memberId, pence, timeZone } = row
  await db.transaction().execute(async tx => {
    await lockAccounts(tx, [memberId])
    const { rows } = await sql`
      update external_refund set state = 'refused', cause = ${cause.slice(0, 500)}
      where id = ${id} and state = 'asked' and reference is null returning id`.execute(tx)
    if (rows.length === 0) return
    const amount = pounds(pence)
    await taskOfRefund(tx, {
      ...{ clubId, memberId, cause: refusedCause(id), dueOn: todayIn(timeZone, now()) },
      subject: `A refund of ${currency(amount)} was not made, and nothing was given back: ${cause}`,
    })
    await writeAudit(tx, { action: 'refundAtProvider', accountId: null }, [
      {
        ...{ clubId, memberId, subject: 'external_refund', subjectId: id },
        before: { state: 'asked', amount },
        after: { state: 'refused', cause },
      },
    ])
  })
}

/** Hourly: what was asked for and has no answer, because a job was given up; and what is on its way, should nobody tell. */
export async function findOpenRefunds(parts: RefundParts): Promise<void> {
  const { db, jobs, now } = parts
  const old = new Date(now().getTime() - 5 * 60_000)
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ refundId: number }>`
      select id as "refundId" from external_refund where state = 'asked' and created_at < ${old}
      order by id limit 500`.execute(tx)
    for (const data of rows) await jobs.enqueue(tx, job.refund, data)
  })
}
