import { counted } from '@honbu/contract/format.ts'
import { renderSVG } from 'uqr'
import type { Account } from '../accounts.ts'
import { Html, html } from '../html.ts'
import type { Settings } from '../settings.ts'
import { errorSummary, type FormErrors, field, notice, page } from './layout.ts'

export interface TwoFactorState {
  readonly account: Account
  readonly isOn: boolean
  readonly codesLeft: number
  /** The secret that an app is to be given; none before and after. */
  readonly key: { readonly key: string; readonly uri: string } | undefined
  readonly done: string
  readonly errors: FormErrors
  /** The fields that ask for the password or a passkey. */
  readonly proof: (name: string) => Promise<Html>
}

const said: Readonly<Record<string, string>> = { off: 'Two-factor sign-in has been switched off.' }

export async function twoFactorPage(settings: Settings, state: TwoFactorState): Promise<string> {
  const { pages } = settings
  const content = html`
    ${notice(said[state.done])}
    ${errorSummary(state.errors)}
    ${state.isOn ? await on(settings, state) : off(settings, state)}
    <p class="links"><a href="${pages.manage}">Your account</a></p>`
  return page({ title: 'Two-factor sign-in', content, settings, scripts: 'passkeys' })
}

function off({ pages }: Settings, { account, key, errors }: TwoFactorState): Html {
  if (key) return scan(pages.twoFactor, key, errors)
  return html`
    <p>It is off. With it, your password alone is not enough to log in: you also enter a code that an app on your phone
      shows.</p>
    <form method="post" action="${pages.twoFactor}/Begin">
      <input type="hidden" name="username" value="${account.email}" autocomplete="username">
      ${field({ name: 'password', label: 'Your password', type: 'password', autocomplete: 'current-password', error: errors.password })}
      <p class="actions"><button type="submit">Set up two-factor sign-in</button></p>
    </form>`
}

const scan = (address: string, { key, uri }: { key: string; uri: string }, errors: FormErrors): Html => html`
    <ol class="steps">
      <li><p>Open an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or the
        password manager you use.</p></li>
      <li><p>Scan this picture with it.</p>
        <div class="qr" role="img" aria-label="QR code for the authenticator app">${new Html(renderSVG(uri, { border: 2 }))}</div>
        <p class="hint">No camera at hand? Type this key into the app instead:</p>
        <p><code class="key">${key.match(/.{1,4}/g)?.join(' ') ?? key}</code></p></li>
      <li><p>Enter the code that the app shows now.</p></li>
    </ol>
    <form method="post" action="${address}/Confirm">
      ${field({ name: 'code', label: 'Code from the app', autocomplete: 'one-time-code', inputMode: 'numeric', hint: 'Six digits.', error: errors.code })}
      <p class="actions"><button type="submit">Switch on two-factor sign-in</button></p>
    </form>`

const on = async ({ pages }: Settings, { account, codesLeft, proof }: TwoFactorState): Promise<Html> => html`
    <p><span class="badge">On</span> When you log in with your password, you also enter a code from your app.</p>
    <section aria-labelledby="codes">
      <h2 id="codes">Recovery codes</h2>
      <p>${codesLeft === 0 ? 'You have no recovery codes left.' : `You have ${counted(codesLeft, 'recovery code')} left.`}
        With one of them you can log in without your phone. New codes take the place of the old ones.</p>
      <form method="post" action="${pages.twoFactor}/Codes">
        <input type="hidden" name="username" value="${account.email}" autocomplete="username">
        ${await proof('codesPassword')}
        <p class="actions"><button type="submit">Make new recovery codes</button></p>
      </form>
    </section>
    <section aria-labelledby="off">
      <h2 id="off">Switch off</h2>
      <p>Then your password alone is enough to log in. A club that asks its admins for two-factor sign-in stays closed to
        you until you switch it on again.</p>
      <form method="post" action="${pages.twoFactor}/Off">
        <input type="hidden" name="username" value="${account.email}" autocomplete="username">
        ${await proof('offPassword')}
        <p class="actions"><button type="submit" class="danger">Switch off two-factor sign-in</button></p>
      </form>
    </section>`

/** The only time that the codes are shown: they are kept as hashes. */
export function codesPage(settings: Settings, codes: readonly string[], isFirst: boolean): string {
  const content = html`
    ${notice(isFirst ? 'Two-factor sign-in is on, and you have been logged out everywhere else.' : 'Here are your new recovery codes. The old ones no longer work.')}
    <h2>Keep these recovery codes</h2>
    <p>If you lose your phone, each of these logs you in once. They are not shown again: print this page, or keep them in
      a password manager.</p>
    <ul class="codes">${codes.map(code => html`<li><code>${code}</code></li>`)}</ul>
    <p class="links"><a href="${settings.pages.twoFactor}">I have kept them</a></p>
    <p class="links"><a href="${settings.dashboard}">Go to the dashboard</a></p>`
  return page({ title: 'Your recovery codes', content, settings })
}
