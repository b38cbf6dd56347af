import type * as call from '@honbu/contract/billing.ts'
import { TransactionFields } from '@honbu/contract/billing.ts'
import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { transactionCategory } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { lockAccounts, postCharges, postPayment, requireOpenDays, reverseCharge } from '../ledger/index.ts'
import { requireLookup } from '../members/index.ts'
import { sellAt } from '../orders/index.ts'
import { demandCredit } from '../platform/access.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { requireByHand } from './hand-methods.ts'
import { requireAccount } from './require-account.ts'
import { requireNoOrder } from './require-no-order.ts'
import { requireReversible } from './require-reversible.ts'

type Given = Input<typeof call.saveTransaction>

export async function saveTransaction(context: Write, { id: memberId, transactionId, ...input }: Given) {
  const { tx, user, now, audit } = context
  const given = { ...input, categoryId: input.categoryId ?? categoryOf(input) }
  const [issue] = TransactionFields.safeParse(given).error?.issues ?? []
  if (issue) throw refused(400, String(issue.path[0] ?? 'body'), issue.message)
  const { clubId, timeZone } = await requireAccount(context, { ...input, memberId, transactionId })
  if (given.amount < 0) demandCredit(user, clubId, Math.round(-given.amount * 100), 'amount')
  const today = todayIn(timeZone, now)
  if (given.paymentDate !== null) {
    requireByHand(given.paymentMethodId ?? 0)
    if (given.paymentDate > today) throw refused(400, 'paymentDate', 'Should not be in the future')
  }
  const { transactionDate, dueOn, paymentDate } = given
  await requireOpenDays(tx, { clubId, today, days: { transactionDate, dueOn, paymentDate } })
  await requireLookup(tx, 'payment_method', given.paymentMethodId, 'paymentMethodId')
  await requireEvent(tx, clubId, given)
  const sold = await sale(context, { ...given, memberId, clubId, transactionId, today })
  await lockAccounts(tx, [memberId])
  const before = transactionId ? await standing(tx, transactionId, { memberId, clubId }) : null
  if (before) {
    const pence = await requireReversible(tx, { chargeId: before.id, memberId })
    demandCredit(user, clubId, Math.abs(pence), 'transactionId')
  }
  if (before)
    await reverseCharge(tx, {
      chargeId: before.id,
      on: today,
      reason: `Corrected: ${before.description}`.slice(0, 500),
      accountId: user.accountId,
    })

  const methodId = given.savedMethod ? await savedMethod(tx, memberId, clubId) : given.paymentMethodId
  const pence = Math.round(given.amount * 100)
  const [chargeId = 0] = await postCharges(tx, [
    {
      clubId,
      memberId,
      pence,
      transactionDate: given.transactionDate,
      dueOn: given.dueOn ?? given.transactionDate,
      description: given.description,
      categoryId: given.categoryId,
      eventId: given.eventId,
      eventDate: given.eventDate,
      productId: given.productId,
      paymentMethodId: methodId,
      accountId: user.accountId,
    },
  ])
  await sold?.({ chargeId, pence })
  const paymentId =
    given.paymentDate === null
      ? null
      : await postPayment(tx, {
          clubId,
          memberId,
          pence,
          paymentDate: given.paymentDate,
          paymentMethodId: given.paymentMethodId,
          chargeIds: [chargeId],
          accountId: user.accountId,
        })
  const { amount, categoryId, description } = given
  audit({
    clubId,
    memberId,
    subject: 'charge',
    subjectId: chargeId,
    before: before && { transactionId: before.id, amount: before.amount_pence / 100, description: before.description },
    after: { amount, categoryId, transactionDate, description, ...(paymentId && { paymentId }) },
  })
  return { transactionId: chargeId, memberId, paymentId }
}

function categoryOf({ mode, productId, eventId }: Pick<Given, 'mode' | 'productId' | 'eventId'>) {
  if (mode === 'product' || productId !== null) return transactionCategory.product
  return mode === 'event' || eventId !== null ? transactionCategory.event : transactionCategory.other
}

interface Sold extends Pick<Given, 'mode' | 'productId' | 'variantId' | 'amount' | 'transactionId'> {
  readonly memberId: number
  readonly clubId: number
  readonly today: string
}

async function sale(context: Write, { mode, productId, variantId, amount, transactionId, ...whose }: Sold) {
  if (mode === 'product' && productId === null) throw refused(400, 'productId', 'Choose the product')
  if (productId === null && variantId !== null) throw refused(400, 'productId', 'Choose the product too')
  if (productId === null) return null
  if (amount < 0) throw refused(400, 'amount', 'Give what it costs')
  if (transactionId) throw refused(409, 'productId', 'What was sold is taken back on its receipt, and sold anew.')
  return await sellAt(context, { ...whose, productId, variantId })
}

/** A day of a class or event of this club. */
async function requireEvent(
  tx: Write['tx'],
  clubId: number,
  { mode, eventId, eventDate }: Pick<Given, 'mode' | 'eventId' | 'eventDate'>,
) {
  if (mode === 'event' && eventId === null) throw refused(400, 'eventId', 'Choose the event')
  if (eventDate !== null && eventId === null) throw refused(400, 'eventId', 'Choose the event of that day')
  if (eventId === null) return
  const found = await tx.selectFrom('class').select('club_id').where('id', '=', eventId).executeTakeFirstOrThrow()
  if (found.club_id !== clubId) throw refused(400, 'eventId', 'Is an event of another club.')
}

/** @throws Refused 409 for a transaction that was taken back, or takes one back */
async function standing(
  tx: Write['tx'],
  transactionId: number,
  { memberId, clubId }: { memberId: number; clubId: number },
) {
  const { rows } = await sql<{
    id: number
    amount_pence: number
    description: string
    member_id: number
    club_id: number
    stands: boolean
  }>`
    select id, amount_pence, description, member_id, club_id,
      exists (select from standing_charge where standing_charge.id = charge.id) as stands
    from charge where id = ${transactionId}`.execute(tx)
  const [row] = rows
  if (!row || row.member_id !== memberId || row.club_id !== clubId)
    throw refused(400, 'transactionId', 'Is a transaction of somebody else, or of another club.')
  if (!row.stands) throw refused(409, 'transactionId', 'This transaction was taken back already.')
  await requireNoOrder(tx, transactionId)
  return row
}

async function savedMethod(tx: Write['tx'], memberId: number, clubId: number): Promise<number> {
  const membership = await tx
    .selectFrom('club_member')
    .select('payment_method_id')
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .executeTakeFirst()
  if (!membership?.payment_method_id) throw refused(409, 'savedMethod', 'No way to pay is saved in this club.')
  return membership.payment_method_id
}

const refused = (status: 400 | 409, field: string, message: string) =>
  new Refused(status, message, { [field]: [message] })
