import { todayIn } from '@honbu/contract/calendar.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { type AuditEntry, writeAudit } from '../../platform/audit.ts'
import { staffTimeZone } from '../../platform/rights.ts'
import type { Tables } from '../../platform/tables.ts'
import { type Account, accountByEmail, accountBySub, createAccount } from '../accounts.ts'
import { type Html, html } from '../html.ts'
import { acceptInvitation, type Invitation, invitationOfLink, openedWords } from '../invitations.ts'
import { hashPassword, shortestPassword, weakness } from '../passwords.ts'
import { withReturnUrl } from '../return-url.ts'
import { readLoginSession } from '../sign-in.ts'
import { closedWords } from './closed-words.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { errorSummary, type FormErrors, field, hidden, page } from './layout.ts'
import {
  brokenUnique,
  countForm,
  goTo,
  isRight,
  nameIn,
  nameProblem,
  open,
  type PageParts,
  sendPage,
  sendScriptedPage,
  textOf,
} from './parts.ts'

/**
 * The link of an invitation. It has come by e-mail, so whoever opens it reads that address: someone without an account
 * chooses a name and a password here and is in, confirmed. Someone with one logs in first; who invites is said before
 * anything is pressed.
 */
export function serveInvitation(app: FastifyInstance, parts: PageParts): void {
  const { db, settings, now } = parts
  const address = settings.pages.invitation

  app.get('/Identity/Account/Invitation', open, async (request, reply) => {
    const token = textOf(request.query, 'token')
    const invitation = await invitationOfLink(db, token, now())
    if (!invitation) return sendPage(reply, gonePage(parts), 410)
    return sendScriptedPage(reply, await pageFor(parts, { request, reply, invitation, token }))
  })

  app.post('/Identity/Account/Invitation', open, async (request, reply) => {
    const token = textOf(request.body, 'token')
    const invitation = await invitationOfLink(db, token, now())
    if (!invitation) return sendPage(reply, gonePage(parts), 410)
    const account = await accountByEmail(db, invitation.email)
    return account?.confirmedAt
      ? join(request, reply, { invitation, account, token })
      : register(request, reply, { invitation, token })
  })

  /** For someone who is logged in with the address that is invited; for anybody else the page says what to do. */
  async function join(request: FastifyRequest, reply: FastifyReply, asked: Asked & { account: Account }) {
    const { invitation, account, token } = asked
    const session = await readLoginSession(await parts.provider(), request, reply)
    if (session?.sub !== account.sub) return goTo(reply, `${address}?${new URLSearchParams({ token })}`)
    const isIn = await db.transaction().execute(tx => accept(tx, invitation, account.id))
    return isIn ? goTo(reply, settings.dashboard) : sendPage(reply, gonePage(parts), 410)
  }

  async function register(request: FastifyRequest, reply: FastifyReply, asked: Asked) {
    if (settings.registration === 'closed') return sendPage(reply, closedPage(parts, asked), 403)
    const { body } = request
    const { invitation } = asked
    const firstName = nameIn(body, 'firstName')
    const lastName = nameIn(body, 'lastName')
    const password = textOf(body, 'password')
    const errors = {
      firstName: nameProblem(firstName, 'first name'),
      lastName: nameProblem(lastName, 'last name'),
      password: await weakness(password, [invitation.email, firstName, lastName, invitation.clubName]),
    }
    if (!isRight(errors)) return sendScriptedPage(reply, newPage(parts, { ...asked, firstName, lastName, errors }), 400)
    await countForm(parts, request)
    const passwordHash = await hashPassword(password)
    const sub = await makeAccount({ invitation, firstName, lastName, passwordHash })
    if (!sub) return sendPage(reply, gonePage(parts), 410)
    const account = await accountBySub(db, sub)
    if (!account) return sendPage(reply, gonePage(parts), 410)
    const onward = { interaction: '', returnUrl: '', remember: false }
    return finishSignIn(parts, { request, reply }, { account, method: 'password', onward })
  }

  interface NewUser {
    readonly invitation: Invitation
    readonly firstName: string
    readonly lastName: string
    readonly passwordHash: string
  }

  async function makeAccount({ invitation, ...user }: NewUser): Promise<string | undefined> {
    const { email } = invitation
    try {
      return await db.transaction().execute(async tx => {
        const known = await accountByEmail(tx, email)
        // Confirmed by now, by another link: the next try is asked to log in.
        if (known?.confirmedAt) return undefined
        const { accountId, sub } = known
          ? await takeOver(tx, known, user)
          : await createAccount(tx, { ...user, email, confirmed: true })
        if (!(await accept(tx, invitation, accountId))) throw new Gone()
        return sub
      })
    } catch (error) {
      // The same form sent twice at once: the other one is in.
      if (error instanceof Gone || brokenUnique(error) === 'account_email_key') return undefined
      throw error
    }
  }

  /** Somebody has registered with this address and never confirmed it: whoever reads its mail decides who that is. */
  async function takeOver(tx: Transaction<Tables>, known: Account, user: Omit<NewUser, 'invitation'>) {
    await tx
      .updateTable('account')
      .set({ password_hash: user.passwordHash, email_confirmed_at: now() })
      .where('id', '=', known.id)
      .execute()
    await tx
      .updateTable('person')
      .set({ first_name: user.firstName, last_name: user.lastName })
      .where('id', '=', known.personId)
      .execute()
    return { accountId: known.id, sub: known.sub }
  }

  async function accept(tx: Transaction<Tables>, { id, clubName }: Invitation, accountId: number) {
    const today = todayIn(staffTimeZone, now())
    const accepted = await acceptInvitation(tx, { id, accountId, now: now(), today })
    if (!accepted) return false
    const { clubId, clubUserId } = accepted
    const entry: AuditEntry = {
      clubId,
      subject: 'club_user',
      subjectId: clubUserId,
      after: { invitation: id, clubName },
    }
    await writeAudit(tx, { action: 'answerInvitation', accountId }, [entry])
    return true
  }
}

/** The invitation was closed while an account was being made for it: nothing stays. */
class Gone extends Error {}

interface Asked {
  readonly invitation: Invitation
  readonly token: string
}

async function pageFor(parts: PageParts, asked: Asked & { request: FastifyRequest; reply: FastifyReply }) {
  const { request, reply, invitation } = asked
  const account = await accountByEmail(parts.db, invitation.email)
  if (!account?.confirmedAt && parts.settings.registration === 'closed') return closedPage(parts, asked)
  if (!account?.confirmedAt)
    return newPage(parts, { ...asked, firstName: invitation.firstName, lastName: invitation.lastName })
  const session = await readLoginSession(await parts.provider(), request, reply)
  if (session?.sub === account.sub) return joinPage(parts, asked)
  const other = session && (await accountBySub(parts.db, session.sub))
  return loginFirstPage(parts, asked, other?.email)
}

const invited = (invitation: Invitation) => {
  const { clubName, invitedBy, roles, isAdmin, firstName, lastName, email } = invitation
  const names = [...roles.map(role => role.name.toLowerCase()), ...(isAdmin ? ['an admin of the club'] : [])]
  const as = names.length > 0 && html` as ${names.join(', ')}`
  const name = `${firstName} ${lastName}`.trim()
  return html`<p>${invitedBy} has invited ${name ? `${name} (${email})` : email} to work in <strong>${clubName}</strong>${as || null}. ${openedWords(invitation)}</p>`
}

const title = ({ clubName }: Invitation) => `Join ${clubName}`

const titled = ({ settings }: PageParts, { invitation }: Asked, content: Html) =>
  page({ title: title(invitation), content, settings, scripts: 'newPassword' })

function newPage(
  parts: PageParts,
  asked: Asked & { firstName: string; lastName: string; errors?: FormErrors },
): string {
  const { invitation, token, firstName, lastName, errors = {} } = asked
  const content = html`
    ${invited(invitation)}
    ${errorSummary(errors)}
    <form method="post" action="${parts.settings.pages.invitation}">
      ${hidden('token', token)}
      <input type="hidden" name="email" value="${invitation.email}" autocomplete="username">
      ${field({ name: 'firstName', label: 'First name', value: firstName, autocomplete: 'given-name', error: errors.firstName, focus: true })}
      ${field({ name: 'lastName', label: 'Last name', value: lastName, autocomplete: 'family-name', error: errors.lastName })}
      ${field({
        name: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'new-password',
        hint: `At least ${shortestPassword} characters. A few words are easier to remember than signs.`,
        error: errors.password,
      })}
      <p class="actions"><button type="submit">Create account and join</button></p>
    </form>`
  return titled(parts, asked, content)
}

function closedPage(parts: PageParts, asked: Asked): string {
  return titled(parts, asked, html`${invited(asked.invitation)}<p>${closedWords} Then open this link again.</p>`)
}

function joinPage(parts: PageParts, asked: Asked): string {
  const content = html`
    ${invited(asked.invitation)}
    <form method="post" action="${parts.settings.pages.invitation}">
      ${hidden('token', asked.token)}
      <p class="actions"><button type="submit">Join</button></p>
    </form>
    <p class="links"><a href="${parts.settings.dashboard}">Not now</a></p>`
  return titled(parts, asked, content)
}

/** `other`: the address that is logged in instead. */
function loginFirstPage(parts: PageParts, asked: Asked, other: string | undefined): string {
  const { invitation, login } = parts.settings.pages
  const here = `${parts.settings.baseUrl}${invitation}?${new URLSearchParams({ token: asked.token })}`
  const action = other
    ? html`<p>You are logged in as ${other}. Log out, then open the link in the message again.</p>
      <p class="links"><a href="${parts.settings.dashboard}">Go to Honbu</a></p>`
    : html`<p class="links"><a href="${withReturnUrl(login, here, parts.settings)}">Log in to join</a></p>`
  return titled(parts, asked, html`${invited(asked.invitation)}${action}`)
}

function gonePage({ settings }: PageParts): string {
  const content = html`
    <p>It has been used or taken back, or replaced by a newer one, or is too old. The club can send you a new one.</p>
    <p class="links"><a href="${settings.pages.login}">Log in</a></p>`
  return page({ title: 'This invitation no longer works', content, settings })
}
