import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import { accountByEmail, createAccount } from './accounts.ts'
import { createLinkSecret } from './links.ts'
import { linkTo } from './mails.ts'
import { type IdentityConfig, settingsOf } from './settings.ts'

interface Parts {
  readonly db: Db
  readonly config: IdentityConfig
  readonly now: Date
}

/**
 * A link with which someone chooses a new password within an hour, once, for an operator to hand over.
 * @returns null if no account has the address
 */
export async function passwordLink({ db, config, now }: Parts, email: string): Promise<string | null> {
  return await db.transaction().execute(async tx => {
    const account = await accountByEmail(tx, email)
    if (!account) return null
    const secret = await createLinkSecret(tx, { account, purpose: 'reset_password' }, now)
    if (secret === undefined) return null
    const author = { action: 'makePasswordLink', accountId: null }
    await writeAudit(tx, author, [{ clubId: null, subject: 'account', subjectId: account.id }])
    const settings = settingsOf(config)
    return linkTo(settings, settings.pages.resetPassword, secret)
  })
}

/**
 * Creates an account whose address is taken as theirs, for an operator who knows them.
 * @returns the link with which they choose a password, or null if the address has an account
 */
export async function createOwner(
  parts: Parts,
  owner: { readonly email: string; readonly firstName: string; readonly lastName: string },
): Promise<string | null> {
  const isNew = await parts.db.transaction().execute(async tx => {
    if (await accountByEmail(tx, owner.email)) return false
    const { accountId } = await createAccount(tx, { ...owner, confirmed: true })
    const author = { action: 'createOwner', accountId: null }
    await writeAudit(tx, author, [{ clubId: null, subject: 'account', subjectId: accountId }])
    return true
  })
  return isNew ? passwordLink(parts, owner.email) : null
}
