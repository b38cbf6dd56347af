import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordAccount } from '../account-audit.ts'
import { passkeyGuess } from '../guesses.ts'
import { type Html, html } from '../html.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { hidden } from './layout.ts'
import { open, type PageParts, textOf, waitText } from './parts.ts'

/** Signing in with a passkey alone: whose it is, it says itself. */
export function servePasskeyLogin(
  app: FastifyInstance,
  parts: PageParts,
  refuse: (request: FastifyRequest, reply: FastifyReply, message: string, status: number) => Promise<FastifyReply>,
): void {
  const { db, attempts, passkeys } = parts

  app.post('/Identity/Account/Login/Passkey', open, async (request, reply) => {
    const guess = await passkeyGuess(parts, { request, reply })
    const seconds = await attempts.begin(...guess)
    if (seconds > 0) {
      reply.header('retry-after', seconds)
      return refuse(request, reply, waitText(seconds), 429)
    }
    const checked = await passkeys.check(textOf(request.body, 'passkey'))
    if (checked.is === 'wrong') {
      const { accountId } = checked
      if (accountId !== undefined) {
        const refused = { action: 'passkeyRefused', accountId }
        await db.transaction().execute(tx => recordAccount(tx, request, refused))
      }
      return refuse(request, reply, 'This passkey cannot be used here. Log in with your password.', 400)
    }
    await attempts.succeed(...guess)
    const { account } = checked
    const onward = {
      interaction: textOf(request.body, 'interaction'),
      returnUrl: textOf(request.body, 'returnUrl'),
      remember: textOf(request.body, 'remember') === 'on',
    }
    return finishSignIn(parts, { request, reply }, { account, method: 'passkey', onward })
  })
}

/** The button on the login page. It is a form of its own, shown where the browser can. */
export const passkeyForm = (
  { settings }: PageParts,
  { options, interaction, returnUrl }: { options: string; interaction: string; returnUrl: string },
): Html => html`
    <form method="post" action="${settings.pages.passkey}" data-passkey-part hidden>
      ${hidden('interaction', interaction)}
      ${hidden('returnUrl', returnUrl)}
      <input type="hidden" name="remember" value="">
      <input type="hidden" name="passkey" value="">
      <p class="error" role="alert" data-passkey-error hidden></p>
      <p class="actions"><button type="button" class="quiet wide" data-passkey="sign-in" data-options="${options}">Use a passkey</button></p>
    </form>`
