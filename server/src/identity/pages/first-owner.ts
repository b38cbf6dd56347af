import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { isSameSecret } from '../../platform/same-secret.ts'
import { recordAccount } from '../account-audit.ts'
import { accountBySub, createAccount } from '../accounts.ts'
import { firstOwnerSecret, hasNoAccounts } from '../first-owner.ts'
import { html } from '../html.ts'
import { hashPassword, weakness } from '../passwords.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { errorSummary, type FormErrors, hidden, page } from './layout.ts'
import { type NewAccount, newAccountFields } from './new-account-fields.ts'
import {
  countForm,
  emailOf,
  emailProblem,
  isRight,
  nameIn,
  nameProblem,
  open,
  type PageParts,
  sendPage,
  sendScriptedPage,
  textOf,
} from './parts.ts'

/**
 * The first account of an empty installation. Its address needs no confirmation: whoever has the link has read what the
 * server printed.
 */
export function serveFirstOwner(app: FastifyInstance, parts: PageParts): void {
  const { db, settings, box } = parts

  const mayOpen = async (token: string) => isSameSecret(token, firstOwnerSecret(box)) && (await hasNoAccounts(db))

  app.get('/Identity/Account/FirstOwner', open, async ({ query }, reply) => {
    const token = textOf(query, 'token')
    if (!(await mayOpen(token))) return sendPage(reply, gonePage(parts), 410)
    return sendScriptedPage(reply, ownerPage(parts, token, { firstName: '', lastName: '', email: '' }, {}))
  })

  app.post('/Identity/Account/FirstOwner', open, async (request, reply) => {
    const { body } = request
    const token = textOf(body, 'token')
    await countForm(parts, request)
    if (!(await mayOpen(token))) return sendPage(reply, gonePage(parts), 410)
    const owner = {
      firstName: nameIn(body, 'firstName'),
      lastName: nameIn(body, 'lastName'),
      email: emailOf(body, 'email'),
    }
    const password = textOf(body, 'password')
    const errors = {
      firstName: nameProblem(owner.firstName, 'first name'),
      lastName: nameProblem(owner.lastName, 'last name'),
      email: emailProblem(owner.email),
      password: await weakness(password, Object.values(owner)),
    }
    if (!isRight(errors)) return sendScriptedPage(reply, ownerPage(parts, token, owner, errors), 400)
    const passwordHash = await hashPassword(password)
    const sub = await db.transaction().execute(async tx => {
      // Of two forms at once the second finds the first's account.
      await sql`select pg_advisory_xact_lock(hashtext('first-owner'))`.execute(tx)
      if (!(await hasNoAccounts(tx))) return null
      const created = await createAccount(tx, { ...owner, passwordHash, confirmed: true })
      await recordAccount(tx, request, { action: 'createOwner', accountId: created.accountId })
      return created.sub
    })
    const account = sub === null ? undefined : await accountBySub(db, sub)
    if (!account) return sendPage(reply, gonePage(parts), 410)
    const onward = { interaction: '', returnUrl: `${settings.basePath}/club/create`, remember: false }
    return finishSignIn(parts, { request, reply }, { account, method: 'password', onward })
  })
}

function ownerPage({ settings }: PageParts, token: string, values: NewAccount, errors: FormErrors): string {
  const content = html`
    <p>This Honbu has no accounts yet. Create yours, then your club.</p>
    ${errorSummary(errors)}
    <form method="post" action="${settings.pages.firstOwner}">
      ${hidden('token', token)}
      ${newAccountFields(values, errors, true)}
      <p class="actions"><button type="submit">Create account</button></p>
    </form>`
  return page({ title: 'Create the first account', content, settings, scripts: 'newPassword' })
}

function gonePage({ settings }: PageParts): string {
  const content = html`
    <p>Someone has used it, or it’s from another installation. If that wasn’t you, use the command create-owner on the server.</p>
    <p class="links"><a href="${settings.pages.login}">Log in</a></p>`
  return page({ title: 'This link no longer works', content, settings })
}
