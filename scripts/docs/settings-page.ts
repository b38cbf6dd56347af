import { settings } from '../../server/src/platform/settings.ts'

type Name = keyof typeof settings

interface Section {
  readonly title: string
  readonly names: readonly Name[]
}

const sections: readonly Section[] = [
  { title: 'Address', names: ['PORT', 'HOST', 'BASE_URL', 'BASE_PATH', 'TRUST_PROXY'] },
  {
    title: 'Database, files and processes',
    names: [
      ...(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL', 'HONBU_ROLE'] as const),
      ...([
        'HONBU_DATA',
        'HONBU_STORAGE',
        'HONBU_DEMO',
        'HONBU_REGISTRATION',
        'HONBU_KEY',
        'HONBU_KEY_OLD',
        'HONBU_SANDBOX_PAGES',
        'HONBU_API_DOCS',
      ] as const),
    ],
  },
  {
    title: 'Automatic backups',
    names: [
      ...(['HONBU_BACKUP_TO', 'HONBU_BACKUP_AT', 'HONBU_BACKUP_HOURS', 'HONBU_BACKUP_KEEP'] as const),
      'HONBU_BACKUP_RECIPIENT',
    ],
  },
  {
    title: 'Email',
    names: ['SMTP_URL', 'MAIL_FROM', 'HONBU_MAIL_SECRET', 'HONBU_MAIL_RATE', 'HONBU_DKIM_NAME', 'HONBU_DKIM_KEY'],
  },
  { title: 'Text messages', names: ['HONBU_SMS_URL', 'HONBU_SMS_FROM', 'HONBU_SMS_RATE'] },
  { title: 'Payments', names: ['HONBU_GOCARDLESS_URL', 'HONBU_STRIPE_URL'] },
  {
    title: 'Support',
    names: [
      ...(['HONBU_SUPPORT_EMAIL', 'HONBU_INTERCOM_APP_ID', 'HONBU_INTERCOM_SECRET', 'HONBU_INTERCOM_REGION'] as const),
      ...(['HONBU_CHATWOOT_URL', 'HONBU_CHATWOOT_TOKEN', 'HONBU_CHATWOOT_SECRET'] as const),
    ],
  },
  {
    title: 'Another identity provider',
    names: ['OIDC_AUTHORITY', 'OIDC_CLIENT_ID', 'OIDC_AUDIENCE', 'OIDC_SCOPE', 'OIDC_TWO_FACTOR'],
  },
  {
    title: 'Logs, traces and metrics',
    names: [
      'LOG_LEVEL',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      'OTEL_SDK_DISABLED',
      'OTEL_TRACES_SAMPLER',
      'OTEL_TRACES_SAMPLER_ARG',
      'HONBU_METRICS_TOKEN',
    ],
  },
  {
    title: 'Tests and measurements',
    names: [
      ...(['HONBU_CHROMIUM', 'HONBU_FIREFOX', 'HONBU_TEST_POSTGRES', 'HONBU_TEST_TIER', 'HONBU_TEST_SEED'] as const),
      ...(['HONBU_TEST_RETRIES', 'HONBU_KILL_SEED', 'HONBU_BENCH_DATA'] as const),
    ],
  },
]

const introduction = `# Settings

Settings are environment variables. We check them all at the start. If one is wrong, we stop and print one line with its name. We treat an empty value as not set, and refuse any unknown variable that starts with \`HONBU_\` or is within two letters of a setting's name.

You need none of them to try Honbu. [Operations](operations.md) lists the ones you need to run it for real.

\`npm run run -- scripts/write-settings.ts\` writes this page from \`server/src/platform/settings.ts\`.
`

/**
 * The text of docs/settings.md.
 * @throws Error if a setting is in no section, or in two
 */
export function settingsPage(): string {
  const placed = sections.flatMap(({ names }) => names)
  for (const name of Object.keys(settings)) {
    const times = placed.filter(each => each === name).length
    if (times !== 1) throw new Error(`${name} is in ${times} sections of scripts/docs/settings-page.ts, not one.`)
  }
  return [introduction, ...sections.map(sectionText)].join('\n')
}

function sectionText({ title, names }: Section): string {
  return `## ${title}\n\n| variable | default | meaning |\n|---|---|---|\n${names.map(tableRow).join('')}`
}

function tableRow(name: Name): string {
  const { default: standard, doc } = settings[name]
  const shown = standard === '' || standard.startsWith('`') ? standard : `\`${standard}\``
  return `| \`${name}\` | ${shown} | ${doc} |\n`
}
