import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'

const css = readFileSync(path.join(import.meta.dirname, 'public-page.css'), 'utf8')

/** The style sheet stands in the page itself, so that the page needs nothing else; its hash lets it through. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  // The address holds the secret, which no other place may hear of; our own forms still say where they come from.
  'referrer-policy': 'same-origin',
} as const

/** Sends a page for somebody who is not signed in: plain HTML without scripts; its styles are those of public-page.css. */
export function sendPublicPage(reply: FastifyReply, title: string, content: Html, status = 200): FastifyReply {
  const markup = html`<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${title}</title>`.markup
  // The style sheet is ours, and its characters must reach the browser as they were hashed.
  const text = `${markup}\n  <style>${css}</style>\n</head>\n${
    html`<body><main><h1>${title}</h1>${content}</main></body>`.markup
  }\n</html>\n`
  return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(text)
}

/** Leads on to another address, without telling it where from. */
export function leadOn(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 303)
}

/** The text under a name in a query string or a form, up to 200 characters; empty where there is none. */
export function textIn(fields: unknown, name: string): string {
  if (typeof fields !== 'object' || fields === null || !(name in fields)) return ''
  const value: unknown = Reflect.get(fields, name)
  return typeof value === 'string' ? value.slice(0, 200).replaceAll('\0', '') : ''
}
