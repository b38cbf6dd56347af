import type { FastifyInstance, FastifyReply } from 'fastify'
import { html } from '../html.ts'
import { errorSummary, type FormErrors, page } from './layout.ts'
import { isRight, open, type PageParts, sendScriptedPage } from './parts.ts'
import { proofFields, proofProblem } from './proof.ts'
import { type SignedIn, signedIn } from './signed-in.ts'

/** Asks for the password or a passkey again, in a window of its own, where a club demands one before a file leaves. */
export function serveProof(app: FastifyInstance, parts: PageParts): void {
  const { db, settings, now } = parts

  app.get('/Identity/Account/Manage/Proof', open, (request, reply) =>
    signedIn(parts, { request, reply }, who => ask(reply, who)),
  )

  app.post('/Identity/Account/Manage/Proof', open, (request, reply) =>
    signedIn(parts, { request, reply }, async who => {
      const errors = { password: await proofProblem(parts, { request, reply }, who.account, 'password') }
      if (!isRight(errors)) return ask(reply, who, errors)
      await db
        .updateTable('account_session')
        .set({ proved_at: now() })
        .where('uid', '=', who.session.uid)
        .where('account_id', '=', who.account.id)
        .execute()
      const content = html`<p role="status">Thanks. Close this window to carry on.</p>`
      return sendScriptedPage(reply, page({ title: "It's you", content, settings, scripts: 'closing' }))
    }),
  )

  async function ask(reply: FastifyReply, { account }: SignedIn, errors: FormErrors = {}): Promise<FastifyReply> {
    const content = html`
      ${errorSummary(errors)}
      <p>Your club asks for this before a file leaves Honbu. It lasts for 30 minutes.</p>
      <form method="post" action="${settings.pages.proof}">
        ${await proofFields(parts, account, 'password', errors.password)}
        <p class="actions"><button type="submit">Continue</button></p>
      </form>`
    const status = isRight(errors) ? 200 : 400
    return sendScriptedPage(reply, page({ title: "Confirm it's you", content, settings, scripts: 'passkeys' }), status)
  }
}
