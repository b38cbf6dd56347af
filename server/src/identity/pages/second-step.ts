import type { FastifyInstance, FastifyReply } from 'fastify'
import { recordAccount } from '../account-audit.ts'
import { type Account, accountById } from '../accounts.ts'
import { codeGuess } from '../guesses.ts'
import { html } from '../html.ts'
import { createLinkSecret, readLink, useLink } from '../links.ts'
import { recoveryCodeUsed } from '../mails.ts'
import { asThePublicSees } from '../provider-routes.ts'
import { recoveryCodesLeft, useRecoveryCode } from '../recovery-codes.ts'
import type { SignInMethod } from '../sessions.ts'
import { takeCode } from '../totp.ts'
import { finishSignIn, type Onward } from './finish-sign-in.ts'
import { errorSummary, type FormErrors, field, hidden, page } from './layout.ts'
import { type Exchange, goTo, open, type PageParts, sendPage, textOf, waitText } from './parts.ts'

/**
 * The second step of signing in: a code of the app, or one for emergencies. That the password was right stands in a
 * cookie of ten minutes, which is used up with the sign-in.
 */
export function serveSecondStep(app: FastifyInstance, parts: PageParts): void {
  const { db, settings, attempts, box, mail, now } = parts

  app.get('/Identity/Account/Login/Code', open, async (request, reply) => {
    const state = stateOf(request.query)
    if (!(await waiting(parts, { request, reply }))) return startAgain(parts, reply, state)
    return sendPage(reply, stepPage(parts, state, {}))
  })

  app.post('/Identity/Account/Login/Code', open, async (request, reply) => {
    const state = stateOf(request.body)
    const found = await waiting(parts, { request, reply })
    if (!found) return startAgain(parts, reply, state)
    const { account, secret } = found
    const guess = await codeGuess(parts, { request, reply }, account)
    const seconds = await attempts.begin(...guess)
    if (seconds > 0) {
      reply.header('retry-after', seconds)
      return sendPage(reply, stepPage(parts, state, { code: waitText(seconds) }), 429)
    }

    const code = textOf(request.body, 'code')
    const accountId = account.id
    const result = await db.transaction().execute(async tx => {
      const isRight = state.isRecovery
        ? await useRecoveryCode(tx, accountId, code, now())
        : await takeCode(tx, box, { accountId, code, now: now(), isFirst: false })
      if (!isRight) {
        await recordAccount(tx, request, { action: 'signInCodeRefused', accountId })
        return 'wrong'
      }
      if (state.isRecovery) {
        const left = await recoveryCodesLeft(tx, accountId)
        await recordAccount(tx, request, { action: 'signInWithRecoveryCode', accountId })
        await mail.post(tx, recoveryCodeUsed(account.email, settings, left))
      }
      // Of two forms sent at once, each with a right code, one signs in.
      return (await useLink(tx, secret, 'second_step', now())) ? 'right' : 'gone'
    })
    if (result === 'wrong') {
      const message = state.isRecovery ? 'This is not one of your recovery codes, or it has been used.' : wrongCode
      return sendPage(reply, stepPage(parts, state, { code: message }), 400)
    }
    if (result === 'gone') return startAgain(parts, reply, state)
    await attempts.succeed(...guess)
    const method: SignInMethod = state.isRecovery ? 'recovery' : 'code'
    return finishSignIn(parts, { request, reply }, { account, method, onward: state })
  })
}

const wrongCode =
  'This code is not right. Wait for the next one in your app; a code works once, and for about half a minute.'

/** After a right password: to the second step. */
export async function askSecondStep(
  parts: PageParts,
  { request, reply }: Exchange,
  account: Account,
  onward: Onward,
): Promise<FastifyReply> {
  const { db, settings, now } = parts
  const link = { account, purpose: 'second_step' } as const
  const secret = await db.transaction().execute(tx => createLinkSecret(tx, link, now()))
  if (!secret) return goTo(reply, `${settings.pages.login}?done=late`)
  asThePublicSees(request, settings)
  const { cookies } = (await parts.provider()).createContext(request.raw, reply.raw)
  const { cookiePath: path, secure } = settings
  cookies.set(settings.cookies.step, secret, { path, secure, httpOnly: true, sameSite: 'lax', overwrite: true })
  return goTo(reply, stepAddress(parts, { ...onward, isRecovery: false }))
}

/** Who has shown his password in this browser, a moment ago. */
async function waiting({ db, settings, provider, now }: PageParts, { request, reply }: Exchange) {
  const { cookies } = (await provider()).createContext(request.raw, reply.raw)
  const secret = cookies.get(settings.cookies.step) ?? ''
  const link = await readLink(db, secret, 'second_step', now())
  const account = link && (await accountById(db, link.accountId))
  return account && { account, secret }
}

interface StepState extends Onward {
  readonly isRecovery: boolean
}

const stateOf = (fields: unknown): StepState => ({
  interaction: textOf(fields, 'interaction'),
  returnUrl: textOf(fields, 'returnUrl'),
  remember: textOf(fields, 'remember') === 'on',
  isRecovery: textOf(fields, 'with') === 'recovery',
})

const fieldsOf = ({ interaction, returnUrl, remember, isRecovery }: StepState): Record<string, string> => ({
  ...(interaction && { interaction }),
  ...(returnUrl && { returnUrl }),
  ...(remember && { remember: 'on' }),
  ...(isRecovery && { with: 'recovery' }),
})

const stepAddress = ({ settings }: PageParts, state: StepState) => withQuery(settings.pages.secondStep, fieldsOf(state))

const withQuery = (address: string, fields: Record<string, string>) =>
  Object.keys(fields).length > 0 ? `${address}?${new URLSearchParams(fields)}` : address

function startAgain({ settings }: PageParts, reply: FastifyReply, { interaction, returnUrl }: Onward): FastifyReply {
  const carried = { ...(interaction && { interaction }), ...(returnUrl && { returnUrl }) }
  return goTo(reply, withQuery(settings.pages.login, { ...carried, done: 'late' }))
}

function stepPage(parts: PageParts, state: StepState, errors: FormErrors): string {
  const { settings } = parts
  const { isRecovery } = state
  const other = stepAddress(parts, { ...state, isRecovery: !isRecovery })
  const content = html`
    <p>${
      isRecovery
        ? 'Enter one of the recovery codes that you were given when you switched two-factor sign-in on. Each works once.'
        : 'Your password is right. Now enter the code that your authenticator app shows for Honbu.'
    }</p>
    ${errorSummary(errors)}
    <form method="post" action="${settings.pages.secondStep}">
      ${Object.entries(fieldsOf(state)).map(([name, value]) => hidden(name, value))}
      ${
        isRecovery
          ? field({ name: 'code', label: 'Recovery code', autocomplete: 'off', error: errors.code, focus: true })
          : field({
              name: 'code',
              label: 'Code from the app',
              autocomplete: 'one-time-code',
              inputMode: 'numeric',
              hint: 'Six digits.',
              error: errors.code,
              focus: true,
            })
      }
      <p class="actions"><button type="submit">Log in</button></p>
    </form>
    <ul class="links">
      <li><a href="${other}">${isRecovery ? 'Use the code from the app' : 'Use a recovery code'}</a></li>
      <li><a href="${settings.pages.login}">Start again</a></li>
    </ul>`
  return page({ title: isRecovery ? 'Use a recovery code' : 'Enter your code', content, settings })
}
