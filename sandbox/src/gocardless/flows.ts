import { type Context, save } from './account.ts'
import { demandOpen, happened } from './billing-requests.ts'
import { textsOf } from './customers.ts'
import { inputOf } from './input.ts'
import { type BillingRequest, type Flow, newId } from './rows.ts'

const week = 7 * 24 * 3600 * 1000

export function createFlow(context: Context, body: unknown): Flow {
  const input = inputOf('billing_request_flows', body)
  const request = context.account.rows.billing_requests.get(input.within('links').text('billing_request') ?? '')
  if (!request) input.within('links').wrong('billing_request', 'not found')
  const addressOf = (name: string) => {
    const address = input.text(name, 2048)
    if (address !== null && !/^https?:\/\//.test(address)) input.wrong(name, 'is invalid')
    return address
  }
  const redirect_uri = addressOf('redirect_uri')
  const exit_uri = addressOf('exit_uri')
  const prefilled = input.has('prefilled_customer') ? textsOf(input.within('prefilled_customer')) : null
  input.check()
  if (!request) throw new Error('the check above refuses it')
  demandOpen(request)
  const id = newId('BRF')
  const flow = save(context, 'billing_request_flows', {
    id,
    created_at: context.now().toISOString(),
    authorisation_url: `${context.pages()}/flow/${id}`,
    auto_fulfil: input.flag('auto_fulfil', true),
    redirect_uri,
    exit_uri,
    expires_at: new Date(context.now().getTime() + week).toISOString(),
    lock_customer_details: input.flag('lock_customer_details', false),
    lock_bank_account: input.flag('lock_bank_account', false),
    lock_currency: input.flag('lock_currency', false),
    session_token: null,
    show_redirect_buttons: input.flag('show_redirect_buttons', false),
    prefilled_customer: prefilled,
    links: { billing_request: request.id },
    own: {},
  })
  const text = 'A billing request flow has been created against this billing request.'
  happened(context, request, 'flow_created', 'billing_request_flow_created', text, 'api', flow)
  return flow
}

export function visitFlow(context: Context, request: BillingRequest, flow: Flow): void {
  const text = 'The billing request flow has been visited.'
  happened(context, request, 'flow_visited', 'billing_request_flow_visited', text, 'payer', flow)
}

export function exitFlow(context: Context, request: BillingRequest, flow: Flow): void {
  const text = 'The billing request flow has been exited by the payer.'
  happened(context, request, 'flow_exited', 'billing_request_flow_exited', text, 'payer', flow)
}
