import { fromHere, type Started } from './start.ts'

/** The demo's sign-ins and what each is for; all have one password. */
const demoSignIns = [
  ['hq@demo.honbu.example', 'owner of the head office, so of every franchise club'],
  ['admin@demo.honbu.example', 'admin of one franchise club'],
  ['coach@demo.honbu.example', 'works in that club, not an admin'],
  ['other@demo.honbu.example', 'owner of an unrelated club'],
] as const
const demoPassword = 'take the register'

/** Prints the address and, where the database holds the demo, how to sign in. */
export async function sayHello({ config, db, ...inboxes }: Started): Promise<void> {
  const { baseUrl, basePath } = config
  if (config.role === 'worker')
    return console.log(`Honbu works on its jobs; how it is, it says at ${fromHere(config)}/health/ready`)
  const lines = [`Honbu is at ${baseUrl}${basePath}`]
  const emails = demoSignIns.map(([email]) => email)
  const found = await db.selectFrom('account').select('email').where('email', 'in', emails).execute()
  const present = demoSignIns.filter(([email]) => found.some(account => account.email === email))
  if (present.length > 0) {
    lines.push(`Sign in to the demo with the password "${demoPassword}" as`)
    lines.push(...present.map(([email, who]) => `  ${email.padEnd(26)}${who}`))
  }
  const { inboxOpen, smsInboxOpen, paymentSandboxes } = inboxes
  if (inboxOpen)
    lines.push(`Mail is not delivered but kept at ${baseUrl}${basePath}/sandbox/mail (SMTP_URL is not set).`)
  if (smsInboxOpen)
    lines.push(`Text messages are not sent but kept at ${baseUrl}${basePath}/sandbox/mail (HONBU_SMS_URL is not set).`)
  for (const name of paymentSandboxes) {
    const what = name === 'bank' ? 'Direct debits are not collected' : 'Cards are not charged'
    const setting = name === 'bank' ? 'HONBU_GOCARDLESS_URL' : 'HONBU_STRIPE_URL'
    lines.push(`${what} but kept at ${baseUrl}${basePath}/sandbox/${name} (${setting} is not set).`)
  }
  console.log(lines.join('\n'))
}
