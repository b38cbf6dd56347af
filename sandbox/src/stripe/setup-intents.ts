import { type Context, record, save, seconds, shown } from './account.ts'
import { declineOf, failureOf, outcomeOf } from './charges.ts'
import { attach, liveCustomer, methodGiven } from './customers.ts'
import type { Input } from './form.ts'
import { missing, Refusal, wrongState } from './refusal.ts'
import { newId, type PaymentMethod, type SetupIntent } from './rows.ts'

export function createSetupIntent(context: Context, input: Input): SetupIntent {
  const customer = input.text('customer')
  if (customer) liveCustomer(context, customer, 'customer')
  const intent = newSetupIntent(context, {
    customer,
    description: input.text('description'),
    metadata: input.metadata(),
    usage: input.oneOf('usage', ['off_session', 'on_session']) ?? 'off_session',
  })
  const method = input.text('payment_method')
  if (input.flag('confirm')) return confirmSetup(context, intent, input)
  if (!method) return intent
  const payment_method = methodGiven(context, method, 'payment_method').id
  return save(context, 'setup_intents', { ...intent, payment_method, status: 'requires_confirmation' })
}

export function newSetupIntent(
  context: Context,
  given: Pick<SetupIntent, 'customer' | 'description' | 'metadata' | 'usage'>,
): SetupIntent {
  const id = newId('seti')
  const intent = save(context, 'setup_intents', {
    id,
    object: 'setup_intent',
    client_secret: `${id}_secret_${newId('s').slice(2)}`,
    created: seconds(context.now()),
    customer: given.customer,
    description: given.description,
    last_setup_error: null,
    livemode: false,
    mandate: null,
    metadata: given.metadata,
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: given.usage,
    own: {},
  })
  record(context, 'setup_intent.created', intent)
  return intent
}

export function confirmSetup(context: Context, intent: SetupIntent, input: Input): SetupIntent {
  const id = input.text('payment_method') ?? intent.payment_method
  if (!id) throw missing('payment_method')
  return setUp(context, intent, methodGiven(context, id, 'payment_method'), {
    returnUrl: input.text('return_url'),
    isAuthenticated: false,
  })
}

/** Saves the card for later. @throws Refusal 402 where it is declined at once */
export function setUp(
  context: Context,
  intent: SetupIntent,
  method: PaymentMethod,
  { returnUrl, isAuthenticated }: { readonly returnUrl: string | null; readonly isAuthenticated: boolean },
): SetupIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw wrongState(`You cannot confirm this SetupIntent because it has a status of ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
      setup_intent: shown(intent),
    })
  const decline = method.own.failsAtOnce ? declineOf(outcomeOf(context, method)) : undefined
  if (decline) {
    const last_setup_error = failureOf(decline, method)
    const failed = save(context, 'setup_intents', {
      ...intent,
      last_setup_error,
      payment_method: null,
      status: 'requires_payment_method',
    })
    record(context, 'setup_intent.setup_failed', failed)
    throw new Refusal(402, 'card_error', decline.message, {
      code: decline.code,
      decline_code: decline.decline_code,
      setup_intent: shown(failed),
      payment_method: shown(method),
    })
  }
  const asks = method.own.asksOnce || outcomeOf(context, method) === 'authentication_required'
  if (asks && !isAuthenticated) {
    const asked = save(context, 'setup_intents', {
      ...intent,
      payment_method: method.id,
      status: 'requires_action',
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { url: `${context.pages()}/authenticate/${intent.id}`, return_url: returnUrl },
      },
    })
    record(context, 'setup_intent.requires_action', asked)
    return asked
  }
  const known = { ...method, own: { ...method.own, asksOnce: false } }
  save(context, 'payment_methods', known)
  if (intent.customer) attach(context, known, intent.customer)
  const done = save(context, 'setup_intents', {
    ...intent,
    last_setup_error: null,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  })
  record(context, 'setup_intent.succeeded', done)
  return done
}

/** The payer did not confirm himself to his bank. */
export function failSetup(context: Context, intent: SetupIntent): SetupIntent {
  const failed = save(context, 'setup_intents', {
    ...intent,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  record(context, 'setup_intent.setup_failed', failed)
  return failed
}

export function cancelSetup(context: Context, intent: SetupIntent): SetupIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw wrongState(`You cannot cancel this SetupIntent because it has a status of ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
      setup_intent: shown(intent),
    })
  const cancelled = save(context, 'setup_intents', { ...intent, next_action: null, status: 'canceled' })
  record(context, 'setup_intent.canceled', cancelled)
  return cancelled
}
