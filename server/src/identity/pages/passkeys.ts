import { dateTime } from '@honbu/contract/format.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { staffTimeZone } from '../../platform/rights.ts'
import { recordAccount } from '../account-audit.ts'
import { browserInWords } from '../browser-words.ts'
import { type Html, html } from '../html.ts'
import { passkeyAdded, passkeyRemoved } from '../mails.ts'
import { passkeysOf, removePasskey } from '../passkeys.ts'
import { errorSummary, type FormErrors, field, hidden, notice, page } from './layout.ts'
import { goTo, isRight, nameIn, nameProblem, open, type PageParts, sendScriptedPage, textOf } from './parts.ts'
import { proofFields, proofProblem } from './proof.ts'
import { type SignedIn, signedIn } from './signed-in.ts'

type Passkey = Awaited<ReturnType<typeof passkeysOf>>[number]

/** The passkeys of an account: which there are, a new one, one less. */
export function servePasskeys(app: FastifyInstance, parts: PageParts): void {
  const { db, settings, passkeys, mail } = parts
  const address = settings.pages.passkeys

  app.get('/Identity/Account/Manage/Passkeys', open, (request, reply) =>
    signedIn(parts, { request, reply }, async who => {
      const chosen = textOf(request.query, 'remove')
      const found = chosen ? (await passkeysOf(db, who.account.id)).find(({ id }) => String(id) === chosen) : undefined
      if (found) return sendScriptedPage(reply, await removePage(who, found, {}))
      return show(reply, who, { done: textOf(request.query, 'done') })
    }),
  )

  app.post('/Identity/Account/Manage/Passkeys/Begin', open, (request, reply) =>
    signedIn(parts, { request, reply }, async who => {
      const { account } = who
      const errors = { password: await proofProblem(parts, { request, reply }, account, 'password') }
      if (!isRight(errors)) return show(reply, who, { errors })
      const name = browserInWords(request.headers['user-agent'] ?? '')
      return sendScriptedPage(reply, addPage(await passkeys.addOptions(account), name, {}))
    }),
  )

  app.post('/Identity/Account/Manage/Passkeys/Add', open, (request, reply) =>
    signedIn(parts, { request, reply }, async ({ account, session }) => {
      const name = nameIn(request.body, 'name').slice(0, 100)
      const errors = { name: nameProblem(name, 'name for the passkey') }
      if (!isRight(errors)) return goTo(reply, `${address}?done=failed`)
      const isAdded = await db.transaction().execute(async tx => {
        if (!(await passkeys.add(tx, { account, name, answer: textOf(request.body, 'passkey') }))) return false
        await recordAccount(tx, request, { action: 'addPasskey', accountId: account.id, after: { name } })
        // The password has been shown here, and the passkey just now.
        await tx.updateTable('account_session').set({ is_two_factor: true }).where('uid', '=', session.uid).execute()
        await mail.post(tx, passkeyAdded(account.email, settings, name))
        return true
      })
      return goTo(reply, `${address}?done=${isAdded ? 'added' : 'failed'}`)
    }),
  )

  app.post('/Identity/Account/Manage/Passkeys/Remove', open, (request, reply) =>
    signedIn(parts, { request, reply }, async who => {
      const { account } = who
      const id = textOf(request.body, 'id')
      const found = (await passkeysOf(db, account.id)).find(passkey => String(passkey.id) === id)
      if (!found) return goTo(reply, `${address}?done=gone`)
      const errors = { password: await proofProblem(parts, { request, reply }, account, 'password') }
      if (!isRight(errors)) return sendScriptedPage(reply, await removePage(who, found, errors), 400)
      await db.transaction().execute(async tx => {
        const name = await removePasskey(tx, account.id, id)
        if (name === undefined) return
        await recordAccount(tx, request, { action: 'removePasskey', accountId: account.id, before: { name } })
        await mail.post(tx, passkeyRemoved(account.email, settings, name))
      })
      return goTo(reply, `${address}?done=removed`)
    }),
  )

  async function show(reply: FastifyReply, { account }: SignedIn, { done = '', errors = {} }: Shown) {
    const list = await passkeysOf(db, account.id)
    const content = html`
      ${failed.has(done) ? errorSummary({ '': said[done] }) : notice(said[done])}
      ${errorSummary(errors)}
      <p>A passkey logs you in with your fingerprint, your face or the PIN of your device, without a password. It counts as
        two-factor sign-in.</p>
      ${list.length > 0 ? html`<ul class="rows">${list.map(row)}</ul>` : html`<p>You have none yet.</p>`}
      <section aria-labelledby="add">
        <h2 id="add">Add a passkey</h2>
        <form method="post" action="${address}/Begin">
          <input type="hidden" name="username" value="${account.email}" autocomplete="username">
          ${await proofFields(parts, account, 'password', errors.password)}
          <p class="actions"><button type="submit">Add a passkey</button></p>
        </form>
      </section>
      <p class="links"><a href="${settings.pages.manage}">Your account</a></p>`
    const shown = page({ title: 'Passkeys', content, settings, scripts: 'passkeys' })
    return sendScriptedPage(reply, shown, isRight(errors) ? 200 : 400)
  }

  const row = (passkey: Passkey): Html => html`<li>
    <div>
      <p class="name">${passkey.name}</p>
      <p class="hint">Since ${written(passkey.createdAt)}. ${passkey.lastUsedAt ? `Last used ${written(passkey.lastUsedAt)}.` : 'Not used yet.'}</p>
      <p class="hint">${passkey.isBackedUp ? 'Also on your other devices.' : 'On one device only.'}</p>
    </div>
    <p class="links"><a href="${address}?remove=${passkey.id}" aria-label="Remove ${passkey.name}">Remove</a></p>
  </li>`

  function addPage(options: string, name: string, errors: FormErrors): string {
    const content = html`
      <p>Your browser asks you now where to keep the passkey, and to show that it is you.</p>
      <form method="post" action="${address}/Add">
        ${field({ name: 'name', label: 'Name of the passkey', value: name, autocomplete: 'off', hint: 'By which you know it again in the list.', error: errors.name })}
        <input type="hidden" name="passkey" value="">
        <p class="error" role="alert" data-passkey-error hidden></p>
        <p class="actions" data-passkey-part hidden>
          <button type="button" data-passkey="add" data-options="${options}">Make the passkey</button></p>
      </form>
      <noscript><p>This needs JavaScript, which is switched off in your browser.</p></noscript>
      <p class="links"><a href="${address}">Back to the passkeys</a></p>`
    return page({ title: 'Add a passkey', content, settings, scripts: 'passkeys' })
  }

  async function removePage({ account }: SignedIn, { id, name }: Passkey, errors: FormErrors): Promise<string> {
    const content = html`
      <p>“${name}” no longer logs you in then. Delete it on your device too.</p>
      ${errorSummary(errors)}
      <form method="post" action="${address}/Remove">
        ${hidden('id', String(id))}
        <input type="hidden" name="username" value="${account.email}" autocomplete="username">
        ${await proofFields(parts, account, 'password', errors.password)}
        <p class="actions"><button type="submit" class="danger">Remove the passkey</button></p>
      </form>
      <p class="links"><a href="${address}">Back to the passkeys</a></p>`
    return page({ title: 'Remove a passkey', content, settings, scripts: 'passkeys' })
  }
}

interface Shown {
  readonly done?: string
  readonly errors?: FormErrors
}

const failed: ReadonlySet<string> = new Set(['failed'])

const said: Readonly<Record<string, string>> = {
  added: 'The passkey has been added.',
  failed: 'The passkey could not be added. Please try again.',
  gone: 'That passkey was removed already.',
  removed: 'The passkey has been removed.',
}

const written = (at: Date) => dateTime(at, staffTimeZone)
