import { createHash, randomBytes } from 'node:crypto'
import { dateTime } from '@honbu/contract/format.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Mail } from '../platform/mail.ts'
import { staffTimeZone } from '../platform/rights.ts'
import type { Tables } from '../platform/tables.ts'
import type { Account } from './accounts.ts'
import { browserInWords } from './browser-words.ts'
import { newDevice } from './mails.ts'
import type { Settings } from './settings.ts'

const day = 24 * 3_600_000

/** How long a browser is known that nobody signs in from; also the longest that browsers keep a cookie. */
export const deviceLifetime = 400 * day

/** What the cookie of a browser holds that has none yet. */
export const newDeviceId = (): string => randomBytes(16).toString('base64url')

export interface SeenDevice {
  readonly account: Account
  readonly deviceId: string
  readonly userAgent: string
  readonly address: string
  readonly at: Date
}

/**
 * Remembers that an account signs in from a browser. Its owner is told of one that it has never signed in from, but not
 * at its very first sign-in: then there is no other to compare with.
 */
export async function noteDevice(
  tx: Transaction<Tables>,
  { mail, settings }: { mail: Pick<Mail, 'post'>; settings: Settings },
  seen: SeenDevice,
): Promise<void> {
  const { account, userAgent, address, at } = seen
  if (!(await keepDevice(tx, seen)) || account.lastLogin === null) return
  const when = dateTime(at, staffTimeZone)
  await mail.post(tx, newDevice(account.email, settings, { when, browser: browserInWords(userAgent), address }))
}

/** Keeps a browser among those of an account. True: it is new. */
export async function keepDevice(tx: Transaction<Tables>, { account, deviceId, at }: SeenDevice): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into account_device (account_id, device_hash, first_seen, last_seen)
    values (${account.id}, ${deviceHash(deviceId)}, ${at}, ${at})
    on conflict (account_id, device_hash) do update set last_seen = excluded.last_seen
    returning xmax = 0 as "isNew"`.execute(tx)
  return rows[0]?.isNew ?? false
}

/** As it is kept: whoever reads the database can't make the cookie. */
export const deviceHash = (deviceId: string): Buffer => createHash('sha256').update(deviceId).digest()

/** Removes the browsers that nobody has signed in from for long. */
export async function forgetDevices(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .deleteFrom('account_device')
    .where('last_seen', '<', new Date(now.getTime() - deviceLifetime))
    .execute()
}
