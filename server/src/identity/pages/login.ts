import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../html.ts'
import { linkMailJob } from '../mails.ts'
import { safeReturnUrl, withReturnUrl } from '../return-url.ts'
import { checkCredentials, readLoginSession } from '../sign-in.ts'
import { hasTotp } from '../totp.ts'
import { continueInteraction, finishSignIn, interactionOf } from './finish-sign-in.ts'
import { errorSummary, type FormErrors, field, hidden, notice, page } from './layout.ts'
import { emailOf, goTo, mayWriteTo, open, type PageParts, sendScriptedPage, textOf, waitText } from './parts.ts'
import { passkeyForm, servePasskeyLogin } from './passkey-login.ts'
import { askSecondStep } from './second-step.ts'

/** What other pages send here to be said. */
const said: Readonly<Record<string, string>> = {
  reset: 'Your password has been changed. Log in with the new one.',
  email: 'Your e-mail address has been changed. Log in with the new one.',
  late: 'That took too long. Please log in again.',
}

const disabled = 'This account is disabled. Ask whoever runs this Honbu to enable it.'

interface LoginState {
  readonly email?: string
  readonly remember?: boolean
  readonly returnUrl: string
  readonly interaction: string
  readonly done?: string | undefined
  readonly errors?: FormErrors
}

/**
 * The login page. Reached from an authorization request (`?interaction=`), it goes on with that; opened by itself, or
 * when the request has got too old, it begins the login session and goes to `returnUrl` or the dashboard.
 */
export function serveLogin(app: FastifyInstance, parts: PageParts): void {
  app.get('/Identity/Account/Login', open, async (request, reply) => {
    const interaction = await interactionOf(parts, { request, reply }, textOf(request.query, 'interaction'))
    const returnUrl = textOf(request.query, 'returnUrl')
    if (!interaction) {
      const session = await readLoginSession(await parts.provider(), request, reply)
      if (session) return goTo(reply, safeReturnUrl(returnUrl, parts.settings))
    } else if (interaction.prompt.name === 'consent') {
      return continueInteraction(parts, { request, reply }, { consent: {} })
    }
    const email = interaction ? emailOf(interaction.params, 'login_hint') : ''
    const done = said[textOf(request.query, 'done')]
    if (textOf(request.query, 'done') === 'disabled')
      return show(reply, { email, returnUrl, interaction: '', errors: { '': disabled } }, 403)
    return show(reply, { email, returnUrl, interaction: interaction?.uid ?? '', done })
  })

  app.post('/Identity/Account/Login', open, async (request, reply) => {
    const { body } = request
    const email = emailOf(body, 'email')
    const remember = textOf(body, 'remember') === 'on'
    const returnUrl = textOf(body, 'returnUrl')
    const state = { email, remember, returnUrl, interaction: textOf(body, 'interaction') }

    const result = await checkCredentials(parts, { request, reply }, { email, password: textOf(body, 'password') })
    if (result.is === 'locked') {
      reply.header('retry-after', result.seconds)
      return show(reply, { ...state, errors: { '': waitText(result.seconds) } }, 429)
    }
    if (result.is === 'wrong') {
      const errors = { '': 'The e-mail address or the password is not right.' }
      return show(reply, { ...state, errors }, 400)
    }
    if (!result.account.confirmedAt) {
      await sendConfirmationAgain(parts, request, email, returnUrl)
      const errors = { '': 'Please confirm your e-mail address first. We have sent you the link again.' }
      return show(reply, { ...state, errors }, 400)
    }

    const { account } = result
    if (await hasTotp(parts.db, account.id)) return askSecondStep(parts, { request, reply }, account, state)
    return finishSignIn(parts, { request, reply }, { account, method: 'password', onward: state })
  })

  servePasskeyLogin(app, parts, ({ body }, reply, message, status) => {
    const state = { returnUrl: textOf(body, 'returnUrl'), interaction: textOf(body, 'interaction') }
    return show(reply, { ...state, errors: { '': message } }, status)
  })

  async function show(reply: FastifyReply, state: LoginState, status = 200): Promise<FastifyReply> {
    return sendScriptedPage(reply, loginPage(parts, state, await parts.passkeys.askOptions()), status)
  }
}

async function sendConfirmationAgain(
  parts: PageParts,
  request: FastifyRequest,
  email: string,
  returnUrl: string,
): Promise<void> {
  if (!(await mayWriteTo(parts, request, { kind: 'confirm', email }))) return
  await parts.db.transaction().execute(tx => parts.jobs.enqueue(tx, linkMailJob, { kind: 'confirm', email, returnUrl }))
}

function loginPage(parts: PageParts, state: LoginState, options: string): string {
  const { settings } = parts
  const { email, remember, returnUrl, interaction, done, errors = {} } = state
  const { login, register, forgotPassword } = settings.pages
  const content = html`
    ${notice(done)}
    ${errorSummary(errors)}
    <form method="post" action="${login}">
      ${hidden('interaction', interaction)}
      ${hidden('returnUrl', returnUrl)}
      ${field({ name: 'email', label: 'Email', type: 'email', value: email ?? '', autocomplete: 'username webauthn', focus: !email })}
      ${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', focus: Boolean(email) })}
      <div class="check">
        <input type="checkbox" id="remember" name="remember" value="on" ${remember && html`checked`}>
        <label for="remember">Keep me logged in on this device</label>
      </div>
      <p class="actions"><button type="submit">Log in</button></p>
    </form>
    ${passkeyForm(parts, { options, interaction, returnUrl })}
    <ul class="links">
      <li><a href="${withReturnUrl(forgotPassword, returnUrl, settings)}">Forgot your password?</a></li>
      ${settings.registration !== 'closed' && html`<li><a href="${withReturnUrl(register, returnUrl, settings)}">Create an account</a></li>`}
    </ul>`
  return page({ title: 'Log in', content, settings, scripts: 'passkeys' })
}
