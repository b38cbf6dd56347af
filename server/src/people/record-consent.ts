import type { ConsentMethod } from '@honbu/contract/consents.ts'
import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'

/** Consents of one person at one club that were given, or withdrawn, together. */
export interface NewConsent {
  readonly personId: number
  readonly clubId: number
  /** Communication flags: sms 1, email 2, app 4, photo 8, other 16, each at most once. */
  readonly choices: readonly { readonly flag: number; readonly isGiven: boolean }[]
  /** The day on which that happened; null when nobody knows. */
  readonly givenOn: string | null
  readonly how: ConsentMethod
  /** The text that was shown. */
  readonly wording: string
  /** Who gave it: a guardian for a child; null: the person himself, or nobody knows. */
  readonly givenByPersonId: number | null
  /** Who writes it down; null: the system. */
  readonly accountId: number | null
  readonly now: Date
}

/**
 * Adds to the log of consents. The flags of the membership follow by themselves (migration 0019), also when it is made
 * later. That the person belongs to the club is the caller's to know.
 * @returns the communication flags that stand now
 */
export async function recordConsent(tx: Write['tx'], consent: NewConsent): Promise<number> {
  const { personId, clubId, choices, givenOn, how, wording, givenByPersonId, accountId, now } = consent
  await tx
    .insertInto('consent')
    .values(
      choices.map(({ flag, isGiven }) => ({
        person_id: personId,
        club_id: clubId,
        flag,
        is_given: isGiven,
        given_on: givenOn,
        how,
        wording,
        given_by_person_id: givenByPersonId,
        account_id: accountId,
        recorded_at: now,
      })),
    )
    .execute()
  return await communicationFlags(tx, personId, clubId)
}

/** What stands of a person at a club. */
export async function communicationFlags(tx: Write['tx'], personId: number, clubId: number): Promise<number> {
  const { rows } = await sql<{ flags: number }>`
    select communication_flags(${personId}::bigint, ${clubId}::bigint) as flags`.execute(tx)
  return rows[0]?.flags ?? 0
}
