import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordAccount } from '../account-audit.ts'
import { codeGuess } from '../guesses.ts'
import { twoFactorOff, twoFactorOn } from '../mails.ts'
import { makeRecoveryCodes, recoveryCodesLeft } from '../recovery-codes.ts'
import { endSessions } from '../sessions.ts'
import { beginTotp, hasTotp, keyOf, takeCode, waitingTotp } from '../totp.ts'
import type { FormErrors } from './layout.ts'
import {
  type Exchange,
  goTo,
  isRight,
  open,
  type PageParts,
  sendPage,
  sendScriptedPage,
  textOf,
  waitText,
} from './parts.ts'
import { passwordProblem, proofFields, proofProblem } from './proof.ts'
import { type SignedIn, signedIn } from './signed-in.ts'
import { codesPage, twoFactorPage } from './two-factor-page.ts'

/** Two-factor sign-in by an authenticator app: switching it on and off, and new recovery codes. */
export function serveTwoFactor(app: FastifyInstance, parts: PageParts): void {
  const { db, settings, box, mail, now, attempts } = parts
  const address = settings.pages.twoFactor

  app.get('/Identity/Account/Manage/TwoFactor', open, (request, reply) =>
    signedIn(parts, { request, reply }, who => show({ request, reply }, who)),
  )

  app.post('/Identity/Account/Manage/TwoFactor/Begin', open, (request, reply) =>
    signedIn(parts, { request, reply }, async who => {
      const errors = { password: await passwordProblem(parts, { request, reply }, who.account, 'password') }
      if (!isRight(errors)) return show({ request, reply }, who, errors)
      await db.transaction().execute(tx => beginTotp(tx, box, who.account.id, now()))
      return goTo(reply, address)
    }),
  )

  app.post('/Identity/Account/Manage/TwoFactor/Confirm', open, (request, reply) =>
    signedIn(parts, { request, reply }, async who => {
      const { account, session } = who
      const guess = await codeGuess(parts, { request, reply }, account)
      const seconds = await attempts.begin(...guess)
      if (seconds > 0) return show({ request, reply }, who, { code: waitText(seconds) })
      const codes = await db.transaction().execute(async tx => {
        const code = textOf(request.body, 'code')
        if (!(await takeCode(tx, box, { accountId: account.id, code, now: now(), isFirst: true }))) return undefined
        // Whoever is in by the password alone shows both from now on; here both have just been shown.
        await endSessions(tx, account.sub, now(), session.uid)
        await tx.updateTable('account_session').set({ is_two_factor: true }).where('uid', '=', session.uid).execute()
        await recordAccount(tx, request, { action: 'switchOnTwoFactor', accountId: account.id })
        await mail.post(tx, twoFactorOn(account.email, settings))
        return makeRecoveryCodes(tx, account.id)
      })
      if (!codes) {
        const message = 'This code is not right. Look at the app again: it shows another one every half minute.'
        return show({ request, reply }, who, { code: message })
      }
      await attempts.succeed(...guess)
      return sendPage(reply, codesPage(settings, codes, true))
    }),
  )

  app.post('/Identity/Account/Manage/TwoFactor/Codes', open, (request, reply) =>
    signedIn(parts, { request, reply }, async who => {
      const errors = { codesPassword: await proofProblem(parts, { request, reply }, who.account, 'codesPassword') }
      if (!isRight(errors)) return show({ request, reply }, who, errors)
      const codes = await db.transaction().execute(async tx => {
        if (!(await hasTotp(tx, who.account.id))) return undefined
        await recordAccount(tx, request, { action: 'makeRecoveryCodes', accountId: who.account.id })
        return makeRecoveryCodes(tx, who.account.id)
      })
      return codes ? sendPage(reply, codesPage(settings, codes, false)) : goTo(reply, address)
    }),
  )

  app.post('/Identity/Account/Manage/TwoFactor/Off', open, (request, reply) =>
    signedIn(parts, { request, reply }, async who => {
      const errors = { offPassword: await proofProblem(parts, { request, reply }, who.account, 'offPassword') }
      if (!isRight(errors)) return show({ request, reply }, who, errors)
      const { id, email } = who.account
      await db.transaction().execute(async tx => {
        const { numDeletedRows } = await tx.deleteFrom('account_totp').where('account_id', '=', id).executeTakeFirst()
        if (numDeletedRows === 0n) return
        await tx.deleteFrom('account_recovery_code').where('account_id', '=', id).execute()
        await tx
          .updateTable('account_session')
          .set({ is_two_factor: false })
          .where('account_id', '=', id)
          .where('method', '<>', 'passkey')
          .execute()
        await recordAccount(tx, request, { action: 'switchOffTwoFactor', accountId: id })
        await mail.post(tx, twoFactorOff(email, settings))
      })
      return goTo(reply, `${address}?done=off`)
    }),
  )

  async function show({ request, reply }: Exchange, { account }: SignedIn, errors?: FormErrors) {
    const isOn = await hasTotp(db, account.id)
    const secret = isOn ? undefined : await waitingTotp(db, box, account.id)
    const state = {
      account,
      isOn,
      codesLeft: isOn ? await recoveryCodesLeft(db, account.id) : 0,
      key: secret === undefined ? undefined : keyOf(secret, account.email),
      done: doneIn(request),
      errors: errors ?? {},
      proof: (name: string) => proofFields(parts, account, name, errors?.[name]),
    }
    return sendScriptedPage(reply, await twoFactorPage(settings, state), errors ? 400 : 200)
  }
}

const doneIn = ({ query, method }: FastifyRequest) => (method === 'GET' ? textOf(query, 'done') : '')
