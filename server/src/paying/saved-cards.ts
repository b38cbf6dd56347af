import type { Input } from '@honbu/contract/endpoint.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import type { removeSavedCard as call } from '@honbu/contract/paying.ts'
import { sql, type Transaction } from 'kysely'
import { writeAudit } from '../platform/audit.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { ProviderProblem } from '../providers/index.ts'
import { job, type PayingParts } from './parts.ts'

interface NewCard {
  readonly clubId: number
  readonly rootClubId: number
  readonly memberId: number
  readonly accountId: number
  readonly customer: string
  readonly reference: string
  readonly at: Date
}

/** Keeps where a card is kept at the provider; the one before is used no more. The member is locked. */
export async function keepCard(tx: Transaction<Tables>, card: NewCard): Promise<void> {
  const { clubId, memberId, at } = card
  const known = await tx
    .selectFrom('saved_card')
    .select('id')
    .where('provider_account_id', '=', card.accountId)
    .where('reference', '=', card.reference)
    .executeTakeFirst()
  if (known) return
  await tx
    .updateTable('saved_card')
    .set({ ended_at: at })
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .where('ended_at', 'is', null)
    .execute()
  const { id } = await tx
    .insertInto('saved_card')
    .values({
      ...{ club_id: clubId, root_club_id: card.rootClubId, member_id: memberId, created_at: at },
      ...{ provider_account_id: card.accountId, customer_reference: card.customer, reference: card.reference },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Whoever gives a card means to pay by it; where another way was agreed, that stays.
  await sql`
    update club_member set payment_method_id = ${paymentMethod.card}, version = version + 1
    where member_id = ${memberId} and club_id = ${clubId} and payment_method_id is null`.execute(tx)
  await writeAudit(tx, { action: 'keepCard', accountId: null }, [
    { clubId, memberId, subject: 'saved_card', subjectId: id, before: null, after: { isKept: true } },
  ])
}

export async function removeSavedCard(
  { tx, now, audit, enqueue }: Write,
  { id: memberId, savedCardId }: Input<typeof call>,
) {
  const card = await tx
    .selectFrom('saved_card')
    .select(['club_id as clubId', 'ended_at as endedAt'])
    .where('id', '=', savedCardId)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  const message = 'This card is another member’s.'
  if (!card) throw new Refused(400, message, { savedCardId: [message] })
  if (!card.endedAt) {
    await tx.updateTable('saved_card').set({ ended_at: now }).where('id', '=', savedCardId).execute()
    await enqueue(job.forgetCard, { savedCardId })
  }
  const { clubId } = card
  const before = { isKept: !card.endedAt }
  audit({ clubId, memberId, subject: 'saved_card', subjectId: savedCardId, before, after: null })
  return { memberId, savedCardId }
}

/** @throws ProviderProblem when the provider cannot be reached: try again later */
export async function forgetCard({ db, providers, now }: PayingParts, { savedCardId }: { savedCardId: number }) {
  const card = await db
    .selectFrom('saved_card')
    .select(['reference', 'provider_account_id as accountId'])
    .where('id', '=', savedCardId)
    .where('ended_at', 'is not', null)
    .where('forgotten_at', 'is', null)
    .executeTakeFirst()
  if (!card) return
  try {
    const { ask } = await providers.stripeAt(card.accountId)
    await ask(client => client.paymentMethods.detach(card.reference))
  } catch (error) {
    // It is nobody's there already.
    if (!(error instanceof ProviderProblem) || error.kind !== 'refused') throw error
  }
  await db.updateTable('saved_card').set({ forgotten_at: now() }).where('id', '=', savedCardId).execute()
}
