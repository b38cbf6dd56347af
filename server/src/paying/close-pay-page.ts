import type { Input } from '@honbu/contract/endpoint.ts'
import type { closePayPage as call } from '@honbu/contract/paying.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { job, type PayingParts } from './parts.ts'
import { syncCheckout } from './sync-checkout.ts'

/**
 * Asks for the page to be closed. The provider is asked by the job, and until it has answered the transaction is taken as
 * being paid: nothing else takes the same money from somebody who is just paying it.
 */
export async function closePayPage({ tx, audit, enqueue }: Write, { id: memberId, transactionId }: Input<typeof call>) {
  const pages = await tx
    .selectFrom('checkout')
    .innerJoin('checkout_charge', 'checkout_charge.checkout_id', 'checkout.id')
    .select(['checkout.id', 'checkout.club_id as clubId'])
    .where('checkout.member_id', '=', memberId)
    .where('charge_id', '=', transactionId)
    .where('is_open', '=', true)
    .execute()
  if (pages.length === 0) throw new Refused(409, notOpen, { transactionId: [notOpen] })
  for (const { id, clubId } of pages) {
    await enqueue(job.closePage, { checkoutId: id })
    const after = { transactionId, isClosed: true }
    audit({ clubId, memberId, subject: 'checkout', subjectId: id, before: null, after })
  }
  return { memberId, transactionId }
}

const notOpen = 'No page is open for it any more: it has been paid, or its time is over.'

/**
 * Closes a page at the provider unless it has been used: whoever paid in that very moment has paid.
 * @throws ProviderProblem
 */
export async function closePage(parts: PayingParts, { checkoutId }: { checkoutId: number }): Promise<void> {
  await syncCheckout(parts, checkoutId, { closes: true })
}
