import { syncMandate, syncPaymentsOnTheirWay, syncSubscription } from '../../collections/index.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { ProviderProblem } from '../../providers/index.ts'
import type { AskParts } from '../parts.ts'

interface Parts extends AskParts {
  readonly jobs: Pick<Jobs, 'enqueue'>
}

/**
 * Stores the mandates that were given to members, as GoCardless says they stand, with what it collects by them by itself.
 * Each is stored once, whatever runs twice.
 * @throws ProviderProblem when it cannot be asked now: those that are left stay as they are
 */
export async function takeOverAt(parts: Parts, accountId: number): Promise<void> {
  const { db, providers } = parts
  const chosen = await db
    .selectFrom('found_mandate')
    .select(['id', 'reference', 'for_member_id as memberId', 'for_club_id as clubId'])
    .where('provider_account_id', '=', accountId)
    .where('for_member_id', 'is not', null)
    .orderBy('id')
    .execute()
  if (chosen.length === 0) return
  const { ask } = await providers.goCardlessAt(accountId)
  for (const { id, reference, memberId, clubId } of chosen) {
    if (memberId === null || clubId === null) continue
    try {
      const outcome = await syncMandate(parts, accountId, reference, { owner: { clubId, memberId } })
      if (outcome === 'unknown') {
        await giveBack(db, id, 'GoCardless does not have it any more.')
        continue
      }
      for (const subscription of await ask(client => client.subscriptionsOf(reference)))
        await syncSubscription(parts, accountId, subscription.id)
      await syncPaymentsOnTheirWay(parts, accountId, { mandate: reference })
      // Until it's gone, nothing is collected from the member.
      await db.deleteFrom('found_mandate').where('id', '=', id).execute()
    } catch (error) {
      if (!(error instanceof ProviderProblem) || error.kind !== 'refused') throw error
      await giveBack(db, id, error.message)
    }
  }
}

async function giveBack(db: Parts['db'], id: number, problem: string): Promise<void> {
  const given = { for_member_id: null, for_club_id: null, problem }
  await db.updateTable('found_mandate').set(given).where('id', '=', id).execute()
}
