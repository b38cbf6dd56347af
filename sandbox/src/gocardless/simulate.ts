import { type Context, today } from './account.ts'
import { failFor } from './collecting.ts'
import { inputOf } from './input.ts'
import { activate, endMandate } from './mandates.ts'
import { failureDetails, mandateEnds } from './outcomes.ts'
import { chargeBack, confirm, fail, submit } from './payments.ts'
import { dueOn, payOut } from './payouts.ts'
import { notFound, wrongState } from './refusal.ts'
import type { Mandate, Payment } from './rows.ts'

/** The provider's own scenario simulators (https://developer.gocardless.com/api-reference/#sandbox-simulators). */
export function simulate(context: Context, scenario: string, body: unknown): { id: string } {
  const id = inputOf('data', body).within('links').text('resource') ?? ''
  const { payments, mandates } = context.account.rows
  const ofPayment = paymentScenarios[scenario]
  const ofMandate = mandateScenarios[scenario]
  if (!ofPayment && !ofMandate) throw notFound()
  const payment = payments.get(id)
  const mandate = mandates.get(id)
  if (ofPayment && payment) ofPayment(context, payment)
  else if (ofMandate && mandate) ofMandate(context, mandate)
  else throw notFound()
  return { id: scenario }
}

const paymentScenarios: Readonly<Record<string, (context: Context, payment: Payment) => void>> = {
  payment_submitted: (context, payment) => void submitted(context, payment),
  payment_confirmed: (context, payment) => void confirmed(context, payment),
  payment_paid_out: (context, payment) => void paidOut(context, payment),
  payment_failed: (context, payment) => void failFor(context, submitted(context, payment), 'insufficient_funds'),
  payment_charged_back: (context, payment) => void chargeBack(context, confirmed(context, payment)),
  payment_late_failure: (context, payment) =>
    void fail(context, paidOut(context, payment), failureDetails.refer_to_payer),
}

const mandateScenarios: Readonly<Record<string, (context: Context, mandate: Mandate) => void>> = {
  mandate_activated: (context, mandate) => {
    if (mandate.status !== 'pending_submission' && mandate.status !== 'submitted') throw wrong()
    activate(context, mandate)
  },
  mandate_failed: (context, mandate) => void endMandate(context, mandate, 'failed', mandateEnds.noSuchAccount),
  mandate_expired: (context, mandate) => void endMandate(context, mandate, 'expired', mandateEnds.dormant),
}

const wrong = () => wrongState('invalid_state', 'The resource is not in a state in which this can happen')

/** The payment, taken as far as this where it is not there yet. */
function submitted(context: Context, payment: Payment): Payment {
  if (payment.status === 'pending_submission') return submit(context, payment)
  if (payment.status === 'submitted') return payment
  throw wrong()
}

const confirmed = (context: Context, payment: Payment): Payment =>
  payment.status === 'confirmed' || payment.status === 'paid_out'
    ? payment
    : confirm(context, submitted(context, payment))

function paidOut(context: Context, payment: Payment): Payment {
  if (payment.status === 'paid_out') return payment
  const paid = confirmed(context, payment)
  payOut(context, today(context), { ...dueOn('0001-01-01', [], []), paid: [paid] })
  return context.account.rows.payments.get(payment.id) ?? paid
}
