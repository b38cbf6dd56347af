import { addDays } from '@honbu/contract/calendar.ts'
import { currency } from '@honbu/contract/format.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { holdCollections, raiseIssue, taskOfClaim } from '../collections/index.ts'
import { returnPayment } from '../ledger/index.ts'
import type { Db } from '../platform/database.ts'
import { clockAt } from './clock.ts'

/** How far back providers are known to have collected: what is older came before they did. */
const daysOfCollections = 182
/** From the day of a charge to the payout that it is part of. */
const daysToPayout = 5
/** One in so many collections failed at first and came with the retry. */
const failedOnce = 40
/** Out of how many members who pay by hand one has been sent a link lately. */
const sentLinks = 6

type Tx = Parameters<Parameters<ReturnType<Db['transaction']>['execute']>[0]>[0]

/**
 * Half a year of what the providers did: direct debits collected, failed and tried again, one charged back in each tree,
 * instant bank pays by link, a refund, links that wait, and the weekly payouts, of which the last has a line that nothing
 * here explains. Beside the payments that the ledger has, and after the mandates, which the sandbox knows too. What follows
 * from what failed lately (the retry, the task, the message) is left to the job that follows failures.
 */
export async function addDemoCollections(db: Db, now: Date): Promise<void> {
  const { today } = clockAt(now)
  // The mandates are new, and the planner guesses badly until it has seen them.
  await sql`analyze mandate`.execute(db)
  await db.transaction().execute(async tx => {
    await collected(tx, today)
    await failedAtFirst(tx)
    await failedLately(tx, today)
    await instantBankPays(tx, today)
    await chargedBack(tx, { today, now })
    await refunded(tx, today)
    await payouts(tx, today)
    await linksThatWait(tx, { today, now })
  })
  await sql`analyze`.execute(db)
}

/** As the provider numbers them: the same for the same payment. */
const reference = (of: ReturnType<typeof sql>) => sql`'PM' || upper(substr(md5(${of}), 1, 14))`

/** Every direct debit that came within the half year, as a payment of the provider's, confirmed and by now paid out. */
async function collected(tx: Tx, today: string): Promise<void> {
  await sql`
    insert into external_payment (club_id, root_club_id, member_id, provider_account_id, payment_method_id, mandate_id,
      amount_pence, description, charge_date, state, reference, created_at, sent_at, payment_id)
    select paid.club_id, paid.root_club_id, paid.member_id, mandate.provider_account_id, ${paymentMethod.directDebit},
      mandate.id, paid.amount_pence, charge.description, paid.payment_date,
      case when paid.payment_date < ${addDays(today, -daysToPayout)}::date then 'paid_out' else 'confirmed' end,
      ${reference(sql`'paid ' || paid.id`)}, charge.created_at, charge.created_at, paid.id
    from payment paid
    join allocation on allocation.payment_id = paid.id
    join charge on charge.id = allocation.charge_id
    join mandate on mandate.member_id = paid.member_id and mandate.club_id = paid.club_id
    where paid.payment_method_id = ${paymentMethod.directDebit} and paid.amount_pence > 0
      and paid.payment_date >= ${addDays(today, -daysOfCollections)} and paid.payment_date < ${today}
    order by paid.payment_date, paid.id`.execute(tx)
  await partsOfPaid(tx)
  await sql`
    insert into external_payment_change (external_payment_id, club_id, member_id, state, at, payment_id)
    select id, club_id, member_id, 'confirmed', charge_date + time '09:00', payment_id from external_payment
    where mandate_id is not null order by id`.execute(tx)
  await sql`
    insert into external_payment_change (external_payment_id, club_id, member_id, state, at)
    select id, club_id, member_id, 'paid_out', charge_date + interval '2 days 9 hours' from external_payment
    where state = 'paid_out' order by id`.execute(tx)
}

/** Some of them had failed three days before: the attempt that did, and the recovery that ended with the money. */
async function failedAtFirst(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into external_payment (club_id, root_club_id, member_id, provider_account_id, payment_method_id, mandate_id,
      amount_pence, description, charge_date, state, cause, reference, created_at, sent_at)
    select club_id, root_club_id, member_id, provider_account_id, payment_method_id, mandate_id, amount_pence, description,
      charge_date - 3, 'failed', 'Insufficient funds', ${reference(sql`'failed ' || id`)}, created_at, created_at
    from external_payment
    where state = 'paid_out' and id % ${failedOnce} = 0 order by id
    returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  const came = sql`external_payment came on failed.reference = ${reference(sql`'failed ' || came.id`)}`
  await sql`
    insert into external_payment_part (external_payment_id, charge_id, club_id, member_id, amount_pence, is_in_flight)
    select failed.id, part.charge_id, part.club_id, part.member_id, part.amount_pence, false
    from external_payment failed join ${came} join external_payment_part part on part.external_payment_id = came.id
    where failed.id = any(${ids}::bigint[])`.execute(tx)
  await failures(tx, ids)
  await sql`
    with ended as (
      insert into recovery (club_id, root_club_id, member_id, external_payment_id, amount_pence, failures, failed_on, reason,
        step, opened_at, closed_at)
      select failed.club_id, failed.root_club_id, failed.member_id, came.id, failed.amount_pence, 1, failed.charge_date + 1,
        'insufficientFunds', 'onItsWay', failed.charge_date + interval '1 day 9 hours', came.charge_date + time '09:00'
      from external_payment failed join ${came}
      where failed.id = any(${ids}::bigint[])
      returning id, external_payment_id
    )
    insert into recovery_part (recovery_id, charge_id)
    select ended.id, charge_id from ended join external_payment_part using (external_payment_id)`.execute(tx)
  // They came, so that nothing follows any more.
  await sql`delete from recovery_hint where external_payment_id = any(${ids}::bigint[])`.execute(tx)
}

/** Who has an issue has it because the last collection failed: most have too little in the account. */
async function failedLately(tx: Tx, today: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into external_payment (club_id, root_club_id, member_id, provider_account_id, payment_method_id, mandate_id,
      amount_pence, description, charge_date, state, cause, reference, created_at, sent_at)
    select charge.club_id, charge.root_club_id, charge.member_id, mandate.provider_account_id, ${paymentMethod.directDebit},
      mandate.id, charge.amount_pence, charge.description, charge.due_on, 'failed',
      case when charge.id % 5 = 0 then 'Bank account closed' else 'Insufficient funds' end,
      ${reference(sql`'lost ' || charge.id`)}, charge.created_at, charge.created_at
    from club_member own
    join mandate on mandate.member_id = own.member_id and mandate.club_id = own.club_id
    join lateral (
      select charge.* from charge join open_charge on open_charge.charge_id = charge.id
      where charge.member_id = own.member_id and charge.club_id = own.club_id and charge.due_on < ${today}
        and charge.period_from is not null and open_charge.pence = charge.amount_pence
      order by charge.due_on desc limit 1
    ) charge on true
    where own.member_status_id = 24 and own.payment_method_id = ${paymentMethod.directDebit}
    order by charge.due_on, charge.id
    returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`
    insert into external_payment_part (external_payment_id, charge_id, club_id, member_id, amount_pence, is_in_flight)
    select lost.id, charge.id, charge.club_id, charge.member_id, charge.amount_pence, false
    from external_payment lost
    join charge on charge.member_id = lost.member_id and lost.reference = ${reference(sql`'lost ' || charge.id`)}
    where lost.id = any(${ids}::bigint[])`.execute(tx)
  await failures(tx, ids)
  // As it is written when a collection fails: who pays is active again by itself.
  await sql`
    update member_status_change change
    set reason = 'A collection failed: £' || to_char(lost.amount_pence / 100.0, 'FM999990.00') || ', ' || lost.cause,
      account_id = null
    from external_payment lost
    join club_member own on own.member_id = lost.member_id and own.club_id = lost.club_id
    where lost.id = any(${ids}::bigint[])
      and change.id = (select max(id) from member_status_change where club_member_id = own.id)`.execute(tx)
}

/** What the bank says the day after. */
async function failures(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    insert into external_payment_change (external_payment_id, club_id, member_id, state, at)
    select id, club_id, member_id, 'failed', charge_date + interval '1 day 9 hours' from external_payment
    where id = any(${ids}::bigint[]) order by id`.execute(tx)
  await sql`
    insert into provider_event (provider_account_id, event_id, resource_type, action, links, details, happened_at,
      received_at, worked_at, try_again_at)
    select provider_account_id, 'EV' || substr(reference, 3), 'payments', 'failed', jsonb_build_object('payment', reference),
      jsonb_build_object('cause', lower(replace(cause, ' ', '_')), 'description', cause, 'will_attempt_retry', false),
      at, at, at, at
    from external_payment cross join lateral (select charge_date + interval '1 day 9 hours' as at) told
    where id = any(${ids}::bigint[])`.execute(tx)
}

/** Who paid at once did so by a link that was sent. */
async function instantBankPays(tx: Tx, today: string): Promise<void> {
  await sql`
    with account as (
      select distinct on (root_club_id) root_club_id, id from provider_account where provider = 'gocardless'
      order by root_club_id, id
    ), paid as (
      select paid.*, charge.id as charge_id, charge.description as what, account.id as provider_account_id
      from payment paid
      join allocation on allocation.payment_id = paid.id
      join charge on charge.id = allocation.charge_id
      join account on account.root_club_id = paid.root_club_id
      where paid.payment_method_id = ${paymentMethod.instantBankPay} and paid.amount_pence > 0
        and paid.payment_date >= ${addDays(today, -daysOfCollections)} and paid.payment_date < ${today}
    ), taken as (
      insert into external_payment (club_id, root_club_id, member_id, provider_account_id, payment_method_id, amount_pence,
        description, charge_date, state, reference, created_at, sent_at, payment_id)
      select club_id, root_club_id, member_id, provider_account_id, payment_method_id, amount_pence, what, payment_date,
        'paid_out', ${reference(sql`'paid ' || id`)}, payment_date + time '19:20',
        payment_date + time '19:20', id
      from paid order by payment_date, id
      returning id, club_id, member_id, charge_date, payment_id
    ), told as (
      insert into external_payment_change (external_payment_id, club_id, member_id, state, at, payment_id)
      select id, club_id, member_id, 'confirmed', charge_date + time '19:21', payment_id from taken order by id
    )
    insert into pay_link (club_id, root_club_id, member_id, purpose, charge_id, sent_by, sent_to, to_name, created_at,
      expires_at, ended_at)
    select paid.club_id, paid.root_club_id, paid.member_id, 'pay', paid.charge_id, 'email', coalesce(person.email::text, ''),
      person.first_name, paid.payment_date + time '09:00', paid.payment_date + interval '14 days',
      paid.payment_date + time '19:21'
    from paid join member on member.id = paid.member_id join person on person.id = member.person_id
    order by paid.payment_date, paid.id`.execute(tx)
  await partsOfPaid(tx)
}

/** What the payments that came were for: what they have settled. */
async function partsOfPaid(tx: Tx): Promise<void> {
  await sql`
    insert into external_payment_part (external_payment_id, charge_id, club_id, member_id, amount_pence, is_in_flight)
    select payment.id, allocation.charge_id, payment.club_id, payment.member_id, allocation.amount_pence, false
    from external_payment payment join allocation on allocation.payment_id = payment.payment_id
    where not exists (select from external_payment_part part where part.external_payment_id = payment.id)`.execute(tx)
}

/** In each tree somebody's bank took a payment back a few days ago: what it had settled is owed again. */
async function chargedBack(tx: Tx, { today, now }: { today: string; now: Date }): Promise<void> {
  const on = addDays(today, -3)
  const { rows } = await sql<Taken>`
    select distinct on (root_club_id) id, club_id as "clubId", member_id as "memberId",
      payment_id as "paymentId", amount_pence as pence, reference, provider_account_id as "accountId"
    from external_payment
    where state = 'paid_out' and mandate_id is not null and charge_date < ${addDays(today, -20)}
      and exists (select from club_member own where own.member_id = external_payment.member_id
        and own.club_id = external_payment.club_id and own.member_status_id = 21)
      and not exists (select from external_payment_part part join recovery_part using (charge_id)
        where part.external_payment_id = external_payment.id)
      and not exists (select from external_payment other where other.mandate_id = external_payment.mandate_id
        and other.state in ('waiting', 'pending_submission', 'submitted'))
    order by root_club_id, charge_date desc, id`.execute(tx)
  for (const { id, clubId, memberId, paymentId, pence, reference: told, accountId } of rows) {
    const returnId = await returnPayment(tx, { paymentId, on, reason: 'charged_back', description: 'Refund requested' })
    await sql`
      insert into provider_event (provider_account_id, event_id, resource_type, action, links, details, happened_at,
        received_at, worked_at, try_again_at)
      select ${accountId}::bigint, 'EV' || ${told}, 'payments', 'charged_back', jsonb_build_object('payment', ${told}::text),
        jsonb_build_object('cause', 'refund_requested', 'description', 'Refund requested'), at, at, at, at
      from (select ${on}::date + time '09:00' as at) told`.execute(tx)
    await sql`
      insert into external_payment_change (external_payment_id, club_id, member_id, state, at, return_id)
      values (${id}, ${clubId}, ${memberId}, 'charged_back', ${on}::date + time '09:00', ${returnId})`.execute(tx)
    await sql`
      update external_payment set state = 'charged_back', payment_id = null, cause = 'Refund requested'
      where id = ${id}`.execute(tx)
    const amount = currency(pence / 100)
    const loss = { clubId, memberId, amount, cause: 'Refund requested', today: on, at: now }
    await raiseIssue(tx, loss)
    await taskOfClaim(tx, { ...loss, paymentId: id })
    // Nothing of theirs is on its way, so that there is nothing to ask the provider for.
    await holdCollections({ jobs: { enqueue: async () => {} } }, tx, { paymentId: id, at: now })
  }
}

interface Taken {
  id: number
  clubId: number
  memberId: number
  paymentId: number
  pence: number
  reference: string
  accountId: number
}

/** In each club somebody had paid twice by card, and got it back. */
async function refunded(tx: Tx, today: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct on (paid.club_id) paid.id from payment paid
    where paid.payment_method_id = ${paymentMethod.card} and paid.amount_pence > 0
      and paid.payment_date between ${addDays(today, -40)} and ${addDays(today, -8)}
    order by paid.club_id, paid.payment_date, paid.id`.execute(tx)
  for (const { id } of rows)
    await returnPayment(tx, {
      paymentId: id,
      on: addDays(today, -6),
      reason: 'refund',
      description: 'Paid twice: given back by card',
    })
}

/** Each Friday what had been confirmed by then, less the provider's fees: 1 % and 20p, at most £4, of each. */
async function payouts(tx: Tx, today: string): Promise<void> {
  await sql`
    with part as (
      select payment.*, (charge_date + ${daysToPayout}::integer
          + (12 - extract(isodow from charge_date + ${daysToPayout}::integer)::integer) % 7) as arrives,
        least(4000, 200 + amount_pence / 10) as fee
      from external_payment payment where state in ('paid_out', 'charged_back')
    ), paid as (
      insert into payout (club_id, root_club_id, provider_account_id, reference, bank_reference, amount_pence, arrival_date,
        state, created_at)
      select account.club_id, account.root_club_id, account.id, 'PO' || upper(substr(md5(account.id || ' ' || arrives), 1, 14)),
        'HONBU-' || to_char(arrives, 'YYMMDD'), round((sum(amount_pence) * 10 - sum(fee)) / 10.0)::integer, arrives, 'paid',
        arrives - interval '1 day'
      from part join provider_account account on account.id = part.provider_account_id
      where arrives <= ${today} group by account.id, arrives order by arrives, account.id
      returning id, provider_account_id, arrival_date
    ), line as (
      select paid.id as payout_id, part.id, 0 as turn, 'payment_paid_out' as kind, part.amount_pence::bigint * 10 as tenths,
        part.reference
      from paid join part on part.provider_account_id = paid.provider_account_id and part.arrives = paid.arrival_date
      union all
      select paid.id, part.id, 1, 'gocardless_fee', -part.fee, part.reference
      from paid join part on part.provider_account_id = paid.provider_account_id and part.arrives = paid.arrival_date
    )
    insert into payout_item (payout_id, position, kind, tenths, payment_reference)
    select payout_id, row_number() over (partition by payout_id order by id, turn), kind, tenths, reference from line`.execute(
    tx,
  )
  // Somebody has taken a payment at the provider itself: nothing here knows what it was for.
  await sql`
    with last as (
      select distinct on (provider_account_id) id from payout order by provider_account_id, arrival_date desc
    ), more as (
      update payout set amount_pence = amount_pence + 4500 where id in (select id from last) returning id
    )
    insert into payout_item (payout_id, position, kind, tenths, payment_reference)
    select id, (select max(position) + 1 from payout_item where payout_id = more.id), 'payment_paid_out', 45000,
      'PM' || upper(substr(md5('unknown ' || id), 1, 14))
    from more`.execute(tx)
}

/** Some who owe have been sent a link to pay by, which they have not followed yet. */
async function linksThatWait(tx: Tx, { today, now }: { today: string; now: Date }): Promise<void> {
  await sql`
    insert into pay_link (club_id, root_club_id, member_id, purpose, charge_id, sent_by, sent_to, to_name, secret_hash,
      created_at, expires_at)
    select club.id, club.root_club_id, member.id, 'pay', open_charge.charge_id, 'email', person.email::text,
      person.first_name, sha256(('demo ' || gen_random_uuid())::bytea), ${now}::timestamptz - interval '2 days',
      ${now}::timestamptz + interval '12 days'
    from open_charge
    join club on club.id = open_charge.club_id
    join member on member.id = open_charge.member_id
    join person on person.id = member.person_id
    where person.email <> '' and open_charge.due_on < ${addDays(today, -2)} and open_charge.charge_id % ${sentLinks} = 0
      and not exists (select from external_payment_part part where part.charge_id = open_charge.charge_id)
    order by open_charge.charge_id`.execute(tx)
}
