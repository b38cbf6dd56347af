import { counted } from '@honbu/contract/format.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail, Message } from '../platform/mail.ts'
import { accountByEmail, accountById } from './accounts.ts'
import { letter, type Text } from './letter.ts'
import { createLinkSecret, type NewLink } from './links.ts'
import { withReturnUrl } from './return-url.ts'
import type { Settings } from './settings.ts'

/** The queue of the messages that hold a secret link. The secret is made when the message is sent, never before. */
export const linkMailJob = 'identity-link-mail'

/** What to send: an address, and what it asked for. Nothing is sent to an address that has no account. */
export type LinkMail =
  | { readonly kind: 'confirm'; readonly email: string; readonly returnUrl?: string }
  | { readonly kind: 'reset'; readonly email: string }
  | {
      readonly kind: 'change'
      readonly accountId: number
      readonly newEmail: string
      /** The account's, when it was asked for: nothing is sent once that has grown. */
      readonly credentialVersion: number
    }

interface MailParts {
  readonly db: Db
  readonly settings: Settings
  readonly now: () => Date
  readonly mail: Mail
}

export async function workOnLinkMails(jobs: Jobs, parts: MailParts): Promise<void> {
  await jobs.work<LinkMail>(linkMailJob, asked => sendLinkMail(parts, asked), { concurrency: 2 })
}

async function sendLinkMail(parts: MailParts, asked: LinkMail): Promise<void> {
  const { db, settings } = parts
  const { pages } = settings
  if (asked.kind === 'change') {
    const account = await accountById(db, asked.accountId)
    if (!account || account.credentialVersion !== asked.credentialVersion) return
    // The owner hears of it even where the new address has an account, and so gets no link.
    const stop = { account, purpose: 'stop_email_change', newEmail: account.email } as const
    await sendLink(parts, stop, account.email, pages.stopEmailChange, changeAskedText(asked.newEmail))
    if (await accountByEmail(db, asked.newEmail)) return
    const link = { account, purpose: 'change_email', newEmail: asked.newEmail } as const
    return sendLink(parts, link, asked.newEmail, pages.confirmEmailChange, changeText)
  }
  const account = await accountByEmail(db, asked.email)
  if (!account) return
  if (asked.kind === 'reset') {
    const link = { account, purpose: 'reset_password' } as const
    return sendLink(parts, link, account.email, pages.resetPassword, resetText)
  }
  if (account.confirmedAt) return
  const link = { account, purpose: 'confirm_email' } as const
  return sendLink(parts, link, account.email, withReturnUrl(pages.confirmEmail, asked.returnUrl, settings), confirmText)
}

async function sendLink(
  { db, settings, now, mail }: MailParts,
  link: NewLink,
  to: string,
  page: string,
  text: Text,
): Promise<void> {
  const secret = await db.transaction().execute(tx => createLinkSecret(tx, link, now()))
  if (secret) await mail.send(letter(to, text, linkTo(settings, page, secret)))
}

/** The address of a page with the secret of a link. */
export function linkTo({ baseUrl }: Settings, page: string, secret: string): string {
  const url = new URL(page, baseUrl)
  url.searchParams.set('token', secret)
  return url.href
}

// No name in the text: whoever typed it into the form need not be the one who reads this.
const confirmText: Text = {
  subject: 'Confirm your e-mail address',
  before:
    'Someone, probably you, has made a Honbu account with this e-mail address. To finish, open this link within three days and enter the password you chose:',
  action: 'Confirm my e-mail address',
  after: 'If it was not you, there is nothing to do: without this link the account cannot be used.',
}

const resetText: Text = {
  subject: 'Choose a new password',
  before: 'You can choose a new password for your Honbu account with this link. It works once, within an hour:',
  action: 'Choose a new password',
  after: 'If you did not ask for it, there is nothing to do: your password stays as it is.',
}

const changeText: Text = {
  subject: 'Confirm your new email address',
  before: 'To log in to Honbu with this email address, open this link within a day:',
  action: 'Use this email address',
  after: 'If you didn’t ask for this, you can ignore this email.',
}

const changeAskedText = (newEmail: string): Text => ({
  subject: 'Someone asked to change your email address',
  before: `Someone logged in to your Honbu account and asked to change its email address to ${newEmail}. If that was you, open the link we sent there. If it wasn’t, stop it here within 72 hours:`,
  action: 'Stop this change',
  after: 'Stopping it logs everyone out of your account. You then choose a new password.',
})

const none = { action: '', after: 'If it was not you, choose a new password at once, and tell the owner of your club.' }

/** For an address someone has tried to register again. */
export const alreadyRegistered = (to: string, settings: Settings): Message =>
  letter(
    to,
    {
      subject: 'You already have an account',
      before:
        'Someone, probably you, has tried to make a Honbu account with this e-mail address, which has one already. You can log in, or choose a new password, here:',
      action: 'Log in',
      after: 'If it was not you, there is nothing to do.',
    },
    settings.baseUrl + settings.pages.login,
  )

export const passwordChanged = (to: string): Message =>
  letter(to, {
    ...none,
    subject: 'Your password has been changed',
    before: 'The password of your Honbu account has been changed, and you have been logged out everywhere else.',
  })

/** Who has logged in from where no one has with this account before. */
export const newDevice = (
  to: string,
  settings: Settings,
  { when, browser, address }: { when: string; browser: string; address: string },
): Message =>
  letter(
    to,
    {
      subject: 'New sign-in to your Honbu account',
      before: `Someone has logged in to your Honbu account from a browser that it has not been used with before: ${browser}, on ${when} (UK time), from the address ${address}. If it was you, there is nothing to do. If not, log that browser out here, and then choose a new password:`,
      action: 'Show where I am logged in',
      after: 'Two-factor sign-in, also under “Your account”, keeps out those who have got hold of your password.',
    },
    settings.baseUrl + settings.pages.sessions,
  )

export const twoFactorOn = (to: string, settings: Settings): Message =>
  letter(
    to,
    {
      subject: 'Two-factor sign-in is on',
      before:
        'Two-factor sign-in has been switched on for your Honbu account. Besides your password you now need a code from your app to log in. Keep your recovery codes where you find them without your phone.',
      action: 'Two-factor sign-in',
      after: none.after,
    },
    settings.baseUrl + settings.pages.twoFactor,
  )

export const twoFactorOff = (to: string, settings: Settings): Message =>
  letter(
    to,
    {
      subject: 'Two-factor sign-in is off',
      before:
        'Two-factor sign-in has been switched off for your Honbu account. Your password alone is enough to log in. You can switch it on again here:',
      action: 'Two-factor sign-in',
      after: none.after,
    },
    settings.baseUrl + settings.pages.twoFactor,
  )

export const secondFactorTakenAway = (to: string, settings: Settings): Message =>
  letter(
    to,
    {
      subject: 'Two-factor sign-in has been taken off your account',
      before:
        'As somebody has asked who said that phone and recovery codes were lost, two-factor sign-in and all passkeys have been taken off your Honbu account, and you have been logged out everywhere. Your password alone is enough to log in now. Set up two-factor sign-in again here:',
      action: 'Two-factor sign-in',
      after: none.after,
    },
    settings.baseUrl + settings.pages.twoFactor,
  )

export const passkeyAdded = (to: string, settings: Settings, name: string): Message =>
  letter(
    to,
    {
      subject: 'A passkey has been added',
      before: `A passkey, “${name}”, has been added to your Honbu account. Whoever has it can log in without your password. You see your passkeys here:`,
      action: 'Your passkeys',
      after: 'If it was not you, remove it, choose a new password at once, and tell the owner of your club.',
    },
    settings.baseUrl + settings.pages.passkeys,
  )

export const passkeyRemoved = (to: string, settings: Settings, name: string): Message =>
  letter(
    to,
    {
      subject: 'A passkey has been removed',
      before: `The passkey “${name}” no longer logs in to your Honbu account. You see your passkeys here:`,
      action: 'Your passkeys',
      after: none.after,
    },
    settings.baseUrl + settings.pages.passkeys,
  )

export const recoveryCodeUsed = (to: string, settings: Settings, left: number): Message =>
  letter(
    to,
    {
      subject: 'A recovery code has been used',
      before: `Someone has logged in to your Honbu account with one of its recovery codes, which no longer works now. ${left === 0 ? 'There are none left' : `There ${left === 1 ? 'is' : 'are'} ${counted(left, 'code')} left`}; you can make new ones here:`,
      action: 'Make new recovery codes',
      after: none.after,
    },
    settings.baseUrl + settings.pages.twoFactor,
  )

/** For the old address. @param stopLink gives the account back to it */
export const emailChanged = (to: string, newEmail: string, stopLink: string): Message =>
  letter(
    to,
    {
      subject: 'Your email address was changed',
      before: `You now log in to Honbu with ${newEmail}, and no longer with this address. If you didn’t change it, take your account back here within 72 hours:`,
      action: 'Take my account back',
      after: 'This logs everyone out of your account. You then choose a new password.',
    },
    stopLink,
  )

/** For the owner of an account, and for the admins of their clubs. */
export const refusedOften = (
  to: string,
  settings: Settings,
  { name, count }: { readonly name: string; readonly count: number },
): Message =>
  letter(
    to,
    {
      subject: 'Many refused attempts on an account',
      before: `In the last hour we refused ${count} attempts on the account of ${name}: wrong passwords or codes, or pages it may not open. We let no one in. Activity shows where they came from:`,
      action: 'Show the attempts',
      after: `If ${name} didn’t do this, they should choose a new password that they use nowhere else, and turn on two-factor login. We send this at most once a day.`,
    },
    `${settings.baseUrl}${settings.basePath}/activity/security`,
  )
