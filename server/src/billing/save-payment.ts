import type * as call from '@honbu/contract/billing.ts'
import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { lockAccounts, postPayment, requireOpenDays } from '../ledger/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { requireByHand } from './hand-methods.ts'
import { requireAccount } from './require-account.ts'

export async function savePayment(
  context: Write,
  { id: memberId, transactionId, ...given }: Input<typeof call.savePayment>,
) {
  const { tx, user, now, audit } = context
  requireByHand(given.paymentMethodId)
  const { clubId, timeZone } = await requireAccount(context, { memberId, transactionId, clubId: given.clubId })
  const today = todayIn(timeZone, now)
  if (given.paymentDate > today) throw refused('paymentDate', 'Should not be in the future')
  await requireOpenDays(tx, { clubId, today, days: { paymentDate: given.paymentDate } })
  await lockAccounts(tx, [memberId])
  if (transactionId) {
    const charge = await tx
      .selectFrom('charge')
      .select(['member_id', 'club_id'])
      .where('id', '=', transactionId)
      .executeTakeFirstOrThrow()
    if (charge.member_id !== memberId || charge.club_id !== clubId)
      throw refused('transactionId', 'Is a transaction of somebody else, or of another club.')
  }
  const { amount, paymentDate, paymentMethodId, description, reference } = given
  const paymentId = await postPayment(tx, {
    clubId,
    memberId,
    pence: Math.round(amount * 100),
    paymentDate,
    paymentMethodId,
    description,
    reference,
    chargeIds: transactionId ? [transactionId] : [],
    accountId: user.accountId,
  })
  audit({
    clubId,
    memberId,
    subject: 'payment',
    subjectId: paymentId,
    before: null,
    after: { amount, paymentDate, paymentMethodId, description },
  })
  return { paymentId, memberId }
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
