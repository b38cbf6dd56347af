import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { newIdentity, recipientOf } from './age.ts'
import { CannotStart } from './cannot-start.ts'
import { configOnPort, readConfig } from './config.ts'
import { settings } from './settings.ts'

const lineOf = (env: Record<string, string>) => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof CannotStart) return error.message
    throw error
  }
  return 'no complaint'
}

describe('readConfig', () => {
  it('has a default for everything', () => {
    const project = path.resolve(import.meta.dirname, '../../..')
    expect(readConfig({})).toEqual({
      port: undefined,
      apiDocs: 'login',
      host: '127.0.0.1',
      baseUrl: undefined,
      basePath: '',
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      databaseReplicaUrl: undefined,
      role: 'all',
      dataDir: path.join(project, 'data'),
      storage: undefined,
      backup: {
        to: undefined,
        at: { hour: 2, minute: 30 },
        hours: 24,
        keep: { days: 7, weeks: 4, months: 12 },
        recipients: [],
      },
      demo: true,
      registration: 'open',
      smtpUrl: undefined,
      mailFrom: 'Honbu <honbu@localhost>',
      mailSecret: undefined,
      dkim: { name: undefined, key: undefined },
      smsUrl: undefined,
      smsFrom: 'Honbu',
      mailPerSecond: 20,
      smsPerSecond: 10,
      key: undefined,
      oldKey: undefined,
      support: { email: 'honbu@localhost', chat: null },
      goCardlessUrl: undefined,
      stripeUrl: undefined,
      oidc: {
        authority: undefined,
        clientId: 'Honbu.Web',
        audience: undefined,
        scope: undefined,
        twoFactor: ['mfa'],
      },
      trustProxy: false,
      logLevel: 'warn',
    })
  })

  it('takes an empty value as not set', () => {
    expect(readConfig({ PORT: '', HONBU_DATA: ' ', HONBU_DEMO: '' })).toEqual(readConfig({}))
  })

  it.each([
    ['club', '/club'],
    ['/club/', '/club'],
    ['/a/b', '/a/b'],
    ['/', ''],
  ])('normalises BASE_PATH %s', (given, path) => {
    expect(readConfig({ BASE_PATH: given }).basePath).toBe(path)
  })

  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000x'],
    ['HOST', 'http://x'],
    ['HONBU_MAIL_SECRET', 'a secret: too odd for an address'],
    ['HONBU_DKIM_NAME', 'club.example'],
    ['HONBU_SMS_URL', 'https://api.twilio.com'],
    ['HONBU_SMS_URL', 'https://AC1:token@api.twilio.com/2010-04-01'],
    ['HONBU_SMS_FROM', '07700900123'],
    ['HONBU_KEY', 'too short to be safe'],
    ['HONBU_GOCARDLESS_URL', 'https://api.gocardless.com/payments'],
    ['HONBU_STRIPE_URL', 'api.stripe.com'],
    ['HONBU_SMS_FROM', 'A name too long'],
    ['BASE_URL', 'club.example'],
    ['BASE_URL', 'https://club.example/club'],
    ['BASE_URL', 'ftp://club.example'],
    ['BASE_PATH', '/a b'],
    ['BASE_PATH', '/a/../b'],
    ['BASE_PATH', '/a?b'],
    ['DATABASE_URL', 'mysql://user:secret@host/db'],
    ['DATABASE_URL', 'secret'],
    ['DATABASE_URL', 'postgres://one:5432,two:secret/db'],
    ['DATABASE_URL', 'mysql://one,two/secret'],
    ['DATABASE_DIRECT_URL', 'secret'],
    ['DATABASE_REPLICA_URL', 'secret'],
    ['HONBU_ROLE', 'jobs'],
    ['HONBU_STORAGE', '/var/files'],
    ['HONBU_STORAGE', 's3://host/bucket'],
    ['HONBU_STORAGE', 's3://key:secret@host'],
    ['HONBU_STORAGE', 's3://key:secret@host/bucket?zone=1'],
    ['HONBU_BACKUP_TO', 'backups'],
    ['HONBU_BACKUP_TO', 's3://key:secret@host'],
    ['HONBU_BACKUP_AT', '24:00'],
    ['HONBU_BACKUP_HOURS', '5'],
    ['HONBU_BACKUP_KEEP', 'for ever'],
    ['HONBU_BACKUP_KEEP', '0 days'],
    ['HONBU_BACKUP_RECIPIENT', 'age1secret'],
    ['HONBU_DEMO', 'yes'],
    ['SMTP_URL', 'mail:secret'],
    ['MAIL_FROM', 'nobody'],
    ['OIDC_AUTHORITY', 'keycloak'],
    ['OIDC_SCOPE', 'openid  profile'],
    ['OIDC_TWO_FACTOR', 'mfa  otp'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,proxy'],
    ['LOG_LEVEL', 'loud'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_SDK_DISABLED', 'yes'],
  ] as const)('refuses %s=%s in one line that says what it should be', (name, value) => {
    const line = lineOf({ [name]: value })
    expect(line).toBe(`${name} must be ${settings[name].expects}.`)
    expect(line).not.toMatch(/\n|secret/)
  })

  it('reads when and where backups are made, for whom, and how long they’re kept', async () => {
    const [one, other] = [await recipientOf(await newIdentity()), await recipientOf(await newIdentity())]
    const HONBU_BACKUP_TO = 's3://key:pw@host/bucket/backups?region=eu-west-2'
    const { backup } = readConfig({
      ...{ HONBU_BACKUP_TO, HONBU_BACKUP_AT: '21:05', HONBU_BACKUP_HOURS: '6' },
      ...{ HONBU_BACKUP_KEEP: '14 days, 1 month', HONBU_BACKUP_RECIPIENT: `${one}, ${other}` },
    })
    expect(backup).toEqual({
      ...{ to: HONBU_BACKUP_TO, at: { hour: 21, minute: 5 }, hours: 6 },
      ...{ keep: { days: 14, weeks: 0, months: 1 }, recipients: [one, other] },
    })
  })

  it('takes a database with several hosts', () => {
    const DATABASE_URL = 'postgres://honbu:pw@one:5432,two:5433/honbu?target_session_attrs=read-write'
    expect(readConfig({ DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL })
  })

  it('refuses several processes where there is no database of its own', () => {
    const [DATABASE_URL, DATABASE_DIRECT_URL] = ['postgres://pooler/honbu', 'postgres://db/honbu']
    expect(readConfig({ DATABASE_URL, DATABASE_DIRECT_URL, HONBU_ROLE: 'worker' })).toMatchObject({ role: 'worker' })
    expect(lineOf({ HONBU_ROLE: 'worker' })).toMatch(/^HONBU_ROLE must be all without DATABASE_URL/)
    expect(lineOf({ DATABASE_DIRECT_URL })).toMatch(/^DATABASE_DIRECT_URL is set, and DATABASE_URL is not/)
    expect(lineOf({ DATABASE_REPLICA_URL: DATABASE_URL })).toMatch(/^DATABASE_REPLICA_URL is set, and DATABASE_URL is/)
  })

  it.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['BASE_URI', 'BASE_URL'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['TRUST_PROXIE', 'TRUST_PROXY'],
    ['OIDC_AUTORITY', 'OIDC_AUTHORITY'],
  ])('asks whether %s is meant to be %s', (name, meant) => {
    expect(() => readConfig({ [name]: 'x' })).toThrow(
      `${name} is not a setting. Is it meant to be ${meant}? Rename it, or unset it.`,
    )
  })

  it('leaves alone what other programs are told', () => {
    const others = [
      'HOME',
      'PATH',
      'LOGNAME',
      'USER',
      'MAIL',
      'NODE_ENV',
      'DATABASE',
      'MAILCHECK',
      'DBUS_URL',
      'npm_config_yes',
    ]
    expect(() => readConfig(Object.fromEntries(others.map(name => [name, 'x'])))).not.toThrow()
  })

  it('lets only invited people register, but with the demo on the embedded Postgres', () => {
    const registration = (env: Record<string, string>) => readConfig(env).registration
    expect(registration({ HONBU_DEMO: '0' })).toBe('invitation')
    expect(registration({ BASE_URL: 'https://club.example' })).toBe('invitation')
    expect(registration({ DATABASE_URL: 'postgres://honbu@db/honbu' })).toBe('invitation')
    expect(registration({ DATABASE_URL: 'postgres://honbu@db/honbu', HONBU_REGISTRATION: 'open' })).toBe('open')
    expect(registration({ HONBU_REGISTRATION: 'closed' })).toBe('closed')
    expect(() => registration({ HONBU_REGISTRATION: 'shut' })).toThrow('HONBU_REGISTRATION must be one of open')
  })

  it('keeps a public installation empty unless it is told to have the demo', () => {
    const demo = (env: Record<string, string>) => readConfig(env).demo
    expect(demo({ BASE_URL: 'https://club.example' })).toBe(false)
    expect(demo({ BASE_URL: 'https://club.example', HONBU_DEMO: '1' })).toBe(true)
    expect(demo({ BASE_URL: 'http://localhost:3000' })).toBe(true)
    expect(demo({ HONBU_DEMO: '0' })).toBe(false)
  })

  it('refuses a HONBU_ variable it does not know', () => {
    expect(lineOf({ HONBU_DATE: 'x' })).toMatch(
      /^HONBU_DATE is not a setting: it must be one of HONBU_ROLE, HONBU_DATA, /,
    )
  })
})

describe('the support chat', () => {
  const intercom = { HONBU_INTERCOM_APP_ID: 'abcd1234', HONBU_INTERCOM_SECRET: 'a-secret-of-intercom' }
  const chatwoot = {
    HONBU_CHATWOOT_URL: 'https://chat.example',
    HONBU_CHATWOOT_TOKEN: 'websiteToken',
    HONBU_CHATWOOT_SECRET: 'a-secret-of-chatwoot',
  }

  it('is none, Intercom or Chatwoot', () => {
    expect(readConfig({}).support).toEqual({ email: 'honbu@localhost', chat: null })
    expect(readConfig({ MAIL_FROM: 'club@club.example' }).support.email).toBe('club@club.example')
    expect(readConfig(intercom).support.chat).toMatchObject({ kind: 'intercom', region: 'us' })
    expect(readConfig(chatwoot).support.chat).toMatchObject({ kind: 'chatwoot', url: 'https://chat.example' })
  })

  it.each([
    [{ HONBU_INTERCOM_APP_ID: 'abcd1234' }, /HONBU_INTERCOM_APP_ID is set/],
    [{ HONBU_CHATWOOT_URL: 'https://chat.example' }, /HONBU_CHATWOOT_URL is set/],
    [{ ...intercom, HONBU_CHATWOOT_TOKEN: 'websiteToken' }, /HONBU_CHATWOOT_TOKEN is set/],
    [{ ...intercom, ...chatwoot }, /not both/],
    [{ ...intercom, HONBU_INTERCOM_SECRET: 'short' }, /HONBU_INTERCOM_SECRET must be/],
  ])('is refused in part', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })
})

describe('configOnPort', () => {
  it('makes the public address from the port unless BASE_URL says another', () => {
    expect(configOnPort(readConfig({}), 3001)).toMatchObject({ port: 3001, baseUrl: 'http://localhost:3001' })
    expect(configOnPort(readConfig({ BASE_URL: 'https://club.example/' }), 3001).baseUrl).toBe('https://club.example')
  })
})
