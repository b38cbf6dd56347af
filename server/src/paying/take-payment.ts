import type { Input } from '@honbu/contract/endpoint.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import type { takePayment as call } from '@honbu/contract/paying.ts'
import { sql } from 'kysely'
import { collectionJob, leastByCard, placePayments } from '../collections/index.ts'
import { lockAccounts, openOf } from '../ledger/index.ts'
import { earliestPayment } from '../plans/index.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { job } from './parts.ts'
import { underWay } from './under-way.ts'

const { directDebit, card } = paymentMethod

/**
 * Puts what is open of a charge on its way by the member's saved method. The member is locked, and a unique index
 * (external_payment_in_flight) lets one payment a charge be on its way. Who takes the money is asked by a job.
 */
export async function takePayment(
  { tx, now, audit, enqueue }: Write,
  { transactionId, paymentMethodId }: Input<typeof call>,
) {
  if (paymentMethodId && paymentMethodId !== directDebit && paymentMethodId !== card)
    throw new Refused(400, 'Choose direct debit or card.', { paymentMethodId: ['Choose direct debit or card.'] })
  const charge = await lockCharge(tx, transactionId)
  const pence = await openOf(tx, transactionId)
  if (pence === 0) throw refused('Nothing is open of it any more.')
  const [already] = await underWay(tx, { chargeIds: [transactionId] })
  if (already) throw refused(`It is already on its way: ${already.how.replace(/\.$/, '')}.`)

  const saved = await savedMethodOf(tx, { ...charge, wanted: paymentMethodId ?? null, pence })
  const earliest = earliestPayment(now)
  const chargeDate = saved.mandateId === null ? null : latest(earliest, saved.nextPossible ?? earliest)
  const { clubId, memberId } = charge
  const by = saved.savedCardId === null ? { mandateId: saved.mandateId } : { savedCardId: saved.savedCardId }
  const [payment] = await placePayments(tx, [{ clubId, memberId, chargeIds: [transactionId], by, chargeDate }], now)
  if (!payment) throw new Error('the charge and the way to pay it have just been found usable')
  const { paymentId } = payment
  if (saved.savedCardId !== null) await enqueue(job.chargeCard, { paymentId })
  else await enqueue(collectionJob.sendPayments, { accountId: payment.accountId })
  audit({
    ...{ clubId, memberId, subject: 'external_payment', subjectId: paymentId, before: null },
    after: { transactionId, amount: pounds(pence), paymentMethodId: saved.methodId, chargeDate },
  })
  return {
    ...{ transactionId, memberId, paymentId, paymentMethodId: saved.methodId },
    ...{ amount: pounds(pence), chargeDate },
  }
}

async function lockCharge(tx: Write['tx'], chargeId: number) {
  const { memberId } = await tx
    .selectFrom('charge')
    .select('member_id as memberId')
    .where('id', '=', chargeId)
    .executeTakeFirstOrThrow()
  await lockAccounts(tx, [memberId])
  return await tx
    .selectFrom('charge')
    .select(['charge.id as chargeId', 'charge.member_id as memberId', 'charge.club_id as clubId'])
    .where('charge.id', '=', chargeId)
    .executeTakeFirstOrThrow()
}

interface Asked {
  readonly chargeId: number
  readonly clubId: number
  readonly memberId: number
  /** The method that was asked for; null: the member's. */
  readonly wanted: number | null
  readonly pence: number
}

type Saved = { readonly methodId: number; readonly nextPossible: string | null } & (
  | { readonly mandateId: number; readonly savedCardId: null }
  | { readonly mandateId: null; readonly savedCardId: number }
)

interface Methods {
  usual: number | null
  mandateId: number | null
  nextPossible: string | null
  isMandateHeld: boolean
  isCardHeld: boolean
  cardId: number | null
}

/** @throws Refused 409 when there is none that can be used */
async function savedMethodOf(tx: Write['tx'], { chargeId, clubId, memberId, wanted, pence }: Asked): Promise<Saved> {
  const { rows } = await sql<Methods>`
    select coalesce(charge.payment_method_id, (select payment_method_id from club_member
        where club_member.member_id = ${memberId} and club_member.club_id = ${clubId} limit 1)) as usual,
      mandate.id as "mandateId", mandate.next_possible_charge_date as "nextPossible",
      coalesce(mandate_is_on_hold(mandate.id), false) as "isMandateHeld", coalesce(card_is_on_hold(card.id), false) as "isCardHeld",
      card.id as "cardId"
    from charge
    left join lateral (
      select * from mandate where mandate.member_id = ${memberId} and mandate.club_id = ${clubId}
        and mandate_is_live(state) and cancel_requested_at is null order by created_at desc, id desc limit 1
    ) mandate on true
    left join saved_card card on card.member_id = ${memberId} and card.club_id = ${clubId} and card.ended_at is null
    where charge.id = ${chargeId}`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('the charge has just been locked')
  const mandate = found.mandateId !== null && {
    ...{ methodId: directDebit, mandateId: found.mandateId, nextPossible: found.nextPossible, savedCardId: null },
  }
  const kept = found.cardId !== null && {
    ...{ methodId: card, mandateId: null, nextPossible: null, savedCardId: found.cardId },
  }
  const released = (way: Saved): Saved => {
    if (way.methodId === card ? found.isCardHeld : found.isMandateHeld) throw refused(disputed)
    return way
  }
  if (wanted === directDebit) {
    if (mandate) return released(mandate)
    throw refused('The member has no direct debit that can be collected by.')
  }
  const first = wanted === card || found.usual === card ? kept || (wanted ? false : mandate) : mandate || kept
  if (!first) {
    if (wanted === card) throw refused('The member has no saved card.')
    throw refused('The member has neither a direct debit nor a saved card: send a pay link.')
  }
  if (first.methodId === card && pence < leastByCard) throw refused('Cards take no less than £0.30.')
  return released(first)
}

const disputed =
  'The payer disputes a payment, so we collect nothing more this way. Talk to them first. Then an admin can release it under Payments.'

const latest = (a: string, b: string) => (a > b ? a : b)

const refused = (message: string) => new Refused(409, message, { transactionId: [message] })
