import { todayIn } from '@honbu/contract/calendar.ts'
import { mandateStateNames } from '@honbu/contract/collections.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql, type Transaction } from 'kysely'
import { lockAccounts } from '../ledger/index.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Tables } from '../platform/tables.ts'
import { type ProviderMandate, ProviderProblem } from '../providers/index.ts'
import { closeTasks, raiseTask } from '../tasks/index.ts'
import { whyOf } from './event-words.ts'
import type { CollectionParts } from './parts.ts'

/** Whose a mandate is that is new to us, and the link that led to it. */
export interface MandateOwner {
  readonly clubId: number
  readonly memberId: number
  readonly requestId?: number | null
}

interface Known {
  id: number
  clubId: number
  memberId: number
  state: string
  checked: number
  cause: string
  isCancelling: boolean
}

/**
 * Asks the provider how a mandate stands, and writes it down. In any order, and any number of times, the end is what the
 * provider says: an answer that was overtaken while it was on its way is asked for again.
 * @param owner whose it is, where we do not know it yet
 * @returns 'unknown' for a mandate that is none of ours
 * @throws ProviderProblem
 */
export async function syncMandate(
  parts: CollectionParts,
  accountId: number,
  reference: string,
  { request, owner }: { request?: MandateOwner; owner?: MandateOwner } = {},
): Promise<'done' | 'unknown'> {
  const { db, providers, now } = parts
  const { ask } = await providers.goCardlessAt(accountId)
  const whose = request ?? owner
  for (;;) {
    const known = await knownMandate(db, accountId, reference)
    if (!known && !whose) return 'unknown'
    const truth = await findOrNull(() => ask(client => client.findMandate(reference)))
    if (!truth) return 'unknown'
    const at = now()
    const isWritten = await db.transaction().execute(async tx => {
      await lockAccounts(tx, [known?.memberId ?? whose?.memberId ?? 0])
      if (known) return await update(tx, { known, truth, accountId, at })
      return whose ? await insert(tx, { whose, truth, accountId, at }) : false
    })
    if (!isWritten) continue
    const successor = truth.links.new_mandate
    if (successor && known && !(await knownMandate(db, accountId, successor)))
      await syncMandate(parts, accountId, successor, { owner: known })
    return 'done'
  }
}

/** What is not there any more, or never was this account's. */
export async function findOrNull<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof ProviderProblem && error.isMissing) return null
    throw error
  }
}

async function knownMandate(
  db: CollectionParts['db'],
  accountId: number,
  reference: string,
): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select id, club_id as "clubId", member_id as "memberId", state, checked, cause,
      cancel_requested_at is not null as "isCancelling"
    from mandate where provider_account_id = ${accountId} and reference = ${reference}`.execute(db)
  return rows[0]
}

interface Seen {
  readonly truth: ProviderMandate
  readonly accountId: number
  readonly at: Date
}

/** @returns false when somebody else was quicker: what we were told may be older */
async function insert(tx: Transaction<Tables>, { whose, truth, accountId, at }: Seen & { whose: MandateOwner }) {
  const { clubId, memberId, requestId = null } = whose
  const { rows } = await sql<{ id: number }>`
    insert into mandate (club_id, root_club_id, member_id, provider_account_id, reference, customer_reference, state,
      next_possible_charge_date, created_at)
    select club.id, club.root_club_id, ${memberId}::bigint, ${accountId}::bigint, ${truth.id}::text,
      ${truth.links.customer ?? ''}::text, ${truth.status}::text, ${truth.next_possible_charge_date}::date,
      ${truth.created_at}::timestamptz
    from club where club.id = ${clubId}
    on conflict on constraint mandate_reference do nothing
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) return false
  if (requestId !== null)
    await tx
      .updateTable('mandate_request')
      .set(({ eb }) => ({ mandate_id: id, ended_at: eb.fn.coalesce('ended_at', eb.val(at)) }))
      .where('id', '=', requestId)
      .execute()
  // What else was asked for is answered by it: a second link would only lead to a second mandate.
  await tx
    .updateTable('mandate_request')
    .set({ ended_at: at })
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .where('ended_at', 'is', null)
    .execute()
  // Whoever gives a mandate means to pay by it; where another way was agreed, that stays.
  await sql`
    update club_member set payment_method_id = ${paymentMethod.directDebit}, version = version + 1
    where member_id = ${memberId} and club_id = ${clubId} and payment_method_id is null`.execute(tx)
  await settleLoss(tx, { clubId, memberId, at })
  await writeAudit(tx, { action: 'syncMandate', accountId: null }, [
    { clubId, memberId, subject: 'mandate', subjectId: id, before: null, after: { state: nameOf(truth.status) } },
  ])
  return true
}

async function update(tx: Transaction<Tables>, { known, truth, accountId, at }: Seen & { known: Known }) {
  const { id, clubId, memberId } = known
  const dead = !isLive(truth.status)
  const cause = dead ? await whyOf(tx, { accountId, resource: 'mandates', reference: truth.id }) : ''
  const changed = await tx
    .updateTable('mandate')
    .set({
      state: truth.status,
      cause,
      next_possible_charge_date: truth.next_possible_charge_date,
      checked: known.checked + 1,
      // What was asked for has happened, one way or another.
      ...(dead && { cancel_requested_at: null, problem: '' }),
    })
    .where('id', '=', id)
    .where('checked', '=', known.checked)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return false
  if (known.state === truth.status) return true
  if (dead && isLive(known.state) && !known.isCancelling) await raiseLoss(tx, { known, state: truth.status, cause, at })
  if (!dead) await settleLoss(tx, { clubId, memberId, at })
  await writeAudit(tx, { action: 'syncMandate', accountId: null }, [
    {
      ...{ clubId, memberId, subject: 'mandate', subjectId: id },
      before: { state: nameOf(known.state) },
      after: { state: nameOf(truth.status), ...(cause && { cause }) },
    },
  ])
  return true
}

/** As `mandate_is_live` in the database. */
const isLive = (state: string) => ['pending_submission', 'submitted', 'active'].includes(state)

const nameOf = (state: string): string => (mandateStateNames as Readonly<Record<string, string>>)[state] ?? state

interface Loss {
  readonly known: Known
  readonly state: string
  readonly cause: string
  readonly at: Date
}

/** Nothing can be collected any more, and the club has not done it: somebody should speak to the member. */
async function raiseLoss(tx: Transaction<Tables>, { known, state, cause, at }: Loss) {
  const { id, clubId, memberId } = known
  const { rows } = await sql<{ timeZone: string; hasOther: boolean }>`
    select time_zone as "timeZone", has_live_mandate(${memberId}, ${clubId}) as "hasOther" from club where id = ${clubId}`.execute(
    tx,
  )
  const [club] = rows
  if (!club || club.hasOther) return
  await raiseTask(tx, {
    clubId,
    memberId,
    kind: 'collection',
    cause: `mandate:${id}:lost`,
    subject: `The direct debit is ${nameOf(state).toLowerCase()}${cause && ` (${cause})`}: a new one is needed`,
    dueOn: todayIn(club.timeZone, at),
  })
}

/** There is a mandate again. */
async function settleLoss(
  tx: Transaction<Tables>,
  { clubId, memberId, at }: { clubId: number; memberId: number; at: Date },
) {
  const earlier = await tx
    .selectFrom('mandate')
    .select('id')
    .where('club_id', '=', clubId)
    .where('member_id', '=', memberId)
    .execute()
  await closeTasks(tx, {
    kind: 'collection',
    causes: earlier.map(({ id }) => `mandate:${id}:lost`),
    because: 'There is a mandate again',
    now: at,
  })
}
