import { createTransport } from 'nodemailer'
import { CannotStart, reasonOf } from '../platform/cannot-start.ts'
import { type GivenConfig, readConfig } from '../platform/config.ts'
import { dkimKey } from '../platform/dkim.ts'
import type { Command } from './command.ts'
import { onlyWord } from './open.ts'

export const command: Command = {
  words: 'EMAIL',
  does: 'Sends one email through SMTP_URL at once, and prints what the mail server says.',
  run: async args => {
    const to = onlyWord(args, 'send-test-email EMAIL')
    const { smtpUrl, mailFrom, dkim } = readConfig(process.env)
    if (!smtpUrl) throw new CannotStart('SMTP_URL is not set: emails go to /sandbox/mail.')
    const { isTaken, text } = await sendTestEmail({ smtpUrl, mailFrom, dkim }, to)
    if (!isTaken) throw new CannotStart(text)
    console.log(text)
  },
}

/** Sends an email at once, not by the queue. The text has the mail server's own words. */
export async function sendTestEmail(
  { smtpUrl, mailFrom, dkim: given }: Pick<GivenConfig, 'mailFrom' | 'dkim'> & { readonly smtpUrl: string },
  to: string,
): Promise<{ readonly isTaken: boolean; readonly text: string }> {
  const dkim = dkimKey(given)
  const patience = { connectionTimeout: 20_000, greetingTimeout: 20_000 }
  const transport = createTransport({ url: smtpUrl, ...patience, ...(dkim && { dkim }) })
  const { host } = new URL(smtpUrl)
  try {
    const { response } = await transport.sendMail({
      ...{ from: mailFrom, to, subject: 'A test from Honbu' },
      text: 'If you can read this, Honbu can send emails.',
    })
    return { isTaken: true, text: `${host} took it: ${response}` }
  } catch (error) {
    return { isTaken: false, text: `${host} refused it: ${reasonOf(error)}` }
  } finally {
    transport.close()
  }
}
