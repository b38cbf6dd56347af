import type { FastifyRequest } from 'fastify'
import type { Account } from '../accounts.ts'
import { type Html, html } from '../html.ts'
import { passkeysOf } from '../passkeys.ts'
import { checkCredentials } from '../sign-in.ts'
import { field } from './layout.ts'
import { type PageParts, textOf, waitText } from './parts.ts'

/** What is wrong with the password that a form asks for again; undefined when it is right. */
export async function passwordProblem(
  { db, attempts }: PageParts,
  { body, ip }: FastifyRequest,
  { email }: Account,
  name: string,
): Promise<string | undefined> {
  const result = await checkCredentials(db, attempts, { email, password: textOf(body, name), client: ip })
  if (result.is === 'locked') return waitText(result.seconds)
  return result.is === 'wrong' ? 'This is not your password.' : undefined
}

/** The same for a form that takes a passkey in its place. */
export async function proofProblem(
  parts: PageParts,
  request: FastifyRequest,
  account: Account,
  name: string,
): Promise<string | undefined> {
  const answer = textOf(request.body, 'passkey')
  if (!answer) return passwordProblem(parts, request, account, name)
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
