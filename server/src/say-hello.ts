import { quietCopy } from './platform/restored-copy.ts'
import { fromHere, type Started } from './start.ts'

/** The demo's sign-ins and what each is for; all have one password. */
const demoSignIns = [
  ['hq@demo.honbu.example', 'owner of the head office, so of every franchise club'],
  ['admin@demo.honbu.example', 'admin of one franchise club'],
  ['coach@demo.honbu.example', 'works in that club, not an admin'],
  ['other@demo.honbu.example', 'owner of an unrelated club'],
] as const

/** Prints the address and, where the database holds the demo, how to sign in. */
export async function sayHello({
  config,
  db,
  jobs: _,
  demoPassword,
  firstOwnerLink,
  isQuiet,
  ...inboxes
}: Started): Promise<void> {
  const { baseUrl, basePath } = config
  if (isQuiet) console.log(quietCopy)
  if (config.role === 'worker')
    return console.log(
      `Honbu works on jobs here, and takes no requests or webhooks. ${fromHere(config)}/health/ready says how it is.`,
    )
  const lines = [`Honbu is at ${baseUrl}${basePath}`]
  if (firstOwnerLink !== null)
    lines.push(
      'There are no accounts yet. Create the first one with this link, which works once:',
      `  ${firstOwnerLink}`,
    )
  const emails = demoSignIns.map(([email]) => email)
  const found = await db.selectFrom('account').select('email').where('email', 'in', emails).execute()
  const present = demoSignIns.filter(([email]) => found.some(account => account.email === email))
  if (demoPassword !== null && present.length > 0) {
    lines.push(`Sign in to the demo with the password "${demoPassword}" as`)
    lines.push(...present.map(([email, who]) => `  ${email.padEnd(26)}${who}`))
  }
  lines.push(...sandboxLines(inboxes, `${baseUrl}${basePath}/sandbox`))
  console.log(lines.join('\n'))
}

/** What isn't sent or collected, where it is kept, and the setting that changes that. */
function sandboxLines(
  {
    sandboxPages,
    inbox,
    smsInbox,
    paymentSandboxes,
  }: Omit<Started, 'config' | 'db' | 'jobs' | 'demoPassword' | 'firstOwnerLink' | 'isQuiet'>,
  pages: string,
): string[] {
  const sandboxes = [
    ...(inbox ? [['Emails are not delivered', 'mail', 'SMTP_URL']] : []),
    ...(smsInbox ? [['Text messages are not sent', 'mail', 'HONBU_SMS_URL']] : []),
    ...paymentSandboxes.map(name =>
      name === 'bank'
        ? ['Direct Debits are not collected', name, 'HONBU_GOCARDLESS_URL']
        : ['Cards are not charged', name, 'HONBU_STRIPE_URL'],
    ),
  ]
  if (sandboxPages)
    return sandboxes.map(([what, name, setting]) => `${what}: see ${pages}/${name} (${setting} is not set).`)
  return [
    ...sandboxes.map(([what, , setting]) => `${what} (${setting} is not set).`),
    ...(sandboxes.length > 0 ? ['To see them on this machine, set HONBU_SANDBOX_PAGES=local.'] : []),
  ]
}
