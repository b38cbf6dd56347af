import type { FastifyInstance } from 'fastify'
import { accountById, textsAbout } from '../accounts.ts'
import { changePassword } from '../change-password.ts'
import { html } from '../html.ts'
import { readLink, useLink } from '../links.ts'
import { linkMailJob } from '../mails.ts'
import { hashPassword, shortestPassword, weakness } from '../passwords.ts'
import { withReturnUrl } from '../return-url.ts'
import { rememberBrowser } from './finish-sign-in.ts'
import { errorSummary, type FormErrors, field, hidden, page } from './layout.ts'
import {
  countForm,
  emailOf,
  emailProblem,
  goTo,
  isRight,
  mayWriteTo,
  open,
  type PageParts,
  sendPage,
  sendScriptedPage,
  textOf,
} from './parts.ts'

/** A new password by e-mail. Whether the address has an account is told by the mail, never by the page. */
export function servePasswordReset(app: FastifyInstance, parts: PageParts): void {
  const { db, jobs, mail, settings } = parts

  app.get('/Identity/Account/ForgotPassword', open, async ({ query }, reply) => {
    if (textOf(query, 'done')) return sendPage(reply, sentPage(parts))
    return sendPage(reply, forgotPage(parts, '', textOf(query, 'returnUrl'), {}))
  })

  app.post('/Identity/Account/ForgotPassword', open, async (request, reply) => {
    const email = emailOf(request.body, 'email')
    const errors = { email: emailProblem(email) }
    if (!isRight(errors))
      return sendPage(reply, forgotPage(parts, email, textOf(request.body, 'returnUrl'), errors), 400)
    await countForm(parts, request)
    // Whether there is such an account is looked up by the job, so that nothing here depends on it.
    if (await mayWriteTo(parts, request, { kind: 'reset', email }))
      await db.transaction().execute(tx => jobs.enqueue(tx, linkMailJob, { kind: 'reset', email }))
    return goTo(reply, `${settings.pages.forgotPassword}?done=sent`)
  })

  app.get('/Identity/Account/ResetPassword', open, async ({ query }, reply) => {
    const token = textOf(query, 'token')
    const link = await readLink(db, token, 'reset_password', parts.now())
    return link ? sendScriptedPage(reply, resetPage(parts, token, {})) : sendPage(reply, gonePage(parts), 410)
  })

  app.post('/Identity/Account/ResetPassword', open, async (request, reply) => {
    const { body } = request
    const token = textOf(body, 'token')
    const link = await readLink(db, token, 'reset_password', parts.now())
    const account = link && (await accountById(db, link.accountId))
    if (!account) return sendPage(reply, gonePage(parts), 410)
    const password = textOf(body, 'password')
    const errors = { password: await weakness(password, await textsAbout(db, account)) }
    if (!isRight(errors)) return sendScriptedPage(reply, resetPage(parts, token, errors), 400)

    const passwordHash = await hashPassword(password)
    const changed = await db.transaction().execute(async tx => {
      if (!(await useLink(tx, token, 'reset_password', parts.now()))) return false
      const change = { action: 'resetPassword', accountId: account.id, passwordHash, at: parts.now() } as const
      await changePassword(tx, mail, request, change)
      return true
    })
    if (!changed) return sendPage(reply, gonePage(parts), 410)
    // From here on strangers can't keep this browser from logging in.
    await rememberBrowser(parts, { request, reply }, account)
    return goTo(reply, `${settings.pages.login}?done=reset`)
  })
}

function forgotPage({ settings }: PageParts, email: string, returnUrl: string, errors: FormErrors): string {
  const content = html`
    <p>Enter your e-mail address. We send you a link with which you can choose a new password.</p>
    ${errorSummary(errors)}
    <form method="post" action="${settings.pages.forgotPassword}">
      ${field({ name: 'email', label: 'Email', type: 'email', value: email, autocomplete: 'username', error: errors.email, focus: true })}
      <p class="actions"><button type="submit">Send the link</button></p>
    </form>
    <p class="links"><a href="${withReturnUrl(settings.pages.login, returnUrl, settings)}">Back to the login</a></p>`
  return page({ title: 'Forgot your password?', content, settings })
}

function sentPage({ settings }: PageParts): string {
  const content = html`
    <p>If there is an account with this e-mail address, we have sent a link to it. It works for an hour.</p>
    <p class="hint">Nothing there after a few minutes? Look into the folder for unwanted mail, or try again.</p>
    <p class="links"><a href="${settings.pages.login}">Back to the login</a></p>`
  return page({ title: 'Check your e-mail', content, settings })
}

function resetPage({ settings }: PageParts, token: string, errors: FormErrors): string {
  const content = html`
    <p>You will be logged out on all other devices.</p>
    ${errorSummary(errors)}
    <form method="post" action="${settings.pages.resetPassword}">
      ${hidden('token', token)}
      ${field({
        name: 'password',
        label: 'New password',
        type: 'password',
        autocomplete: 'new-password',
        hint: `At least ${shortestPassword} characters.`,
        error: errors.password,
        focus: true,
      })}
      <p class="actions"><button type="submit">Change password</button></p>
    </form>`
  return page({ title: 'Choose a new password', content, settings, scripts: 'newPassword' })
}

function gonePage({ settings }: PageParts): string {
  const content = html`
    <p>It has been used, or replaced by a newer one, or is more than an hour old.</p>
    <p class="links"><a href="${settings.pages.forgotPassword}">Send me a new one</a></p>`
  return page({ title: 'This link no longer works', content, settings })
}
