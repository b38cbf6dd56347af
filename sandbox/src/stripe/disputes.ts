import { type Context, find, record, save, seconds, shown } from './account.ts'
import { enter } from './balance.ts'
import { wrongState } from './refusal.ts'
import { type Charge, type Dispute, newId } from './rows.ts'

const disputeFee = 2000
const sevenDays = 7 * 24 * 3600

/** The payer has asked his bank for the money back: it is taken from the account at once, with a fee. */
export function openDispute(context: Context, charge: Charge): Dispute {
  const id = newId('du')
  const taken = enter(context, {
    amount: -charge.amount,
    fee: disputeFee,
    source: id,
    type: 'adjustment',
    category: 'dispute',
    description: `Chargeback withdrawal for ${charge.id}`,
  })
  save(context, 'charges', { ...charge, disputed: true })
  const dispute = save(context, 'disputes', {
    id,
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [shown(taken)],
    charge: charge.id,
    created: seconds(context.now()),
    currency: 'gbp',
    evidence_details: {
      due_by: seconds(context.now()) + sevenDays,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
    own: {},
  })
  record(context, 'charge.dispute.created', dispute)
  record(context, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** Lost, or given up; or won, and the money comes back. */
export function closeDispute(context: Context, dispute: Dispute, status: 'won' | 'lost'): Dispute {
  if (dispute.status !== 'needs_response')
    throw wrongState('This dispute is already closed.', { code: 'charge_disputed', param: 'id' })
  const returned =
    status === 'won'
      ? [
          shown(
            enter(context, {
              amount: dispute.amount,
              fee: -disputeFee,
              source: dispute.id,
              type: 'adjustment',
              category: 'dispute_reversal',
              description: `Chargeback reversal for ${dispute.charge}`,
            }),
          ),
        ]
      : []
  const balance_transactions = [...dispute.balance_transactions, ...returned]
  const closed = save(context, 'disputes', { ...dispute, status, balance_transactions })
  if (status === 'won') save(context, 'charges', { ...find(context, 'charges', dispute.charge), disputed: false })
  record(context, 'charge.dispute.closed', closed)
  if (status === 'won') record(context, 'charge.dispute.funds_reinstated', closed)
  return closed
}
