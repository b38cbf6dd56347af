import { dateTime } from '@honbu/contract/format.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { staffTimeZone } from '../../platform/rights.ts'
import { recordAccount } from '../account-audit.ts'
import { browserInWords } from '../browser-words.ts'
import { type Html, html } from '../html.ts'
import { endSession, endSessions, type OpenSession, openSessions, type SignInMethod } from '../sessions.ts'
import type { Settings } from '../settings.ts'
import { hidden, notice, page } from './layout.ts'
import { goTo, open, type PageParts, sendPage, textOf } from './parts.ts'
import { signedIn } from './signed-in.ts'

/** Where one is logged in: every open session of the account, to be ended one by one or all but this. */
export function serveSessions(app: FastifyInstance, parts: PageParts): void {
  const { db, settings, now } = parts
  const address = settings.pages.sessions

  app.get('/Identity/Account/Manage/Sessions', open, (request, reply) =>
    signedIn(parts, { request, reply }, async ({ account, session }) => {
      const sessions = await openSessions(db, account.id)
      return sendPage(
        reply,
        sessionsPage(settings, { sessions, here: session.uid, done: textOf(request.query, 'done') }),
      )
    }),
  )

  app.post('/Identity/Account/Manage/Sessions/End', open, (request, reply) =>
    signedIn(parts, { request, reply }, async ({ account, session }) => {
      const ended = await db.transaction().execute(async tx => {
        const { rows } = await sql<{ uid: string; userAgent: string }>`
          select uid, user_agent as "userAgent" from account_session
          where account_id = ${account.id} and id::text = ${textOf(request.body, 'id')} and ended_at is null
            and uid <> ${session.uid}
          for update`.execute(tx)
        const [found] = rows
        if (!found) return false
        await endSession(tx, found.uid, now())
        const before = { browser: browserInWords(found.userAgent) }
        await recordAccount(tx, request, { action: 'endSession', accountId: account.id, before })
        return true
      })
      return goTo(reply, `${address}?done=${ended ? 'one' : 'gone'}`)
    }),
  )

  app.post('/Identity/Account/Manage/Sessions/EndOthers', open, (request, reply) =>
    signedIn(parts, { request, reply }, async ({ account, session }) => {
      await db.transaction().execute(async tx => {
        await endSessions(tx, account.sub, now(), session.uid)
        await recordAccount(tx, request, { action: 'endOtherSessions', accountId: account.id })
      })
      return goTo(reply, `${address}?done=others`)
    }),
  )
}

const said: Readonly<Record<string, string>> = {
  one: 'That browser has been logged out.',
  gone: 'That browser was logged out already.',
  others: 'You have been logged out everywhere else.',
}

const methods: Readonly<Record<SignInMethod, string>> = {
  password: 'with the password',
  code: 'with the password and a code',
  recovery: 'with the password and a recovery code',
  passkey: 'with a passkey',
}

interface SessionsState {
  readonly sessions: readonly OpenSession[]
  readonly here: string
  readonly done: string
}

function sessionsPage(settings: Settings, { sessions, here, done }: SessionsState): string {
  const { pages } = settings
  const [own, others] = [sessions.filter(({ uid }) => uid === here), sessions.filter(({ uid }) => uid !== here)]
  const content = html`
    ${notice(said[done])}
    <p>These browsers are logged in to your account. Log out any that you do not know, and choose a new password then.</p>
    <ul class="rows">${[...own.map(session => row(settings, session, true)), ...others.map(session => row(settings, session, false))]}</ul>
    ${
      others.length > 0 &&
      html`<form method="post" action="${pages.sessions}/EndOthers">
        <p class="actions"><button type="submit">Log out everywhere else</button></p>
      </form>`
    }
    <p class="links"><a href="${pages.manage}">Your account</a></p>`
  return page({ title: 'Where you are logged in', content, settings })
}

function row({ pages }: Settings, session: OpenSession, isHere: boolean): Html {
  const name = browserInWords(session.userAgent)
  return html`<li>
    <div>
      <p class="name">${name}${isHere && html` <span class="badge">This one</span>`}</p>
      <p class="hint">${session.address || 'Address not known'}</p>
      <p class="hint">Since ${written(session.beganAt)}, ${methods[session.method]}. Last used ${written(session.lastUsedAt)}.</p>
    </div>
    ${
      !isHere &&
      html`<form method="post" action="${pages.sessions}/End">
        ${hidden('id', String(session.id))}
        <button type="submit" class="quiet" aria-label="Log out ${name}, last used ${written(session.lastUsedAt)}">Log out</button>
      </form>`
    }
  </li>`
}

const written = (at: Date) => dateTime(at, staffTimeZone)
