import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { recordAccount } from '../account-audit.ts'
import { accountById } from '../accounts.ts'
import { html } from '../html.ts'
import { readLink, useLink } from '../links.ts'
import { linkMailJob } from '../mails.ts'
import { endSessions } from '../sessions.ts'
import { hidden, page } from './layout.ts'
import { brokenUnique, goTo, open, type PageParts, sendPage, textOf } from './parts.ts'

/**
 * For an owner whose address somebody else has changed, or has asked to: their old address logs in again, nothing that was
 * added since does, and they choose a new password by a link to that address.
 */
export function serveStopEmailChange(app: FastifyInstance, parts: PageParts): void {
  const { db, jobs, now, settings } = parts

  app.get('/Identity/Account/StopEmailChange', open, async ({ query }, reply) => {
    if (textOf(query, 'done')) return sendPage(reply, stoppedPage(parts))
    const token = textOf(query, 'token')
    const link = await readLink(db, token, 'stop_email_change', now())
    return link?.newEmail
      ? sendPage(reply, stopPage(parts, link.newEmail, token))
      : sendPage(reply, gonePage(parts), 410)
  })

  app.post('/Identity/Account/StopEmailChange', open, async (request, reply) => {
    try {
      const stopped = await db.transaction().execute(tx => stop(tx, request, textOf(request.body, 'token')))
      if (stopped) return goTo(reply, `${settings.pages.stopEmailChange}?done=stopped`)
    } catch (error) {
      // The old address has an account of its own by now.
      if (brokenUnique(error) !== 'account_email_key') throw error
    }
    return sendPage(reply, gonePage(parts), 410)
  })

  async function stop(tx: Transaction<Tables>, request: FastifyRequest, token: string): Promise<boolean> {
    const link = await useLink(tx, token, 'stop_email_change', now())
    const account = link && (await accountById(tx, link.accountId))
    if (!link?.newEmail || !account) return false
    const email = link.newEmail
    await tx
      .updateTable('account')
      .set({ email, password_hash: null, tokens_valid_from: now() })
      .where('id', '=', account.id)
      .execute()
    await tx
      .updateTable('person')
      .set({ email })
      .where('id', '=', account.personId)
      .where('email', '=', account.email)
      .execute()
    // Since the first of the changes that can be stopped: an intruder may have asked for several.
    const first = tx
      .selectFrom('account_token')
      .select(eb => eb.fn.min('created_at').as('at'))
      .where('account_id', '=', account.id)
      .where('purpose', '=', 'stop_email_change')
    for (const table of ['account_passkey', 'account_totp'] as const)
      await tx.deleteFrom(table).where('account_id', '=', account.id).where('created_at', '>=', first).execute()
    await endSessions(tx, account.sub, now())
    const change = { before: { email: account.email }, after: { email } }
    await recordAccount(tx, request, { action: 'stopEmailChange', accountId: account.id, ...change })
    await jobs.enqueue(tx, linkMailJob, { kind: 'reset', email })
    return true
  }
}

function stopPage({ settings }: PageParts, email: string, token: string): string {
  const content = html`
    <p>You’ll log in with ${email} again. We log everyone out of your account, and remove passkeys and authenticator apps
      that were added since. Then we email you a link to choose a new password.</p>
    <form method="post" action="${settings.pages.stopEmailChange}">
      ${hidden('token', token)}
      <p class="actions"><button type="submit">Keep my email address</button></p>
    </form>`
  return page({ title: 'Stop the change of your email address', content, settings })
}

function stoppedPage({ settings }: PageParts): string {
  const content = html`
    <p>Your old email address stays. We’ve emailed you a link to choose a new password. Tell your club’s owner what
      happened.</p>
    <p class="links"><a href="${settings.pages.login}">Log in</a></p>`
  return page({ title: 'The change is stopped', content, settings })
}

function gonePage({ settings }: PageParts): string {
  const content = html`
    <p>It has been used, or it’s more than 72 hours old. Reset your password if you can. If you can’t, ask your club’s
      owner for help.</p>
    <p class="links"><a href="${settings.pages.forgotPassword}">Reset your password</a></p>`
  return page({ title: 'This link no longer works', content, settings })
}
