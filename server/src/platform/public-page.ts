import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'

const css = readFileSync(path.join(import.meta.dirname, 'public-page.css'), 'utf8')

/** What a page may do beyond what every page does. */
export interface PageOptions {
  readonly status?: number
  /** Any website may show it in a frame: for pages that hold no secret and nothing of who looks at them. */
  readonly isFramed?: boolean
  /** Search engines may list it. */
  readonly isListed?: boolean
  /** Shows pictures that we serve. */
  readonly hasPictures?: boolean
  /** The address of a script that we serve. The page works without it. */
  readonly script?: string
  /** JSON-LD: what the page is about, for machines. */
  readonly structuredData?: object
}

/** The style sheet stands in the page itself, so that the page needs nothing else; its hash lets it through. */
const headersOf = ({ isFramed, hasPictures, script }: PageOptions) => ({
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    ...(hasPictures ? ["img-src 'self'"] : []),
    ...(script ? ["script-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isFramed ? '*' : "'none'"}`,
  ].join('; '),
  ...(!isFramed && { 'x-frame-options': 'DENY' }),
  'cache-control': 'no-store',
  // The address may hold a secret, which no other place may hear of; our own forms still say where they come from.
  'referrer-policy': 'same-origin',
})

/** Sends a page for somebody who is not signed in: plain HTML without scripts; its styles are those of public-page.css. */
export function sendPublicPage(reply: FastifyReply, title: string, content: Html, status = 200): FastifyReply {
  return sendOpenPage(reply, title, content, { status })
}

/** The same for a page that everybody may see, with what else it may do. */
export function sendOpenPage(reply: FastifyReply, title: string, content: Html, options: PageOptions): FastifyReply {
  const { status = 200, isFramed, isListed, script, structuredData } = options
  const markup = html`<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  ${!isListed && html`<meta name="robots" content="noindex">`}
  <title>${title}</title>
  ${script && html`<script src="${script}" defer></script>`}`.markup
  // A browser runs no script of this type; what could end it early is written otherwise.
  const data = structuredData
    ? `\n  <script type="application/ld+json">${JSON.stringify(structuredData).replaceAll('<', '\\u003c')}</script>`
    : ''
  // The style sheet is ours, and its characters must reach the browser as they were hashed.
  const text = `${markup}${data}\n  <style>${css}</style>\n</head>\n${
    html`<body${isFramed && html` class="framed"`}><main><h1>${title}</h1>${content}</main></body>`.markup
  }\n</html>\n`
  // Helmet has set it on every answer.
  if (isFramed) reply.removeHeader('x-frame-options')
  return reply.code(status).headers(headersOf(options)).type('text/html; charset=utf-8').send(text)
}

/** Leads on to another address, without telling it where from. */
export function leadOn(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 303)
}

/** The text under a name in a query string or a form, cut off after so many characters; empty where there is none. */
export function textIn(fields: unknown, name: string, most = 200): string {
  if (typeof fields !== 'object' || fields === null || !(name in fields)) return ''
  const value: unknown = Reflect.get(fields, name)
  return typeof value === 'string' ? value.slice(0, most).replaceAll('\0', '').toWellFormed() : ''
}
