import type { Transaction } from 'kysely'
import type { Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'

interface Action {
  readonly action: string
  readonly aboutAccountId?: number
  readonly aboutClubId?: number
  /** What it was about, without personal data. */
  readonly details?: string
  readonly reason?: string
}

/** Writes down what a command on the server has done. */
export async function logCommand(tx: Transaction<Tables>, now: Date, action: Action): Promise<void> {
  await insert(tx, { at: now, accountId: null, ...action })
}

/** Writes down what an operator has done. */
export async function logAction({ tx, user, now, audit }: Write, action: Action): Promise<void> {
  const id = await insert(tx, { at: now, accountId: user.accountId, ...action })
  audit({ clubId: null, subject: 'operator_log', subjectId: id })
  if (action.aboutClubId !== undefined)
    audit({ clubId: action.aboutClubId, subject: 'club', subjectId: action.aboutClubId })
  // Says too that someone's rights have changed.
  if (action.aboutAccountId !== undefined) audit({ clubId: null, subject: 'account', subjectId: action.aboutAccountId })
}

/** The same for what an operator has tried, which changes nothing. */
export async function logTrial(
  tx: Transaction<Tables>,
  trial: Action & { readonly at: Date; readonly accountId: number },
): Promise<void> {
  await insert(tx, trial)
}

async function insert(
  tx: Transaction<Tables>,
  {
    at,
    accountId,
    action,
    aboutAccountId,
    aboutClubId,
    details,
    reason,
  }: Action & { at: Date; accountId: number | null },
): Promise<number> {
  const { id } = await tx
    .insertInto('operator_log')
    .values({
      at,
      account_id: accountId,
      action,
      about_account_id: aboutAccountId ?? null,
      about_club_id: aboutClubId ?? null,
      details: details ?? '',
      reason: reason ?? '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
