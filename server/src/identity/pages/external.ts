import type { FastifyInstance } from 'fastify'
import { html } from '../html.ts'
import { safeReturnUrl } from '../return-url.ts'
import type { Settings } from '../settings.ts'
import { serveAssets } from './assets.ts'
import { page } from './layout.ts'
import { goTo, open, sendPage, textOf } from './parts.ts'

/** The account pages when another provider looks after accounts: who does, and where. */
export async function serveExternalPages(app: FastifyInstance, settings: Settings, authority: string): Promise<void> {
  await serveAssets(app)
  // The web client begins signing in on any page that needs it.
  app.get('/Identity/Account/Login', open, async ({ query }, reply) =>
    goTo(reply, safeReturnUrl(textOf(query, 'returnUrl'), settings)),
  )
  app.get('/Identity/Account/Manage/Proof', open, async (_request, reply) => {
    const content = html`
      <p>Log out of Honbu and log in again. Then download your file within 30 minutes.</p>
      <p class="links"><a href="${settings.dashboard}">Go to the dashboard</a></p>`
    return sendPage(reply, page({ title: "Confirm it's you", content, settings }))
  })
  app.get('/Identity/Account/*', open, async (_request, reply) => {
    const { host } = new URL(authority)
    const content = html`
      <p>Your account (name, e-mail address and password) is looked after by <a href="${authority}">${host}</a>.</p>
      <p class="links"><a href="${settings.dashboard}">Go to the dashboard</a></p>`
    return sendPage(reply, page({ title: 'Your account', content, settings }))
  })
}
