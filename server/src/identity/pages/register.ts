import type { FastifyInstance } from 'fastify'
import { accountByEmail, createAccount } from '../accounts.ts'
import { html } from '../html.ts'
import { alreadyRegistered, linkMailJob } from '../mails.ts'
import { hashPassword, weakness } from '../passwords.ts'
import { withReturnUrl } from '../return-url.ts'
import { closedWords } from './closed-words.ts'
import { errorSummary, type FormErrors, hidden, page } from './layout.ts'
import { type NewAccount, newAccountFields } from './new-account-fields.ts'
import {
  brokenUnique,
  countForm,
  emailOf,
  emailProblem,
  goTo,
  isRight,
  mayWriteTo,
  nameIn,
  nameProblem,
  open,
  type PageParts,
  sendPage,
  sendScriptedPage,
  textOf,
} from './parts.ts'

/**
 * Making an account. The answer is the same whether the address has one already or not; which it is, the mail says.
 */
export function serveRegister(app: FastifyInstance, parts: PageParts): void {
  const { registration } = parts.settings
  if (registration !== 'open') {
    refuseAll(app, parts)
    return
  }

  app.get('/Identity/Account/Register', open, async ({ query }, reply) => {
    if (textOf(query, 'done')) return sendPage(reply, sentPage(parts, textOf(query, 'returnUrl')))
    const empty = { firstName: '', lastName: '', email: '' }
    return sendScriptedPage(reply, registerPage(parts, empty, textOf(query, 'returnUrl'), {}))
  })

  app.post('/Identity/Account/Register', open, async (request, reply) => {
    const { body } = request
    const registration = {
      firstName: nameIn(body, 'firstName'),
      lastName: nameIn(body, 'lastName'),
      email: emailOf(body, 'email'),
    }
    const password = textOf(body, 'password')
    const returnUrl = textOf(body, 'returnUrl')
    const errors = {
      firstName: nameProblem(registration.firstName, 'first name'),
      lastName: nameProblem(registration.lastName, 'last name'),
      email: emailProblem(registration.email),
      password: await weakness(password, Object.values(registration)),
    }
    if (!isRight(errors)) return sendScriptedPage(reply, registerPage(parts, registration, returnUrl, errors), 400)

    await countForm(parts, request)
    // Hashed whether it is needed or not, so that the time does not tell.
    const passwordHash = await hashPassword(password)
    if (await mayWriteTo(parts, request, { kind: 'confirm', email: registration.email }))
      await register(parts, { ...registration, passwordHash }, returnUrl)
    const { register: address } = parts.settings.pages
    return goTo(reply, `${address}?${new URLSearchParams({ done: 'sent', ...(returnUrl && { returnUrl }) })}`)
  })
}

/** Says it before anyone has typed anything, and what to do instead. */
function refuseAll(app: FastifyInstance, { settings }: PageParts): void {
  const isInvited = settings.registration === 'invitation'
  const content = html`
    <p>${
      isInvited
        ? 'You need an invitation to create an account here. Open the link in the email that invites you to a club. If you can’t find it, ask your club to send it again.'
        : closedWords
    }</p>
    <p class="links"><a href="${settings.pages.login}">Log in</a></p>`
  const refused = page({
    title: isInvited ? 'Accounts are by invitation' : 'Registration is closed',
    content,
    settings,
  })
  app.get('/Identity/Account/Register', open, async (_request, reply) => sendPage(reply, refused))
  app.post('/Identity/Account/Register', open, async (_request, reply) => sendPage(reply, refused, 403))
}

async function register(parts: PageParts, wanted: NewAccount & { passwordHash: string }, returnUrl: string) {
  const { db, jobs, mail, settings } = parts
  try {
    await db.transaction().execute(async tx => {
      const known = await accountByEmail(tx, wanted.email)
      if (known?.confirmedAt) return mail.post(tx, alreadyRegistered(known.email, settings))
      if (known) {
        // Nobody has confirmed it, so the last one counts; who confirms has to know this password (ConfirmEmail).
        await tx.updateTable('account').set({ password_hash: wanted.passwordHash }).where('id', '=', known.id).execute()
        await tx
          .updateTable('person')
          .set({ first_name: wanted.firstName, last_name: wanted.lastName })
          .where('id', '=', known.personId)
          .execute()
      } else {
        await createAccount(tx, { ...wanted, confirmed: false })
      }
      await jobs.enqueue(tx, linkMailJob, { kind: 'confirm', email: wanted.email, returnUrl })
    })
  } catch (error) {
    // The same form sent twice at once: the other one has made the account and sends the mail.
    if (brokenUnique(error) !== 'account_email_key') throw error
  }
}

function registerPage({ settings }: PageParts, values: NewAccount, returnUrl: string, errors: FormErrors): string {
  const { login, register: action } = settings.pages
  const content = html`
    ${errorSummary(errors)}
    <form method="post" action="${action}">
      ${hidden('returnUrl', returnUrl)}
      ${newAccountFields(values, errors)}
      <p class="actions"><button type="submit">Create account</button></p>
    </form>
    <p class="links"><a href="${withReturnUrl(login, returnUrl, settings)}">I have an account already</a></p>`
  return page({ title: 'Create an account', content, settings, scripts: 'newPassword' })
}

function sentPage({ settings }: PageParts, returnUrl: string): string {
  const content = html`
    <p>We have sent you a message. Open the link in it to finish; it works for three days.</p>
    <p class="hint">Nothing there after a few minutes? Look into the folder for unwanted mail, or try again.</p>
    <p class="links"><a href="${withReturnUrl(settings.pages.login, returnUrl, settings)}">Log in</a></p>`
  return page({ title: 'Check your e-mail', content, settings })
}
