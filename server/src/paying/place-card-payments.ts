import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql, type Transaction } from 'kysely'
import { unlessInFlight } from '../collections/index.ts'
import type { Tables } from '../platform/tables.ts'
import { job, type PayingParts } from './parts.ts'

interface CardCharge {
  readonly chargeId: number
  /** What is taken of it. */
  readonly pence: number
  readonly description: string
  readonly cardId: number
}

interface Placed {
  readonly paymentId: number
  readonly clubId: number
  readonly pence: number
}

/** Puts charges on their way by the cards that are kept: none that is on its way already, and none by a card that has gone. */
export async function placeCardPayments(
  { jobs }: Pick<PayingParts, 'jobs'>,
  tx: Transaction<Tables>,
  { charges, at }: { readonly charges: readonly CardCharge[]; readonly at: Date },
): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    with wanted as (
      select * from unnest(${charges.map(each => each.chargeId)}::bigint[], ${charges.map(each => each.cardId)}::bigint[],
        ${charges.map(each => each.pence)}::integer[], ${charges.map(each => each.description)}::text[])
        as wanted (charge_id, card_id, pence, description)
    ), made as (
      insert into external_payment (club_id, root_club_id, member_id, provider_account_id, payment_method_id, charge_id,
        amount_pence, description, state, created_at)
      select club_id, root_club_id, member_id, provider_account_id, ${paymentMethod.card}, charge_id, pence, description,
        'waiting', ${at}
      from wanted join saved_card on saved_card.id = card_id and ended_at is null and not card_is_on_hold(card_id)
      ${unlessInFlight}
      returning id, charge_id, club_id, amount_pence
    ), by_card as (
      insert into card_payment (external_payment_id, saved_card_id)
      select made.id, card_id from made join wanted on wanted.charge_id = made.charge_id
    )
    select id as "paymentId", club_id as "clubId", amount_pence as pence from made order by id`.execute(tx)
  for (const { paymentId } of rows) await jobs.enqueue(tx, job.chargeCard, { paymentId })
  return rows
}
