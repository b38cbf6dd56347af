import path from 'node:path'
import { z } from 'zod'
import { addressesIn } from './writable-host.ts'

/** One environment variable: a row of the table in the README, which a test compares with this one. */
export interface Setting<Value = unknown> {
  /** As the README prints it; empty when there is none. */
  readonly default: string
  /** Ends the sentence "NAME must be …" when a value is wrong. */
  readonly expects: string
  readonly doc: string
  /** Reads the text of the variable; `undefined` when it is not set (an empty value counts as not set). */
  readonly check: z.ZodType<Value, string | undefined>
}

const projectFolder = path.resolve(import.meta.dirname, '../../..')

const text = z.string().trim().min(1)
const flag = (standard: '0' | '1') =>
  z
    .enum(['0', '1'])
    .default(standard)
    .transform(value => value === '1')
const address = (protocols: RegExp, accepts: (url: URL) => boolean = () => true) =>
  text.refine(value => URL.canParse(value) && protocols.test(new URL(value).protocol) && accepts(new URL(value)))

/** A database, which may have several hosts. */
const database = text.refine(value =>
  addressesIn(value).every(one => URL.canParse(one) && /^postgres(ql)?:$/.test(new URL(one).protocol)),
)

const perSecond = (usual: number) =>
  text
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine(value => value >= 1 && value <= 10_000)
    .default(usual)

/** An address without path, query or sign-in: `https://club.example`. */
const origin = address(/^https?:$/, url => url.pathname === '/' && !url.search && !url.hash && !url.username).transform(
  value => new URL(value).origin,
)

/** A host, a key with its secret, a bucket, and no more than the region beside them. */
const isBucket = (url: URL) =>
  Boolean(url.host && url.username && url.password) &&
  /^\/[\w.-]+(\/[\w.-]+)*\/?$/.test(url.pathname) &&
  [...url.searchParams.keys()].every(name => name === 'region')

/** A host with an account and its secret, and nothing more. */
const isAccount = (url: URL) =>
  Boolean(url.username && url.password) && url.pathname === '/' && !url.search && !url.hash

/** '/club/', 'club' and '/club' are one path; '/' is none. */
const basePath = z
  .string()
  .trim()
  .transform(value => value.replace(/^\/*|\/*$/g, ''))
  .refine(value => value === '' || value.split('/').every(part => /^[\w~-][\w.~-]*$/.test(part)))
  .transform(value => (value === '' ? '' : `/${value}`))

const row = <Value>(setting: Setting<Value>) => setting

/** Every setting there is. The keys are the names of the environment variables. */
export const settings = {
  PORT: row({
    default: '3000',
    expects: 'a port number from 1 to 65535',
    doc: 'The port to listen on. When it is not set and 3000 is taken, the next free one up to 3020 is used and printed.',
    check: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine(port => port >= 1 && port <= 65_535)
      .optional(),
  }),
  HOST: row({
    default: '127.0.0.1',
    expects: 'a host name or IP address of this machine, without port',
    doc: 'The address to listen on. `0.0.0.0` lets other machines in.',
    check: text.regex(/^[\w.:%-]+$/).default('127.0.0.1'),
  }),
  BASE_URL: row({
    default: '`http://localhost:PORT`',
    expects: 'an address such as https://club.example, without a path (that goes into BASE_PATH)',
    doc: 'The public address, as browsers and e-mails use it.',
    check: origin.optional(),
  }),
  BASE_PATH: row({
    default: '',
    expects: 'a path such as /club',
    doc: 'The path below which the whole product is served, identity and API included.',
    check: basePath.default(''),
  }),
  DATABASE_URL: row({
    default: '',
    expects: 'an address such as postgres://user:password@host:5432/database',
    doc: 'A Postgres (15 or newer) to use instead of the embedded one. Where another takes over when it falls, with all of them: `postgres://honbu@one:5432,two:5432/honbu`; whichever can be written to is used.',
    check: database.optional(),
  }),
  DATABASE_DIRECT_URL: row({
    default: '',
    expects: 'an address such as postgres://user:password@host:5432/database, and beside DATABASE_URL',
    doc: 'Where `DATABASE_URL` is a pooler in transaction mode (pgbouncer): the same database without it, for migrations, backups and news between processes.',
    check: database.optional(),
  }),
  DATABASE_REPLICA_URL: row({
    default: '',
    expects: 'an address such as postgres://user:password@host:5432/database, and beside DATABASE_URL',
    doc: 'A standby of `DATABASE_URL` that reports are read on, as soon as it has all that was written before; several hosts as there. Where it is gone or behind, they are read in `DATABASE_URL`.',
    check: database.optional(),
  }),
  HONBU_ROLE: row({
    default: 'all',
    expects: 'one of all, web, worker',
    doc: 'What this process does: `web` serves and leaves jobs to others, `worker` works on jobs and serves `/health/live`, `/health/ready` and `/metrics` only. Other than `all`, with `DATABASE_URL`.',
    check: z.enum(['all', 'web', 'worker']).default('all'),
  }),
  HONBU_DATA: row({
    default: './data',
    expects: 'a folder',
    doc: 'The folder of the embedded Postgres and of uploaded files. A relative one counts from the project.',
    check: text.default('./data').transform(folder => path.resolve(projectFolder, folder)),
  }),
  HONBU_STORAGE: row({
    default: '',
    expects: 'an address such as s3://KEY:SECRET@host/bucket?region=eu-west-2',
    doc: 'An S3-compatible store for uploaded files, as `s3://KEY:SECRET@host/bucket?region=eu-west-2`, instead of the folder `files` in `HONBU_DATA`.',
    check: address(/^s3(\+http)?:$/, isBucket).optional(),
  }),
  HONBU_DEMO: row({
    default: '1',
    expects: '0 or 1',
    doc: 'Whether an empty database is filled with the demo.',
    check: flag('1'),
  }),
  SMTP_URL: row({
    default: '',
    expects: 'an address such as smtps://user:password@host:465',
    doc: 'The mail server. Without it, mail goes to the local sandbox, which delivers nothing.',
    check: address(/^smtps?:$/).optional(),
  }),
  MAIL_FROM: row({
    default: '`Honbu <honbu@localhost>`',
    expects: 'an e-mail address such as club@club.example or Our Club <club@club.example>',
    doc: 'Who mail comes from.',
    check: text.regex(/^[^\s<>@]+@[^\s<>@]+$|^[^<>]*<[^\s<>@]+@[^\s<>@]+>$/).default('Honbu <honbu@localhost>'),
  }),
  HONBU_MAIL_SECRET: row({
    default: '',
    expects: 'at least 16 letters, digits, dashes and underscores',
    doc: 'The password with which Postmark, or what speaks like it, reports what became of mail, by the webhook `https://honbu:PASSWORD@club.example/webhooks/mail`. Without it, nobody is believed.',
    check: text.regex(/^[\w-]{16,200}$/).optional(),
  }),
  HONBU_DKIM_NAME: row({
    default: '',
    expects: 'the name of a DNS record such as honbu._domainkey.club.example',
    doc: 'The name at which the public half of `HONBU_DKIM_KEY` is published, such as `honbu._domainkey.club.example`. With both, mail is signed (DKIM); the domain should be that of `MAIL_FROM`.',
    check: text.regex(/^[\w-]+\._domainkey\.[a-z\d-]+(\.[a-z\d-]+)*$/i).optional(),
  }),
  HONBU_DKIM_KEY: row({
    default: '',
    expects: 'a private RSA key (PEM), or the path of a file that holds one',
    doc: 'The private RSA key that mail is signed with: a file, or the key itself (PEM; `\\n` may stand for its line breaks).',
    check: text.optional(),
  }),
  HONBU_SMS_URL: row({
    default: '',
    expects: 'an address such as https://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com',
    doc: 'Twilio, or what speaks like it, for text messages: `https://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com`. Without it, they go to the local sandbox, which delivers nothing.',
    check: address(/^https?:$/, isAccount).optional(),
  }),
  HONBU_SMS_FROM: row({
    default: 'Honbu',
    expects: 'a number such as +447700900123, a messaging service (MG…) or a name of up to 11 letters and digits',
    doc: 'Who text messages come from: a number, the SID of a messaging service, or a name.',
    check: text.regex(/^(\+[1-9]\d{6,14}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/).default('Honbu'),
  }),
  HONBU_MAIL_RATE: row({
    default: '20',
    expects: 'a number of messages a second from 1 to 10000',
    doc: 'How many e-mails a second all processes together hand to the mail server, of messages to many.',
    check: perSecond(20),
  }),
  HONBU_SMS_RATE: row({
    default: '10',
    expects: 'a number of messages a second from 1 to 10000',
    doc: 'The same for text messages.',
    check: perSecond(10),
  }),
  HONBU_KEY: row({
    default: '',
    expects: 'at least 32 characters, best made by openssl rand -base64 32',
    doc: 'What the keys of payment providers, and the secrets of authenticator apps, are encrypted with in the database. Without it, a key of its own is made in `HONBU_DATA` (`secret.key`): keep it with the backups. Whoever changes it enters the providers’ keys again, and those with an app log in with a recovery code.',
    check: text.min(32).optional(),
  }),
  HONBU_GOCARDLESS_URL: row({
    default: '',
    expects: 'https://api.gocardless.com, or the address of what speaks like it',
    doc: 'GoCardless, for direct debits: `https://api.gocardless.com`, or `https://api-sandbox.gocardless.com` to try it. Without it, the local sandbox, which moves no money.',
    check: origin.optional(),
  }),
  HONBU_STRIPE_URL: row({
    default: '',
    expects: 'https://api.stripe.com, or the address of what speaks like it',
    doc: 'Stripe, for cards: `https://api.stripe.com`. Without it, the local sandbox, which moves no money.',
    check: origin.optional(),
  }),
  HONBU_SUPPORT_EMAIL: row({
    default: '`MAIL_FROM`',
    expects: 'an e-mail address such as support@club.example',
    doc: 'Who gets what is written under “Contact support”. Without it, the address in `MAIL_FROM`.',
    check: text.regex(/^[^\s<>@]+@[^\s<>@]+$/).optional(),
  }),
  HONBU_INTERCOM_APP_ID: row({
    default: '',
    expects: 'the id of an app at Intercom, small letters and digits',
    doc: 'Intercom as the support chat. With it `HONBU_INTERCOM_SECRET`. Without either chat nothing of a third party is loaded.',
    check: text.regex(/^[a-z\d]{4,40}$/).optional(),
  }),
  HONBU_INTERCOM_SECRET: row({
    default: '',
    expects: 'the secret of identity verification of the app at Intercom, at least 16 characters',
    doc: 'What proves to Intercom who is asking (identity verification for the web). It stays on the server.',
    check: text.min(16).optional(),
  }),
  HONBU_INTERCOM_REGION: row({
    default: 'us',
    expects: 'one of us, eu, ap',
    doc: 'Where Intercom keeps what is written.',
    check: z.enum(['us', 'eu', 'ap']).default('us'),
  }),
  HONBU_CHATWOOT_URL: row({
    default: '',
    expects: 'the address of a Chatwoot server, such as https://app.chatwoot.com',
    doc: 'Chatwoot as the support chat. With it `HONBU_CHATWOOT_TOKEN` and `HONBU_CHATWOOT_SECRET`.',
    check: origin.optional(),
  }),
  HONBU_CHATWOOT_TOKEN: row({
    default: '',
    expects: 'the token of a website inbox in Chatwoot',
    doc: 'The inbox of Chatwoot that messages go to (its `websiteToken`).',
    check: text.regex(/^[\w-]{8,100}$/).optional(),
  }),
  HONBU_CHATWOOT_SECRET: row({
    default: '',
    expects: 'the secret of identity validation of the inbox in Chatwoot, at least 16 characters',
    doc: 'What proves to Chatwoot who is asking (its HMAC token). It stays on the server.',
    check: text.min(16).optional(),
  }),
  OIDC_AUTHORITY: row({
    default: '',
    expects: 'the https address of an OpenID Connect provider',
    doc: 'Another identity provider instead of the embedded one.',
    check: address(/^https?:$/)
      .transform(value => value.replace(/\/+$/, ''))
      .optional(),
  }),
  OIDC_CLIENT_ID: row({
    default: 'Honbu.Web',
    expects: 'the id under which this product is registered at OIDC_AUTHORITY',
    doc: 'The client id that the browser presents to `OIDC_AUTHORITY`.',
    check: text.default('Honbu.Web'),
  }),
  OIDC_AUDIENCE: row({
    default: '',
    expects: 'the audience of access tokens for this API',
    doc: 'The audience that access tokens of `OIDC_AUTHORITY` must carry.',
    check: text.optional(),
  }),
  OIDC_SCOPE: row({
    default: '',
    expects: 'scopes separated by spaces, such as openid profile email',
    doc: 'The scopes asked of `OIDC_AUTHORITY`.',
    check: text.regex(/^\S+( \S+)*$/).optional(),
  }),
  OIDC_TWO_FACTOR: row({
    default: 'mfa',
    expects: 'values of amr or acr separated by spaces, such as mfa',
    doc: 'What an access token of `OIDC_AUTHORITY` says of somebody who has signed in with two factors: one of these in `amr`, or as `acr`. Clubs that ask their admins for it are closed to those whose token says nothing of the kind.',
    check: text
      .regex(/^\S+( \S+)*$/)
      .default('mfa')
      .transform((value): readonly string[] => value.split(' ')),
  }),
  TRUST_PROXY: row({
    default: '0',
    expects: '0 or 1',
    doc: 'Whether a proxy in front sets X-Forwarded-For, -Proto and -Host. Never 1 without one: anyone could forge them.',
    check: flag('0'),
  }),
  LOG_LEVEL: row({
    default: 'warn',
    expects: 'one of trace, debug, info, warn, error, fatal, silent',
    doc: 'How much is logged. `info` logs every request.',
    check: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: row({
    default: '',
    expects: 'an address such as http://localhost:4318',
    doc: 'A collector of OpenTelemetry, by OTLP over HTTP, such as `http://localhost:4318`: it gets a trace of each request and job. Without it, there are none, and nothing for them is loaded.',
    check: address(/^https?:$/).optional(),
  }),
  HONBU_METRICS_TOKEN: row({
    default: '',
    expects: 'at least 16 letters, digits, dashes and underscores',
    doc: 'What Prometheus shows as bearer token at `/metrics`. Without it, there are no metrics.',
    check: text.regex(/^[\w-]{16,200}$/).optional(),
  }),
  HONBU_CHROMIUM: row({
    default: '',
    expects: 'the path of a Chromium',
    doc: 'Tests only: the browser for them, instead of one on the PATH.',
    check: text.optional(),
  }),
  HONBU_TEST_POSTGRES: row({
    default: '`/usr/lib/postgresql/15/bin`',
    expects: 'a folder with initdb and postgres, or 0',
    doc: 'Tests and `npm run bench` only: the programs of an older Postgres. Where they are, the tests with a database run on it, and those of locks, recovery and plans on the embedded one too. `0`: all on the embedded one.',
    check: text.optional(),
  }),
  HONBU_TEST_SEED: row({
    default: '`1`',
    expects: 'a whole number, or random',
    doc: 'Tests only: where random histories begin. `random`: each run goes where none has been, to look for what is still wrong.',
    check: text.optional(),
  }),
} as const
