import type { Account } from '../accounts.ts'
import { type Html, html } from '../html.ts'
import { passkeysOf } from '../passkeys.ts'
import { checkCredentials } from '../sign-in.ts'
import { field } from './layout.ts'
import { type Exchange, type PageParts, textOf, waitText } from './parts.ts'

/** What is wrong with the password that a form asks for again; undefined when it is right. */
export async function passwordProblem(
  parts: PageParts,
  exchange: Exchange,
  { email }: Account,
  name: string,
): Promise<string | undefined> {
  const password = textOf(exchange.request.body, name)
  const result = await checkCredentials(parts, exchange, { email, password })
  if (result.is === 'locked') return waitText(result.seconds)
  return result.is === 'wrong' ? 'This is not your password.' : undefined
}

/** The same for a form that takes a passkey in its place. */
export async function proofProblem(
  parts: PageParts,
  exchange: Exchange,
  account: Account,
  name: string,
): Promise<string | undefined> {
  const answer = textOf(exchange.request.body, 'passkey')
  if (!answer) return passwordProblem(parts, exchange, account, name)
  const { is } = await parts.passkeys.check(answer, account.sub)
  return is === 'wrong' ? 'This passkey cannot be used here.' : undefined
}

/** Asks for the password again, or, where there are some, for a passkey: whoever finds a browser open has neither. */
export async function proofFields(
  { db, passkeys }: PageParts,
  account: Account,
  name: string,
  error: string | undefined,
): Promise<Html> {
  const password = field({ name, label: 'Your password', type: 'password', autocomplete: 'current-password', error })
  if ((await passkeysOf(db, account.id)).length === 0) return password
  const options = await passkeys.askOptions(account.sub)
  return html`${password}
    <input type="hidden" name="passkey" value="">
    <p class="error" role="alert" data-passkey-error hidden></p>
    <p data-passkey-part hidden>
      <button type="button" class="quiet" data-passkey="prove" data-options="${options}">Use a passkey instead</button></p>`
}
