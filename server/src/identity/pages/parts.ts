import { visibleText } from '@honbu/contract/visible-text.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Attempts, clientOf } from '../../platform/attempts.ts'
import type { Db } from '../../platform/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Mail } from '../../platform/mail.ts'
import { Refused } from '../../platform/refused.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { LinkMail } from '../mails.ts'
import type { Passkeys } from '../passkeys.ts'
import type { CurrentProvider } from '../provider.ts'
import type { Settings } from '../settings.ts'
import { contentSecurityPolicy, pageHeaders } from './layout.ts'

/** What the pages work with. */
export interface PageParts {
  readonly db: Db
  readonly settings: Settings
  readonly now: () => Date
  readonly jobs: Jobs
  readonly mail: Mail
  readonly attempts: Attempts
  readonly provider: CurrentProvider
  readonly box: SecretBox
  readonly passkeys: Passkeys
}

export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Every page is for anyone; what needs a login session looks for it itself, and sends to the login page. */
export const open = { config: { access: 'anyone' } } as const

/** One field of a form or a query string; '' when it is missing or comes twice. Postgres takes no NUL. */
export function textOf(fields: unknown, name: string): string {
  if (typeof fields !== 'object' || fields === null || !(name in fields)) return ''
  const value: unknown = Reflect.get(fields, name)
  return typeof value === 'string' ? value.replaceAll('\0', '') : ''
}

export const emailOf = (fields: unknown, name: string) => textOf(fields, name).trim()

const email = z.email().max(254)

export const emailProblem = (value: string) =>
  email.safeParse(value).success ? undefined : 'Please enter an e-mail address such as name@club.example.'

/** A name in a form, without space around it and without marks that can't be seen. */
export const nameIn = (fields: unknown, name: string): string => visibleText(textOf(fields, name)).trim()

export const nameProblem = (value: string, what: string) => {
  if (value === '') return `Please enter your ${what}.`
  return value.length > 200 ? `The ${what} should have at most 200 characters.` : undefined
}

export const isRight = (errors: Readonly<Record<string, string | undefined>>) => !Object.values(errors).some(Boolean)

export function sendPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).headers(pageHeaders).type('text/html; charset=utf-8').send(page)
}

/** A page that loads our own scripts, made with `scripts`. */
export function sendScriptedPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  const headers = { ...pageHeaders, 'content-security-policy': contentSecurityPolicy('self') }
  return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(page)
}

/** After a form: the next page by GET, so that reloading sends nothing twice. */
export function goTo(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(address, 303)
}

export function waitText(seconds: number): string {
  const pause = seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')
  return `There have been too many attempts. Please wait ${pause} and try again.`
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Counts a form that makes work or mail, by client address. @throws 429 when there were too many */
export async function countForm({ attempts }: PageParts, { ip }: FastifyRequest): Promise<void> {
  const seconds = await attempts.begin({ kind: 'form', subject: ip })
  if (seconds > 0) throw new Refused(429, waitText(seconds))
}

/** Whether one more email of a kind may go to an address that someone has typed into a form. Each kind has its own counters. */
export async function mayWriteTo(
  { attempts }: PageParts,
  { ip }: FastifyRequest,
  { kind, email }: { readonly kind: LinkMail['kind']; readonly email: string },
): Promise<boolean> {
  const subject = `${kind} ${email}`
  const seconds = await attempts.begin(
    { kind: 'mailFrom', subject: `${subject} ${clientOf(ip)}` },
    { kind: 'mail', subject },
  )
  return seconds === 0
}

/** The name of the database's unique rule that a write has broken, if it is that. */
export const brokenUnique = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && error.code === '23505' && 'constraint' in error
    ? String(error.constraint)
    : undefined
