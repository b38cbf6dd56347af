import { currency } from '@honbu/contract/format.ts'
import { providerNames } from '@honbu/contract/providers.ts'
import { sql } from 'kysely'
import { lockAccounts } from '../ledger/index.ts'
import { refuseOn } from '../platform/constraint.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { job } from './parts.ts'

/** A payment of the ledger that came through a provider, and what can be refunded there. */
interface Taken {
  externalPaymentId: number
  clubId: number
  memberId: number
  provider: keyof typeof providerNames
  /** In the ledger: what is left of this payment, and of all that the provider has taken with it. */
  left: number
  leftInAll: number
  returned: number
  isAsked: boolean
}

/** What a provider has to do with a payment of the ledger; undefined for one that it has not taken, or that is lost. */
export async function takenBy(db: Db, paymentId: number): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`
    select external.id as "externalPaymentId", external.club_id as "clubId", external.member_id as "memberId", provider,
      (payment.amount_pence - back.pence)::integer as left, back.pence as returned,
      (select sum(own.amount_pence + coalesce((select sum(amount_pence) from payment where returns_id = own.id), 0))::integer
        from payment own where own.id = external.payment_id
          or own.id in (select restored_id from external_refund where external_payment_id = external.id)) as "leftInAll",
      exists (select from external_refund where external_payment_id = external.id and state = 'asked') as "isAsked"
    from payment
    cross join lateral (
      select coalesce(-sum(amount_pence), 0)::integer as pence from payment where returns_id = ${paymentId}
    ) back
    join external_payment external on external.payment_id is not null and (external.payment_id = payment.id
      or external.id = (select external_payment_id from external_refund where restored_id = payment.id))
    join provider_account account on account.id = external.provider_account_id
    where payment.id = ${paymentId}`.execute(db)
  return rows[0]
}

interface Asked {
  readonly paymentId: number
  readonly pence: number
  /** What had been given back of it as the asker saw it; another sum: somebody was quicker. */
  readonly returnedPence: number
  readonly description: string
  /** False: what the refund had paid is given up. */
  readonly isStillOwed: boolean
}

/**
 * Asks for a refund of what a provider has taken: a job asks the provider, and the ledger has it when that accepts. However
 * often it is pressed, one is asked for; never more than is left.
 * @throws Refused 409
 */
export async function askRefund({ tx, user, now, audit, enqueue }: Write, asked: Asked): Promise<number> {
  const { paymentId, pence, description, isStillOwed } = asked
  const { member_id: memberId } = await tx
    .selectFrom('payment')
    .select('member_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await lockAccounts(tx, [memberId])
  const taken = await takenBy(tx, paymentId)
  if (!taken) throw new Refused(409, 'The provider does not hold this payment any more.')
  if (taken.isAsked) throw refused('A refund of it has been asked for already. Wait for the answer of the provider.')
  if (taken.returned !== asked.returnedPence)
    throw refused('Something was given back of it meanwhile. Look at it again.')
  const left = Math.min(taken.left, taken.leftInAll)
  if (pence > left)
    throw refused(left > 0 ? `Only ${currency(pounds(left))} of it is left.` : 'All of it has been given back.')
  const { clubId, externalPaymentId } = taken
  const { id } = await refuseOn(
    { external_refund_asked: ['amount', 'A refund of it has been asked for already: somebody was quicker.'] },
    () =>
      tx
        .insertInto('external_refund')
        .values({
          ...{ external_payment_id: externalPaymentId, club_id: clubId, member_id: memberId },
          ...{
            amount_pence: pence,
            description,
            is_still_owed: isStillOwed,
            state: 'asked',
            account_id: user.accountId,
            created_at: now,
          },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
  )
  await enqueue(job.refund, { refundId: id })
  audit({
    ...{ clubId, memberId, subject: 'external_refund', subjectId: id, before: null },
    after: { paymentId, amount: pounds(pence), of: providerNames[taken.provider], description, isStillOwed },
  })
  return id
}

const refused = (message: string) => new Refused(409, message, { amount: [message] })
