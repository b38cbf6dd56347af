import type { FastifyInstance, FastifyReply } from 'fastify'
import { type AuditEntry, writeAudit } from '../../platform/audit.ts'
import { textsAbout } from '../accounts.ts'
import { changePassword } from '../change-password.ts'
import { type LinkMail, linkMailJob } from '../mails.ts'
import { hashPassword, weakness } from '../passwords.ts'
import type { FormErrors } from './layout.ts'
import { type ManageState, managePage } from './manage-page.ts'
import {
  emailOf,
  emailProblem,
  goTo,
  isRight,
  mayWriteTo,
  nameIn,
  nameProblem,
  open,
  type PageParts,
  sendScriptedPage,
  textOf,
} from './parts.ts'
import { passwordProblem } from './proof.ts'
import { signedIn } from './signed-in.ts'

/** One's own account: name, e-mail address, password. It stands on the login session, not on a token of the API. */
export function serveManage(app: FastifyInstance, parts: PageParts): void {
  const { db, jobs, mail, settings } = parts
  const address = settings.pages.manage

  app.get('/Identity/Account/Manage', open, (request, reply) =>
    signedIn(parts, { request, reply }, async ({ account }) => {
      const done = textOf(request.query, 'done')
      return sendScriptedPage(reply, managePage(settings, { account, done }))
    }),
  )

  app.post('/Identity/Account/Manage/Name', open, (request, reply) =>
    signedIn(parts, { request, reply }, async ({ account }) => {
      const firstName = nameIn(request.body, 'firstName')
      const lastName = nameIn(request.body, 'lastName')
      const errors = { firstName: nameProblem(firstName, 'first name'), lastName: nameProblem(lastName, 'last name') }
      if (!isRight(errors)) return again(reply, { account: { ...account, firstName, lastName }, errors })
      await db.transaction().execute(async tx => {
        const names = { first_name: firstName, last_name: lastName }
        await tx
          .updateTable('person')
          .set(eb => ({ ...names, version: eb('version', '+', 1) }))
          .where('id', '=', account.personId)
          .execute()
        const before = { firstName: account.firstName, lastName: account.lastName }
        const entry: AuditEntry = {
          clubId: null,
          subject: 'account',
          subjectId: account.id,
          before,
          after: { firstName, lastName },
        }
        await writeAudit(tx, { action: 'changeName', accountId: account.id }, [entry])
      })
      return goTo(reply, `${address}?done=name`)
    }),
  )

  app.post('/Identity/Account/Manage/Email', open, (request, reply) =>
    signedIn(parts, { request, reply }, async ({ account }) => {
      const newEmail = emailOf(request.body, 'newEmail')
      const errors: FormErrors = {
        newEmail: emailProblem(newEmail),
        emailPassword: await passwordProblem(parts, { request, reply }, account, 'emailPassword'),
      }
      if (!isRight(errors)) return again(reply, { account, newEmail, errors })
      // An address that has an account already is answered alike; the job sends nothing to it.
      if (await mayWriteTo(parts, request, { kind: 'change', email: newEmail })) {
        const { id: accountId, credentialVersion } = account
        const asked: LinkMail = { kind: 'change', accountId, newEmail, credentialVersion }
        await db.transaction().execute(tx => jobs.enqueue(tx, linkMailJob, asked))
      }
      return goTo(reply, `${address}?done=email`)
    }),
  )

  app.post('/Identity/Account/Manage/Password', open, (request, reply) =>
    signedIn(parts, { request, reply }, async ({ account, session }) => {
      const password = textOf(request.body, 'newPassword')
      const errors: FormErrors = {
        currentPassword: await passwordProblem(parts, { request, reply }, account, 'currentPassword'),
        newPassword: await weakness(password, await textsAbout(db, account)),
      }
      if (!isRight(errors)) return again(reply, { account, errors })
      const change = {
        action: 'changePassword',
        accountId: account.id,
        passwordHash: await hashPassword(password),
        exceptUid: session.uid,
        at: parts.now(),
      } as const
      await db.transaction().execute(tx => changePassword(tx, mail, request, change))
      return goTo(reply, `${address}?done=password`)
    }),
  )

  const again = (reply: FastifyReply, state: ManageState) => sendScriptedPage(reply, managePage(settings, state), 400)
}
