import fastifyFormbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance } from 'fastify'
import { Refused } from '../../platform/refused.ts'
import { demandSameOrigin } from '../../platform/same-origin.ts'
import { html } from '../html.ts'
import type { Settings } from '../settings.ts'
import { serveAssets } from './assets.ts'
import { serveConfirmEmail } from './confirm-email.ts'
import { serveEmailChange } from './email-change.ts'
import { serveFirstOwner } from './first-owner.ts'
import { serveInvitation } from './invitation.ts'
import { page } from './layout.ts'
import { serveLogin } from './login.ts'
import { serveManage } from './manage.ts'
import { type PageParts, sendPage } from './parts.ts'
import { servePasskeys } from './passkeys.ts'
import { servePasswordReset } from './password-reset.ts'
import { serveProof } from './prove.ts'
import { serveRegister } from './register.ts'
import { serveSecondStep } from './second-step.ts'
import { serveSessions } from './sessions.ts'
import { serveStopEmailChange } from './stop-email-change.ts'
import { serveTwoFactor } from './two-factor.ts'

/** The pages of accounts: plain HTML forms, for browsers without scripts too. */
export async function serveAccountPages(app: FastifyInstance, parts: PageParts): Promise<void> {
  await app.register(async scope => {
    await scope.register(fastifyFormbody, { bodyLimit: 16 * 1024 })
    scope.addHook('onRequest', async request => demandSameOrigin(request, parts.settings))
    answerErrorsAsPages(scope, parts.settings)
    serveLogin(scope, parts)
    serveRegister(scope, parts)
    serveFirstOwner(scope, parts)
    serveConfirmEmail(scope, parts)
    servePasswordReset(scope, parts)
    serveManage(scope, parts)
    serveSecondStep(scope, parts)
    serveSessions(scope, parts)
    serveTwoFactor(scope, parts)
    servePasskeys(scope, parts)
    serveProof(scope, parts)
    serveEmailChange(scope, parts)
    serveStopEmailChange(scope, parts)
    serveInvitation(scope, parts)
    await serveAssets(scope)
  })
}

function answerErrorsAsPages(scope: FastifyInstance, settings: Settings): void {
  const outer = scope.errorHandler
  scope.setErrorHandler((error: FastifyError | Refused | Error, request, reply) => {
    const status = 'statusCode' in error && error.statusCode ? error.statusCode : 500
    // What is our fault is logged, and answered, in the one way for the whole application.
    if (status >= 500) return outer.call(scope, error as FastifyError, request, reply)
    const message = error instanceof Refused ? error.message : 'The request is not right.'
    const content = html`
      <p>${message}</p>
      <p class="links"><a href="${settings.pages.login}">Log in</a></p>`
    return sendPage(reply, page({ title: 'That did not work', content, settings }), status)
  })
}
