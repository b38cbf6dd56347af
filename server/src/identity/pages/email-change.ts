import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordAccount } from '../account-audit.ts'
import { type Account, accountById, accountBySub } from '../accounts.ts'
import { html } from '../html.ts'
import { createLinkSecret, readLink, useLink } from '../links.ts'
import { emailChanged, linkTo } from '../mails.ts'
import { readLoginSession } from '../sign-in.ts'
import { errorSummary, type FormErrors, field, hidden, page } from './layout.ts'
import { brokenUnique, type Exchange, goTo, open, type PageParts, sendPage, textOf } from './parts.ts'
import { passwordProblem } from './proof.ts'

/**
 * Finishes a change of email address: the link has come to the new one. Whoever reads the mail there has to be logged in
 * to the account as well, or know its password.
 */
export function serveEmailChange(app: FastifyInstance, parts: PageParts): void {
  const { db, mail, settings } = parts

  app.get('/Identity/Account/ConfirmEmailChange', open, async (request, reply) => {
    const token = textOf(request.query, 'token')
    const found = await changeOf(token)
    if (!found) return sendPage(reply, gonePage(parts), 410)
    return sendPage(
      reply,
      changePage(parts, { ...found, token, asks: !(await isOwn(found.account, { request, reply })) }),
    )
  })

  app.post('/Identity/Account/ConfirmEmailChange', open, async (request, reply) => {
    const token = textOf(request.body, 'token')
    const found = await changeOf(token)
    if (!found) return sendPage(reply, gonePage(parts), 410)
    if (!(await isOwn(found.account, { request, reply }))) {
      const errors = { password: await passwordProblem(parts, { request, reply }, found.account, 'password') }
      if (errors.password) return sendPage(reply, changePage(parts, { ...found, token, asks: true, errors }), 400)
    }
    const changed = await useChange(request, token)
    return changed ? goTo(reply, `${settings.pages.login}?done=email`) : sendPage(reply, gonePage(parts), 410)
  })

  async function changeOf(token: string) {
    const link = await readLink(db, token, 'change_email', parts.now())
    const account = link && (await accountById(db, link.accountId))
    return link?.newEmail && account ? { account, newEmail: link.newEmail } : undefined
  }

  async function isOwn(account: Account, exchange: Exchange): Promise<boolean> {
    const session = await readLoginSession(await parts.provider(), exchange.request, exchange.reply)
    const here = session && (await accountBySub(db, session.sub))
    return here?.id === account.id
  }

  async function useChange(request: FastifyRequest, token: string): Promise<boolean> {
    try {
      return await db.transaction().execute(async tx => {
        const link = await useLink(tx, token, 'change_email', parts.now())
        const account = link && (await accountById(tx, link.accountId))
        if (!link?.newEmail || !account) return false
        const stop = { account, purpose: 'stop_email_change', newEmail: account.email } as const
        const secret = await createLinkSecret(tx, stop, parts.now())
        if (!secret) return false
        await tx.updateTable('account').set({ email: link.newEmail }).where('id', '=', account.id).execute()
        // The address under which clubs know this person follows, unless they have been given another.
        await tx
          .updateTable('person')
          .set({ email: link.newEmail })
          .where('id', '=', account.personId)
          .where('email', '=', account.email)
          .execute()
        const change = { before: { email: account.email }, after: { email: link.newEmail } }
        await recordAccount(tx, request, { action: 'changeEmail', accountId: account.id, ...change })
        const stopLink = linkTo(settings, settings.pages.stopEmailChange, secret)
        await mail.post(tx, emailChanged(account.email, link.newEmail, stopLink))
        return true
      })
    } catch (error) {
      // Somebody has made an account with the address in the meantime.
      if (brokenUnique(error) === 'account_email_key') return false
      throw error
    }
  }
}

interface Change {
  readonly account: Account
  readonly newEmail: string
  readonly token: string
  /** Whether the password is asked for. */
  readonly asks: boolean
  readonly errors?: FormErrors
}

function changePage({ settings }: PageParts, { account, newEmail, token, asks, errors = {} }: Change): string {
  const content = html`
    <p>You’ll log in with ${newEmail} from now on.</p>
    ${errorSummary(errors)}
    <form method="post" action="${settings.pages.confirmEmailChange}">
      ${hidden('token', token)}
      ${
        asks &&
        html`<input type="hidden" name="username" value="${account.email}" autocomplete="username">
        ${field({ name: 'password', label: 'Your password', type: 'password', autocomplete: 'current-password', error: errors.password, focus: true })}`
      }
      <p class="actions"><button type="submit">Use this email address</button></p>
    </form>`
  return page({ title: 'Confirm your new email address', content, settings })
}

function gonePage({ settings }: PageParts): string {
  const content = html`
    <p>It has been used or replaced, or it’s too old. It also ends when your password changes, or when the address has an
      account of its own.</p>
    <p class="links"><a href="${settings.pages.manage}">Your account</a></p>`
  return page({ title: 'This link no longer works', content, settings })
}
