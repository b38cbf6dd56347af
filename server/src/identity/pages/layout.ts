import { type Html, html } from '../html.ts'
import { advice, leastScore, reasons, shortestPassword } from '../passwords.ts'
import type { Settings } from '../settings.ts'

/** These pages load a style sheet and fonts, and send forms to us: nothing else, and nobody may frame them. */
export const contentSecurityPolicy = (script?: string) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(script ? [`script-src '${script}'`] : []),
  ].join('; ')

export const pageHeaders = {
  'content-security-policy': contentSecurityPolicy(),
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  // With `no-referrer`, browsers send forms with the origin `null`, and we want to see ours.
  'referrer-policy': 'same-origin',
} as const

interface Page {
  readonly title: string
  readonly content: Html
  readonly settings: Settings
  /** Loads our own scripts: send it by `sendScriptedPage`. */
  readonly scripts?: keyof typeof scriptFiles
}

export function page({ title, content, settings, scripts }: Page): string {
  return html`<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${title} · Honbu</title>
  <link rel="icon" href="${settings.basePath}/favicon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="${settings.pages.assets}/identity.css">
  ${scripts && scriptFiles[scripts].map(name => html`<script src="${settings.pages.assets}/${name}" defer></script>`)}
</head>
<body>
  <main>
    <p class="brand" aria-hidden="true">Honbu</p>
    <h1>${title}</h1>
    ${content}
  </main>
</body>
</html>
`.markup
}

const scriptFiles = {
  passkeys: ['simplewebauthn.js', 'passkeys.js'],
  newPassword: ['password-strength.js'],
  closing: ['close-window.js'],
} as const

/** Messages by the name of the input they are about; '' for the whole form. */
export type FormErrors = Readonly<Record<string, string | undefined>>

/** What is wrong, before the form, with links to the inputs. */
export function errorSummary(errors: FormErrors): Html | null {
  const wrong = Object.entries(errors).filter(([, message]) => message)
  if (wrong.length === 0) return null
  const items = wrong.map(
    ([name, message]) => html`<li>${name ? html`<a href="#${name}">${message}</a>` : message}</li>`,
  )
  return html`<div class="notice bad" role="alert" tabindex="-1"><ul>${items}</ul></div>`
}

export const notice = (text: string | undefined) =>
  text ? html`<p class="notice good" role="status">${text}</p>` : null

interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly value?: string | undefined
  readonly autocomplete: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly focus?: boolean
  readonly inputMode?: 'numeric'
}

export function field({
  name,
  label,
  type = 'text',
  value,
  autocomplete,
  hint,
  error,
  focus = false,
  inputMode,
}: Field): Html {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error && html`<p class="error" id="${name}-error">${error}</p>`}
    <input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required
      ${type === 'text' ? html`maxlength="200"` : html`maxlength="254" spellcheck="false" autocapitalize="none"`}
      ${inputMode && html`inputmode="${inputMode}"`}
      ${value !== undefined && html`value="${value}"`}
      ${described && html`aria-describedby="${described}"`}
      ${error && html`aria-invalid="true"`} ${focus && html`autofocus`}>
    ${autocomplete === 'new-password' && strengthOf(name)}
  </div>`
}

/** Filled by password-strength.js while a new password is typed. */
function strengthOf(name: string): Html {
  const words = JSON.stringify({ reasons, advice, least: leastScore, shortest: shortestPassword })
  return html`<div class="strength" data-strength-of="${name}" data-words="${words}" hidden>
      <meter min="0" max="4" low="${leastScore}" optimum="4" aria-hidden="true"></meter>
      <span role="status"></span>
    </div>`
}

export const hidden = (name: string, value: string | undefined) =>
  value ? html`<input type="hidden" name="${name}" value="${value}">` : null
