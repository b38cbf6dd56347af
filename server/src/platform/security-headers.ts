import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { ChatSources } from './support-chat.ts'

/** Helmet's headers, which are the same on every answer: put together once, and sent in one piece with those of the answer. */
export function setHeaders(app: FastifyInstance, options: HelmetOptions): void {
  const headers = headersOf(options)
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

function headersOf(options: HelmetOptions): Readonly<Record<string, string>> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(answer.req, answer, error => {
    if (error) throw error
  })
  // Helmet's values are texts.
  return answer.getHeaders() as Record<string, string>
}

/**
 * One origin for everything: nothing is loaded from elsewhere, and only we may frame our pages (silent sign-in). Another
 * identity provider is an exception: the browser asks it for tokens, and shows it in the silent frame. So is the support
 * chat, where the settings name one.
 */
export function securityHeaders(baseUrl: string, authority: string | undefined, chat: ChatSources): HelmetOptions {
  const provider = authority ? [new URL(authority).origin] : []
  const secure = baseUrl.startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...chat.script],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...chat.img],
        fontSrc: ["'self'", ...chat.font],
        mediaSrc: ["'self'", ...chat.media],
        connectSrc: ["'self'", ...provider, ...chat.connect],
        frameSrc: ["'self'", ...provider, ...chat.frame],
        frameAncestors: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'", ...chat.form],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    frameguard: { action: 'sameorigin' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: true },
  }
}
