import type { Linked } from './collection.ts'
import { control, controls } from './controls.ts'
import { escaped, optionsOf, type PageAnswer, type PageRequest, page } from './html.ts'
import type { Desk, SandboxAccount } from './sandbox.ts'
import { londonDate } from './working-days.ts'

type Form = PageRequest['form']

/** What a provider's page shows and does of its own. */
export interface OverviewOptions<Defaults, Account> {
  readonly title: string
  readonly about: string
  /** While no club has used it. */
  readonly empty: string
  /** With as much of its key as may be shown. */
  readonly nameOf: (account: Account) => string
  /** The selects of "what comes next", as HTML. */
  readonly selects: (defaults: Defaults) => string
  /** What they say when they are saved; null where that is not possible. */
  readonly chosen: (form: Form) => Defaults | null
  /** All that it knows of an account, as HTML. */
  readonly tables: (account: Account, newest: Newest) => string
  /** Does what a form beside a row asks. @returns what to say of it */
  readonly act: (account: Account, form: Form) => string
}

/** The rows of a page of a collection, the newest first. */
export type Newest = <Row>(all: readonly Row[]) => Row[]

const shownRows = 50

/** A provider's page: its clock, what comes next, and what it knows of one account, with the means to change it. */
export async function overviewPage<Defaults, Event extends Linked, Account extends SandboxAccount<Event>>(
  desk: Desk<Defaults, Account, Event>,
  request: PageRequest,
  options: OverviewOptions<Defaults, Account>,
): Promise<PageAnswer> {
  const { query, form } = request
  // The one that is asked for, or the newest.
  const account = (query.account && desk.accounts.get(query.account)) || [...desk.accounts.values()].at(-1)
  if (request.method === 'GET') return { html: overview(desk, account, query, options) }
  const said = await act(desk, account, form, options)
  const back = new URLSearchParams({ ...query, ...(said && { said }) })
  // Within the origin that the browser has used, whatever the public one is.
  return { to: `${desk.pages().replace(/^https?:\/\/[^/]*/, '')}?${back}` }
}

function overview<Defaults, Event extends Linked, Account extends SandboxAccount<Event>>(
  desk: Desk<Defaults, Account, Event>,
  account: Account | undefined,
  query: PageRequest['query'],
  options: OverviewOptions<Defaults, Account>,
): string {
  const settings = desk.world.settings()
  const now = desk.now()
  const defaults = options.selects(settings.byDefault)
  return page(
    options.title,
    `<main><h1>${escaped(options.title)}</h1>
    <p>${escaped(options.about)}</p>
    ${query.said ? `<p class="note" role="status">${escaped(query.said)}</p>` : ''}
    ${controls({ now, today: londonDate(now), ...settings, defaults })}
    ${account ? accountPart(desk, account, Number(query.page ?? 0) || 0, options) : `<p>${escaped(options.empty)}</p>`}
    </main>`,
  )
}

function accountPart<Defaults, Event extends Linked, Account extends SandboxAccount<Event>>(
  desk: Desk<Defaults, Account, Event>,
  account: Account,
  pageNumber: number,
  { nameOf, tables }: OverviewOptions<Defaults, Account>,
): string {
  let most = 0
  const newest: Newest = all => {
    most = Math.max(most, all.length)
    const to = Math.max(all.length - pageNumber * shownRows, 0)
    return all.slice(Math.max(to - shownRows, 0), to).reverse()
  }
  const shown = tables(account, newest)
  const link = (number: number, text: string) =>
    `<a href="${escaped(`${desk.pages()}?account=${account.id}&page=${number}`)}">${text}</a>`
  const older = most > (pageNumber + 1) * shownRows ? link(pageNumber + 1, 'Older') : ''
  const newer = pageNumber > 0 ? link(pageNumber - 1, 'Newer') : ''
  const accounts = [...desk.accounts.values()].map(each => [each.id, nameOf(each)] as const)
  return `<h2>Account</h2><form method="get" class="row">
      <label>The club’s account <select name="account">${optionsOf(accounts, account.id)}</select></label>
      <button>Show</button></form>
    ${webhooks(desk.waiting(account.id), desk.endpointOf(account.id), account.settings.endpoint)}
    <nav aria-label="Older and newer">${newer} ${older}</nav>
    ${shown}`
}

type Endpoint = SandboxAccount<Linked>['settings']['endpoint']

function webhooks(waiting: number, endpoint: Endpoint, own: Endpoint): string {
  return `<fieldset><legend>Webhooks</legend>
    <p>${waiting} events wait for ${endpoint ? `<code>${escaped(endpoint.url)}</code>` : 'an address'}.</p>
    <form method="post" class="row"><button name="do" value="deliver">Deliver them now</button></form>
    <form method="post" class="row">
      <label>Address <input name="url" type="url" size="50" value="${escaped(own?.url ?? '')}" placeholder="${escaped(endpoint?.url ?? '')}"></label>
      <label>Secret <input name="secret" size="46" value="${escaped(endpoint?.secret ?? '')}" autocomplete="off"></label>
      <button name="do" value="endpoint">Save</button>
    </form></fieldset>`
}

/** Does what a form of the page asks. @returns what to say of it */
async function act<Defaults, Event extends Linked, Account extends SandboxAccount<Event>>(
  desk: Desk<Defaults, Account, Event>,
  account: Account | undefined,
  form: Form,
  { chosen, act: actOn }: OverviewOptions<Defaults, Account>,
): Promise<string> {
  const { world } = desk
  if (control(form, { moveTo: world.moveTo, today: () => londonDate(world.now()), set: world.set })) return 'Done.'
  if (form.do === 'defaults') {
    const byDefault = chosen(form)
    if (byDefault) world.set({ byDefault })
    return 'Saved.'
  }
  if (form.do === 'deliver') {
    const { delivered, failed } = await desk.deliver()
    return `${delivered} events delivered, ${failed} refused or unanswered.`
  }
  if (!account) return ''
  if (form.do === 'endpoint') {
    const isAddress = /^https?:\/\//.test(form.url ?? '')
    desk.setEndpointOf(account, isAddress ? { url: form.url ?? '', secret: form.secret ?? '' } : undefined)
    return 'Saved.'
  }
  return actOn(account, form)
}

/** A form of one button beside a row. */
export const rowButton = (id: string, what: string, text: string) =>
  `<form method="post" class="inline"><input type="hidden" name="id" value="${escaped(id)}">
    <button name="do" value="${what}">${escaped(text)}</button></form>`

/** Beside a payment: how much of it goes back. */
export const refundForm = (id: string) =>
  `<form method="post" class="inline"><input type="hidden" name="id" value="${escaped(id)}">
    <input name="amount" inputmode="decimal" size="6" placeholder="all" aria-label="Pounds of ${escaped(id)} to refund">
    <button name="do" value="refund">Refund it</button></form>`

/** As on a provider's own site: all that is left, or the pounds that are given; null where that is more, or nothing. */
export function penceToRefund(left: number, pounds = ''): number | null {
  const pence = pounds.trim() === '' ? left : Math.round(Number(pounds) * 100)
  return pence > 0 && pence <= left ? pence : null
}

export const tooMuch = 'That is more than is left of it, or nothing.'
export const tooLate = 'That is not possible any more.'
