import type { Db } from '../platform/database.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { linkTo } from './mails.ts'
import type { Settings } from './settings.ts'

/** Known to whoever has HONBU_KEY or reads what a start prints. All processes print the same. */
export const firstOwnerSecret = (box: SecretBox): string => box.sign('first owner', 'first-owner').toString('base64url')

/** Whether nobody can log in yet. */
export const hasNoAccounts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) === undefined

/**
 * The link with which the first owner creates their account, so that an installation by invitation strands nobody. It
 * works until there is an account.
 * @returns null where there is one, or where everyone can register
 */
export async function firstOwnerLink(db: Db, box: SecretBox, settings: Settings): Promise<string | null> {
  if (settings.registration === 'open' || !(await hasNoAccounts(db))) return null
  return linkTo(settings, settings.pages.firstOwner, firstOwnerSecret(box))
}
