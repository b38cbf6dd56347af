import { createHash } from 'node:crypto'
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { Html, html } from '../html.ts'
import type { Settings } from '../settings.ts'
import { contentSecurityPolicy, page, pageHeaders } from './layout.ts'

// The sources below are called by the provider, which answers on its own; hence Koa's context.

const submitAtOnce = "document.getElementById('op.logoutForm').submit()"
const itsHash = `sha256-${createHash('sha256').update(submitAtOnce).digest('base64')}`

/**
 * Asks whether to log out. When the request proves by its id token that it comes from our web client, where the user
 * has just asked for it, the question answers itself.
 */
export function logoutPage(ctx: KoaContextWithOIDC, form: string, settings: Settings): void {
  const asked = ctx.oidc.entities.IdTokenHint?.payload.sub === ctx.oidc.session?.accountId
  // The provider hands over its form as markup; logging out of one client only is not offered.
  const complete = new Html(form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>'))
  const content = html`
    <p>Do you want to log out on this device?</p>
    ${complete}
    <p class="actions"><button type="submit" form="op.logoutForm">Log out</button></p>
    <p class="links"><a href="${settings.dashboard}">Stay logged in</a></p>
    ${asked && new Html(`<script>${submitAtOnce}</script>`)}`
  ctx.set(pageHeaders)
  ctx.set('content-security-policy', contentSecurityPolicy(asked ? itsHash : undefined))
  ctx.type = 'html'
  ctx.body = page({ title: 'Log out', content, settings })
}

export function loggedOutPage(ctx: KoaContextWithOIDC, settings: Settings): void {
  const content = html`
    <p>You successfully logged out!</p>
    <p class="links"><a href="${settings.pages.login}">Log in</a></p>`
  send(ctx, page({ title: 'Logged out', content, settings }))
}

/**
 * An error the provider cannot send back to the client, because it does not know or trust where that is.
 * @param out what the provider says of the request; or what is wrong around it, in words
 */
export function errorPage(ctx: KoaContextWithOIDC, out: ErrorOut | string, settings: Settings) {
  const reason =
    typeof out === 'string'
      ? html`<p>${out}</p>`
      : html`
    <p>This request could not be understood. It may have taken too long, or been opened twice.</p>
    <p class="hint">${out.error}${out.error_description && `: ${out.error_description}`}</p>`
  const content = html`${reason}
    <p class="links"><a href="${settings.dashboard}">Go to the dashboard</a></p>`
  send(ctx, page({ title: 'That did not work', content, settings }))
}

function send(ctx: KoaContextWithOIDC, body: string): void {
  ctx.set(pageHeaders)
  ctx.type = 'html'
  ctx.body = body
}
