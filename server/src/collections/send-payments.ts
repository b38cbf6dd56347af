import { todayIn } from '@honbu/contract/calendar.ts'
import { sql } from 'kysely'
import { isWorking } from '../platform/club-stops.ts'
import { type At, type GoCardless, type ProviderPayment, ProviderProblem, triedAgain } from '../providers/index.ts'
import { raiseTask } from '../tasks/index.ts'
import { raiseKeyTask, settleKeyTask } from './key-task.ts'
import { type CollectionParts, job } from './parts.ts'
import { syncMandate } from './sync-mandate.ts'
import { syncPayment } from './sync-payment.ts'

/** How many are claimed at once, how many of them are handed over at the same time, and for how long a claim holds. */
const batch = 200
const atOnce = 16
const claimFor = 5 * 60_000

interface Waiting {
  id: number
  clubId: number
  memberId: number
  mandate: string
  pence: number
  chargeDate: string
  description: string
  key: string
}

/**
 * Hands over what is waiting at an account. Each carries the idempotency key of its row: what has been handed over by a
 * process that died before it heard so is found there, not made again.
 * @throws ProviderProblem when the provider cannot be reached or does not take the key: nothing is lost, try again later
 */
export async function sendPayments(parts: CollectionParts, { accountId }: { accountId: number }): Promise<void> {
  try {
    await sendAll(parts, accountId)
    await settleKeyTask(parts, accountId)
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    await noteWhy(parts, accountId, error)
    if (error.kind === 'key') await raiseKeyTask(parts, accountId, error)
    throw error
  }
}

/** Beside each that waits, for the people of the club: what is wrong, and whether money has been taken. */
async function noteWhy({ db }: CollectionParts, accountId: number, problem: ProviderProblem): Promise<void> {
  const told = `${triedAgain(problem)} Nothing has been taken: it is sent as soon as that works, and collected on the first day that is possible then.`
  await db
    .updateTable('external_payment')
    .set({ problem: told.slice(0, 500) })
    .where('provider_account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .where('mandate_id', 'is not', null)
    .where('cancel_requested_at', 'is', null)
    .where('problem', '<>', told.slice(0, 500))
    .execute()
}

async function sendAll(parts: CollectionParts, accountId: number): Promise<void> {
  const at = await parts.providers.goCardlessAt(accountId)
  for (;;) {
    const claimed = await claim(parts, accountId)
    if (claimed.length === 0) return
    const sent: Sent[] = []
    const refused: { payment: Waiting; problem: ProviderProblem }[] = []
    let problem: ProviderProblem | null = null
    const queue = [...claimed]
    const work = async () => {
      for (let payment = queue.shift(); payment && !problem; payment = queue.shift()) {
        try {
          sent.push({ payment, truth: await create(at, payment) })
        } catch (error) {
          if (!(error instanceof ProviderProblem)) throw error
          if (error.kind === 'refused') refused.push({ payment, problem: error })
          else problem = error
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await writeSent(parts, sent)
    for (const { truth } of sent)
      if (truth.status !== early(truth.status)) await syncPayment(parts, accountId, truth.id)
    for (const each of refused) await writeRefused(parts, accountId, each)
    await release(parts, claimed)
    if (problem) throw problem
  }
}

interface Sent {
  readonly payment: Waiting
  readonly truth: ProviderPayment
}

async function claim({ db, now }: CollectionParts, accountId: number): Promise<Waiting[]> {
  const at = now()
  const { rows } = await sql<Waiting>`
    update external_payment payment
    set sent_at = coalesce(sent_at, ${at}), claimed_until = ${new Date(at.getTime() + claimFor)}
    from mandate
    where mandate.id = payment.mandate_id and payment.id in (
      select id from external_payment
      where provider_account_id = ${accountId} and state = 'waiting' and mandate_id is not null
        and cancel_requested_at is null and not mandate_is_on_hold(mandate_id)
        and ${isWorking(sql`external_payment.club_id`)}
        and not exists (select from paid_debit where external_payment_id = external_payment.id)
        and (claimed_until is null or claimed_until < ${at})
      order by id limit ${batch} for update skip locked
    )
    returning payment.id, payment.club_id as "clubId", payment.member_id as "memberId", mandate.reference as mandate,
      amount_pence as pence, charge_date as "chargeDate", payment.description, idempotency_key as key`.execute(db)
  return rows
}

async function create({ ask }: At<GoCardless>, payment: Waiting): Promise<ProviderPayment> {
  const { pence, mandate, chargeDate, description, key } = payment
  const details = { pence, mandate, description: description.slice(0, 100), metadata: { honbu_payment: key } }
  try {
    return await ask(client => client.createPayment({ ...details, chargeDate }, key))
  } catch (error) {
    // The day has become impossible while it waited: then the first that is possible.
    if (error instanceof ProviderProblem && error.reason === 'charge_date')
      return await ask(client => client.createPayment(details, key))
    throw error
  }
}

/** What a webhook has told meanwhile is newer, and stays. */
async function writeSent({ db, jobs, now }: CollectionParts, sent: readonly Sent[]): Promise<void> {
  if (sent.length === 0) return
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ id: number; isUnwanted: boolean }>`
      update external_payment payment
      set reference = told.reference, state = told.state, charge_date = coalesce(told.charge_date, payment.charge_date),
        problem = '', checked = checked + 1
      from unnest(${sent.map(({ payment }) => payment.id)}::bigint[], ${sent.map(({ truth }) => truth.id)}::text[],
        ${sent.map(({ truth }) => early(truth.status))}::text[],
        ${sent.map(({ truth }) => truth.charge_date)}::date[]) as told (id, reference, state, charge_date)
      where payment.id = told.id and payment.state = 'waiting' and payment.reference is null
      returning payment.id, cancel_requested_at is not null as "isUnwanted"`.execute(tx)
    await sql`
      insert into external_payment_change (external_payment_id, club_id, member_id, state, at)
      select id, club_id, member_id, state, ${now()} from external_payment where id = any(${rows.map(({ id }) => id)})`.execute(
      tx,
    )
    for (const { id, isUnwanted } of rows) if (isUnwanted) await jobs.enqueue(tx, job.cancelPayment, { paymentId: id })
  })
}

/** One that was handed over long ago may be further: what follows from that is for the look at its events. */
const early = (state: string) => (state === 'pending_customer_approval' ? state : 'pending_submission')

interface RefusedPayment {
  readonly payment: Waiting
  readonly problem: ProviderProblem
}

async function writeRefused(parts: CollectionParts, accountId: number, { payment, problem }: RefusedPayment) {
  const { db, now } = parts
  const { id, clubId, memberId } = payment
  await db.transaction().execute(async tx => {
    const changed = await tx
      .updateTable('external_payment')
      .set({ state: 'refused', cause: problem.message, problem: '', claimed_until: null })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returning('id')
      .executeTakeFirst()
    if (!changed) return
    const change = { external_payment_id: id, club_id: clubId, member_id: memberId, state: 'refused', at: now() }
    await tx.insertInto('external_payment_change').values(change).execute()
    const { time_zone } = await tx
      .selectFrom('club')
      .select('time_zone')
      .where('id', '=', clubId)
      .executeTakeFirstOrThrow()
    await raiseTask(tx, {
      ...{ clubId, memberId, kind: 'collection', cause: `payment:${id}:refused` },
      subject: `A direct debit could not be sent: ${problem.message}`.slice(0, 500),
      dueOn: todayIn(time_zone, now()),
    })
  })
  // A mandate that is dead is the usual reason.
  await syncMandate(parts, accountId, payment.mandate)
}

async function release({ db }: CollectionParts, claimed: readonly Waiting[]): Promise<void> {
  await db
    .updateTable('external_payment')
    .set({ claimed_until: null })
    .where(
      'id',
      'in',
      claimed.map(({ id }) => id),
    )
    .where('state', '=', 'waiting')
    .execute()
}

/** What nobody has handed over yet, because a job was given up: another begins. */
export async function findWaiting({ db, jobs, now }: CollectionParts): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await sql<{ accountId: number }>`
      select distinct provider_account_id as "accountId" from external_payment
      where state = 'waiting' and mandate_id is not null and cancel_requested_at is null and (claimed_until is null or claimed_until < ${now()})`.execute(
      tx,
    )
    for (const { accountId } of rows) await jobs.enqueue(tx, job.sendPayments, { accountId })
  })
}
