import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { isRecipient } from './age.ts'
import type { Proxies } from './trusted-proxies.ts'
import { addressesIn } from './writable-host.ts'

/** As OpenTelemetry names them. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** One environment variable. `npm run run -- scripts/write-settings.ts` writes docs/settings.md from these. */
export interface Setting<Value = unknown> {
  /** As docs/settings.md shows it. Empty if there is none. */
  readonly default: string
  /** Ends the sentence "NAME must be …" when a value is wrong. */
  readonly expects: string
  readonly doc: string
  /** Reads the text of the variable; `undefined` when it is not set (an empty value counts as not set). */
  readonly check: z.ZodType<Value, string | undefined>
}

const projectFolder = path.resolve(import.meta.dirname, '../../..')

const text = z.string().trim().min(1)
/** How many proxies, or where they are. Without either, an address that a client has made up would count. */
const proxies = z
  .string()
  .trim()
  .default('0')
  .transform(
    (value): Proxies => (/^\d$/.test(value) ? Number(value) || false : value.split(',').map(each => each.trim())),
  )
  .refine(value => !Array.isArray(value) || value.every(isNetwork))

function isNetwork(text: string): boolean {
  const [host = '', bits, ...rest] = text.split('/')
  const most = { 4: 32, 6: 128 }[isIP(host)] ?? 0
  return most > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

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

/** All settings, by the name of the environment variable. */
export const settings = {
  PORT: row({
    default: '3000',
    expects: 'a port number from 1 to 65535',
    doc: "The port we listen on. If you don't set it and 3000 is taken, we use the next free port up to 3020 and print it.",
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
    doc: 'The address we listen on. Use `0.0.0.0` to let other machines in.',
    check: text.regex(/^[\w.:%-]+$/).default('127.0.0.1'),
  }),
  BASE_URL: row({
    default: '`http://localhost:PORT`',
    expects: 'an address such as https://club.example, without a path (that goes into BASE_PATH)',
    doc: 'The public address, as browsers and emails use it.',
    check: origin.optional(),
  }),
  BASE_PATH: row({
    default: '',
    expects: 'a path such as /club',
    doc: 'The path below which everything is served, including the login pages and the API.',
    check: basePath.default(''),
  }),
  DATABASE_URL: row({
    default: '',
    expects: 'an address such as postgres://user:password@host:5432/database',
    doc: 'A Postgres (15 or newer) to use instead of the embedded one. If you have a standby, list every host: `postgres://honbu@one:5432,two:5432/honbu`. We use the one that accepts writes.',
    check: database.optional(),
  }),
  DATABASE_DIRECT_URL: row({
    default: '',
    expects: 'an address such as postgres://user:password@host:5432/database, and beside DATABASE_URL',
    doc: "Set this if `DATABASE_URL` is a pooler in transaction mode (pgbouncer). It's the address of the same database without the pooler. Migrations, backups and notifications between processes use it.",
    check: database.optional(),
  }),
  DATABASE_REPLICA_URL: row({
    default: '',
    expects: 'an address such as postgres://user:password@host:5432/database, and beside DATABASE_URL',
    doc: 'A standby of `DATABASE_URL` for reading reports. It can have several hosts too. If the standby is missing or behind, we read reports from `DATABASE_URL`.',
    check: database.optional(),
  }),
  HONBU_ROLE: row({
    default: 'all',
    expects: 'one of all, web, worker',
    doc: 'What this process does. `web` serves pages and leaves jobs to others. `worker` runs jobs and serves only `/health/live`, `/health/ready` and `/metrics`. Both need `DATABASE_URL`.',
    check: z.enum(['all', 'web', 'worker']).default('all'),
  }),
  HONBU_DATA: row({
    default: './data',
    expects: 'a folder',
    doc: 'The folder for the embedded Postgres and uploaded files. A relative path starts at the project folder.',
    check: text.default('./data').transform(folder => path.resolve(projectFolder, folder)),
  }),
  HONBU_STORAGE: row({
    default: '',
    expects: 'an address such as s3://KEY:SECRET@host/bucket?region=eu-west-2',
    doc: 'An S3-compatible store for uploaded files, such as `s3://KEY:SECRET@host/bucket?region=eu-west-2`. It replaces the folder `files` in `HONBU_DATA`.',
    check: address(/^s3(\+http)?:$/, isBucket).optional(),
  }),
  HONBU_BACKUP_TO: row({
    default: '',
    expects: 'the path of a folder, or an address such as s3://KEY:SECRET@host/bucket/backups?region=eu-west-2',
    doc: 'The place for automatic backups, used by this installation alone: a folder on another disk that is there already, or an S3-compatible store such as `s3://KEY:SECRET@host/bucket/backups?region=eu-west-2`. Without it, we make no automatic backups. See [operations](operations.md#automatic-backups).',
    check: text
      .refine(
        value =>
          path.isAbsolute(value) || (/^s3(\+http)?:/.test(value) && URL.canParse(value) && isBucket(new URL(value))),
      )
      .optional(),
  }),
  HONBU_BACKUP_AT: row({
    default: '02:30',
    expects: 'a time of the day such as 02:30',
    doc: 'The time of the first automatic backup of the day, by London’s clock.',
    check: text
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .default('02:30')
      .transform(value => ({ hour: Number(value.slice(0, 2)), minute: Number(value.slice(3)) })),
  }),
  HONBU_BACKUP_HOURS: row({
    default: '24',
    expects: 'one of 1, 2, 3, 4, 6, 8, 12, 24',
    doc: 'The hours from one automatic backup to the next.',
    check: z
      .enum(['1', '2', '3', '4', '6', '8', '12', '24'])
      .default('24')
      .transform(value => Number(value)),
  }),
  HONBU_BACKUP_KEEP: row({
    default: '7 days, 4 weeks, 12 months',
    expects: 'how long backups are kept, such as 7 days, 4 weeks, 12 months',
    doc: 'The automatic backups that we keep: all of the last days, the last one of each of the last weeks, and the last one of each of the last months. We delete the others after each backup that succeeds. Leave out what you don’t need, such as `14 days`.',
    check: text
      .regex(/^\d{1,3} (days?|weeks?|months?)( ?, ?\d{1,3} (days?|weeks?|months?))*$/)
      .default('7 days, 4 weeks, 12 months')
      .transform(value => {
        const count = (unit: string) => Number(new RegExp(`(\\d+) ${unit}`).exec(value)?.[1] ?? 0)
        return { days: count('day'), weeks: count('week'), months: count('month') }
      })
      .refine(({ days, weeks, months }) => days + weeks + months > 0),
  }),
  HONBU_BACKUP_RECIPIENT: row({
    default: '',
    expects: 'a public key of age such as age1…, or several with commas between',
    doc: 'The public key ([age](https://age-encryption.org)) that automatic backups are encrypted for. `npm run backup -- --new-key FILE` makes one. Several keys, with commas between, can each open them. Keep the private key elsewhere: this machine doesn’t need it. Without a public key, backups aren’t encrypted.',
    check: text
      .transform(value => value.split(',').map(each => each.trim()))
      .refine(keys => keys.every(isRecipient))
      .optional(),
  }),
  HONBU_DEMO: row({
    default: '`1`, or `0` with a public `BASE_URL`',
    expects: '0 or 1',
    doc: 'Set this to `0` to keep an empty database empty. With `1` we fill it with the demo.',
    check: z
      .enum(['0', '1'])
      .transform(value => value === '1')
      .optional(),
  }),
  HONBU_REGISTRATION: row({
    default: '`open` with the demo on the embedded Postgres, otherwise `invitation`',
    expects: 'one of open, invitation, closed',
    doc: 'Who can create an account: everyone (`open`), people who have been invited to a club (`invitation`), or no one (`closed`), not even with an invitation. The command `create-owner` creates one in any case. With `OIDC_AUTHORITY`, the other provider decides.',
    check: z.enum(['open', 'invitation', 'closed']).optional(),
  }),
  HONBU_SANDBOX_PAGES: row({
    default: '',
    expects: 'local, or not set',
    doc: 'Without this, `/sandbox/mail`, `/sandbox/bank` and `/sandbox/cards` open for the demo only: never with `HONBU_DEMO=0` or once a real carrier or provider is set. Set this to `local` to open them anyway. They only ever open on this machine, and not behind a proxy.',
    check: z.enum(['local']).optional(),
  }),
  HONBU_API_DOCS: row({
    default: 'login',
    expects: 'login or open',
    doc: 'Who can read the description of the API at `/api/docs`: people who are logged in, or everyone (`open`).',
    check: z.enum(['login', 'open']).default('login'),
  }),
  SMTP_URL: row({
    default: '',
    expects: 'an address such as smtps://user:password@host:465',
    doc: 'The mail server. Without it, email goes to the local sandbox, which delivers nothing.',
    check: address(/^smtps?:$/).optional(),
  }),
  MAIL_FROM: row({
    default: '`Honbu <honbu@localhost>`',
    expects: 'an email address such as club@club.example or Our Club <club@club.example>',
    doc: 'The sender of our emails.',
    check: text.regex(/^[^\s<>@]+@[^\s<>@]+$|^[^<>]*<[^\s<>@]+@[^\s<>@]+>$/).default('Honbu <honbu@localhost>'),
  }),
  HONBU_MAIL_SECRET: row({
    default: '',
    expects: 'at least 16 letters, digits, dashes and underscores',
    doc: 'The password that Postmark, or a service like it, uses to report on emails. Its webhook is `https://honbu:PASSWORD@club.example/webhooks/mail`. Without it, we accept no reports.',
    check: text.regex(/^[\w-]{16,200}$/).optional(),
  }),
  HONBU_DKIM_NAME: row({
    default: '',
    expects: 'the name of a DNS record such as honbu._domainkey.club.example',
    doc: 'The DNS name of the public half of `HONBU_DKIM_KEY`, such as `honbu._domainkey.club.example`. Set both to sign emails (DKIM). Use the domain of `MAIL_FROM`.',
    check: text.regex(/^[\w-]+\._domainkey\.[a-z\d-]+(\.[a-z\d-]+)*$/i).optional(),
  }),
  HONBU_DKIM_KEY: row({
    default: '',
    expects: 'a private RSA key (PEM), or the path of a file that holds one',
    doc: 'The private RSA key for signing emails: a file, or the key in PEM format. You can write `\\n` for its line breaks.',
    check: text.optional(),
  }),
  HONBU_SMS_URL: row({
    default: '',
    expects: 'an address such as https://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com',
    doc: 'Twilio, or a service like it, for text messages: `https://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com`. Without it, text messages go to the local sandbox, which delivers nothing.',
    check: address(/^https?:$/, isAccount).optional(),
  }),
  HONBU_SMS_FROM: row({
    default: 'Honbu',
    expects: 'a number such as +447700900123, a messaging service (MG…) or a name of up to 11 letters and digits',
    doc: 'The sender of our text messages: a number, the SID of a messaging service, or a name. People can’t answer a name, so marketing texts carry a link to opt out then.',
    check: text.regex(/^(\+[1-9]\d{6,14}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/).default('Honbu'),
  }),
  HONBU_MAIL_RATE: row({
    default: '20',
    expects: 'a number of messages a second from 1 to 10000',
    doc: 'How many emails of a mailing we send each second, across all processes.',
    check: perSecond(20),
  }),
  HONBU_SMS_RATE: row({
    default: '10',
    expects: 'a number of messages a second from 1 to 10000',
    doc: 'How many text messages of a mailing we send each second, across all processes.',
    check: perSecond(10),
  }),
  HONBU_KEY: row({
    default: '',
    expects: 'at least 32 characters, best made by openssl rand -base64 32',
    doc: 'The key that encrypts the keys of payment providers, the keys that sign logins and the secrets of authenticator apps in the database, and that our other secrets are derived from. Without it, we make a key in `HONBU_DATA` (`secret.key`). Keep it with the backups, but not in the same place. A start refuses another key than the one that was used before. To change it, set the one before as `HONBU_KEY_OLD`. If it is lost, run the command `lost-key`.',
    check: text.min(32).optional(),
  }),
  HONBU_KEY_OLD: row({
    default: '',
    expects: 'the HONBU_KEY before, at least 32 characters',
    doc: 'The key before, while you change `HONBU_KEY`. We can still read what it encrypted, and a job encrypts that again with the new key. Remove it the next day. If you set `HONBU_KEY` for the first time, keep `secret.key` in `HONBU_DATA` instead. Photos’ addresses that were signed with it end.',
    check: text.min(32).optional(),
  }),
  HONBU_GOCARDLESS_URL: row({
    default: '',
    expects: 'https://api.gocardless.com, or the address of what speaks like it',
    doc: 'GoCardless, for Direct Debits: `https://api.gocardless.com`, or `https://api-sandbox.gocardless.com` to try it. Without it, we use the local sandbox, which moves no money.',
    check: origin.optional(),
  }),
  HONBU_STRIPE_URL: row({
    default: '',
    expects: 'https://api.stripe.com, or the address of what speaks like it',
    doc: 'Stripe, for cards: `https://api.stripe.com`. Without it, we use the local sandbox, which moves no money.',
    check: origin.optional(),
  }),
  HONBU_SUPPORT_EMAIL: row({
    default: '`MAIL_FROM`',
    expects: 'an email address such as support@club.example',
    doc: 'The address for messages from “Contact support”. Without it, we use the address in `MAIL_FROM`.',
    check: text.regex(/^[^\s<>@]+@[^\s<>@]+$/).optional(),
  }),
  HONBU_INTERCOM_APP_ID: row({
    default: '',
    expects: 'the id of an app at Intercom, small letters and digits',
    doc: 'Set this and `HONBU_INTERCOM_SECRET` to use Intercom for the support chat. Without a support chat, pages load nothing from other companies.',
    check: text.regex(/^[a-z\d]{4,40}$/).optional(),
  }),
  HONBU_INTERCOM_SECRET: row({
    default: '',
    expects: 'the secret of identity verification of the app at Intercom, at least 16 characters',
    doc: 'The secret that proves to Intercom which user is writing (its identity verification for the web). It never leaves the server.',
    check: text.min(16).optional(),
  }),
  HONBU_INTERCOM_REGION: row({
    default: 'us',
    expects: 'one of us, eu, ap',
    doc: 'The region where Intercom stores your conversations.',
    check: z.enum(['us', 'eu', 'ap']).default('us'),
  }),
  HONBU_CHATWOOT_URL: row({
    default: '',
    expects: 'the address of a Chatwoot server, such as https://app.chatwoot.com',
    doc: 'Set this, `HONBU_CHATWOOT_TOKEN` and `HONBU_CHATWOOT_SECRET` to use Chatwoot for the support chat.',
    check: origin.optional(),
  }),
  HONBU_CHATWOOT_TOKEN: row({
    default: '',
    expects: 'the token of a website inbox in Chatwoot',
    doc: 'The Chatwoot inbox that receives messages (its `websiteToken`).',
    check: text.regex(/^[\w-]{8,100}$/).optional(),
  }),
  HONBU_CHATWOOT_SECRET: row({
    default: '',
    expects: 'the secret of identity validation of the inbox in Chatwoot, at least 16 characters',
    doc: 'The secret that proves to Chatwoot which user is writing (its HMAC token). It never leaves the server.',
    check: text.min(16).optional(),
  }),
  OIDC_AUTHORITY: row({
    default: '',
    expects: 'the https address of an OpenID Connect provider',
    doc: 'An identity provider to use instead of the embedded one.',
    check: address(/^https?:$/)
      .transform(value => value.replace(/\/+$/, ''))
      .optional(),
  }),
  OIDC_CLIENT_ID: row({
    default: 'Honbu.Web',
    expects: 'the id under which this product is registered at OIDC_AUTHORITY',
    doc: 'The client id that the browser sends to `OIDC_AUTHORITY`.',
    check: text.default('Honbu.Web'),
  }),
  OIDC_AUDIENCE: row({
    default: '',
    expects: 'the audience of access tokens for this API',
    doc: 'The audience that access tokens from `OIDC_AUTHORITY` must have.',
    check: text.optional(),
  }),
  OIDC_SCOPE: row({
    default: '',
    expects: 'scopes separated by spaces, such as openid profile email',
    doc: 'The scopes we request from `OIDC_AUTHORITY`.',
    check: text.regex(/^\S+( \S+)*$/).optional(),
  }),
  OIDC_TWO_FACTOR: row({
    default: 'mfa',
    expects: 'values of amr or acr separated by spaces, such as mfa',
    doc: 'How an access token from `OIDC_AUTHORITY` shows that the user logged in with two factors: one of these values in `amr`, or as `acr`. If a club requires two factors of its admins, we refuse tokens without one.',
    check: text
      .regex(/^\S+( \S+)*$/)
      .default('mfa')
      .transform((value): readonly string[] => value.split(' ')),
  }),
  TRUST_PROXY: row({
    default: '0',
    expects: 'how many proxies are in front, from 0 to 9, or their addresses such as 10.0.0.4, 192.168.0.0/16',
    doc: 'How many proxies in front set X-Forwarded-For, -Proto and -Host: `1` for one. Or their addresses, with commas between. We believe nothing that came from before them. Never set it without a proxy, or anyone could forge these headers.',
    check: proxies,
  }),
  LOG_LEVEL: row({
    default: 'warn',
    expects: 'one of trace, debug, info, warn, error, fatal, silent',
    doc: 'How much we log. `info` logs every request.',
    check: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: row({
    default: '',
    expects: 'an address such as http://localhost:4318',
    doc: 'An OpenTelemetry collector, such as `http://localhost:4318`. We send it a trace of each request and job by OTLP over HTTP. Without it, we make no traces.',
    check: address(/^https?:$/).optional(),
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: row({
    default: '`/v1/traces` there',
    expects: 'an address such as http://localhost:4318/v1/traces',
    doc: 'The whole address for traces, if the collector has another path.',
    check: address(/^https?:$/).optional(),
  }),
  OTEL_SDK_DISABLED: row({
    default: '`false`',
    expects: 'true or false',
    doc: '`true` turns traces off, whatever else is set.',
    check: z
      .enum(['true', 'false'])
      .default('false')
      .transform(value => value === 'true'),
  }),
  OTEL_TRACES_SAMPLER: row({
    default: '`parentbased_always_on`',
    expects: `one of ${samplers.join(', ')}`,
    doc: 'The traces that we make. `parentbased_…` follows the `traceparent` of the caller, if there is one.',
    check: z.enum(samplers).default('parentbased_always_on'),
  }),
  OTEL_TRACES_SAMPLER_ARG: row({
    default: '`1`',
    expects: 'a number from 0 to 1, such as 0.1',
    doc: 'The part of all traces that `traceidratio` and `parentbased_traceidratio` make: `0.1` is every tenth.',
    check: text
      .regex(/^(0(\.\d+)?|1(\.0+)?)$/)
      .transform(Number)
      .default(1),
  }),
  HONBU_METRICS_TOKEN: row({
    default: '',
    expects: 'at least 16 letters, digits, dashes and underscores',
    doc: 'The bearer token that Prometheus sends to `/metrics`. Without it, there are no metrics.',
    check: text.regex(/^[\w-]{16,200}$/).optional(),
  }),
  HONBU_CHROMIUM: row({
    default: '',
    expects: 'the path of a Chromium',
    doc: 'Tests only: the browser they use, instead of one on the `PATH`.',
    check: text.optional(),
  }),
  HONBU_FIREFOX: row({
    default: '/usr/bin/firefox-esr',
    expects: 'the path of a Firefox',
    doc: 'Tests only: the Firefox that `npm run test:all` uses.',
    check: text.optional(),
  }),
  HONBU_BENCH_DATA: row({
    default: '.tmp/bench',
    expects: 'a folder',
    doc: '`npm run bench` only: the folder for its databases. They take about 25 GB.',
    check: text.optional(),
  }),
  HONBU_TEST_POSTGRES: row({
    default: '`/usr/lib/postgresql/15/bin`',
    expects: 'a folder with initdb and postgres, or 0',
    doc: "Tests and `npm run bench` only: the folder of an older Postgres. If it's there, tests with a database run on it. Tests of locks, recovery and plans also run on the embedded one. Use `0` to run everything on the embedded one.",
    check: text.optional(),
  }),
  HONBU_TEST_SEED: row({
    default: '`1`',
    expects: 'a whole number, or random',
    doc: 'Tests only: the seed of random histories. With `random`, each run tries new ones.',
    check: text.optional(),
  }),
  HONBU_TEST_TIER: row({
    default: '`all`',
    expects: 'fast or all',
    doc: 'Tests only: which tests run. `npm test` sets `fast`.',
    check: text.optional(),
  }),
  HONBU_TEST_RETRIES: row({
    default: '`1`',
    expects: 'a whole number',
    doc: 'Tests only: how often a browser test that fails is tried again.',
    check: text.optional(),
  }),
  HONBU_KILL_SEED: row({
    default: 'a seed for each test',
    expects: 'a whole number',
    doc: 'Tests only: the seed of the moments at which processes are killed.',
    check: text.optional(),
  }),
} as const
