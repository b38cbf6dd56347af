import type { FastifyInstance } from 'fastify'
import { recordAccount } from '../account-audit.ts'
import { accountById } from '../accounts.ts'
import { html } from '../html.ts'
import { readLink, useLink } from '../links.ts'
import { checkCredentials } from '../sign-in.ts'
import { hasTotp } from '../totp.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { errorSummary, type FormErrors, field, hidden, page } from './layout.ts'
import { open, type PageParts, sendPage, textOf, waitText } from './parts.ts'
import { askSecondStep } from './second-step.ts'

/**
 * Finishes a registration. Opening the link changes nothing (mail scanners open links), and the password is asked for
 * once more: so an account that somebody else has made with this address cannot be confirmed by mistake, which would
 * leave it usable to him.
 */
export function serveConfirmEmail(app: FastifyInstance, parts: PageParts): void {
  const { db } = parts

  const accountOf = async (token: string) => {
    const link = await readLink(db, token, 'confirm_email', parts.now())
    return link && accountById(db, link.accountId)
  }

  app.get('/Identity/Account/ConfirmEmail', open, async ({ query }, reply) => {
    const token = textOf(query, 'token')
    const account = await accountOf(token)
    if (!account) return sendPage(reply, gonePage(parts), 410)
    return sendPage(reply, confirmPage(parts, { email: account.email, token, returnUrl: textOf(query, 'returnUrl') }))
  })

  app.post('/Identity/Account/ConfirmEmail', open, async (request, reply) => {
    const { body } = request
    const token = textOf(body, 'token')
    const returnUrl = textOf(body, 'returnUrl')
    const account = await accountOf(token)
    if (!account) return sendPage(reply, gonePage(parts), 410)

    const { email } = account
    const result = await checkCredentials(parts, { request, reply }, { email, password: textOf(body, 'password') })
    if (result.is !== 'right') {
      const locked = result.is === 'locked'
      const errors = { password: locked ? waitText(result.seconds) : 'This is not the password you chose.' }
      return sendPage(reply, confirmPage(parts, { email, token, returnUrl, errors }), locked ? 429 : 400)
    }

    const confirmed = await db.transaction().execute(async tx => {
      if (!(await useLink(tx, token, 'confirm_email', parts.now()))) return false
      await tx.updateTable('account').set({ email_confirmed_at: parts.now() }).where('id', '=', account.id).execute()
      await recordAccount(tx, request, { action: 'confirmEmail', accountId: account.id })
      return true
    })
    if (!confirmed) return sendPage(reply, gonePage(parts), 410)
    // An address is confirmed once; where a code is asked for, somebody has been in before.
    const onward = { interaction: '', returnUrl, remember: false }
    if (await hasTotp(db, account.id)) return askSecondStep(parts, { request, reply }, account, onward)
    return finishSignIn(parts, { request, reply }, { account, method: 'password', onward })
  })
}

interface ConfirmState {
  readonly email: string
  readonly token: string
  readonly returnUrl: string
  readonly errors?: FormErrors
}

function confirmPage({ settings }: PageParts, { email, token, returnUrl, errors = {} }: ConfirmState): string {
  const content = html`
    <p>Enter the password you chose for ${email}.</p>
    ${errorSummary(errors)}
    <form method="post" action="${settings.pages.confirmEmail}">
      ${hidden('token', token)}
      ${hidden('returnUrl', returnUrl)}
      <input type="hidden" name="email" value="${email}" autocomplete="username">
      ${field({
        name: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'current-password',
        error: errors.password,
        focus: true,
      })}
      <p class="actions"><button type="submit">Confirm and log in</button></p>
    </form>
    <p class="links"><a href="${settings.pages.forgotPassword}">Forgot your password?</a></p>`
  return page({ title: 'Confirm your e-mail address', content, settings })
}

function gonePage({ settings }: PageParts): string {
  const content = html`
    <p>It has been used, or replaced by a newer one, or is too old. Log in: if your e-mail address is not confirmed yet,
      you get a new one.</p>
    <p class="links"><a href="${settings.pages.login}">Log in</a></p>`
  return page({ title: 'This link no longer works', content, settings })
}
