import type { Account } from '../accounts.ts'
import { html } from '../html.ts'
import { shortestPassword } from '../passwords.ts'
import type { Settings } from '../settings.ts'
import { errorSummary, type FormErrors, field, notice, page } from './layout.ts'

export interface ManageState {
  readonly account: Account
  readonly newEmail?: string
  readonly done?: string
  readonly errors?: FormErrors
}

const said: Readonly<Record<string, string>> = {
  name: 'Your name has been changed.',
  email: 'We have sent a link to the new address. Your e-mail address changes when you open it.',
  password: 'Your password has been changed, and you have been logged out everywhere else.',
}

export function managePage({ pages, dashboard, ...rest }: Settings, state: ManageState): string {
  const { account, newEmail, done, errors = {} } = state
  const content = html`
    ${notice(done && said[done])}
    ${errorSummary(errors)}
    <section aria-labelledby="name">
      <h2 id="name">Name</h2>
      <form method="post" action="${pages.manage}/Name">
        ${field({ name: 'firstName', label: 'First name', value: account.firstName, autocomplete: 'given-name', error: errors.firstName })}
        ${field({ name: 'lastName', label: 'Last name', value: account.lastName, autocomplete: 'family-name', error: errors.lastName })}
        <p class="actions"><button type="submit">Save name</button></p>
      </form>
    </section>
    <section aria-labelledby="email">
      <h2 id="email">E-mail address</h2>
      <p>You log in with ${account.email}.</p>
      <form method="post" action="${pages.manage}/Email">
        ${field({ name: 'newEmail', label: 'New e-mail address', type: 'email', value: newEmail ?? '', autocomplete: 'email', error: errors.newEmail })}
        ${field({ name: 'emailPassword', label: 'Your password', type: 'password', autocomplete: 'current-password', error: errors.emailPassword })}
        <p class="actions"><button type="submit">Change e-mail address</button></p>
      </form>
    </section>
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      <form method="post" action="${pages.manage}/Password">
        <input type="hidden" name="username" value="${account.email}" autocomplete="username">
        ${field({ name: 'currentPassword', label: 'Current password', type: 'password', autocomplete: 'current-password', error: errors.currentPassword })}
        ${field({
          name: 'newPassword',
          label: 'New password',
          type: 'password',
          autocomplete: 'new-password',
          hint: `At least ${shortestPassword} characters. You will be logged out on all other devices.`,
          error: errors.newPassword,
        })}
        <p class="actions"><button type="submit">Change password</button></p>
      </form>
    </section>
    <section aria-labelledby="two-factor">
      <h2 id="two-factor">Two-factor sign-in</h2>
      <p>A code from an app on your phone, besides your password.</p>
      <p class="links"><a href="${pages.twoFactor}">Two-factor sign-in and recovery codes</a></p>
    </section>
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p>Log in with your fingerprint, your face or the PIN of your device, without a password.</p>
      <p class="links"><a href="${pages.passkeys}">Your passkeys</a></p>
    </section>
    <section aria-labelledby="sessions">
      <h2 id="sessions">Where you are logged in</h2>
      <p>See every browser that is logged in to your account, and log out any of them.</p>
      <p class="links"><a href="${pages.sessions}">Show where you are logged in</a></p>
    </section>
    <section aria-labelledby="notifications">
      <h2 id="notifications">Notifications</h2>
      <p>We can email or text you when you get a task, at once, each morning or never.</p>
      <p class="links"><a href="${rest.basePath}/tasks/notifications">Task notifications</a></p>
    </section>
    ${
      account.operatorSince &&
      html`<section aria-labelledby="operator">
      <h2 id="operator">Operator</h2>
      <p>See how this Honbu is, and run failed jobs again.</p>
      <p class="links"><a href="${rest.basePath}/operator">Open the operator’s page</a></p>
    </section>`
    }
    <section>
      <p class="links"><a href="${dashboard}">Back to the dashboard</a></p>
    </section>`
  return page({ title: 'Your account', content, settings: { pages, dashboard, ...rest }, scripts: 'newPassword' })
}
