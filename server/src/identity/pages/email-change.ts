import type { FastifyInstance } from 'fastify'
import { type AuditEntry, writeAudit } from '../../platform/audit.ts'
import { accountById } from '../accounts.ts'
import { html } from '../html.ts'
import { readLink, useLink } from '../links.ts'
import { emailChanged } from '../mails.ts'
import { hidden, page } from './layout.ts'
import { brokenUnique, goTo, open, type PageParts, sendPage, textOf } from './parts.ts'

/** Finishes a change of e-mail address: the link has come to the new one. */
export function serveEmailChange(app: FastifyInstance, parts: PageParts): void {
  const { db, mail, settings } = parts

  app.get('/Identity/Account/ConfirmEmailChange', open, async ({ query }, reply) => {
    const token = textOf(query, 'token')
    const link = await readLink(db, token, 'change_email', parts.now())
    return link?.newEmail
      ? sendPage(reply, changePage(parts, link.newEmail, token))
      : sendPage(reply, gonePage(parts), 410)
  })

  app.post('/Identity/Account/ConfirmEmailChange', open, async ({ body }, reply) => {
    const changed = await useChange(textOf(body, 'token'))
    return changed ? goTo(reply, `${settings.pages.login}?done=email`) : sendPage(reply, gonePage(parts), 410)
  })

  async function useChange(token: string): Promise<boolean> {
    try {
      return await db.transaction().execute(async tx => {
        const link = await useLink(tx, token, 'change_email', parts.now())
        const account = link && (await accountById(tx, link.accountId))
        if (!link?.newEmail || !account) return false
        await tx.updateTable('account').set({ email: link.newEmail }).where('id', '=', account.id).execute()
        // The address under which clubs know this person follows, unless they have been given another.
        await tx
          .updateTable('person')
          .set({ email: link.newEmail })
          .where('id', '=', account.personId)
          .where('email', '=', account.email)
          .execute()
        const entry: AuditEntry = {
          clubId: null,
          subject: 'account',
          subjectId: account.id,
          before: { email: account.email },
          after: { email: link.newEmail },
        }
        await writeAudit(tx, { action: 'changeEmail', accountId: account.id }, [entry])
        await mail.post(tx, emailChanged(account.email))
        return true
      })
    } catch (error) {
      // Somebody has made an account with the address in the meantime.
      if (brokenUnique(error) === 'account_email_key') return false
      throw error
    }
  }
}

function changePage({ settings }: PageParts, newEmail: string, token: string): string {
  const content = html`
    <p>From now on you log in with ${newEmail}.</p>
    <form method="post" action="${settings.pages.confirmEmailChange}">
      ${hidden('token', token)}
      <p class="actions"><button type="submit">Use this e-mail address</button></p>
    </form>`
  return page({ title: 'Confirm your new e-mail address', content, settings })
}

function gonePage({ settings }: PageParts): string {
  const content = html`
    <p>It has been used, or replaced by a newer one, or is too old; or the address now has an account of its own.</p>
    <p class="links"><a href="${settings.pages.manage}">Your account</a></p>`
  return page({ title: 'This link no longer works', content, settings })
}
