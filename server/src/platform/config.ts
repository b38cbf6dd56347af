import { distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import { CannotStart } from './cannot-start.ts'
import { settings } from './settings.ts'
import type { Tracing } from './spans.ts'
import type { SupportChat } from './support-chat.ts'

/** What the environment says. Optional settings that are not set are undefined. */
export type GivenConfig = ReturnType<typeof readConfig>

/** The settings of a server that knows its port, and so its public address. */
export interface Config extends GivenConfig {
  readonly port: number
  /** The public origin, without path and closing slash: `https://club.example`. */
  readonly baseUrl: string
}

/**
 * Reads every setting from the environment.
 * @throws CannotStart that names the first wrong one, or a HONBU_ variable that no setting has.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  for (const name of Object.keys(env)) {
    if (name.startsWith('HONBU_') && !Object.hasOwn(settings, name)) {
      const known = Object.keys(settings).filter(key => key.startsWith('HONBU_'))
      throw new CannotStart(`${name} is not a setting: it must be one of ${known.join(', ')}.`)
    }
  }
  refuseMisspelt(env)
  const read = <Name extends keyof typeof settings>(name: Name) => settingValue<Name>(name, env[name])
  const [databaseUrl, databaseDirectUrl, role] = [read('DATABASE_URL'), read('DATABASE_DIRECT_URL'), read('HONBU_ROLE')]
  if (databaseDirectUrl && !databaseUrl)
    throw new CannotStart('DATABASE_DIRECT_URL is set, and DATABASE_URL is not: see docs/settings.md.')
  const databaseReplicaUrl = read('DATABASE_REPLICA_URL')
  if (databaseReplicaUrl && !databaseUrl)
    throw new CannotStart('DATABASE_REPLICA_URL is set, and DATABASE_URL is not: see docs/settings.md.')
  if (role !== 'all' && !databaseUrl)
    throw new CannotStart('HONBU_ROLE must be all without DATABASE_URL: the embedded Postgres serves one process.')
  const demo = read('HONBU_DEMO') ?? !isPublic(read('BASE_URL'))
  const registration = read('HONBU_REGISTRATION') ?? (demo && !databaseUrl ? 'open' : 'invitation')
  return {
    port: read('PORT'),
    host: read('HOST'),
    baseUrl: read('BASE_URL'),
    basePath: read('BASE_PATH'),
    databaseUrl,
    databaseDirectUrl,
    databaseReplicaUrl,
    role,
    dataDir: read('HONBU_DATA'),
    storage: read('HONBU_STORAGE'),
    backup: {
      to: read('HONBU_BACKUP_TO'),
      at: read('HONBU_BACKUP_AT'),
      hours: read('HONBU_BACKUP_HOURS'),
      keep: read('HONBU_BACKUP_KEEP'),
      recipients: read('HONBU_BACKUP_RECIPIENT') ?? [],
    },
    demo,
    registration,
    sandboxPages: read('HONBU_SANDBOX_PAGES'),
    apiDocs: read('HONBU_API_DOCS'),
    smtpUrl: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM'),
    mailSecret: read('HONBU_MAIL_SECRET'),
    dkim: { name: read('HONBU_DKIM_NAME'), key: read('HONBU_DKIM_KEY') },
    smsUrl: read('HONBU_SMS_URL'),
    smsFrom: read('HONBU_SMS_FROM'),
    mailPerSecond: read('HONBU_MAIL_RATE'),
    smsPerSecond: read('HONBU_SMS_RATE'),
    key: read('HONBU_KEY'),
    oldKey: read('HONBU_KEY_OLD'),
    support: {
      email: read('HONBU_SUPPORT_EMAIL') ?? addressOf(read('MAIL_FROM')),
      chat: supportChat({
        HONBU_INTERCOM_APP_ID: read('HONBU_INTERCOM_APP_ID'),
        HONBU_INTERCOM_SECRET: read('HONBU_INTERCOM_SECRET'),
        region: read('HONBU_INTERCOM_REGION'),
        HONBU_CHATWOOT_URL: read('HONBU_CHATWOOT_URL'),
        HONBU_CHATWOOT_TOKEN: read('HONBU_CHATWOOT_TOKEN'),
        HONBU_CHATWOOT_SECRET: read('HONBU_CHATWOOT_SECRET'),
      }),
    },
    goCardlessUrl: read('HONBU_GOCARDLESS_URL'),
    stripeUrl: read('HONBU_STRIPE_URL'),
    oidc: {
      authority: read('OIDC_AUTHORITY'),
      clientId: read('OIDC_CLIENT_ID'),
      audience: read('OIDC_AUDIENCE'),
      scope: read('OIDC_SCOPE'),
      twoFactor: read('OIDC_TWO_FACTOR'),
    },
    trustProxy: read('TRUST_PROXY'),
    logLevel: read('LOG_LEVEL'),
    tracing: tracingOf(env),
    metricsToken: read('HONBU_METRICS_TOKEN'),
  }
}

/** Where traces go and which are made; undefined: none are. */
function tracingOf(env: Readonly<Record<string, string | undefined>>): Tracing | undefined {
  const read = <Name extends keyof typeof settings>(name: Name) => settingValue<Name>(name, env[name])
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT')
  const url = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? (endpoint && `${endpoint.replace(/\/$/, '')}/v1/traces`)
  const [isDisabled, sampler] = [read('OTEL_SDK_DISABLED'), read('OTEL_TRACES_SAMPLER')]
  const ratio = read('OTEL_TRACES_SAMPLER_ARG')
  return isDisabled || url === undefined ? undefined : { url, sampler, ratio }
}

/** Shorter names are too near to those of others: HOST is two letters from HOME. */
const shortestChecked = 8

/** @throws CannotStart for a variable that isn't a setting, but nearly has the name of one */
function refuseMisspelt(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(env)) {
    if (Object.hasOwn(settings, name) || name.length < shortestChecked - 1) continue
    const meant = Object.keys(settings).find(known => known.length >= shortestChecked && distance(known, name) <= 2)
    if (meant !== undefined)
      throw new CannotStart(`${name} is not a setting. Is it meant to be ${meant}? Rename it, or unset it.`)
  }
}

/** Others reach it: it isn't for trying it out. */
const isPublic = (baseUrl: string | undefined) =>
  baseUrl !== undefined && !/^(localhost|127(\.\d+){3}|\[::1\])$/i.test(new URL(baseUrl).hostname)

/** `Name <address>` or the address alone. */
const addressOf = (from: string) => /<([^<>]+)>$/.exec(from)?.[1] ?? from

interface ChatSettings {
  readonly HONBU_INTERCOM_APP_ID: string | undefined
  readonly HONBU_INTERCOM_SECRET: string | undefined
  readonly region: 'us' | 'eu' | 'ap'
  readonly HONBU_CHATWOOT_URL: string | undefined
  readonly HONBU_CHATWOOT_TOKEN: string | undefined
  readonly HONBU_CHATWOOT_SECRET: string | undefined
}

/** One chat, whole: without its secret anybody could ask as somebody else. */
function supportChat({ region, ...given }: ChatSettings): SupportChat | null {
  const appId = given.HONBU_INTERCOM_APP_ID
  const secret = given.HONBU_INTERCOM_SECRET
  const url = given.HONBU_CHATWOOT_URL
  const token = given.HONBU_CHATWOOT_TOKEN
  const hmac = given.HONBU_CHATWOOT_SECRET
  const intercom = appId && secret ? ({ kind: 'intercom', appId, region, secret } as const) : null
  const chatwoot = url && token && hmac ? ({ kind: 'chatwoot', url, token, secret: hmac } as const) : null
  if (intercom && chatwoot) throw new CannotStart('There can be one support chat: Intercom or Chatwoot, not both.')
  for (const [name, value] of Object.entries(given)) {
    const isWhole = name.startsWith('HONBU_INTERCOM_') ? intercom : chatwoot
    if (value && !isWhole)
      throw new CannotStart(`${name} is set, and others of its chat are not: see docs/settings.md.`)
  }
  return intercom ?? chatwoot
}

function settingValue<Name extends keyof typeof settings>(name: Name, raw: string | undefined) {
  const setting = settings[name]
  const parsed = setting.check.safeParse(raw === undefined || raw.trim() === '' ? undefined : raw)
  // The value is not repeated: it may hold a password.
  if (!parsed.success) throw new CannotStart(`${name} must be ${setting.expects}.`)
  // The table's own type of this row; an index into a union of rows loses it.
  return parsed.data as z.infer<(typeof settings)[Name]['check']>
}

/** The settings, once it is known which port is listened on. */
export function configOnPort(given: GivenConfig, port: number): Config {
  return { ...given, port, baseUrl: given.baseUrl ?? `http://localhost:${port}` }
}
