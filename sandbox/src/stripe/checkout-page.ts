import { escaped, type PageAnswer, type PageRequest, page, pounds, table } from '../provider/html.ts'
import { type Context, find } from './account.ts'
import { complete, isOpen, payWith } from './checkout.ts'
import { newMethod } from './customers.ts'
import { failAuthentication, pay } from './payment-intents.ts'
import { Refusal } from './refusal.ts'
import type { PaymentIntent, Session, SetupIntent } from './rows.ts'
import type { Cards } from './sandbox.ts'
import { failSetup, setUp } from './setup-intents.ts'

const narrow = (content: string) => `<main class="narrow">${content}</main>`
const notFound = (): PageAnswer => ({ html: page('Not found', narrow('<h1>This link is not known</h1>')), status: 404 })

/** The provider's hosted page, on which a payer pays by card, or leaves one for later. */
export function payPage(cards: Cards, id: string, request: PageRequest): PageAnswer {
  const found = sessionFor(cards, id)
  if (!found) return notFound()
  const { context, session } = found
  if (session.status === 'complete') {
    if (session.success_url) return { to: successOf(session) }
    return { html: page('Paid', narrow('<h1>This has been paid already</h1>')) }
  }
  if (!isOpen(context, session))
    return { html: page('Expired', narrow('<h1>This link has expired</h1><p>Ask for a new one.</p>')), status: 410 }
  if (request.method === 'GET') {
    const customer = context.account.rows.customers.get(session.customer ?? '')
    const email = session.customer_email ?? customer?.email ?? ''
    const values = { email, name: customer?.name ?? '', number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }
    return { html: form(session, values, '') }
  }
  if (request.form.do === 'cancel')
    return session.cancel_url
      ? { to: session.cancel_url }
      : { html: page('Cancelled', narrow('<h1>Cancelled</h1><p>You can close this page.</p>')) }
  return take(context, session, request.form)
}

function take(context: Context, session: Session, given: PageRequest['form']): PageAnswer {
  const [month = '', year = ''] = (given.expiry ?? '').split('/').map(part => part.trim())
  try {
    if (!/^[^\s@]+@[^\s@]+$/.test(given.email ?? '')) return again(session, given, 'Give your e-mail address.')
    if (!/^\d{1,2}$/.test(month) || !/^\d{2}(\d{2})?$/.test(year) || Number(month) < 1 || Number(month) > 12)
      return again(session, given, 'Give the month and year in which the card expires, as 12/40.')
    const method = newMethod(context, {
      number: (given.number ?? '').replaceAll(/\D/g, ''),
      month: Number(month),
      year: Number(year) + (year.length === 2 ? 2000 : 0),
      name: given.name || null,
      email: given.email || null,
    })
    const intent = payWith(context, session, method, false)
    if (intent.status === 'requires_action') return { to: `${context.pages()}/authenticate/${intent.id}` }
    const done = complete(context, session, find(context, 'payment_methods', method.id))
    return { to: successOf(done) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return again(session, given, error.message)
  }
}

const again = (session: Session, given: PageRequest['form'], problem: string): PageAnswer => ({
  html: form(session, given, problem),
  status: 422,
})

function form(session: Session, values: Readonly<Record<string, string>>, problem: string): string {
  const title = session.mode === 'payment' ? `Pay ${pounds(session.amount_total ?? 0)}` : 'Save a card'
  const input = (name: string, label: string, more = '') =>
    `<label class="wide">${label} <input name="${name}" value="${escaped(values[name] ?? '')}" ${more}></label>`
  const items = session.own.items.map(({ description, quantity, amount_total }) => [
    escaped(description),
    String(quantity),
    escaped(pounds(amount_total)),
  ])
  const action = session.mode === 'payment' ? 'Pay' : 'Save the card'
  return page(
    title,
    narrow(`
    <p>Sandbox cards: no money moves.</p>
    <h1>${escaped(title)}</h1>
    ${items.length ? table('Items', ['For', 'Number', 'Amount'], items) : ''}
    ${problem ? `<p class="problem" role="alert">${escaped(problem)}</p>` : ''}
    <form method="post">
      ${input('email', 'E-mail', 'type="email" autocomplete="email" required')}
      <fieldset><legend>Card</legend>
        ${input('number', 'Card number', 'inputmode="numeric" autocomplete="off" required')}
        ${input('expiry', 'Expires (month/year)', 'autocomplete="off" required')}
        ${input('cvc', 'Security code', 'inputmode="numeric" autocomplete="off" required')}
        ${input('name', 'Name on the card', 'autocomplete="off"')}
      </fieldset>
      <p><button class="main" name="do" value="pay">${action}</button>
        <button name="do" value="cancel" formnovalidate>Cancel</button></p>
    </form>
    <h2>Test cards</h2>
    <ul>
      <li><code>4242 4242 4242 4242</code> is paid</li>
      <li><code>4000 0000 0000 0002</code> is declined</li>
      <li><code>4000 0000 0000 9995</code> has insufficient funds</li>
      <li><code>4000 0025 0000 3155</code> asks for 3-D Secure, once</li>
      <li><code>4000 0000 0000 0341</code> can be saved, and is declined when it is charged</li>
      <li><code>4000 0000 0000 0259</code> is paid, then disputed</li>
    </ul>`),
  )
}

/** The bank's own page: whether it is really the payer. */
export function authenticatePage(cards: Cards, id: string, request: PageRequest): PageAnswer {
  for (const account of cards.accounts.values()) {
    const intent = account.rows.payment_intents.get(id) ?? account.rows.setup_intents.get(id)
    if (intent) return authenticate(cards.contextOf(account), intent, request)
  }
  return notFound()
}

function authenticate(context: Context, intent: PaymentIntent | SetupIntent, request: PageRequest): PageAnswer {
  const session = context.account.rows.sessions.linkedTo(intent.id).at(-1)
  if (intent.status !== 'requires_action')
    return { html: page('Already done', narrow('<h1>This has been answered already</h1>')) }
  if (request.method === 'GET') {
    const what = intent.object === 'payment_intent' ? `a payment of ${pounds(intent.amount)}` : 'your card'
    return {
      html: page(
        '3-D Secure',
        narrow(`<p>Sandbox cards: this stands for the payer’s bank.</p><h1>Is it you?</h1>
        <p>Confirm ${escaped(what)}.</p>
        <form method="post"><button class="main" name="do" value="approve">It is me</button>
          <button name="do" value="refuse">It is not me</button></form>`),
      ),
    }
  }
  const returnUrl = intent.next_action?.redirect_to_url.return_url ?? null
  const isApproved = request.form.do === 'approve'
  const status = isApproved ? approve(context, intent, returnUrl) : refuse(context, intent)
  if (session) {
    if (status !== 'succeeded')
      return { html: form(session, {}, 'Your bank did not confirm it. Try another card.'), status: 422 }
    const method = find(context, 'payment_methods', intent.payment_method ?? '')
    return { to: successOf(complete(context, session, method)) }
  }
  if (!returnUrl) return { html: page('Done', narrow('<h1>Thank you</h1><p>You can close this page.</p>')) }
  const to = new URL(returnUrl)
  to.searchParams.set(intent.object, intent.id)
  to.searchParams.set('redirect_status', status === 'succeeded' ? 'succeeded' : 'failed')
  return { to: to.href }
}

function approve(context: Context, intent: PaymentIntent | SetupIntent, returnUrl: string | null): string {
  const method = find(context, 'payment_methods', intent.payment_method ?? '')
  try {
    if (intent.object === 'setup_intent')
      return setUp(context, intent, method, { returnUrl, isAuthenticated: true }).status
    return pay(context, intent, method, { returnUrl, isOffSession: false, isAuthenticated: true }).status
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return 'requires_payment_method'
  }
}

const refuse = (context: Context, intent: PaymentIntent | SetupIntent) =>
  intent.object === 'setup_intent' ? failSetup(context, intent).status : failAuthentication(context, intent).status

const successOf = ({ success_url, id }: Session) => (success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id)

function sessionFor(cards: Cards, id: string) {
  for (const account of cards.accounts.values()) {
    const session = account.rows.sessions.get(id)
    if (session) return { context: cards.contextOf(account), session }
  }
  return undefined
}
